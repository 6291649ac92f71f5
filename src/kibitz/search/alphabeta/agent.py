"""The agent `alphabeta` for two-player games without chance: the engine, deepening until its limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.chance import why_not_deterministic
from kibitz.core.contract import Game, WeightedFeatures, implements
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.game import constant_sum
from kibitz.core.machine import check_threads
from kibitz.core.weights import read_weights
from kibitz.models.net.network import read_network
from kibitz.models.patterns import read_patterns
from kibitz.search.alphabeta.engine import Engine, OffScale, TooDeep
from kibitz.search.alphabeta.iterative_deepening import Listener, Query, iterative_deepening
from kibitz.search.alphabeta.workspace import MAX_PLY
from kibitz.search.common.limits import checked_limits, why_not_compiled
from kibitz.search.running import stoppable
from kibitz.search.table_answer import table_answer, tables_of

ALL_LINES = 1 << 20
"""More lines than any position has moves."""

PRUNING_LEVELS = ("none", "quiescence", "full")
"""How much a search may prune, by name."""


def why_unsupported(game: Game) -> str | None:
    """Return why the engine cannot play a game, or None if it can."""
    if game.players != 2 or constant_sum(game) is None:
        return "it needs two players whose utilities add up to a constant"
    return why_not_deterministic(game) or why_not_compiled(game)


def pruning_level(game: Game, pruning: str) -> int:
    """Return the pruning level of that name; none given means as much as suits the game."""
    if not pruning:
        return PRUNING_LEVELS.index("full" if implements(game, WeightedFeatures) else "none")
    if pruning not in PRUNING_LEVELS:
        raise UnknownNameError("pruning", pruning, PRUNING_LEVELS)
    return PRUNING_LEVELS.index(pruning)


@agent("alphabeta", supports=why_unsupported)
def decide(
    game: Game, state: Any, *, depth: int | None = None, nodes: int | None = None, time: float | None = None,
    hash: int = 64, threads: int = 1, pruning: str = "", eval: str = "", patterns: str = "", net: str = "",  # noqa: A002
    tables: str = "", every: bool = False, past: Sequence[Any] = (), listen: Listener | None = None,
) -> Decision:  # fmt: skip
    """Alpha-beta at full strength; `eval=`, `patterns=` and `net=FILE` judge positions, `tables=DIR` knows endings."""
    known = table_answer(game, state, tables)
    if known is not None:
        return known
    limits = checked_limits(game, Limits(depth=depth, nodes=nodes, seconds=time))
    check_threads(threads)
    if hash < 1:
        raise InputError(f"hash must be at least 1, not {hash}")
    weights = read_weights(game, eval) if eval else None
    if bool(eval) + bool(patterns) + bool(net) > 1:
        raise InputError("alphabeta takes one of eval=, patterns= and net=")
    learnt = read_patterns(patterns, game) if patterns else None
    network = read_network(net, game) if net else None
    level = pruning_level(game, pruning)
    new_engine = partial(
        Engine, game, level, megabytes=hash, threads=threads, weights=weights, patterns=learnt, net=network,
        tables=tables_of(game, tables),
    )  # fmt: skip
    new_query = partial(Query, state, limits, lines=ALL_LINES if every else 1, listen=listen)
    try:
        if (type(game), game) not in _off_scale:
            try:
                return _decision(new_engine(), new_query, past)
            except OffScale:
                _off_scale.add((type(game), game))
        return _decision(new_engine(is_ordinal=True), new_query, past)
    except TooDeep:
        raise InputError(
            f"a game can be longer than {MAX_PLY:,} moves, too long to be searched to its end; give depth= or time="
        ) from None


_off_scale: set[tuple[type, Game]] = set()
"""Games that have shown utilities which only ordinals hold; the class is named, since tuples of different ones are equal."""


def _decision(engine: Engine, new_query: Callable[[], Query], past: Sequence[Any]) -> Decision:
    """Return an engine's decision; the query's clock starts once all is compiled."""
    state = new_query().state
    engine.warm_up(state)
    query = new_query()
    engine.new_search(past, query.limits.nodes, engine.game.to_move(state))
    return stoppable(lambda _: iterative_deepening(engine, query), query.limits.seconds, engine.stop)
