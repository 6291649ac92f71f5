"""A game to count with: so many moves in every position, so many moves in every game, and an outcome by chance for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import kibitz
from kibitz.core.randomness import scramble, unit


class State(NamedTuple):
    """A position: which one of its depth it is, and how many moves were made."""

    number: int
    moves: int


@kibitz.game(players=2)
class Uniform(NamedTuple):
    """Every position has `width` moves, every game `height`; the outcomes are random numbers from -1 to 1, none twice."""

    width: int = 8
    height: int = 6

    def initial(self) -> State:
        """Return the root."""
        return State(0, 0)

    def to_move(self, s: State) -> int:
        """Return the player to move: they take turns."""
        return s.moves % 2

    def actions(self, s: State) -> Iterator[int]:
        """Yield the moves, numbered from 0."""
        yield from range(self.width)

    def result(self, s: State, a: int) -> State:
        """Return the child."""
        return State(s.number * self.width + a, s.moves + 1)

    def is_terminal(self, s: State) -> bool:
        """Return whether all moves were made."""
        return s.moves == self.height

    def utility(self, s: State, player: int) -> float:
        """Return the leaf's number for the first player, and its negative for the second."""
        value = 2.0 * unit(scramble(s.number + 1)) - 1.0
        return value if player == 0 else -value
