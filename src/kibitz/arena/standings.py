"""Where all players of a match stand: ratings, scores, and mean utilities where games are about points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.arena.pair_results import pair_results
from kibitz.arena.ratings import RatingList, rate
from kibitz.arena.results import FORFEITS, MatchResults
from kibitz.core.estimates import Mean
from kibitz.core.intervals import CONFIDENCE


@dataclass(frozen=True)
class Standings:
    """The players of a match, rated; what each got on average; and the games that each forfeited."""

    ratings: RatingList
    utilities: Mapping[str, Mean]
    """With one standard error."""
    forfeits: Mapping[str, int]
    has_points: bool
    """Whether games are about how much is won, not only about winning."""

    @classmethod
    def of(cls, results: MatchResults, anchors: Mapping[str, float] | None = None) -> Standings:
        """Return the standings after the games so far; `anchors` fix ratings."""
        gained: dict[str, list[float]] = {name: [] for name in results.players}
        forfeits = dict.fromkeys(results.players, 0)
        for result in results:
            for name, utility in zip(result.players, result.utilities, strict=False):
                gained[name].append(utility)
            if result.forfeiter is not None and result.end in FORFEITS:
                forfeits[result.players[result.forfeiter]] += 1
        utilities = {name: Mean.of(numbers) for name, numbers in gained.items()}
        sizes = {abs(utility) for numbers in gained.values() for utility in numbers}
        has_points = len(results.players) == 1 or len(sizes - {0.0}) > 1
        return cls(rate(pair_results(results), anchors), utilities, forfeits, has_points)

    def rows(self) -> list[dict[str, str]]:
        """Return the table for people, the strongest first; cells are texts."""
        return [self._row(rank, name) for rank, name in enumerate(self._order(), start=1)]

    def _order(self) -> list[str]:
        """Return the players: the rated ones, then those who met nobody, the one with the highest mean first."""
        rated = [rating.player for rating in self.ratings]
        others = [name for name in self.utilities if name not in rated]
        return rated + sorted(others, key=lambda name: -self.utilities[name].value if self.utilities[name].count else 0.0)

    def _row(self, rank: int, name: str) -> dict[str, str]:
        """Return a player's row."""
        row = {"#": str(rank), "player": name}
        mean = self.utilities[name]
        rating = next((each for each in self.ratings if each.player == name), None)
        if rating is not None:
            row |= {"Elo": f"{round(rating.elo):+d}", "±": f"{rating.error:.0f}", "points": f"{rating.share * mean.count:g}"}
        row["games"] = str(mean.count)
        if rating is not None:
            row["score"] = f"{100.0 * rating.share:.1f} %"
            row["superiority"] = "" if rating.superiority is None else f"{100.0 * rating.superiority:.1f} %"
        if self.has_points and mean.count:
            margin = "" if mean.count == 1 else f" ± {CONFIDENCE * mean.error:.3g}"
            row["mean utility"] = f"{mean.value:+.3f}{margin}"
        if any(self.forfeits.values()):
            row["forfeits"] = str(self.forfeits[name] or "")
        return row

    def fields(self) -> dict[str, Any]:
        """Return the standings for JSON, with 95 % intervals."""
        means = {}
        for name, mean in self.utilities.items():
            margin = CONFIDENCE * mean.error
            means[name] = {"mean": mean.value, "interval": [mean.value - margin, mean.value + margin], "games": mean.count}
        return {**self.ratings.fields(), "utilities": means, "forfeits": dict(self.forfeits)}
