"""The documents about trees and pictures show what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kibitz.core.agents import find
from kibitz.core.registry import load
from kibitz.games.tree import Tree, examples
from kibitz.pictures import tree_svg, tree_text
from kibitz.textbook.trace import Trace

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = {
    "alphabeta": ("tree:name=alphabeta", "alphabeta"),
    "mixed": ("tree:name=mixed", "expectiminimax"),
    "three_players": ("tree:name=three_players", "maxn"),
    "vacuum": ("vacuum", "andor"),
}


def traced(game: str, agent: str) -> Trace:
    rules = load(game)
    search, options = find(rules, agent, engines=("textbook",))
    trace = Trace(rules)
    search.decide(rules, rules.initial(), trace=trace, **options)
    return trace


def code_blocks(name: str) -> list[str]:
    return re.findall(r"^```\w*\n(.*?)^```", (DOCS / name).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_every_documented_picture_is_known() -> None:
    assert {path.stem for path in (DOCS / "pictures").glob("*.svg")} == PICTURES.keys() | {"pacman"}


@pytest.mark.parametrize("name", PICTURES)
def test_documented_picture(name: str) -> None:
    assert (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8") == tree_svg(traced(*PICTURES[name]))


def test_documented_drawings() -> None:
    assert tree_text(traced("tree", "alphabeta")) + "\n" in code_blocks("pictures.md")
    assert tree_text(traced("tree:name=mixed", "expectiminimax:pruning=star2")) + "\n" in code_blocks("algorithms/star.md")


def test_documented_trees_are_read() -> None:
    trees = [block for block in code_blocks("games/tree.md") if re.search(r"^(\w+ (MAX|CHANCE)|players):", block, re.MULTILINE)]
    assert [len(Tree.parse_tree("block", block).names) for block in trees] == [13, 4, 5]


def test_every_example_is_documented() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", (DOCS / "games/tree.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == examples()
