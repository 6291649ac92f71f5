"""Nothing in a tree picture overlaps: blocks of any size, and the shapes and texts of real trees of 200 nodes."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.agents import find
from kibitz.core.registry import load
from kibitz.pictures.figures import Figure, figures
from kibitz.pictures.layout import Block, Frame, Spacing, arrange
from kibitz.pictures.scene import scene
from kibitz.pictures.tree_svg import LYING, STANDING
from kibitz.textbook.trace import Trace


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right - 1e-6
            and other.left < self.right - 1e-6
            and self.top < other.bottom - 1e-6
            and other.top < self.bottom - 1e-6
        )


def box_of(block: Block) -> Box:
    return Box(block.x - block.left, block.y - block.above, block.x + block.right, block.y + block.below)


def sizes() -> st.SearchStrategy[Block]:
    side = st.floats(0, 60)
    leaf = st.builds(Block, side, side, side, side)

    def family(children: st.SearchStrategy[Block]) -> st.SearchStrategy[Block]:
        return st.builds(Block, side, side, side, side, st.lists(children, max_size=5))

    return st.recursive(leaf, family, max_leaves=60)


@pytest.mark.parametrize("spacing", [STANDING, LYING], ids=["standing", "lying"])
@given(root=sizes())
def test_blocks_of_any_size(spacing: Spacing, root: Block) -> None:
    frame = arrange(root, spacing)
    for one, other in combinations(frame.blocks, 2):
        assert not box_of(one).meets(box_of(other))
    for block in frame.blocks:
        box, band = box_of(block), frame.bands[block.level]
        assert -1e-6 <= box.left
        assert box.right <= frame.width + 1e-6
        assert band.top - 1e-6 <= box.top
        assert box.bottom <= band.bottom + 1e-6
        if block.children:
            first, last = block.children[0].x, block.children[-1].x
            assert block.x == pytest.approx((first + last) / 2 if spacing.centred else first)
            assert [child.x for child in block.children] == sorted(child.x for child in block.children)
    assert all(below.top >= above.bottom + spacing.least_gap for above, below in pairwise(frame.bands))


def test_a_small_subtree_between_large_ones_stands_in_the_middle() -> None:
    wide = [Block(10, 10, 5, 5, [Block(10, 10, 5, 5) for _ in range(5)]) for _ in range(2)]
    small = Block(10, 10, 5, 5)
    arrange(Block(10, 10, 5, 5, [wide[0], small, wide[1]]), STANDING)
    assert small.x == pytest.approx((wide[0].x + wide[1].x) / 2)


def traced(game: str, agent: str) -> Trace:
    rules = load(game)
    search, options = find(rules, agent, engines=("textbook",))
    trace = Trace(rules)
    search.decide(rules, rules.initial(), trace=trace, **options)
    return trace


def drawn(trace: Trace, lying: bool, max_nodes: int) -> tuple[list[Figure], Frame]:
    shown = scene(trace, None, max_nodes)
    assert shown is not None
    found = figures(shown, lying)
    return found, arrange(found[0].block, LYING if lying else STANDING)


def parts(figure: Figure, lying: bool) -> list[tuple[str, Box]]:
    """All that a figure draws: its shape and its texts, each with the box it fills on the page."""
    x, y = (figure.block.y, figure.block.x) if lying else (figure.block.x, figure.block.y)
    width, height = figure.size
    found = [("shape", Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2))] if figure.form else []
    for label in figure.labels:
        start, end = label.reach
        box = Box(x + start, y + label.y - 0.8 * label.size, x + end, y + label.y + 0.2 * label.size)
        inside = figure.form is not None and found[0][1].left <= box.left and box.right <= found[0][1].right
        if not (inside and abs(label.y) < height / 2):
            found.append((label.text, box))
    return found


TREES = [
    ("tic_tac_toe", "alphabeta:depth=4"),
    ("connect_four", "alphabeta:depth=4"),
    ("tic_tac_toe", "uct:sims=600"),
    ("mnk:width=3,height=3,connect=3,players=3", "maxn:depth=3"),
    ("pig:goal=20", "expectiminimax:depth=5"),
]


@pytest.mark.parametrize("lying", [False, True], ids=["standing", "lying"])
@pytest.mark.parametrize(("game", "agent"), TREES)
def test_nothing_overlaps_at_200_nodes(game: str, agent: str, lying: bool) -> None:
    found, _ = drawn(traced(game, agent), lying, max_nodes=200)
    assert 190 <= sum(figure.item.kind == "node" for figure in found) <= 200
    everything = [part for figure in found for part in parts(figure, lying)]
    assert len(everything) > 400
    everything.sort(key=lambda part: part[1].top)
    for place, (name, box) in enumerate(everything):
        for other, another in everything[place + 1 :]:
            if another.top >= box.bottom:
                break
            assert not box.meets(another), (name, other)
