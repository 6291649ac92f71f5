"""The scale of a search: whole numbers inside, which the engine calls points, utilities outside.

There are three. A game with features counts in its own points (centipawns), with a win far beyond. Any other game counts
in tiny fractions of its utility. On both a game won sooner has more points. Utilities that neither holds exactly, and those
of a game that is solved, are ranked: the points of a utility are the place of its double among all doubles, so that
nothing is rounded, and what a game is worth is all that counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import bits_to_float, float_to_bits
from kibitz.core.contract import Game, WeightedFeatures, implements
from kibitz.core.game import about, constant_sum, estimate

UNDECIDED = 900_000
"""No evaluation lies beyond it; what does is a game won or lost."""
WON = 1_000_000
"""A utility of 1 at the root, in points, for games with features; each ply until then takes one point away."""
FINE = 1 << 44
"""A utility of 1, in points, for games without features."""
STEPS = 1 << 32
"""The utilities that fit on that scale are multiples of 1 / STEPS: the plies of a path do not add up to a step."""
MOST_UTILITY = 100_000.0
"""They differ from an equal share by no more than that."""
FARTHEST = (1 << 63) - 1
"""Beyond every value."""


@dataclass(frozen=True)
class Scale:
    """How points are read as utilities."""

    weighed: bool
    half: float
    share: float
    ranked: bool = False

    @classmethod
    def of(cls, game: Game, ranked: bool = False) -> Scale:
        """Return the scale of a game; `ranked` asks for the one that every utility fits on."""
        facts, share = about(game), (constant_sum(game) or 0.0) / game.players
        ranked = ranked or abs(share) > MOST_UTILITY or share * STEPS % 1 != 0
        return cls(implements(game, WeightedFeatures) and not ranked, facts.points_at_half_win, share, ranked)

    @property
    def unit(self) -> int:
        """How many points a utility of 1 is."""
        return rank(1.0) if self.ranked else WON if self.weighed else FINE

    @property
    def steps(self) -> int:
        """How many steps a utility of 1 is; utilities between steps do not fit. With features there are wins, draws, losses."""
        return 1 if self.weighed else STEPS

    @property
    def most(self) -> float:
        """How far from an equal share a utility that fits can be."""
        return 1.0 if self.weighed else MOST_UTILITY

    def utility(self, points: int) -> float:
        """Return points as the utility that the side to move can expect."""
        if self.ranked:
            return unranked(points)
        if not self.weighed:
            return self.share + round(points / FINE, 12)
        if abs(points) <= UNDECIDED:
            return estimate(points, self.half)
        return 1.0 if points > 0 else -1.0

    def outcome(self, points: int) -> float:
        """Return points as the utility of the finished game that they stand for, to the last bit."""
        if self.ranked or self.weighed:
            return self.utility(points)
        step = FINE // STEPS
        return self.share + (points + step // 2) // step / STEPS

    def is_same(self, points: int, others: int) -> bool:
        """Return whether two values differ by nothing but the plies until the game ends."""
        if self.weighed and abs(points) > UNDECIDED:
            return abs(others) > UNDECIDED and (points > 0) == (others > 0)
        return abs(points - others) < (1 if self.ranked or self.weighed else FINE // STEPS // 2)

    def plies_to_end(self, points: int) -> int | None:
        """Return after how many plies the game is won or lost, or None where that is not known."""
        return WON - abs(points) if self.weighed and abs(points) > UNDECIDED else None


def rank(utility: float) -> int:
    """Return the place of a double among all doubles, counted from 0, on which all searches for a rank agree."""
    return int(ranking(lambda function: function)(utility))


def unranked(points: int) -> float:
    """Return the double of that rank."""
    return bits_to_float(points) if points >= 0 else -bits_to_float(-points)


def ranking(jit: Jit) -> Any:
    """Build `place(x)`: larger for larger numbers, 0 for 0, and for -x what it is for x with the other sign."""

    @jit
    def place(x: float) -> int:
        bits = float_to_bits(abs(x))
        return bits if x >= 0.0 else -bits

    return place
