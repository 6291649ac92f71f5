"""Perft: how many paths of a given number of moves there are; the usual test of a move generator.

A chance outcome counts as a move. Games that end earlier add nothing, but a draw by the rules (`is_drawn`) is no end: such
counts are usually made from the moves alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.native import Jit, native, natively_or_not, why_not_native
from kibitz.core.game import Game, about
from kibitz.search.running import stoppable


def move_paths(game: Any, jit: Jit, *, moves_decide: bool = False) -> Any:
    """Build `paths(s, depth, stop)`: the number of paths of `depth` moves from `s`, or -1 if stopped.

    `moves_decide`: a game only ends where no move is left, draws by the rules apart.
    """

    @jit
    def count(s: Any, depth: int, polled: Any, stop: Any) -> int:
        if not moves_decide and game.is_terminal(s):
            return 0
        if depth == 1:
            return int(game.count_actions(s))
        polled[0] += 1
        if stop[0] != 0:
            return 0
        total = 0
        for a in game.actions(s):
            if moves_decide and depth == 2:
                total += game.count_actions(game.result(s, a))
            else:
                total += count(game.result(s, a), depth - 1, polled, stop)
        return total

    @jit
    def paths(s: Any, depth: int, polled: Any, stop: Any) -> int:
        return count(s, depth, polled, stop)

    return paths


def perft(game: Game, state: Any, depth: int) -> int | None:
    """Return the number of paths of `depth` moves from `state`, or None if Ctrl-C ended the count."""
    if depth == 0:
        return 1
    return natively_or_not(game, lambda: stoppable(lambda stop: _counted(game, state, depth, stop)))


def _counted(game: Game, state: Any, depth: int, stop: Any) -> int | None:
    """Return the count, by compiled rules where the game compiles."""
    if why_not_native(game) is not None:
        return _interpreted(game, state, depth)
    paths = int(native(move_paths, game, moves_decide=_moves_decide(game))(state, depth, np.zeros(1, np.int64), stop))
    return None if stop[0] else paths


def _interpreted(game: Game, state: Any, depth: int) -> int:
    """Return the count by the rules as they are written."""
    if not _moves_decide(game) and game.is_terminal(state):
        return 0
    if depth == 1:
        return sum(1 for _ in game.actions(state))
    return sum(_interpreted(game, game.result(state, action), depth - 1) for action in game.actions(state))


def _moves_decide(game: Game) -> bool:
    """Return whether a game with draws by the rules ends, these apart, just where no move is left."""
    return "is_drawn" in about(game).given
