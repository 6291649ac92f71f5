"""Pacman as in the lectures: `python pacman.py -p AlphaBetaAgent -l minimaxClassic -a depth=4 -q`; `--help` tells the rest."""

import sys
from pathlib import Path

# the path comes first, so that nothing needs to be installed
sys.path.insert(0, str(Path(__file__).parent / "src"))

from kibitz.cli.main import app

if __name__ == "__main__":
    app(["pacman", *sys.argv[1:]], prog_name="kibitz")
