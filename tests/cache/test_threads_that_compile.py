"""Several threads of one process compile at once, with nothing in the cache: all of them answer."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from test_kernel_cache import GAME, HELPER

from kibitz.compile.rewrite import source

PROGRAM = """
import gc, sys, threading
import kibitz

sys.setswitchinterval(1e-5)
gc.callbacks.append(lambda *_: sum(range(100)))  # Python code that runs in the middle of everything, as finalisers do
together = threading.Barrier(len(sys.argv) - 1)
answers = {}

def decide(spec, agent):
    game = kibitz.load(spec)
    together.wait()
    try:
        answers[spec, agent, threading.get_ident()] = float(kibitz.decide(game, None, agent, seed=1).value)
    except BaseException as error:
        answers[spec, agent, threading.get_ident()] = error

threads = [threading.Thread(target=decide, args=word.split()) for word in sys.argv[1:]]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(map(repr, answers.values())), threading.stack_size(), threading.active_count())
"""


def answers(folder: Path, orders: list[str]) -> str:
    """Return what a new process prints that has a thread for each order, with an empty cache."""
    (folder / "take.py").write_text(GAME)
    (folder / "helper.py").write_text(HELPER)
    settings = {**os.environ, "KIBITZ_CACHE": str(folder / "cache")}
    command = [sys.executable, "-c", PROGRAM, *orders]
    return subprocess.run(command, capture_output=True, text=True, env=settings, cwd=folder, check=True).stdout.strip()


@pytest.mark.parametrize("times", [2, pytest.param(4, marks=pytest.mark.conformance)])
def test_threads_compile_at_once(tmp_path: Path, times: int) -> None:
    orders = [f"./take.py:sticks={sticks} minimax" for sticks in (8, 9)] * times
    assert answers(tmp_path, orders) == f"{['-1.0'] * times + ['1.0'] * times} 0 1"


@pytest.mark.conformance
@pytest.mark.parametrize("attempt", range(5))
def test_eight_threads_compile_many_kernels_at_once(tmp_path: Path, attempt: int) -> None:
    specs = ("./take.py:sticks=8", "./take.py:sticks=12", "tic_tac_toe", "mnk:width=3,height=3,connect=3")
    agents = ("minimax", "alphabeta")
    orders = [f"{spec} {agent}" for spec in specs for agent in agents]
    assert answers(tmp_path, orders) == f"{['-1.0'] * 4 + ['0.0'] * 4} 0 1"


def test_a_text_is_parsed_again_where_another_thread_came_between(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[str] = []

    def parse(text: str) -> ast.Module:
        tries.append(text)
        if len(tries) < 3:
            raise SystemError("AST constructor recursion depth mismatch (before=57, after=62)")
        return ast.Module([], [])

    monkeypatch.setattr(ast, "parse", parse)
    assert source.parsed("text").body == []
    assert tries == ["text"] * 3
