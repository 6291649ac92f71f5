"""Values of single positions in points, and how a value changes with the distance to it."""

from __future__ import annotations

from math import floor
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.scale import UNDECIDED, ranking
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.workspace import EVALUATIONS, JUDGED, PLAYER, STOPPED, UNFIT


def siding(jit: Jit) -> Any:
    """Build `ranked_for(mover, worth, desk)`: the rank of what the player who is asked about gets, as a value for the mover."""
    rank = ranking(jit)

    @jit
    def ranked_for(mover: int, worth: float, desk: Any) -> Any:
        return rank(worth) if mover == desk[PLAYER] else -rank(worth)

    return ranked_for


def endings(game: Any, jit: Jit, traits: Traits) -> tuple[Any, Any]:
    """Build `finished(s, mover, ply, desk)` and `drawn(mover, desk)`."""
    scored, ranked, unit, steps, most, share = (
        traits.scored, traits.ranked, traits.unit, traits.steps, traits.most, traits.share
    )  # fmt: skip
    ranked_for = siding(jit)

    @jit
    def finished(s: Any, mover: int, ply: int, desk: Any) -> Any:
        """Return the value of a finished game; except among ranks, one that is won sooner, or lost later, is better.

        Where the utility does not fit on the scale the search stops.
        """
        if scored:
            return int(game.score(s, mover))
        if ranked:
            return ranked_for(mover, float(game.utility(s, desk[PLAYER])), desk)
        worth = game.utility(s, mover) - share
        if not abs(worth) <= most or worth * steps != floor(worth * steps):
            desk[UNFIT] = desk[STOPPED] = 1
            return 0
        value = floor(worth * unit)
        return value - ply if value > 0 else value + ply if value < 0 else value

    @jit
    def drawn(mover: int, desk: Any) -> Any:
        """Return the value of an equal share."""
        return ranked_for(mover, share, desk) if ranked else 0

    return finished, drawn


def measures(game: Any, jit: Jit, traits: Traits) -> tuple[Any, Any, Any]:
    """Build `static(s, mover, ply, desk, weights)`, `judge(s, mover, ply, key, desk, weights)` and `moved(value, plies)`."""
    scored, ranked, weighed, featured = traits.scored, traits.ranked, traits.weighed, traits.featured
    unit, share, half = traits.unit, traits.share, traits.half
    rank, ranked_for = ranking(jit), siding(jit)

    @jit
    def static(s: Any, mover: int, ply: int, desk: Any, weights: Any) -> Any:
        """Return the evaluation in points."""
        if weighed:
            return max(-UNDECIDED, min(UNDECIDED, game.points(s, weights)))
        if ranked and featured:
            lead = game.points(s, weights)
            return rank(lead / (abs(lead) + half))
        if ranked:
            return ranked_for(mover, float(game.evaluate(s, desk[PLAYER])), desk)
        value = floor((game.evaluate(s, mover) - share) * unit + 0.5)
        return max(value - ply, 0) if value > 0 else min(value + ply, 0)

    @jit
    def judge(s: Any, mover: int, ply: int, key: int, desk: Any, weights: Any) -> Any:
        """Return the evaluation in points, remembered for a while: deepening meets the same positions again and again."""
        if not weighed:
            return static(s, mover, ply, desk, weights)
        place = EVALUATIONS + 2 * (key & (JUDGED - 1))
        if desk[place] != key:
            desk[place], desk[place + 1] = key, static(s, mover, ply, desk, weights)
        return desk[place + 1]

    @jit
    def moved(value: int, plies: int) -> int:
        """Return the value that a position has `plies` further up: a win is farther away there. Negative plies undo it."""
        if scored or ranked or (weighed and abs(value) <= UNDECIDED):
            return value
        if plies > 0:
            return max(value - plies, 0) if value > 0 else min(value + plies, 0)
        return value - plies if value > 0 else value + plies if value < 0 else value

    return static, judge, moved
