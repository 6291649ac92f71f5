"""Functions that users compile with numba themselves: rules may call them, and so may Python, in any order."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MODULE = """
import numba

@numba.njit
def inner(x, y):
    if y == 7:
        raise ValueError("seven")
    return x - y

@numba.njit
def difference(x, y):
    return inner(x, y)

@numba.vectorize
def total(x, y):
    return x + y

def build(game, jit):
    @jit
    def both(x, y):
        return difference(x, y) * 100 + total(x, y)
    return both
"""

CALLS = {
    "compiled": "print(native(users.build, None)(10, 3))",
    "python": "print(users.difference(10, 3), users.inner(5, 2), users.total(10, 3))",
    "raising": """
for call in (native(users.build, None), users.difference):
    try:
        call(10, 7)
    except ValueError as error:
        print(error)""",
}
ANSWERS = {"compiled": "713", "python": "7 3 13", "raising": "seven\nseven"}


@pytest.mark.parametrize("order", [("compiled", "python", "raising"), ("python", "compiled", "raising"), ("raising", "python")])
def test_python_and_rules_call_the_same_function(tmp_path: Path, order: tuple[str, ...]) -> None:
    (tmp_path / "users.py").write_text(MODULE)
    program = "\n".join(["import users", "from kibitz.compile.cpu import native", *(CALLS[one] for one in order)])
    settings = {**os.environ, "KIBITZ_CACHE": str(tmp_path / "cache")}
    for _ in range(2):  # the second time, code may come from the cache
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, env=settings, cwd=tmp_path, check=False
        )
        assert (done.returncode, done.stdout.split()) == (0, "\n".join(ANSWERS[one] for one in order).split()), done.stderr
