"""Random trees in which chance moves after every player: the values of all positions are independent random numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.game import CHANCE, game
from kibitz.core.randomness import stream, unit


class State(NamedTuple):
    """A position: which tree, which node of its level, how many moves were made, and whether chance is next."""

    tree: int
    number: int
    moves: int
    rolls: bool


@game(players=2)
class ChanceTree(NamedTuple):
    """Two players take turns, each with `width` moves; after each move one of `outcomes` comes about, all equally likely."""

    width: int = 6
    outcomes: int = 6
    height: int = 4

    def initial(self) -> State:
        """Return the root of the first tree."""
        return State(0, 0, 0, False)

    def to_move(self, s: State) -> int:
        """Return whose turn it is."""
        return CHANCE if s.rolls else s.moves % 2

    def actions(self, s: State) -> Iterator[int]:
        """Yield the moves, or the outcomes, numbered from 0."""
        yield from range(self.outcomes if s.rolls else self.width)

    def result(self, s: State, a: int) -> State:
        """Return the child."""
        if s.rolls:
            return State(s.tree, s.number * self.outcomes + a, s.moves, False)
        return State(s.tree, s.number * self.width + a, s.moves + 1, True)

    def probability(self, s: State, a: int) -> float:
        """Return the same for every outcome."""
        return 1.0 / self.outcomes

    def is_terminal(self, s: State) -> bool:
        """Return whether all moves were made."""
        return s.moves == self.height and not s.rolls

    def utility(self, s: State, player: int) -> float:
        """Return the position's number for the first player, and its negative for the second."""
        value = 2.0 * unit(stream(s.tree, s.number * 64 + s.moves)) - 1.0
        return value if player == 0 else -value

    def evaluate(self, s: State, player: int) -> float:
        """Return a number of the same kind."""
        return self.utility(s, player)

    def utility_bounds(self, s: State, player: int) -> tuple[float, float]:
        """Return the lowest and the highest value that can be."""
        return -1.0, 1.0
