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


RECURSIVE = """
import numba

@numba.njit
def halved(times, number):
    if times == 0:
        return number * 1.0
    return halved(times - 1, number * 0.5)

def build(game, jit):
    @jit
    def half_of(number):
        return halved(1, number)
    return half_of
"""


def test_recursion_at_two_types_in_a_function_of_the_users(tmp_path: Path) -> None:
    """Its code cannot be linked with the kernel's; numba's own code is used, and nothing is kept that could not be loaded."""
    (tmp_path / "users.py").write_text(RECURSIVE)
    program = "import users; from kibitz.compile.cpu import native; print(native(users.build, None)(10), users.halved(1, 4))"
    settings = {**os.environ, "KIBITZ_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-c", program]
    for _ in range(2):
        done = subprocess.run(command, capture_output=True, text=True, env=settings, cwd=tmp_path, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, "5.0 2.0\n", "")
    assert not (tmp_path / "cache").exists()
