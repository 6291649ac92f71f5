"""The agents `expectiminimax`, `expectimax`, `paranoid` and `bestreply`, and `alphabeta` where these are needed."""

from __future__ import annotations

from typing import Any, Literal

from kibitz.core.agents import agent
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import InputError
from kibitz.core.mixtures import UNIFORM
from kibitz.core.questions import player_at
from kibitz.models.patterns import read_patterns
from kibitz.search.common.limits import checked_limits, why_not_compiled
from kibitz.search.expectiminimax.engine import Engine
from kibitz.search.expectiminimax.iterative_deepening import iterative_deepening
from kibitz.search.expectiminimax.model_parts import model_parts
from kibitz.search.expectiminimax.traits import AVERAGE, BEST_REPLY, STAR2
from kibitz.search.running import stoppable
from kibitz.search.table_answer import table_answer
from kibitz.textbook import expectimax as textbook

Pruning = Literal["none", "star1", "star2"]
STARS: tuple[Pruning, ...] = ("none", "star1", "star2")


def _decision(engine: Engine, state: Any, limits: Limits, every: bool) -> Decision:
    """Return the decision of an engine within the limits; its clock starts once all is compiled."""
    engine.warm_up(state)
    engine.new_search(limits.nodes)
    return stoppable(lambda _: iterative_deepening(engine, state, limits, every), limits.seconds, engine.stop)


def _limits(game: Game, depth: int | None, rounds: int | None, nodes: int | None, time: float | None) -> Limits:
    """Return the limits of a search."""
    return checked_limits(game, Limits(depth=depth, rounds=rounds, nodes=nodes, seconds=time))


@agent("expectiminimax", supports=why_not_compiled)
def expectiminimax(
    game: Game, state: Any, *, depth: int | None = None, rounds: int | None = None, nodes: int | None = None,
    time: float | None = None, pruning: Pruning = "star2", samples: int = 0, hash: int = 64, every: bool = False,
    tables: str = "", seed: int = 0,
) -> Decision:  # fmt: skip
    """Expectiminimax at native speed; `pruning=none|star1|star2`, `samples=N` outcomes, `tables=DIR` knows endings."""
    known = table_answer(game, state, tables)
    if known is not None:
        return known
    limits = _limits(game, depth, rounds, nodes, time)
    if samples < 0:
        raise InputError("samples must be at least 1, or 0 for all outcomes")
    engine = Engine(
        game, player_at(game, state), megabytes=hash, star=STARS.index(pruning), by_rounds=rounds is not None,
        samples=samples, seed=seed,
    )  # fmt: skip
    return _decision(engine, state, limits, every)


@agent("expectimax", supports=why_not_compiled)
def expectimax(
    game: Game, state: Any, *, depth: int | None = None, rounds: int | None = None, nodes: int | None = None,
    time: float | None = None, model: str = UNIFORM, patterns: str = "", hash: int = 64, every: bool = False,
) -> Decision:  # fmt: skip
    """Expectimax at native speed: opponents move at random, or as agents do: `model=[...]`; `patterns=FILE` evaluates."""
    limits = _limits(game, depth, rounds, nodes, time)
    learnt = read_patterns(patterns, game) if patterns else None
    parts = model_parts(game, model)
    if parts is None:  # an agent that no kernel has: it is asked in Python
        if learnt is not None:
            raise InputError(f"with the model {model!r} the search runs interpreted, where it knows no patterns=")
        if nodes is not None or time is not None:
            raise InputError(
                f"with the model {model!r} the search runs interpreted, where it knows depth= and rounds= but no other limit"
            )
        return textbook.decide(game, state, depth=depth, rounds=rounds, model=model)
    engine = Engine(
        game, player_at(game, state), megabytes=hash, star=STAR2, opponents=AVERAGE, model=parts,
        by_rounds=rounds is not None, patterns=learnt,
    )  # fmt: skip
    return _decision(engine, state, limits, every)


@agent("alphabeta", supports=why_not_compiled)
def alphabeta(
    game: Game, state: Any, *, depth: int | None = None, rounds: int | None = None, nodes: int | None = None,
    time: float | None = None, hash: int = 64, every: bool = False,
) -> Decision:  # fmt: skip
    """Alpha-beta at native speed against chance or several opponents; `every=true` values all moves."""
    limits = _limits(game, depth, rounds, nodes, time)
    engine = Engine(game, player_at(game, state), megabytes=hash, star=STAR2, by_rounds=rounds is not None)
    return _decision(engine, state, limits, every)


@agent("paranoid", supports=why_not_compiled)
def paranoid(
    game: Game, state: Any, *, depth: int | None = None, rounds: int | None = None, nodes: int | None = None,
    time: float | None = None, coalition: tuple[int, ...] = (), hash: int = 64, every: bool = False,
) -> Decision:  # fmt: skip
    """Paranoid search at native speed: all others are against the player, or against its `coalition=1+2`."""
    limits = _limits(game, depth, rounds, nodes, time)
    player = player_at(game, state)
    team = coalition_of(game, player, coalition)
    engine = Engine(game, player, megabytes=hash, star=STAR2, team=team, by_rounds=rounds is not None)
    return _decision(engine, state, limits, every)


@agent("bestreply", supports=why_not_compiled)
def best_reply(
    game: Game, state: Any, *, depth: int | None = None, rounds: int | None = None, nodes: int | None = None,
    time: float | None = None, hash: int = 64, every: bool = False,
) -> Decision:  # fmt: skip
    """Best-reply search at native speed: in each round one opponent, the most dangerous, answers; the others play on."""
    limits = _limits(game, depth, rounds, nodes, time)
    engine = Engine(game, player_at(game, state), megabytes=hash, opponents=BEST_REPLY, by_rounds=rounds is not None)
    return _decision(engine, state, limits, every)


def coalition_of(game: Game, player: int, coalition: tuple[int, ...]) -> tuple[int, ...]:
    """Return the others of a coalition that `player` belongs to, or nobody; refuse one that is not made of players."""
    strangers = [member for member in coalition if not 0 <= member < game.players]
    if strangers:
        raise InputError(f"there is no player {strangers[0]} in a coalition; players are 0 to {game.players - 1}")
    if coalition and (len(coalition) < 2 or len(set(coalition)) < len(coalition)):
        raise InputError(f"a coalition is two or more different players, such as 1+2, not {'+'.join(map(str, coalition))}")
    return coalition if player in coalition else ()
