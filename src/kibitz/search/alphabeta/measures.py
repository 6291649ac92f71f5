"""Values of single positions in points, and how a value changes with the distance to it."""

from __future__ import annotations

from math import floor
from typing import Any

from kibitz.compile.native import Jit
from kibitz.search.alphabeta.desk import EVALUATIONS, JUDGED
from kibitz.search.alphabeta.scale import MOST_UTILITY, UNDECIDED
from kibitz.search.alphabeta.traits import Traits


def measures(game: Any, jit: Jit, traits: Traits) -> tuple[Any, Any, Any, Any]:
    """Build `finished(s, mover, ply)`, `static(s, mover, ply, weights)`, `judge` and `moved(value, plies)`."""
    solving, scored, weighed, unit, share = traits.solving, traits.scored, traits.weighed, traits.unit, traits.share

    @jit
    def finished(s: Any, mover: int, ply: int) -> Any:
        """Return the value of a finished game; one that is won sooner, or lost later, is better."""
        if scored:
            return int(game.score(s, mover))
        worth = max(-MOST_UTILITY, min(MOST_UTILITY, game.utility(s, mover) - share))
        value = floor(worth * unit + 0.5)
        if solving:
            return value
        return value - ply if value > 0 else value + ply if value < 0 else value

    @jit
    def static(s: Any, mover: int, ply: int, weights: Any) -> Any:
        """Return the evaluation in points."""
        if weighed:
            return max(-UNDECIDED, min(UNDECIDED, game.points(s, weights)))
        value = floor((game.evaluate(s, mover) - share) * unit + 0.5)
        return max(value - ply, 0) if value > 0 else min(value + ply, 0)

    @jit
    def judge(s: Any, mover: int, ply: int, key: int, desk: Any, weights: Any) -> Any:
        """Return the evaluation in points, remembered for a while: deepening meets the same positions again and again."""
        if not weighed:
            return static(s, mover, ply, weights)
        place = EVALUATIONS + 2 * (key & (JUDGED - 1))
        if desk[place] != key:
            desk[place], desk[place + 1] = key, static(s, mover, ply, weights)
        return desk[place + 1]

    @jit
    def moved(value: int, plies: int) -> int:
        """Return the value that a position has `plies` further up: a win is farther away there. Negative plies undo it."""
        if solving or (weighed and abs(value) <= UNDECIDED):
            return value
        if plies > 0:
            return max(value - plies, 0) if value > 0 else min(value + plies, 0)
        return value - plies if value > 0 else value + plies if value < 0 else value

    return finished, static, judge, moved
