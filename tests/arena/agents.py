"""Agents as students hand them in, good and bad, in files of their own."""

from __future__ import annotations

import sys
from pathlib import Path

HEAD = "import os, sys, time\nimport kibitz\n\n\n@kibitz.agent('mine')\ndef decide(game, state):\n"
FAULTS = {
    "raises": "    return 1 // 0\n",
    "exits": "    sys.exit(3)\n",
    "dies": "    os.kill(os.getpid(), 11)\n",
    "hangs": "    time.sleep(1000)\n",
    "spins": "    while True:\n        pass\n",
    "illegal": "    return 99\n",
    "rubbish": "    print('rubbish' * 1000, flush=True)\n    return 'rubbish'\n",
    "writes": "    for number in range(3, 64):\n        try:\n            os.write(number, b'rubbish' * 10)\n"
    "        except OSError:\n            pass\n    return 'x'\n",
    "eats": "    kept = []\n    while True:\n        kept.append(bytearray(1 << 24))\n",
    "recurses": "    return decide(game, state)\n",
}
"""What is wrong with an agent, by its file's name."""
ENGINE = """
import sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        print("uciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        {answer}
    elif word == "quit":
        break
"""


def written(folder: Path, name: str) -> str:
    """Return the path of a file with a faulty agent."""
    file = folder / f"{name}.py"
    file.write_text(HEAD + FAULTS[name], encoding="utf-8")
    return str(file)


def engine(folder: Path, name: str, answer: str) -> str:
    """Return the agent string of a UCI engine that answers `go` with a statement of Python."""
    file = folder / f"{name}.engine"
    file.write_text(ENGINE.format(answer=answer), encoding="utf-8")
    return f"uci:{sys.executable} {file},time=0.05"
