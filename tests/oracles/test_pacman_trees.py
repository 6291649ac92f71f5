"""The Pacman autograder's trees: textbook searches choose the expected action after looking at exactly the expected states."""

from __future__ import annotations

import os
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.registry import load
from kibitz.textbook import alpha_beta, expectimax, minimax
from kibitz.textbook.trace import Trace

ORACLES = os.environ.get("KIBITZ_ORACLES")
SETS = {"cs188_py3": (82, "generated"), "cs188_2013": (20, "expanded")}
SEARCHES: dict[str, Any] = {
    "MinimaxAgent": minimax.decide,
    "AlphaBetaAgent": partial(alpha_beta.decide, strict=True),
    "ExpectimaxAgent": expectimax.decide,
}

pytestmark = pytest.mark.skipif(ORACLES is None, reason="KIBITZ_ORACLES does not name the folder with the oracles")


def entry(text: str, key: str) -> str:
    found = re.search(rf'^{key}: "(.*)"', text, re.MULTILINE)
    assert found is not None, key
    return found[1]


def trees(name: str) -> list[Path]:
    files = sorted(Path(ORACLES or "").glob(f"pacman/{name}/test_cases/q*/*.test"))
    return [file for file in files if entry(file.read_text(), "class") == "GraphGameTreeTest"]


FILES = [(name, file) for name in SETS for file in trees(name)] if ORACLES else []


@pytest.mark.parametrize("name", SETS)
def test_all_trees_are_there(name: str) -> None:
    assert len(trees(name)) == SETS[name][0]


@pytest.mark.parametrize(("name", "file"), FILES, ids=[f"{name}-{file.parent.name}-{file.stem}" for name, file in FILES])
def test_action_and_states(name: str, file: Path) -> None:
    test, solution = file.read_text(), file.with_suffix(".solution").read_text()
    tree = load(f"tree:file={file}")
    trace = Trace(tree)
    decision = SEARCHES[entry(test, "alg")](tree, tree.initial(), rounds=int(entry(test, "depth")), trace=trace)
    assert tree.action_name(tree.initial(), decision.action) == entry(solution, "action")
    expected = entry(solution, SETS[name][1]).split()
    looked_at = [tree.notation(state) for state in trace.states()]
    assert sorted(looked_at) == sorted(expected)
