"""The scale of a search: whole numbers inside, which the engine calls points, utilities outside.

There are three. A game with features counts in its own points (centipawns), with a win far beyond. Any other game counts
in tiny fractions of its utility. On both a game won sooner has more points. Utilities that neither holds exactly, and those
of a game that is solved, are told by their ordinals: the points of a utility are the number of its double among all
doubles, so that nothing is rounded, and only the utility counts, not how far away it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import bits_to_float, float_to_bits
from kibitz.core.contract import Game, WeightedFeatures, implements
from kibitz.core.game import about, constant_sum, estimate

MAX_EVAL = 900_000
"""No evaluation lies beyond it; what does is a game won or lost (a mate score)."""
WIN = 1_000_000
"""A utility of 1 at the root, in points, for games with features; each ply until then takes one point away (mate distance)."""
FINE_UNIT = 1 << 44
"""A utility of 1, in points, for games without features."""
STEPS = 1 << 32
"""The utilities that fit on that scale are multiples of 1 / STEPS: the plies of a path do not add up to a step."""
MAX_UTILITY = 100_000.0
"""They differ from an equal share by no more than that."""
INFINITY = (1 << 63) - 1
"""Beyond every value."""


@dataclass(frozen=True)
class Scale:
    """How points are read as utilities."""

    in_points: bool
    """The game has weighted features, and values are in their points."""
    points_at_half_win: float
    equal_share: float
    """The utility of a draw."""
    is_ordinal: bool = False
    """Values are the ordinals of utilities."""

    @classmethod
    def of(cls, game: Game, is_ordinal: bool = False) -> Scale:
        """Return the scale of a game; `is_ordinal` asks for the one that every utility fits on."""
        equal_share = (constant_sum(game) or 0.0) / game.players
        is_ordinal = is_ordinal or abs(equal_share) > MAX_UTILITY or equal_share * STEPS % 1 != 0
        in_points = implements(game, WeightedFeatures) and not is_ordinal
        return cls(in_points, about(game).points_at_half_win, equal_share, is_ordinal)

    @property
    def unit(self) -> int:
        """How many points a utility of 1 is."""
        return ordinal(1.0) if self.is_ordinal else WIN if self.in_points else FINE_UNIT

    @property
    def steps(self) -> int:
        """How many steps a utility of 1 is; utilities between steps do not fit. With features there are wins, draws, losses."""
        return 1 if self.in_points else STEPS

    @property
    def max_utility(self) -> float:
        """How far from an equal share a utility that fits can be."""
        return 1.0 if self.in_points else MAX_UTILITY

    def utility(self, points: int) -> float:
        """Return points as the utility that the side to move can expect."""
        if self.is_ordinal:
            return utility_of_ordinal(points)
        if not self.in_points:
            return self.equal_share + round(points / FINE_UNIT, 12)
        if abs(points) <= MAX_EVAL:
            return estimate(points, self.points_at_half_win)
        return 1.0 if points > 0 else -1.0

    def outcome(self, points: int) -> float:
        """Return points as the utility of the finished game that they stand for, to the last bit."""
        if self.is_ordinal or self.in_points:
            return self.utility(points)
        step = FINE_UNIT // STEPS
        return self.equal_share + (points + step // 2) // step / STEPS

    def is_same(self, points: int, others: int) -> bool:
        """Return whether two values differ by nothing but the plies until the game ends."""
        if self.in_points and abs(points) > MAX_EVAL:
            return abs(others) > MAX_EVAL and (points > 0) == (others > 0)
        return abs(points - others) < (1 if self.is_ordinal or self.in_points else FINE_UNIT // STEPS // 2)

    def plies_to_end(self, points: int) -> int | None:
        """Return after how many plies the game is won or lost, or None where that is not known."""
        return WIN - abs(points) if self.in_points and abs(points) > MAX_EVAL else None


def ordinal(utility: float) -> int:
    """Return the number of a double among all doubles, counted from 0."""
    return int(ordinals(lambda function: function)(utility))


def utility_of_ordinal(points: int) -> float:
    """Return the double that has that ordinal."""
    return bits_to_float(points) if points >= 0 else -bits_to_float(-points)


def ordinals(jit: Jit) -> Any:
    """Build `ordinal_of(x)`: larger for larger numbers, 0 for 0, and for -x what it is for x with the other sign."""

    @jit
    def ordinal_of(x: float) -> int:
        bits = float_to_bits(abs(x))
        return bits if x >= 0.0 else -bits

    return ordinal_of
