"""The scale of a search: whole points inside, utilities outside.

Inside, a value is a whole number of points for the side to move, and a game won sooner has more of them. A game with
features counts in its own points (centipawns), with a win far beyond; any other game in tiny fractions of its utility.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Game, about, estimate, total

UNDECIDED = 900_000
"""No evaluation lies beyond it; what does is a game won or lost."""
WON = 1_000_000
"""A utility of 1 at the root, in points, for games with features; each ply until then takes one point away."""
FINE = 1 << 44
"""A utility of 1, in points, for games without features: so many that nothing is lost by rounding or by the plies.
Utilities of more than 100,000 are taken for that."""
MOST_UTILITY = 100_000.0
FARTHEST = 1 << 61
"""Beyond every value; the distance between two such still fits in 64 bits."""


@dataclass(frozen=True)
class Scale:
    """How points are read as utilities."""

    weighed: bool
    half: float
    share: float

    @classmethod
    def of(cls, game: Game) -> Scale:
        """Return the scale of a game."""
        facts = about(game)
        return cls("features" in facts.given, facts.half, (total(game) or 0.0) / game.players)

    @property
    def unit(self) -> int:
        """How many points a utility of 1 is."""
        return WON if self.weighed else FINE

    def utility(self, points: int) -> float:
        """Return points as the utility that the side to move can expect."""
        if not self.weighed:
            return self.share + round(points / FINE, 12)
        if abs(points) <= UNDECIDED:
            return estimate(points, self.half)
        return 1.0 if points > 0 else -1.0

    def plies_to_end(self, points: int) -> int | None:
        """Return after how many plies the game is won or lost, or None where that is not known."""
        return WON - abs(points) if self.weighed and abs(points) > UNDECIDED else None
