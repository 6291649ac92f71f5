"""How long to think: what a controller says of time, and what that allows for one move."""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.protocols.clock import SHORTEST, allotment, fixed

FEWEST_MOVES = 8
"""So many more moves are always expected."""


@dataclass
class Clock:
    """The time of both players: main time, then periods of so many seconds for so many stones; None: no limit."""

    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    is_set: bool = False
    left: list[tuple[float, int]] = field(default_factory=lambda: [(0.0, 0), (0.0, 0)])
    """What each player has: seconds, and the stones that they are for, 0 in the main time."""

    def set(self, main: float, period: float, stones: int) -> None:
        """Take over the settings of a game. A period for no stones means that there is no limit."""
        self.main, self.period, self.stones = main, period, stones
        self.is_set = not (period > 0 and stones == 0)
        self.left = [(main, 0) if main > 0 else (period, stones)] * 2

    def tell(self, player: int, seconds: float, stones: int) -> None:
        """Take over what a player has left."""
        self.is_set = True
        self.left[player] = seconds, stones

    def spend(self, player: int, seconds: float) -> None:
        """Take off what a move has taken, for controllers that do not tell; a period that is over begins anew."""
        had, stones = self.left[player]
        if stones > 1:
            self.left[player] = had - seconds, stones - 1
        elif stones == 1 or (had <= seconds and self.stones > 0):
            self.left[player] = self.period, self.stones
        else:
            self.left[player] = max(0.0, had - seconds), 0

    def seconds(self, player: int, empty: int) -> float | None:
        """Return how long a player may think about a move on a board with so many empty points; None: as long as it likes."""
        if not self.is_set:
            return None
        had, stones = self.left[player]
        if stones > 0:
            return fixed(had / stones).hard
        increment = self.period / self.stones if self.stones > 0 else 0.0
        return max(SHORTEST, allotment(had, increment, max(FEWEST_MOVES, empty // 3)).enough)
