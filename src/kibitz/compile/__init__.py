"""The only place that imports numba: games and kernels compiled for the CPU and the GPU, and their cache."""
