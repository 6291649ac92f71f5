"""Perft: how many paths of a given number of moves there are; the usual test of a move generator.

A chance outcome counts as a move. Games that end earlier are counted apart, but a draw by the rules (`is_drawn`) is no end:
such counts are usually made from the moves alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native, why_not_native, with_interpreted_fallback
from kibitz.core.contract import DrawRule, Game, implements
from kibitz.core.decision import Paths
from kibitz.core.questions import is_over_at, listed_at, moves_at
from kibitz.search.running import stoppable


def move_paths(game: Any, jit: Jit, *, moves_decide: bool = False) -> Any:
    """Build `paths(s, depth, seen, stop)`: the number of paths of `depth` moves from `s`; means nothing if stopped.

    `seen[0]` counts the states from which paths go on, `seen[1]` the games that ended before. `moves_decide`: a game only
    ends where no move is left, draws by the rules apart.
    """

    @jit
    def last(s: Any, seen: Any) -> int:
        """Count the moves, of which none may be left."""
        moves = int(game.count_actions(s))
        if moves == 0:
            seen[1] += 1
        return moves

    @jit
    def count(s: Any, depth: int, seen: Any, stop: Any) -> int:
        if not moves_decide and game.is_terminal(s):
            seen[1] += 1
            return 0
        if depth == 1:
            return last(s, seen)
        seen[0] += 1
        if stop[0] != 0:
            return 0
        total, moves = 0, 0
        for a in game.actions(s):
            moves += 1
            if moves_decide and depth == 2:
                total += last(game.result(s, a), seen)
            else:
                total += count(game.result(s, a), depth - 1, seen, stop)
        if moves == 0:
            seen[1] += 1
        return total

    @jit
    def paths(s: Any, depth: int, seen: Any, stop: Any) -> int:
        return count(s, depth, seen, stop)

    return paths


def perft(game: Game, state: Any, depth: int) -> Paths | None:
    """Return how many paths of `depth` moves lead from `state`, or None if Ctrl-C ended the count."""
    if depth == 0:
        return Paths(1, 0)
    return with_interpreted_fallback(game, state, lambda: stoppable(lambda stop: _counted(game, state, depth, stop)))


def _counted(game: Game, state: Any, depth: int, stop: Any) -> Paths | None:
    """Return the count, by compiled rules where the game compiles."""
    if why_not_native(game) is not None:
        return _interpreted(game, state, depth)
    seen = np.zeros(2, np.int64)
    paths = int(native(move_paths, game, moves_decide=_moves_decide(game))(state, depth, seen, stop))
    return None if stop[0] else Paths(paths, int(seen[1]))


def _interpreted(game: Game, state: Any, depth: int) -> Paths:
    """Return the count by the rules as they are written."""
    if depth == 0:
        return Paths(1, 0)
    is_open = _moves_decide(game) or not is_over_at(game, state)
    actions = listed_at(game, state) if is_open else []
    if not actions:
        if is_open and not is_over_at(game, state):
            moves_at(game, state)  # says what is wrong
        return Paths(0, 1)
    below = [_interpreted(game, game.result(state, action), depth - 1) for action in actions]
    return Paths(sum(one.paths for one in below), sum(one.ended for one in below))


def _moves_decide(game: Game) -> bool:
    """Return whether a game with draws by the rules ends, these apart, just where no move is left."""
    return implements(game, DrawRule)
