"""A search from one position: the engine, new or with the tree of an earlier search, runs within the limits."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from kibitz.compile.cache.child_process import compiled_elsewhere
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.result import decision
from kibitz.search.montecarlo.settings import Settings
from kibitz.search.montecarlo.tree_node import TreeNode
from kibitz.search.montecarlo.tree_reuse import compile_reuse, reroot
from kibitz.search.running import stoppable

Listener = Callable[[Decision], None]
"""Gets the decision so far, now and then; with `keep_tree` its tree is the growing one, good during the call only."""
REPORT_SECONDS = 0.5
TREE_REPORT_SECONDS = 0.2
"""Reports that carry the tree come more often: whoever asks for it watches it grow."""

_kept_engines: dict[tuple[Any, ...], Engine] = {}
"""The engines of agents with `reuse=true`, with their trees; only the last few."""
MAX_KEPT_ENGINES = 2


def search(
    game: Game, state: Any, settings: Settings, seed: int, listen: Listener | None = None, past: Sequence[Any] = ()
) -> Decision:  # fmt: skip
    """Return the decision of a search; with `reuse` it continues the tree of an earlier one, if the `past` leads here."""
    engine, begun = _prepared_engine(game, state, settings, seed, past)
    last = begun
    pause = TREE_REPORT_SECONDS if settings.keep_tree else REPORT_SECONDS

    def report() -> None:
        nonlocal last
        now = time.perf_counter()
        if listen is not None and now - last >= pause:
            so_far = decision(engine, now - begun, by_mean=settings.uniform)
            # The tree itself and no copy: a copy of a large one would take longer than the pause.
            listen(replace(so_far, tree=TreeNode.root(game, state, engine.tree)) if settings.keep_tree else so_far)
            last = time.perf_counter()

    def work(stop: Any) -> None:
        if not game.is_terminal(state):
            engine.search(settings.limits.simulations, stop, report)

    seconds = settings.limits.seconds
    stoppable(work, None if seconds is None else max(0.0, seconds - (time.perf_counter() - begun)))
    if settings.reuse:
        _keep(engine, settings)
    return decision(engine, time.perf_counter() - begun, by_mean=settings.uniform, keep_tree=settings.keep_tree)


def _prepared_engine(game: Game, state: Any, settings: Settings, seed: int, past: Sequence[Any]) -> tuple[Engine, float]:
    """Return an engine with its root at `state`, and when the search began: compiling is not part of it."""
    engine = _kept_engines.pop(_key(game, state, settings), None) if settings.reuse else None
    if engine is None:
        small = replace(settings, memory=1_000_000)  # kernels are the same for every size
        compiling = compiled_elsewhere(game, _new_engine, game, state, small, seed) if settings.limits_memory else nullcontext()
        with compiling:
            return _new_engine(game, state, settings, seed), time.perf_counter()
    begun = time.perf_counter()
    engine.reseed(seed)
    if not reroot(engine, state, past):
        engine.reset(state)
    return engine, begun


def _new_engine(game: Game, state: Any, settings: Settings, seed: int) -> Engine:
    """Return a new engine with its root at `state`, and everything that it needs compiled."""
    engine = settings.engine(game, seed)
    engine.reset(state)
    if settings.reuse:
        compile_reuse()
    return engine


def _key(game: Game, state: Any, settings: Settings) -> tuple[Any, ...]:
    """Return what an engine is kept for: a game, a player of it, and settings, whatever their limits."""
    return type(game), game, game.to_move(state), replace(settings, limits=Limits())


def _keep(engine: Engine, settings: Settings) -> None:
    """Keep an engine for the next decision of the same player, and of all engines only the last few."""
    _kept_engines[_key(engine.game, engine.state, settings)] = engine
    for oldest in list(_kept_engines)[:-MAX_KEPT_ENGINES]:
        del _kept_engines[oldest]


def forget_trees() -> None:
    """Forget the trees of all agents with `reuse=true`: another game begins, and is to go as it would in a new process."""
    _kept_engines.clear()
