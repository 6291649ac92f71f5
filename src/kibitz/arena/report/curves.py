"""The charts of a report: ratings with their errors, and how the score of each player went."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.arena.results import MatchResults
from kibitz.arena.standings import Standings
from kibitz.core.estimates import Mean
from kibitz.pictures.charts import Chart, Series, inline_svg

MOST_LINES = 6
"""More players than that cannot be told apart in one chart; it has the first of the list."""
LONGEST_NAME = 40
"""So many letters of a player's name stand in a chart."""
MOST_POINTS = 200
"""So many points of a line at most are drawn."""


def rating_chart(standings: Standings) -> str | None:
    """Return the ratings as a chart, or None where there are none."""
    ratings = list(standings.ratings)
    if not ratings:
        return None
    values = [Mean(rating.elo, rating.error, round(rating.games)) for rating in ratings]
    series = Series("rating", range(len(ratings)), values)
    names = [shortened(rating.player) for rating in ratings]
    return inline_svg(Chart("", "Elo, with 95 % confidence", "", [series], names, sideways=True))


def score_chart(results: MatchResults, standings: Standings) -> str | None:
    """Return how the share of points of the best players went from game to game, or None where there is nothing to draw."""
    players = [rating.player for rating in standings.ratings][:MOST_LINES]
    lines = [(player, list(_shares(results, player))) for player in players]
    series = [
        Series(shortened(player), [x for x, _ in line], [y for _, y in line])
        for player, line in ((player, _thinned(line)) for player, line in lines if len(line) > 1)
    ]
    if not series:
        return None
    return inline_svg(Chart("", "games of the match", "share of the points so far", series, unit=True, bare=True))


def shortened(name: str) -> str:
    """Return a name that leaves room for the chart beside it; the tables have it whole."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _shares(results: MatchResults, player: str) -> Iterator[tuple[float, float]]:
    """Yield after each game of a player its number and the share of the points until then."""
    points = games = 0.0
    for result in results:
        if player in result.players and result.points:
            points += result.points[result.players.index(player)]
            games += 1.0
            yield float(result.number), points / games


def _thinned(line: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return a line with so many points that more could not be seen; the last one is among them."""
    step = -(-len(line) // MOST_POINTS)
    return line[::-1][::step][::-1]
