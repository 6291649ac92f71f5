"""A second process answers without the compiler, and raises what the first one raised."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from test_kernel_cache import GAME, HELPER

KERNELS = '''
import numpy as np

def quotient(game, jit):
    """Build a kernel that raises of itself, by an operation and by a statement."""

    @jit
    def quotient(one, other):
        if one < 0:
            raise ValueError("a negative number", 7)
        return one // other

    return quotient

def mover(game, jit):
    """Build a kernel that asks rules which answer what no player is."""

    @jit
    def mover(s):
        return game.to_move(s)

    return mover

def doubled(game, jit):
    """Build a kernel whose rules leave 64 bits."""

    @jit
    def doubled(s):
        return game.result(s, 1).left

    return doubled

def collected(game, jit):
    """Build a kernel that makes an array and a list of its own, and returns numbers of all kinds."""

    @jit
    def collected(count, flag, share):
        squares = np.zeros(count, np.int64)
        for number in range(count):
            squares[number] = number * number
        return squares.sum(), not flag, (share / 2, np.sqrt(share))

    return collected

def less(jit):
    return jit(lambda number: number - 1)

def more(jit):
    return jit(lambda number: number + 1)

def stepped(game, jit, *, step):
    """Build a kernel with a part that is given as a function."""
    by_one = step(jit)

    @jit
    def stepped(number):
        return by_one(number)

    return stepped
'''

ASK = """
import json, sys, traceback, warnings
import kibitz, kernels
from kibitz.compile.cpu import native

warnings.simplefilter("ignore")
game = kibitz.load("./take.py")
kind = type(game.initial())
asked = [
    (kernels.quotient, None, (7, 2)), (kernels.quotient, None, (7, 0)), (kernels.quotient, None, (-7, 2)),
    (kernels.mover, game, (kind(3, 1),)), (kernels.mover, game, (kind(3, 5),)), (kernels.doubled, game, (kind(-(2**63), 1),)),
    (kernels.collected, None, (5, True, 2.0)), (kernels.stepped, None, (5,), kernels.less),
    (kernels.stepped, None, (5,), kernels.more),
]
told = []
hits = []
for build, wanted, arguments, *step in asked:
    kernel = native(build, wanted, **({"step": step[0]} if step else {}))
    try:
        told.append(repr(kernel(*arguments)))
    except Exception as error:
        place = traceback.extract_tb((error.__cause__ or error).__traceback__)[-2:]
        told.append([type(error).__name__, str(error), [frame.lineno for frame in place if "kernels.py" in frame.filename]])
    hits.append(getattr(kernel, "kernel", kernel).hits)
print(json.dumps([told, hits, "numba" in sys.modules]))
"""


def asked(folder: Path, program: str, *words: str) -> Any:
    """Return what a program prints as JSON, in a process of its own."""
    settings = {**os.environ, "KIBITZ_CACHE": str(folder / "cache"), "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, env=settings, cwd=folder, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_kept_code_answers_and_raises_what_new_code_does(tmp_path: Path) -> None:
    (tmp_path / "take.py").write_text(GAME)
    (tmp_path / "helper.py").write_text(HELPER)
    (tmp_path / "kernels.py").write_text(KERNELS)
    cold, hits, compiled = asked(tmp_path, ASK)
    assert compiled
    assert set(hits) == {0}
    assert cold[0] == "3"
    assert cold[1][:2] == ["ZeroDivisionError", "integer division by zero"]
    assert cold[2][:2] == ["ValueError", "('a negative number', 7)"]
    assert cold[2][2], "the line of the kernel is told"
    assert cold[3] == "1"
    assert "to_move" in cold[4][1]
    assert "64 bits" in cold[5][1]
    assert cold[6] == repr((30, False, (1.0, 2**0.5)))
    assert cold[7:] == ["4", "6"]
    warm, hits, compiled = asked(tmp_path, ASK)
    assert warm == cold
    assert set(hits) == {1}
    assert not compiled


COMMANDS = """
import sys
from kibitz.cli.main import main

sys.stdout = sys.stderr
for words in sys.argv[1:]:
    try:
        main(words.split())
    except SystemExit as end:
        assert not end.code, end.code
    if "numba" in sys.modules:
        break
sys.stdout = sys.__stdout__
print("null" if words == sys.argv[-1] and "numba" not in sys.modules else f'"{words}"')
"""


@pytest.mark.parametrize(
    "commands",
    [
        ["solve tic_tac_toe", "perft tic_tac_toe 3"],
        ["analyse ./take.py --agent minimax", "solve ./take.py", "analyse ./take.py --agent uct:sims=50", "perft ./take.py 3"],
    ],
    ids=["a game of Kibitz", "a game of one's own"],
)
def test_no_command_imports_the_compiler_when_its_kernels_are_kept(tmp_path: Path, commands: list[str]) -> None:
    """The program ends with the first command that the compiler was imported for, or with none."""
    (tmp_path / "take.py").write_text(GAME)
    (tmp_path / "helper.py").write_text(HELPER)
    keeping = COMMANDS.replace('    if "numba" in sys.modules:\n        break\n', "")
    assert asked(tmp_path, keeping, *commands) == commands[-1]
    assert asked(tmp_path, COMMANDS, *commands) is None
