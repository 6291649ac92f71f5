"""Plain minimax, compiled: every state is looked at, chance nodes are averaged, all players but one minimise."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from kibitz.compile.native import Jit, native, why_not_native
from kibitz.core.agents import agent
from kibitz.core.decision import Decision, Limits, MoveValue
from kibitz.core.game import CHANCE, Game, about
from kibitz.search.running import stoppable

POLL = 4096 - 1
"""The stop flag is read once in this many nodes (plus one)."""


def exhaustive(game: Any, jit: Jit) -> Any:
    """Build `value(s, player, depth, nodes, stop)`: the minimax value of `s` for MAX = `player`, `depth` moves deep.

    A negative depth never runs out. `nodes[0]` counts the states looked at. When `stop[0]` is set the value means nothing.
    """

    @jit
    def minimax(s: Any, player: int, depth: int, nodes: Any, stop: Any) -> float:
        nodes[0] += 1
        if nodes[0] & POLL == 0 and stop[0] != 0:
            nodes[1] = 1
        if nodes[1] != 0:
            return 0.0
        if game.is_terminal(s):
            return float(game.utility(s, player))
        if depth == 0:
            return float(game.evaluate(s, player))
        mover = game.to_move(s)
        if mover == CHANCE:
            mean = 0.0
            for a in game.actions(s):
                mean += game.probability(s, a) * minimax(game.result(s, a), player, depth, nodes, stop)
            return mean
        best = -np.inf if mover == player else np.inf
        for a in game.actions(s):
            found = minimax(game.result(s, a), player, depth - 1, nodes, stop)
            if mover == player:
                best = max(best, found)
            else:
                best = min(best, found)
        return best

    @jit
    def value(s: Any, player: int, depth: int, nodes: Any, stop: Any) -> float:
        return minimax(s, player, depth, nodes, stop)

    return value


def compiled_and_finite(game: Game) -> str | None:
    """Return why the compiled tree searches cannot play a game, or None if they can."""
    reason = why_not_native(game)
    if reason is not None:
        return reason.reason
    return "a position can come back, so its tree has no end" if about(game).cyclic else None


@agent("minimax", supports=compiled_and_finite)
def decide(game: Game, state: Any, *, depth: int | None = None, time: float | None = None) -> Decision:
    """Plain minimax at native speed: one MAX, every other player MIN, chance averaged."""
    limits = Limits(depth=depth, seconds=time)
    return stoppable(lambda stop: _decision(game, state, limits, stop), time)


def _decision(game: Game, state: Any, limits: Limits, stop: Any) -> Decision:
    """Return the decision after looking at every move of the root."""
    begun = time.perf_counter()
    kernel = native(exhaustive, game)
    player = game.to_move(state)
    below = (limits.depth or 0) - 1
    nodes = np.zeros(2, np.int64)
    nodes[0] = 1
    moves = []
    for action in game.actions(state):
        found = float(kernel(game.result(state, action), player, below, nodes, stop))
        if nodes[1]:
            break
        moves.append(MoveValue(action, found))
    best = max((move.value for move in moves if move.value is not None), default=game.evaluate(state, player))
    good = tuple(move.action for move in moves if move.value == best)
    return Decision(
        action=good[0] if good else next(iter(game.actions(state))),
        value=best,
        actions=good,
        moves=tuple(moves),
        depth=limits.depth,
        nodes=int(nodes[0]),
        seconds=time.perf_counter() - begun,
        exact=limits.depth is None and not nodes[1],
    )
