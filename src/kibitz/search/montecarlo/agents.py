"""The Monte Carlo agents at native speed: `montecarlo` (the lectures' version 0), `bandit` (0.9 and 1.0) and `uct` (2.0)."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Literal

from kibitz.core.agents import agent
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import InputError
from kibitz.core.specs import not_negative
from kibitz.search.common.limits import why_not_compiled
from kibitz.search.montecarlo.memory_size import memory_size
from kibitz.search.montecarlo.playout_policy import playout_policy
from kibitz.search.montecarlo.search import Listener, search
from kibitz.search.montecarlo.settings import Device, Settings
from kibitz.search.playouts import count_moves

DEFAULT_MEMORY = "256MB"
DEFAULT_SIMULATIONS, DEFAULT_PLAYOUTS = 10_000, 1000
"""Without any limit: of `uct`, and of `bandit` and `montecarlo`."""


@agent("uct", supports=why_not_compiled)
def uct(
    game: Game, state: Any, *, sims: int | None = None, time: float | None = None, c: float = 1.4, fpu: float = inf,
    rave: float = 0.0, solve: bool = True, chance: Literal["sample", "widen"] = "sample", policy: str = "",
    epsilon: float = 0.0, cutoff: int | None = None, memory: str = "", threads: int = 1, device: Device = "cpu",
    batch: int = 512, playouts: int = 128, reuse: bool = False, keep_tree: bool = False, seed: int = 0,
    listen: Listener | None = None, past: Sequence[Any] = (),
) -> Decision:  # fmt: skip
    """UCT (version 2.0) at native speed: a tree that grows by UCB1 and proves wins and losses; most visits decide."""
    settings = Settings(
        limits=Limits(simulations=DEFAULT_SIMULATIONS if sims is None and time is None else sims, seconds=time),
        c=not_negative(c), first_play_urgency=_urgency(fpu), rave_k=not_negative(rave, "rave"), threads=threads,
        memory=memory_size(memory or DEFAULT_MEMORY), limits_memory=bool(memory),
        progressive_widening=chance == "widen", solver=solve, policy=playout_policy(game, policy, epsilon, cutoff),
        device=device, batch=batch, playouts=playouts, reuse=reuse, keep_tree=keep_tree,
    )  # fmt: skip
    return search(game, state, settings, seed, listen, past)


@agent("bandit", supports=why_not_compiled)
def bandit(
    game: Game, state: Any, *, playouts: int | None = None, time: float | None = None,
    rule: Literal["greedy", "ucb1"] = "ucb1", c: float = 1.4, policy: str = "random", epsilon: float = 0.0,
    cutoff: int | None = None, threads: int = 1, seed: int = 0, listen: Listener | None = None,
) -> Decision:  # fmt: skip
    """Monte Carlo bandit at native speed: random games to promising moves (greedy, 0.9), or uncertain ones too (ucb1, 1.0)."""
    settings = Settings(
        limits=Limits(simulations=_playout_limit(playouts, time), seconds=time),
        c=not_negative(c) * (rule == "ucb1"), threads=threads, flat=True,
        policy=playout_policy(game, policy, epsilon, cutoff),
    )  # fmt: skip
    return search(game, state, settings, seed, listen)


@agent("montecarlo", supports=why_not_compiled)
def montecarlo(
    game: Game, state: Any, *, playouts: int | None = None, time: float | None = None, policy: str = "random",
    epsilon: float = 0.0, cutoff: int | None = None, threads: int = 1, device: Device = "cpu", seed: int = 0,
    listen: Listener | None = None,
) -> Decision:  # fmt: skip
    """Pure Monte Carlo (version 0) at native speed: the best average over random games, equally many for each move."""
    limit = _playout_limit(playouts, time)
    moves = max(1, count_moves(game, state))
    simulations = None if limit is None else max(1, limit // moves) * moves
    settings = Settings(
        limits=Limits(simulations=simulations, seconds=time), threads=threads, flat=True, uniform=True,
        policy=playout_policy(game, policy, epsilon, cutoff), device=device,
    )  # fmt: skip
    return search(game, state, settings, seed, listen)


def _urgency(fpu: float) -> float:
    """Return the first-play urgency, from 0 to 1; infinite where none is given."""
    if fpu != inf and not 0 <= fpu <= 1:
        raise InputError(f"fpu, the value of an unvisited move, is from 0 to 1, not {fpu:g}")
    return fpu


def _playout_limit(playouts: int | None, time: float | None) -> int | None:
    """Return how many playouts to do at most."""
    if playouts is not None and playouts < 1:
        raise InputError(f"playouts must be positive, not {playouts}")
    return DEFAULT_PLAYOUTS if playouts is None and time is None else playouts
