"""Results as ratings see them: what two players took from each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from kibitz.arena.results import GameResult
from kibitz.arena.score import PAIR_POINTS, Score


@dataclass(frozen=True)
class PairResult:
    """What two players took from each other in one game, or in a pair of games from one opening, and how often that was so."""

    first: str
    second: str
    points: float
    """The first one's; the second has the rest of `games`."""
    games: float = 1.0
    count: float = 1.0

    def taken_by(self, player: str) -> float:
        """Return the points that one of the two has from it."""
        return self.points if self.first == player else self.games - self.points


def pair_results(results: Iterable[GameResult]) -> list[PairResult]:
    """Return who took how much from whom in games that count; two games of a pair are one result.

    Where more than two play, everybody meets everybody, and is above or below by the utilities. Such comparisons hang
    together: a game of k players orders them once, which tells as much as k - 1 games, and every one of its comparisons
    counts 2 / k.
    """
    pairs: dict[tuple[int, str, str], tuple[float, float]] = {}
    for result in results:
        weight = 2.0 / len(result.players)
        for first, second, points in _comparisons(result):
            key = (result.pair, first, second)
            before = pairs.get(key, (0.0, 0.0))
            pairs[key] = (before[0] + weight * points, before[1] + weight)
    counted = Counter((first, second, points, games) for (_, first, second), (points, games) in pairs.items())
    return [PairResult(*each, count) for each, count in counted.items()]


def _comparisons(result: GameResult) -> Iterator[tuple[str, str, float]]:
    """Yield every two players of a game, by name in alphabetical order, and the points of the first; none if it is void."""
    placed = sorted(zip(result.players, result.utilities, strict=False))
    for (first, mine), (second, theirs) in combinations(placed, 2):
        yield first, second, 0.5 if mine == theirs else float(mine > theirs)


def score(results: Iterable[GameResult], player: str, other: str) -> Score:
    """Return the score of one player against another, with the pairs whose games are both finished."""
    points: list[float] = []
    by_pair: dict[int, list[float]] = {}
    for result in results:
        if player in result.players and other in result.players and result.utilities:
            mine, theirs = (result.utilities[result.players.index(name)] for name in (player, other))
            point = 0.5 if mine == theirs else float(mine > theirs)
            points.append(point)
            by_pair.setdefault(result.pair, []).append(point)
    shares = Counter(sum(pair) / 2.0 for pair in by_pair.values() if len(pair) == 2)
    counts = tuple(shares[each] for each in PAIR_POINTS) if shares else ()
    return Score(points.count(1.0), points.count(0.5), points.count(0.0), counts)
