"""The score of one side against another: shares, intervals, Elo and the likelihood of superiority.

Games in pairs from the same opening, each agent once on each side, are counted pair by pair too (the pentanomial counts), since
the two games of a pair are not independent: an opening that is good for one side is won by each agent once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt
from statistics import NormalDist
from typing import Any

from kibitz.arena.elo import NORMALISED_UNIT, elo_of_share
from kibitz.core.errors import InputError
from kibitz.core.intervals import CONFIDENCE, wilson_interval

PAIR_POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair of games can come to, as a share: two losses, a loss and a draw, an even pair, a draw and a win, two wins."""
GAME_POINTS = (0.0, 0.5, 1.0)
"""What one game can come to: a loss, a draw, a win."""


@dataclass(frozen=True)
class Sample:
    """How often each of the possible results was seen, of one game each or of a pair."""

    counts: tuple[float, ...]
    points: tuple[float, ...]
    games_each: int

    @property
    def count(self) -> float:
        """How many results were seen."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean result."""
        return sum(n * points for n, points in zip(self.counts, self.points, strict=True)) / self.count

    @property
    def variance(self) -> float:
        """The mean square of the distance from the mean."""
        mean = self.mean
        return sum(n * (points - mean) ** 2 for n, points in zip(self.counts, self.points, strict=True)) / self.count


@dataclass(frozen=True)
class Score:
    """Wins, draws and losses of one side; `pairs` counts the pairs that came to 0, 1/2, 1, 3/2 and 2 points."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse counts that no match can have."""
        counts = (self.wins, self.draws, self.losses, *self.pairs)
        if min(counts) < 0 or len(self.pairs) not in (0, len(PAIR_POINTS)):
            raise InputError(f"a score is wins, draws and losses, and counts of pairs for 0 to 2 points, not {counts}")
        if 2 * sum(self.pairs) > self.games:
            raise InputError(f"{sum(self.pairs)} pairs are more than {self.games} games")

    @classmethod
    def of_pairs(cls, pairs: Sequence[int]) -> Score:
        """Return a score of which only the pairs are known; how many games were drawn is not, and a guess: the fewest."""
        if len(pairs) != len(PAIR_POINTS):
            raise InputError(f"pairs are five counts, for 0, 1/2, 1, 3/2 and 2 points, not {len(pairs)}")
        lost, lost_drawn, even, drawn_won, won = pairs
        return cls(2 * won + drawn_won + even, lost_drawn + drawn_won, 2 * lost + lost_drawn + even, tuple(pairs))

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for each win and half a point for each draw."""
        return self.wins + self.draws / 2.0

    @property
    def share(self) -> float:
        """The share of the points, from 0 to 1."""
        return self.points / self.games if self.games else nan

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share lies in the long run with 95 % confidence: Wilson's interval for as many games as tell so much."""
        return wilson_interval(self.share, self.effective_games) if self.games else (0.0, 1.0)

    @property
    def effective_games(self) -> float:
        """How many games without draws, each by itself, would tell as much: draws and pairs vary less.

        The variance is taken as if one game more had been played that is won or lost, so that a few equal results do not
        pass for certainty.
        """
        share = self.share
        decisive = share * (1.0 - share)
        if not decisive:
            return self.games
        sample = self.sample
        spread = (sample.variance * sample.count + decisive / sample.games_each) / (sample.count + 1)
        return self.games * decisive / (spread * sample.games_each)

    @property
    def elo(self) -> float:
        """The lead in Elo that the share stands for; infinite where all points or none were taken."""
        return elo_of_share(self.share)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """Where the lead lies with 95 % confidence."""
        low, high = self.interval
        return elo_of_share(low), elo_of_share(high)

    @property
    def normalised_elo(self) -> float:
        """The lead in standard deviations of a game's score, on the scale of Elo: what a match of given length can see."""
        sample = self.sample
        deviation = sqrt(sample.variance * sample.games_each) if sample.count else 0.0
        return NORMALISED_UNIT * (sample.mean - 0.5) / deviation if deviation else nan

    @property
    def normalised_elo_error(self) -> float:
        """How far the normalised lead can be off with 95 % confidence."""
        return CONFIDENCE * NORMALISED_UNIT / sqrt(self.games) if self.games else nan

    @property
    def superiority(self) -> float:
        """The likelihood of superiority: how sure it is that this side is the stronger one, from 0 to 1."""
        if not self.games:
            return 0.5
        return NormalDist().cdf((self.share - 0.5) * 2.0 * sqrt(self.effective_games))

    @property
    def sample(self) -> Sample:
        """What was counted: pairs where there are any, else games."""
        return (
            Sample(self.pairs, PAIR_POINTS, 2)
            if sum(self.pairs)
            else Sample((self.losses, self.draws, self.wins), GAME_POINTS, 1)
        )

    def fields(self) -> dict[str, Any]:
        """Return the score for JSON; a lead without limit is None."""
        low, high = self.interval
        found: dict[str, Any] = {
            "games": self.games, "wins": self.wins, "draws": self.draws, "losses": self.losses, "share": self.share,
            "interval": [low, high], "elo": self.elo, "elo_interval": list(self.elo_interval),
            "superiority": self.superiority,
        }  # fmt: skip
        return found | {"pairs": list(self.pairs)} if sum(self.pairs) else found
