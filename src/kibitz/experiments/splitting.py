"""Nau's games for pathology: two moves in every position, and leaves that are won or lost, independently or by a common past.

Dana Nau, "An investigation of the causes of pathology in games", Artificial Intelligence 19, 1982; Judea Pearl's P-game is the
board-splitting game whose squares are won at random, Nau's N-game has a +1 or -1 on every branch.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.game import game
from kibitz.core.randomness import stream, unit

WON = 0.6180339887498949
"""With this share of won leaves the share of won positions is the same at every even height: the golden ratio."""


class Part(NamedTuple):
    """A position: which board, which part of it is left, and how many moves were made."""

    board: int
    number: int
    moves: int


@game(players=2)
class Splitting(NamedTuple):
    """The players in turn split the board in two and keep one half, until one square is left, which says who has won.

    Squares are won at random, or, if the game is `dependent`, by what stands along the way to them: +1 or -1 for every split.
    """

    height: int = 10
    dependent: bool = False

    def initial(self) -> Part:
        """Return the whole first board."""
        return Part(0, 0, 0)

    def to_move(self, s: Part) -> int:
        """Return whose turn it is."""
        return s.moves % 2

    def actions(self, s: Part) -> Iterator[int]:
        """Yield both halves."""
        yield from range(2)

    def result(self, s: Part, a: int) -> Part:
        """Return the half."""
        return Part(s.board, 2 * s.number + a, s.moves + 1)

    def is_terminal(self, s: Part) -> bool:
        """Return whether one square is left."""
        return s.moves == self.height

    def utility(self, s: Part, player: int) -> float:
        """Return 1 to the winner and -1 to the loser."""
        value = 1.0 if self._is_won(s.board, s.number) else -1.0
        return value if player == 0 else -value

    def _is_won(self, board: int, square: int) -> bool:
        """Return whether a square is won for the first player."""
        if not self.dependent:
            return unit(stream(board, square)) < WON
        lead = 0
        for level in range(1, self.height + 1):
            branch = (1 << level) + (square >> (self.height - level))
            lead += 1 if unit(stream(board, branch)) < 0.5 else -1
        return lead > 0 or (lead == 0 and unit(stream(board, square)) < 0.5)

    def evaluate(self, s: Part, player: int) -> float:
        """Return the share of won squares among those left, from -1 to 1."""
        size = 1 << (self.height - s.moves)
        won = 0
        for square in range(s.number * size, (s.number + 1) * size):
            if self._is_won(s.board, square):
                won += 1
        value = 2.0 * won / size - 1.0
        return value if player == 0 else -value
