"""Ratings of many players by maximum likelihood, with errors and the likelihood that one is stronger than another.

The model is Bradley and Terry's (1952) on the scale of Elo: of the points between two players each can expect a share that
depends on the difference of their ratings alone, and a draw is half a win and half a loss. The ratings are those under which
every player expects as many points as it has. Zermelo (1929) showed when there are such ratings: when the players cannot be
divided into two groups of which one has taken every point from the other. Where they can, or where some never met, the list
says so.

The errors come from the inverse of the information matrix, times how much more or less the results vary than games without
draws would, each by itself (quasi-likelihood: Wedderburn, 1974). So they are smaller where many games are drawn or where
pairs of games from one opening level out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist
from typing import Any

from kibitz.arena.bradley_terry import Fit
from kibitz.arena.elo import ELO_UNIT
from kibitz.arena.groups import is_rateable, separate_groups
from kibitz.arena.pair_results import PairResult
from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.intervals import CONFIDENCE

PRIOR_GAMES = 1.0
"""Where results alone give no ratings, everybody is taken to have drawn so many games with a player of average strength."""


@dataclass(frozen=True)
class Rating:
    """A player's place in a list of ratings."""

    player: str
    elo: float
    error: float
    """With 95 % confidence the true rating is off by no more; 0 for an anchor."""
    games: float
    points: float
    superiority: float | None
    """The likelihood that the player is stronger than the next one of the list; None for the last one."""
    group: int = 1
    """Ratings of players in different groups cannot be compared."""

    @property
    def share(self) -> float:
        """The share of the points."""
        return self.points / self.games

    def fields(self) -> dict[str, Any]:
        """Return the rating for JSON."""
        return {**vars(self), "share": self.share}


@dataclass(frozen=True)
class RatingList:
    """The ratings of all players, the strongest first, and what is to be known of them."""

    ratings: tuple[Rating, ...]
    notes: tuple[str, ...]
    """Sentences that say what the results alone do not settle."""
    covariance: Mapping[tuple[str, str], float]
    """Of every two players of one group, in square points of Elo."""

    def __iter__(self) -> Iterator[Rating]:
        """Yield the ratings."""
        return iter(self.ratings)

    def __getitem__(self, player: str) -> Rating:
        """Return a player's rating."""
        found = next((rating for rating in self.ratings if rating.player == player), None)
        if found is None:
            raise UnknownNameError("player", player, [rating.player for rating in self.ratings])
        return found

    def difference(self, player: str, other: str) -> tuple[float, float]:
        """Return by how much a player is rated above another, and how far that can be off with 95 % confidence."""
        variance = sum(sign * self.covariance[pair] for sign, pair in (
            (1, (player, player)), (1, (other, other)), (-2, (player, other)),
        ))  # fmt: skip
        return self[player].elo - self[other].elo, CONFIDENCE * sqrt(max(0.0, variance))

    def superiority(self, player: str, other: str) -> float:
        """Return how likely it is that a player is stronger than another."""
        return _superiority(*self.difference(player, other))

    def fields(self) -> dict[str, Any]:
        """Return the list for JSON."""
        return {"ratings": [rating.fields() for rating in self.ratings], "notes": list(self.notes)}


def rate(results: Iterable[PairResult], anchors: Mapping[str, float] | None = None) -> RatingList:
    """Return the ratings of all who met. The average is 0, or `anchors` have the ratings that are given for them."""
    played = list(results)
    names = list(dict.fromkeys(name for meeting in played for name in (meeting.first, meeting.second)))
    fixed = dict(anchors or {})
    for name in fixed:
        if name not in names:
            raise UnknownNameError("player to anchor", name, names)
    for meeting in played:
        if meeting.first == meeting.second or not 0.0 <= meeting.points <= meeting.games or meeting.games <= 0.0:
            raise InputError(f"no two players can have met like this: {meeting}")
    groups = separate_groups(names, played)
    lists = [_rate_group(group, played, fixed, number) for number, group in enumerate(groups, start=1)]
    apart = "; ".join(", ".join(group) for group in groups)
    notes = [f"these groups never met, and their ratings cannot be compared: {apart}"] if len(groups) > 1 else []
    return RatingList(
        tuple(rating for each in lists for rating in each),
        (*notes, *(note for each in lists for note in each.notes)),
        {pair: value for each in lists for pair, value in each.covariance.items()},
    )


def _rate_group(
    names: Sequence[str], everything: Sequence[PairResult], anchors: Mapping[str, float], number: int
) -> RatingList:
    """Return the ratings of players who met, directly or by way of others."""
    members = set(names)
    played = [each for each in everything if each.first in members]
    has_ratings = is_rateable(names, played)
    fixed = {name: elo / ELO_UNIT for name, elo in anchors.items() if name in members}
    fit = Fit(names, played, fixed, 0.0 if has_ratings else PRIOR_GAMES)
    elo, matrix = fit.levels * ELO_UNIT, fit.covariance * ELO_UNIT**2
    covariance = {
        (name, other): float(matrix[row, column]) for row, name in enumerate(names) for column, other in enumerate(names)
    }
    games, points = fit.totals()
    order = sorted(range(len(names)), key=lambda place: -elo[place])
    errors = [CONFIDENCE * sqrt(max(0.0, matrix[place, place])) for place in range(len(names))]
    ratings = [
        Rating(names[place], float(elo[place]), errors[place], games[place], points[place], None, number) for place in order
    ]
    found = RatingList(tuple(ratings), () if has_ratings else (_prior_sentence(names, played),), covariance)
    following = [*(rating.player for rating in ratings[1:]), None]
    compared = (
        replace(rating, superiority=found.superiority(rating.player, other) if other else None)
        for rating, other in zip(ratings, following, strict=True)
    )
    return replace(found, ratings=tuple(compared))


def _superiority(lead: float, error: float) -> float:
    """Return how likely a lead is to be one, from how far it can be off with 95 % confidence."""
    if not error:
        return 0.5 if not lead else float(lead > 0.0)
    return NormalDist().cdf(lead / (error / CONFIDENCE))


def _prior_sentence(names: Sequence[str], played: Sequence[PairResult]) -> str:
    """Return why results alone give no ratings, and what is done about it."""
    games = {name: [each for each in played if name in (each.first, each.second)] for name in names}
    won = [name for name in names if all(each.taken_by(name) == each.games for each in games[name])]
    lost = [name for name in names if all(each.taken_by(name) == 0.0 for each in games[name])]
    causes = [f"{' and '.join(group)} took {what}" for group, what in ((won, "every point"), (lost, "none")) if group]
    cause = " and ".join(causes) or "some players took every point from the others"
    return (
        f"{cause}, so that there is no limit to some ratings; therefore everybody is taken to have drawn one game more, with a "
        "player of average strength (the prior), and ratings at the ends of the list hang on it"
    )
