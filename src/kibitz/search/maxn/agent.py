"""The agent `maxn`: iterative deepening until its limit or the end of the game; it says where the result hangs on a tie."""

from __future__ import annotations

import time as clock
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal

from kibitz.core.agents import agent
from kibitz.core.chance import has_chance
from kibitz.core.contract import Game
from kibitz.core.decision import OTHER_TIES, Decision, Limits, MoveValue, equally_good
from kibitz.core.game import CHANCE
from kibitz.core.questions import player_at
from kibitz.search.common.deepening_loop import deepen, depths
from kibitz.search.common.horizon import UNLIMITED
from kibitz.search.common.limits import checked_limits, why_not_compiled
from kibitz.search.expectiminimax.agents import coalition_of
from kibitz.search.maxn.engine import Engine, Utilities
from kibitz.search.running import Stopped, stoppable

Team = tuple[int, ...]


@agent("maxn", supports=why_not_compiled)
def decide(
    game: Game, state: Any, *, depth: int | None = None, rounds: int | None = None, nodes: int | None = None,
    time: float | None = None, coalition: tuple[int, ...] = (), ties: Literal["first", "last"] = "first",
    pruning: Literal["shallow", "none"] = "shallow", every: bool = False,
) -> Decision:  # fmt: skip
    """Max^n at native speed: everybody for itself, `coalition=1+2` together; `ties=first|last` of equally good moves."""
    limits = checked_limits(game, Limits(depth=depth, rounds=rounds, nodes=nodes, seconds=time))
    player = player_at(game, state)
    team = coalition_of(game, player, coalition) or (player,)

    def new_engine(takes_last: bool) -> Engine:
        engine = Engine(game, player, coalition, rounds is not None, pruning == "shallow", takes_last)
        engine.warm_up(state)
        engine.new_search(limits.nodes)
        return engine

    engine, other = new_engine(ties == "last"), new_engine(ties != "last")

    def work(stop: Any) -> Decision:
        engine.stop = other.stop = stop
        return _with_other_ties(_iterative_deepening(engine, team, state, limits, every), other, state)

    return stoppable(work, limits.seconds)


def _iterative_deepening(engine: Engine, team: Team, state: Any, limits: Limits, every: bool) -> Decision:
    """Return the decision of the deepest search that was finished; values are those of the mover's team together."""
    begun, game = clock.perf_counter(), engine.game
    evaluations = tuple(float(game.evaluate(state, player)) for player in range(game.players))
    first = None if game.to_move(state) == CHANCE else next(iter(game.actions(state)))
    start = Decision(first, _team_value(evaluations, team), utilities=evaluations)
    best = deepen(lambda depth, _: _iteration(engine, team, state, depth, every), start, depths(limits, shallow_first=True))
    return replace(best, nodes=engine.nodes, seconds=clock.perf_counter() - begun)


def _iteration(engine: Engine, team: Team, state: Any, depth: int, every: bool) -> Decision:
    """Return the decision of one depth; with `every`, the value of each move or outcome of chance too."""
    game, hits_before = engine.game, engine.depth_limit_hits
    by_chance = game.to_move(state) == CHANCE
    utilities = engine.value(state, depth)
    is_complete = engine.depth_limit_hits == hits_before
    line: tuple[int, ...] = () if by_chance else (engine.best_move,)
    with suppress(Stopped):
        line = engine.principal_variation(state, depth)
    moves = tuple(_move_value(engine, team, state, action, depth) for action in game.actions(state)) if every else ()
    averaged = len(team) > 1 or has_chance(game)
    good = equally_good(moves, _team_value(utilities, team), averaged=averaged)
    return Decision(
        action=line[0] if line else None,
        value=_team_value(utilities, team),
        actions=(good or line[:1]) if line else (),
        line=line,
        moves=moves,
        utilities=utilities,
        depth=None if depth == UNLIMITED else depth,
        exact=is_complete,
    )


def _team_value(utilities: Utilities, team: Team) -> float:
    """Return what the players of a team get together."""
    return sum(utilities[member] for member in team)


def _move_value(engine: Engine, team: Team, state: Any, action: int, depth: int) -> MoveValue:
    """Return what each player gets after a move."""
    after = engine.game.result(state, action)
    utilities = engine.value(after, engine.depth_after(depth, state, after))
    return MoveValue(action, _team_value(utilities, team), utilities=utilities)


def _with_other_ties(decision: Decision, other: Engine, state: Any) -> Decision:
    """Return a decision that says what comes out when ties are broken the other way, if that is something else."""
    try:
        utilities = other.value(state, UNLIMITED if decision.depth is None else decision.depth)
    except Stopped:
        return replace(decision, exact=False)
    if utilities == decision.utilities:
        return decision
    return replace(decision, exact=False, details={OTHER_TIES: utilities})
