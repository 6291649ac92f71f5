"""Numba's own settings in the environment: code compiled under others is not used, and switching numba off is told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from test_kernel_cache import GAME, HELPER, run


def test_code_for_another_processor_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "take.py").write_text(GAME)
    (tmp_path / "helper.py").write_text(HELPER)
    assert run(tmp_path)["hits"] == 0
    assert run(tmp_path, NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")["hits"] == 0
    assert run(tmp_path)["hits"] == 1


def test_without_its_compiler_kibitz_says_so_and_answers(tmp_path: Path) -> None:
    program = """
import kibitz
from kibitz.compile.cpu import native, why_not_native
game = kibitz.load("tic_tac_toe")
print(why_not_native(game))
try:
    native(lambda game, jit: jit(abs), None)(1)
except kibitz.KibitzError as error:
    print(error)
print(kibitz.perft(game, game.initial(), 2))
"""
    settings = {**os.environ, "KIBITZ_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=settings, check=True)
    told = "NUMBA_DISABLE_JIT is set in the environment, so nothing is compiled"
    assert done.stdout.splitlines() == [told, told, "72"]
    assert done.stderr.count(f"{told}; the game runs interpreted") == 1
