"""The process in which numba simulates a GPU: `python -m kibitz.checking.simulator GAME SEED` writes witnesses as JSON."""

from __future__ import annotations

import json
import sys

from kibitz.checking.simulated_gpu import simulate

if __name__ == "__main__":
    print(json.dumps(simulate(sys.argv[1], int(sys.argv[2]))))
