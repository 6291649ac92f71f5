"""The same decisions at full speed: compiled kernels and the exact solvers built on them."""
