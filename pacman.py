"""Pacman as in the lectures: `python pacman.py -p AlphaBetaAgent -l minimaxClassic -a depth=4 -q`; `--help` tells the rest."""

import os
import sys

# the path comes first, so that nothing needs to be installed
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "src"))

from kibitz.__main__ import main

if __name__ == "__main__":
    main(["pacman", *sys.argv[1:]])
