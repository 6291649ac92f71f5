"""What is certain, backed up: bounds on what the first player gets, from games that ended inside the tree.

They are backed up as minimax and expectation do (Cazenave and Saffidine, "Score bounded Monte-Carlo tree search", 2010; for
wins and losses alone it is the MCTS-Solver of Winands and others, 2008). A move that cannot be best any more is not walked, and
a position whose bounds meet is not played out.
"""

from __future__ import annotations

from math import inf
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE
from kibitz.search.montecarlo import workspace as at
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import FLAG, HIGH, LINK, LOW, TOTAL, end_of, first_of, stride_of


def settling(jit: Jit, *, traits: Traits) -> Any:
    """Build `settle(desk, tree)`: back up the bounds of the last slot of the path, as far as they change anything."""
    stride = stride_of(traits)

    @jit
    def bounds(link: int, mover: int, tree: Any) -> tuple[float, float]:
        low, high = (0.0, 0.0) if mover == CHANCE else (-inf, -inf) if mover == 0 else (inf, inf)
        for slot in range(first_of(link), end_of(link, stride), stride):
            if mover == CHANCE:
                if tree.numbers[slot + TOTAL] == 0.0:
                    continue  # nothing times infinity is no number
                low += tree.numbers[slot + TOTAL] * tree.numbers[slot + LOW]
                high += tree.numbers[slot + TOTAL] * tree.numbers[slot + HIGH]
            elif mover == 0:
                low, high = max(low, tree.numbers[slot + LOW]), max(high, tree.numbers[slot + HIGH])
            else:
                low, high = min(low, tree.numbers[slot + LOW]), min(high, tree.numbers[slot + HIGH])
        return low, high

    @jit
    def settle(desk: Any, tree: Any) -> None:
        for ply in range(desk[at.PLIES] - 2, -1, -1):
            slot = desk[at.PATH + ply]
            link = tree.words[slot + LINK]
            if link < FLAG:
                tree.words[slot + LINK] = link = link | FLAG
            low, high = bounds(link, desk[at.MOVERS + ply], tree)
            before, above = tree.numbers[slot + LOW], tree.numbers[slot + HIGH]
            # bounds only ever tighten: neither a slower thread nor the rounding of probabilities takes anything back
            low = min(max(low, before), above)
            high = max(min(high, above), low)
            if low == before and high == above:
                return
            tree.numbers[slot + LOW], tree.numbers[slot + HIGH] = low, high

    return settle
