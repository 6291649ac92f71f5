"""The agent `maxn`: deepens until its limit or the end of the game, and tells where the answer hangs on a tie."""

from __future__ import annotations

import time as clock
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal

from kibitz.core.agents import agent
from kibitz.core.chance import no_chance
from kibitz.core.contract import Game
from kibitz.core.decision import OTHER_TIES, Decision, Limits, MoveValue, equally_good
from kibitz.core.game import CHANCE
from kibitz.core.questions import player_at
from kibitz.search.expectiminimax.agents import allies
from kibitz.search.horizons import UNLIMITED
from kibitz.search.maxn.engine import Engine, Utilities
from kibitz.search.minimax import bounded, compiled
from kibitz.search.running import Stopped, stoppable


@agent("maxn", supports=compiled)
def decide(
    game: Game, state: Any, *, depth: int | None = None, rounds: int | None = None, nodes: int | None = None,
    time: float | None = None, coalition: tuple[int, ...] = (), ties: Literal["first", "last"] = "first",
    pruning: Literal["shallow", "none"] = "shallow", every: bool = False,
) -> Decision:  # fmt: skip
    """Max^n at native speed: everybody for itself, `coalition=1+2` together; `ties=first|last` of equally good moves."""
    limits = bounded(game, Limits(depth=depth, rounds=rounds, nodes=nodes, seconds=time))
    player = player_at(game, state)
    team = allies(game, player, coalition) or (player,)

    def made(takes_last: bool) -> Engine:
        engine = Engine(game, player, coalition, rounds is not None, pruning == "shallow", takes_last)
        engine.values(state, 0)  # compiles before the clock starts
        engine.begin(limits.nodes)
        return engine

    engine, other = made(ties == "last"), made(ties != "last")

    def work(stop: Any) -> Decision:
        engine.stop = other.stop = stop
        return _with_other_ties(_deepened(engine, team, state, limits, every), other, state)

    return stoppable(work, limits.seconds)


def _deepened(engine: Engine, team: tuple[int, ...], state: Any, limits: Limits, every: bool) -> Decision:
    """Return the decision of the deepest search that was finished; values are those of the mover's team together."""
    begun, game = clock.perf_counter(), engine.game
    actions = list(game.actions(state))
    by_chance = game.to_move(state) == CHANCE
    estimates = tuple(float(game.evaluate(state, player)) for player in range(game.players))
    best = Decision(None if by_chance else actions[0], _together(estimates, team), utilities=estimates)
    averaged, left = len(team) > 1 or no_chance(game) is not None, 1
    deepest = limits.rounds if engine.by_rounds else limits.depth
    try:
        while not best.exact and (deepest is None or (best.depth or 0) < deepest):
            cutoffs = engine.cutoffs
            found = engine.values(state, left)
            is_complete = engine.cutoffs == cutoffs
            line: tuple[int, ...] = (engine.chosen,) if not by_chance else ()
            with suppress(Stopped):
                line = engine.line(state, left)
            moves = tuple(_valued(engine, team, state, action, left) for action in actions) if every else ()
            good = equally_good(moves, _together(found, team), averaged=averaged)
            best = _found(found, team, line, moves, good, left, is_complete)
            left = UNLIMITED if limits == Limits() else left + 1  # one shallow answer, should the search be stopped
    except Stopped:
        pass
    return replace(best, nodes=engine.nodes, seconds=clock.perf_counter() - begun)


def _together(found: Utilities, team: tuple[int, ...]) -> float:
    """Return what the players of a team get together."""
    return sum(found[member] for member in team)


def _valued(engine: Engine, team: tuple[int, ...], state: Any, action: int, left: int) -> MoveValue:
    """Return what each player gets after a move."""
    after = engine.game.result(state, action)
    found = engine.values(after, engine.after(left, state, after))
    return MoveValue(action, _together(found, team), utilities=found)


def _found(
    found: Utilities, team: tuple[int, ...], line: tuple[int, ...], moves: tuple[MoveValue, ...], good: tuple[int, ...],
    left: int, is_complete: bool,
) -> Decision:  # fmt: skip
    """Return what a finished depth says; without a line, chance moves."""
    return Decision(
        action=line[0] if line else None,
        value=_together(found, team),
        actions=(good or line[:1]) if line else (),
        line=line,
        moves=moves,
        utilities=found,
        depth=None if left == UNLIMITED else left,
        exact=is_complete,
    )


def _with_other_ties(decision: Decision, other: Engine, state: Any) -> Decision:
    """Return a decision that says what comes out when ties are broken the other way, if that is something else."""
    try:
        found = other.values(state, UNLIMITED if decision.depth is None else decision.depth)
    except Stopped:
        return replace(decision, exact=False)
    if found == decision.utilities:
        return decision
    return replace(decision, exact=False, details={OTHER_TIES: found})
