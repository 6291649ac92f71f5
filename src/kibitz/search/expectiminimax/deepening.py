"""Iterative deepening: one depth after the other until a limit or the end of the game; the last finished one decides."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from kibitz.core.chance import no_chance
from kibitz.core.decision import Decision, Limits, MoveValue, equally_good
from kibitz.core.errors import RulesError
from kibitz.core.game import CHANCE
from kibitz.search.expectiminimax.engine import Engine
from kibitz.search.expectiminimax.traits import AVERAGE, MINIMISE
from kibitz.search.horizons import UNLIMITED
from kibitz.search.running import Stopped


@dataclass
class _Iteration:
    """What one depth came to."""

    left: int
    value: float
    moves: tuple[MoveValue, ...]
    chosen: int | None
    is_complete: bool
    line: tuple[int, ...] = ()


def deepen(engine: Engine, state: Any, limits: Limits, every: bool) -> Decision:
    """Return the decision of the deepest search that was finished."""
    begun = time.perf_counter()
    actions = list(engine.game.actions(state))
    if not actions:
        raise RulesError("the game is not over, but there is no legal move")
    by_chance = engine.game.to_move(state) == CHANCE
    best = _Iteration(0, engine.game.evaluate(state, engine.player), (), None if by_chance else actions[0], False)
    deepest, left = limits.rounds if engine.by_rounds else limits.depth, 1
    try:
        while not best.is_complete and (deepest is None or best.left < deepest):
            best = _iteration(engine, state, actions, left, every)
            # without a limit one shallow answer is enough, should the search be stopped: then the game is searched to its end
            left = UNLIMITED if limits == Limits() else left + 1
    except Stopped:
        pass
    averaged = engine.others == AVERAGE or no_chance(engine.game) is not None
    good = () if by_chance else equally_good(best.moves, best.value, averaged=averaged)
    chosen = None if by_chance else good[0] if good else best.chosen
    return Decision(
        action=chosen,
        value=best.value,
        actions=good or (() if chosen is None else (chosen,)),
        line=best.line if best.line and best.line[0] == chosen else () if chosen is None else (chosen,),
        moves=best.moves,
        depth=best.left if best.left > 0 else None,
        nodes=engine.nodes,
        seconds=time.perf_counter() - begun,
        exact=best.is_complete and engine.others == MINIMISE and not engine.samples,
    )


def _iteration(engine: Engine, state: Any, actions: list[int], left: int, every: bool) -> _Iteration:
    """Return what a search of one depth finds; with `every`, of each move or outcome of chance."""
    cutoffs, game = engine.cutoffs, engine.game
    value = engine.value(state, left)
    by_chance = game.to_move(state) == CHANCE
    chosen = None if by_chance else engine.chosen
    moves: tuple[MoveValue, ...] = ()
    if every:
        after = [(action, game.result(state, action)) for action in actions]
        moves = tuple(MoveValue(action, engine.value(one, engine.after(left, state, one))) for action, one in after)
    found = _Iteration(left, value, moves, chosen, engine.cutoffs == cutoffs)
    with suppress(Stopped):
        found.line = engine.line(state, left)
    return found
