"""The move picker: moves along a path with their ordering scores, of which the best one left is picked; often one is enough."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit

MOST_MOVES = 1 << 20
"""How many moves along one path there is space for; the score of each is so many words behind it. The system provides memory
only where something is written."""


def move_picker(jit: Jit) -> Any:
    """Build `pick(index, end, words)`: move the move with the highest score from `index` on to the front and return it."""

    @jit
    def pick(index: int, end: int, words: Any) -> int:
        best = index
        for other in range(index + 1, end):
            if words[other + MOST_MOVES] > words[best + MOST_MOVES]:
                best = other
        # those between keep their order, so that equals are tried as the game gives them
        a, score = words[best], words[best + MOST_MOVES]
        for gap in range(best, index, -1):
            words[gap], words[gap + MOST_MOVES] = words[gap - 1], words[gap - 1 + MOST_MOVES]
        words[index], words[index + MOST_MOVES] = a, score
        return int(a)

    return pick
