"""Iterative deepening of expectiminimax, and the decision that comes of it."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from kibitz.core.chance import has_chance
from kibitz.core.decision import Decision, Limits, MoveValue, equally_good
from kibitz.core.errors import RulesError
from kibitz.core.game import CHANCE
from kibitz.search.common.deepening_loop import deepen, depths
from kibitz.search.expectiminimax.engine import Engine
from kibitz.search.expectiminimax.traits import AVERAGE, MINIMISE
from kibitz.search.running import Stopped


@dataclass
class Iteration:
    """The result of one depth."""

    depth: int
    value: float
    moves: tuple[MoveValue, ...]
    best_move: int | None
    exact: bool
    line: tuple[int, ...] = ()


def iterative_deepening(engine: Engine, state: Any, limits: Limits, every: bool) -> Decision:
    """Return the decision of the deepest search that was finished."""
    begun = time.perf_counter()
    actions = list(engine.game.actions(state))
    if not actions:
        raise RulesError("the game is not over, but there is no legal move")
    by_chance = engine.game.to_move(state) == CHANCE
    start = Iteration(0, engine.game.evaluate(state, engine.player), (), None if by_chance else actions[0], False)
    best = deepen(lambda depth, _: _iteration(engine, state, actions, depth, every), start, depths(limits, shallow_first=True))
    averaged = engine.opponents == AVERAGE or has_chance(engine.game)
    good = () if by_chance else equally_good(best.moves, best.value, averaged=averaged)
    best_move = None if by_chance else good[0] if good else best.best_move
    return Decision(
        action=best_move,
        value=best.value,
        actions=good or (() if best_move is None else (best_move,)),
        line=best.line if best.line and best.line[0] == best_move else () if best_move is None else (best_move,),
        moves=best.moves,
        depth=best.depth if best.depth > 0 else None,
        nodes=engine.nodes,
        seconds=time.perf_counter() - begun,
        exact=best.exact and engine.opponents == MINIMISE and not engine.samples,
    )


def _iteration(engine: Engine, state: Any, actions: list[int], depth: int, every: bool) -> Iteration:
    """Return the result of one depth; with `every`, the value of each move or outcome of chance too."""
    hits_before, game = engine.depth_limit_hits, engine.game
    value = engine.value(state, depth)
    best_move = None if game.to_move(state) == CHANCE else engine.best_move
    moves: tuple[MoveValue, ...] = ()
    if every:
        after = [(action, game.result(state, action)) for action in actions]
        moves = tuple(MoveValue(action, engine.value(one, engine.depth_after(depth, state, one))) for action, one in after)
    result = Iteration(depth, value, moves, best_move, engine.depth_limit_hits == hits_before)
    with suppress(Stopped):
        result.line = engine.principal_variation(state, depth)
    return result
