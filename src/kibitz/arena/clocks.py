"""The clocks of a game: what each player is charged, and what it may still take."""

from __future__ import annotations

from kibitz.arena.terms import TimeControl
from kibitz.protocols.clock import allotment, fixed


class Clocks:
    """One clock for each player. It runs from the question to the answer, whatever happens in between."""

    def __init__(self, control: TimeControl, players: int) -> None:
        self._control = control
        self._left = [control.clock] * players
        self._spent = [0.0] * players

    @property
    def spent(self) -> tuple[float, ...]:
        """The seconds that each player was charged."""
        return tuple(self._spent)

    def left(self, player: int) -> float | None:
        """Return what a player has left for the rest of the game, or None where that is not limited."""
        return self._left[player]

    def told(self, player: int) -> float | None:
        """Return how long a player should think about its next move: a little less than it may."""
        left, move = self._left[player], self._control.move
        found = [] if left is None else [allotment(left, self._control.increment, None).enough]
        found += [] if move is None else [fixed(move).hard]
        return min(found, default=None)

    def deadline(self, player: int) -> float | None:
        """Return how long a player may take at the very most before it has lost on time."""
        limits = [limit for limit in (self._left[player], self._control.move) if limit is not None]
        return max(0.0, min(limits)) + self._control.margin if limits else None

    def charge(self, player: int, seconds: float) -> bool:
        """Take off what a move has taken, and add the increment; return whether it came in time."""
        deadline = self.deadline(player)
        self._spent[player] += seconds
        left = self._left[player]
        if left is not None:
            self._left[player] = max(0.0, left - seconds) + self._control.increment
        return deadline is None or seconds <= deadline
