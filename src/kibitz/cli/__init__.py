"""The command line."""

import os

# Nothing here is large enough for linear algebra in threads; numpy starts them at once, and fails where none may be started.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
