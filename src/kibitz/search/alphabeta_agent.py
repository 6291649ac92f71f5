"""The agent `alphabeta` for games with chance or with several opponents: deepening, a clock, every move's value on request."""

from __future__ import annotations

import time as clock
from dataclasses import dataclass
from math import inf
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.decision import Decision, Limits, MoveValue
from kibitz.core.errors import RulesError
from kibitz.core.game import Game
from kibitz.search.alpha_beta import UNLIMITED
from kibitz.search.alphabeta.agent import opposed
from kibitz.search.engine import Engine
from kibitz.search.minimax import bounded, compiled
from kibitz.search.running import Stopped, stoppable


def mixed(game: Game) -> str | None:
    """Return why this search is not the one for a game, or None if it is: two opposed players have an engine of their own."""
    return compiled(game) or (None if opposed(game) is not None else "two opposed players without chance have their engine")


@agent("alphabeta", supports=mixed)
def decide(
    game: Game, state: Any, *, depth: int | None = None, time: float | None = None, hash: int = 64, every: bool = False
) -> Decision:
    """Alpha-beta at native speed: deepens until the limit or the end of the game; `every=true` values all root moves."""
    limits = bounded(game, Limits(depth=depth, seconds=time))
    engine = Engine(game, game.to_move(state), megabytes=hash)
    engine.value(state, 1)  # compiles where it must, before the clock starts
    engine.reset()
    return stoppable(lambda stop: _deepened(engine, state, limits, every, stop), limits.seconds)


@dataclass
class _Iteration:
    """What one depth came to."""

    depth: int
    value: float
    moves: list[MoveValue]
    complete: bool


def _deepened(engine: Engine, state: Any, limits: Limits, every: bool, stop: Any) -> Decision:
    """Return the decision of the deepest finished iteration."""
    begun = clock.perf_counter()
    game, engine.stop = engine.game, stop
    actions = list(game.actions(state))
    if not actions:
        raise RulesError("the game is not over, but there is no legal move")
    best = _Iteration(0, game.evaluate(state, engine.player), [MoveValue(actions[0], None)], complete=False)
    line: tuple[int, ...] = ()
    # without a clock there is nothing to gain from shallow answers when the game is searched to its end
    step = 0 if limits == Limits() else 1
    depth = step or UNLIMITED
    try:
        while not best.complete and (limits.depth is None or best.depth < limits.depth):
            best = _iteration(engine, state, actions, depth, every, best)
            line = engine.line(state, best.value, depth)
            depth += step
    except Stopped:
        pass
    good = tuple(move.action for move in best.moves if move.value == best.value)
    chosen = good[0] if good else best.moves[0].action
    return Decision(
        action=chosen,
        value=best.value,
        actions=good if every else (chosen,),
        line=line if line and line[0] == chosen else (chosen,),
        moves=tuple(best.moves) if every else (),
        depth=best.depth if step else None,
        nodes=engine.nodes,
        seconds=clock.perf_counter() - begun,
        exact=best.complete,
    )


def _iteration(engine: Engine, state: Any, actions: list[int], depth: int, every: bool, last: _Iteration) -> _Iteration:
    """Return the values of the root's moves at one depth, in the order of the rules; only the best is exact unless `every`."""
    cutoffs, below = engine.cutoffs, depth - 1 if depth > 0 else depth
    value = -inf
    found: dict[int, float | None] = {}
    favourite = last.moves[0].action if every else _best(last)
    for action in sorted(actions, key=lambda one: one != favourite):
        reached = engine.value(engine.game.result(state, action), below, -inf if every else value, inf)
        found[action] = reached if every or reached > value else None
        value = max(value, reached)
    complete = engine.cutoffs == cutoffs
    return _Iteration(depth, value, [MoveValue(action, found[action]) for action in actions], complete)


def _best(iteration: _Iteration) -> int:
    """Return the move that an iteration preferred."""
    return next((move.action for move in iteration.moves if move.value == iteration.value), iteration.moves[0].action)
