"""Plain minimax, compiled: every state is looked at, chance nodes are averaged, all players but one minimise."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from kibitz.compile.native import Jit, native, why_not_native
from kibitz.core.agents import agent
from kibitz.core.decision import Decision, Limits, MoveValue
from kibitz.core.errors import InputError
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
            best = max(best, found) if mover == player else min(best, found)
        return best

    @jit
    def value(s: Any, player: int, depth: int, nodes: Any, stop: Any) -> float:
        return minimax(s, player, depth, nodes, stop)

    return value


def compiled(game: Game) -> str | None:
    """Return why the compiled searches cannot play a game, or None if they can."""
    reason = why_not_native(game)
    return reason.reason if reason is not None else None


def bounded(game: Game, limits: Limits) -> Limits:
    """Return the limits, or refuse to search a tree without end without any."""
    if about(game).cyclic and limits == Limits():
        raise InputError("a position can come back in this game, so its tree has no end; give depth= or time=")
    return limits


@agent("minimax", supports=compiled)
def decide(game: Game, state: Any, *, depth: int | None = None, time: float | None = None) -> Decision:
    """Plain minimax at native speed: one MAX, every other player MIN, chance averaged."""
    limits = bounded(game, Limits(depth=depth, seconds=time))
    if limits.depth is None and about(game).cyclic:
        raise InputError("minimax looks at every state, so in a game where positions come back it needs depth=")
    kernel = native(exhaustive, game)
    kernel(state, game.to_move(state), 0, np.zeros(2, np.int64), np.zeros(1, np.int64))  # compiles before the clock starts
    return stoppable(lambda stop: _decision(game, state, limits, stop), time)


def _decision(game: Game, state: Any, limits: Limits, stop: Any) -> Decision:
    """Return the decision after looking at every move of the root."""
    begun = time.perf_counter()
    player = game.to_move(state)
    nodes = np.array([1, 0])
    moves = _valued(game, state, player, limits.depth, nodes, stop)
    best = max(moves.values(), default=game.evaluate(state, player))
    good = tuple(action for action, value in moves.items() if value == best)
    visited = int(nodes[0])
    return Decision(
        action=good[0] if good else next(iter(game.actions(state))),
        value=best,
        actions=good,
        line=_line(game, state, player, limits.depth, nodes, stop),
        moves=tuple(MoveValue(action, value) for action, value in moves.items()),
        depth=limits.depth,
        nodes=visited,
        seconds=time.perf_counter() - begun,
        exact=limits.depth is None and not nodes[1],
    )


def _valued(game: Game, state: Any, player: int, depth: int | None, nodes: Any, stop: Any) -> dict[int, float]:
    """Return the value for MAX of each move, as far as the search got before it was stopped."""
    kernel = native(exhaustive, game)
    below = -1 if depth is None else depth - 1
    found: dict[int, float] = {}
    for action in game.actions(state):
        value = float(kernel(game.result(state, action), player, below, nodes, stop))
        if nodes[1]:
            break
        found[action] = value
    return found


def _line(game: Game, state: Any, player: int, depth: int | None, nodes: Any, stop: Any) -> tuple[int, ...]:
    """Return the line of best play; it ends before the first chance node."""
    line: list[int] = []
    while depth != 0 and not game.is_terminal(state) and game.to_move(state) != CHANCE:
        values = _valued(game, state, player, depth, nodes, stop)
        if nodes[1] or not values:
            break
        best = max if game.to_move(state) == player else min
        line.append(best(values, key=lambda action: values[action]))
        state = game.result(state, line[-1])
        depth = None if depth is None else depth - 1
    return tuple(line)
