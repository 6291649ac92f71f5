"""The agent `alphabeta` for two-player games without chance: the engine, deepening until its limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.chance import no_chance
from kibitz.core.contract import Game, WeightedFeatures, implements
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.game import constant_sum
from kibitz.core.machine import check_threads
from kibitz.core.weights import read_weights
from kibitz.search.alphabeta.deepening import Listener, Question, deepen
from kibitz.search.alphabeta.engine import Engine, TooDeep, Unfit
from kibitz.search.alphabeta.workspace import PLIES
from kibitz.search.minimax import bounded, compiled
from kibitz.search.running import stoppable

EVERY = 1 << 20
"""More lines than any position has moves."""

LEVELS = ("none", "safe", "full")
"""How much a search may leave out, by name."""


def opposed(game: Game) -> str | None:
    """Return why the engine cannot play a game, or None if it can."""
    if game.players != 2 or constant_sum(game) is None:
        return "it needs two players whose utilities add up to a constant"
    return no_chance(game) or compiled(game)


def level(game: Game, pruning: str) -> int:
    """Return the pruning level of that name; none given means as much as suits the game."""
    if not pruning:
        return LEVELS.index("full" if implements(game, WeightedFeatures) else "none")
    if pruning not in LEVELS:
        raise UnknownNameError("pruning", pruning, LEVELS)
    return LEVELS.index(pruning)


@agent("alphabeta", supports=opposed)
def decide(
    game: Game, state: Any, *, depth: int | None = None, nodes: int | None = None, time: float | None = None,
    hash: int = 64, threads: int = 1, pruning: str = "", eval: str = "", every: bool = False,  # noqa: A002
    past: Sequence[Any] = (), listen: Listener | None = None,
) -> Decision:  # fmt: skip
    """Alpha-beta at full strength; `every=true` values all moves, `pruning=none|safe|full`, `eval=FILE` has weights."""
    limits = bounded(game, Limits(depth=depth, nodes=nodes, seconds=time))
    check_threads(threads)
    if hash < 1:
        raise InputError(f"hash must be at least 1, not {hash}")
    weights = read_weights(game, eval) if eval else None
    made = partial(Engine, game, level(game, pruning), megabytes=hash, threads=threads, weights=weights)
    asked = partial(Question, state, limits, lines=EVERY if every else 1, listen=listen)
    try:
        if (type(game), game) not in _ranked:
            try:
                return _decided(made(), asked, past)
            except Unfit:
                _ranked.add((type(game), game))
        return _decided(made(ranked=True), asked, past)
    except TooDeep:
        raise InputError(
            f"a game can be longer than {PLIES:,} moves, too long to be searched to its end; give depth= or time="
        ) from None


_ranked: set[tuple[type, Game]] = set()
"""Games that have shown utilities which only ranks hold; the class is named, since tuples of different ones are equal."""


def _decided(engine: Engine, asked: Callable[[], Question], past: Sequence[Any]) -> Decision:
    """Return an engine's answer to what is asked; the question's clock starts once all is compiled."""
    state = asked().state
    player = engine.game.to_move(state)
    engine.begin(player=player)
    engine.points(state, 1)  # compiles where it must
    question = asked()
    engine.begin(past, question.limits.nodes, player)
    return stoppable(lambda stop: deepen(engine, question), question.limits.seconds, engine.stop)
