"""The Monte Carlo agents at native speed: `montecarlo` (the lectures' version 0), `bandit` (0.9 and 1.0) and `uct` (2.0)."""

from __future__ import annotations

import time as clock
import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, Literal

from kibitz.compile.cache.child_process import compiled_elsewhere
from kibitz.compile.cuda import why_no_cuda
from kibitz.core.agents import agent
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import InputError
from kibitz.core.game import constant_sum
from kibitz.core.machine import check_threads
from kibitz.core.specs import not_negative
from kibitz.search.minimax import compiled
from kibitz.search.montecarlo import tree as facts_of
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.gpu.batches import MOST_BATCH, BatchEngine
from kibitz.search.montecarlo.gpu.playouts import BulkEngine
from kibitz.search.montecarlo.policies import Policy, policy_of
from kibitz.search.montecarlo.result import read
from kibitz.search.montecarlo.reuse import follow, prepare_reuse
from kibitz.search.montecarlo.sizes import memory_size
from kibitz.search.montecarlo.traits import OWN, RANDOM, Traits, is_two_sided
from kibitz.search.montecarlo.tree import Tree
from kibitz.search.playouts import count_moves
from kibitz.search.running import stoppable

Listener = Callable[[Decision], None]
"""Told how the search stands, now and then."""
TELL_SECONDS = 0.5
Device = Literal["cpu", "cuda"]


TREE_SHARE = 3 / 4
"""The tree's share of the memory; the rest is for all else, and for finding out what to keep of a tree for the next move."""


DEFAULT_MEMORY = "256MB"


class DeviceWarning(UserWarning):
    """There is no GPU where one was asked for."""


@dataclass(frozen=True)
class Plan:
    """How to search: everything the agents' options say, as values."""

    limits: Limits
    c: float = 0.0
    urgency: float = inf
    rave: float = 0.0
    memory: int = 64_000_000
    is_sparing: bool = False
    """Whether the memory was asked for: then it is not spent on the compiler either."""
    reuse: bool = False
    threads: int = 1
    flat: bool = False
    even: bool = False
    widens: bool = False
    settles: bool = False
    policy: Policy = field(default_factory=Policy)
    device: Device = "cpu"
    batch: int = 512
    playouts: int = 128

    def engine(self, game: Game, seed: int) -> Engine:
        """Return an engine for the plan."""
        check_threads(self.threads)
        for name, number in (("batch", self.batch), ("playouts", self.playouts)):
            if number < 1:
                raise InputError(f"{name} must be at least 1, not {number}")
        if self.batch > MOST_BATCH:
            raise InputError(f"batch must be at most {MOST_BATCH:,}, not {self.batch:,}")
        on_device = self.device == "cuda" and self._has_device()
        settles = self.settles and is_two_sided(game)
        policy, shared = self.policy, self.threads > 1 and not (on_device and self.flat)
        traits = Traits(
            game.players, settles, float(constant_sum(game) or 0.0), shared,
            grouped=on_device and not self.flat, flat=self.flat, even=self.even, widens=self.widens, amaf=self.rave > 0,
            policy=policy.kind, mixed=policy.epsilon > 0, cut=policy.cutoff is not None,
        )  # fmt: skip
        tree = Tree.within(int(self.memory * TREE_SHARE), traits)
        facts = tree.facts
        facts[facts_of.EXPLORATION], facts[facts_of.URGENCY], facts[facts_of.EQUIVALENCE] = self.c, self.urgency, self.rave
        facts[facts_of.MIXTURE], facts[facts_of.CUTOFF] = policy.epsilon, policy.cutoff or 0
        facts[facts_of.WIDENING], facts[facts_of.EXPONENT] = 1.0, 0.5
        if not on_device:
            return Engine(game, traits, tree, seed, self.threads, policy.weights())
        if self.flat:
            return BulkEngine(game, traits, tree, seed)
        return BatchEngine(game, traits, tree, seed, self.threads, batch=self.batch, playouts=self.playouts)

    def _has_device(self) -> bool:
        """Return whether there is a GPU that can do what the plan asks for; say so where there is none."""
        if self.rave > 0 or self.policy.kind not in (RANDOM, OWN) or self.policy.epsilon > 0 or self.policy.cutoff is not None:
            raise InputError("rave, epsilon, cutoff and policies other than random and light are not for device=cuda")
        reason = why_no_cuda()
        if reason is not None:
            warnings.warn(f"{reason}; the search runs on the processor", DeviceWarning, stacklevel=2)
        return reason is None


_kept: dict[tuple[Any, ...], Engine] = {}
"""The engines of agents with `reuse=true`, with their trees; only the last few."""
MOST_KEPT = 2


def decided(
    game: Game, state: Any, plan: Plan, seed: int, listen: Listener | None = None, past: Sequence[Any] = ()
) -> Decision:  # fmt: skip
    """Return the decision of a search by plan; it may go on with the tree of an earlier one, if the `past` leads here."""
    engine, begun = _engine(game, state, plan, seed, past)
    last = begun

    def tell() -> None:
        nonlocal last
        now = clock.perf_counter()
        if listen is not None and now - last >= TELL_SECONDS:
            last = now
            listen(read(engine, now - begun, by_mean=plan.even))

    def work(stop: Any) -> None:
        if not game.is_terminal(state):
            engine.run(plan.limits.simulations, stop, tell)

    seconds = plan.limits.seconds
    stoppable(work, None if seconds is None else max(0.0, seconds - (clock.perf_counter() - begun)))
    if plan.reuse:
        _keep(engine, plan)
    return read(engine, clock.perf_counter() - begun, by_mean=plan.even)


def _engine(game: Game, state: Any, plan: Plan, seed: int, past: Sequence[Any]) -> tuple[Engine, float]:
    """Return an engine that is ready for a position, and since when it thinks: what has to be compiled does not count."""
    engine = _kept.pop(_key(game, state, plan), None) if plan.reuse else None
    if engine is None:
        small = replace(plan, memory=1_000_000)  # kernels are the same for every size
        with compiled_elsewhere(game, _ready, game, state, small, seed) if plan.is_sparing else nullcontext():
            return _ready(game, state, plan, seed), clock.perf_counter()
    begun = clock.perf_counter()
    engine.reseed(seed)
    if not follow(engine, state, past):
        engine.begin(state)
    return engine, begun


def _ready(game: Game, state: Any, plan: Plan, seed: int) -> Engine:
    """Return a new engine that is ready for a position, with all that is compiled for it."""
    engine = plan.engine(game, seed)
    engine.begin(state)
    if plan.reuse:
        prepare_reuse()
    return engine


def _key(game: Game, state: Any, plan: Plan) -> tuple[Any, ...]:
    """Return what an engine is kept for: a game, a player of it, a plan whatever its limits."""
    return type(game), game, game.to_move(state), replace(plan, limits=Limits())


def _keep(engine: Engine, plan: Plan) -> None:
    """Keep an engine for the next decision of the same player; of many the last few."""
    _kept[_key(engine.game, engine.state, plan)] = engine
    for oldest in list(_kept)[:-MOST_KEPT]:
        del _kept[oldest]


@agent("uct", supports=compiled)
def uct(
    game: Game, state: Any, *, sims: int | None = None, time: float | None = None, c: float = 1.4, fpu: float = inf,
    rave: float = 0.0, solve: bool = True, chance: Literal["sample", "widen"] = "sample", policy: str = "",
    epsilon: float = 0.0, cutoff: int | None = None, memory: str = "", threads: int = 1, device: Device = "cpu",
    batch: int = 512, playouts: int = 128, reuse: bool = False, seed: int = 0, listen: Listener | None = None,
    past: Sequence[Any] = (),
) -> Decision:  # fmt: skip
    """UCT (version 2.0) at native speed: a tree that grows by UCB1 and proves wins and losses; most visits decide."""
    plan = Plan(
        limits=Limits(simulations=10_000 if sims is None and time is None else sims, seconds=time),
        c=not_negative(c), urgency=_urgency(fpu), rave=not_negative(rave, "rave"), threads=threads,
        memory=memory_size(memory or DEFAULT_MEMORY), is_sparing=bool(memory),
        widens=chance == "widen", settles=solve, policy=policy_of(game, policy, epsilon, cutoff),
        device=device, batch=batch, playouts=playouts, reuse=reuse,
    )  # fmt: skip
    return decided(game, state, plan, seed, listen, past)


def _urgency(fpu: float) -> float:
    """Return what a move not tried is worth, from 0 to 1; endlessly much where nothing is said."""
    if fpu != inf and not 0 <= fpu <= 1:
        raise InputError(f"fpu is what a move not tried is worth, from 0 to 1, not {fpu:g}")
    return fpu


def _games(playouts: int | None, time: float | None) -> int | None:
    """Return how many random games are wanted; without any limit, 1000."""
    if playouts is not None and playouts < 1:
        raise InputError(f"playouts must be positive, not {playouts}")
    return 1000 if playouts is None and time is None else playouts


@agent("bandit", supports=compiled)
def bandit(
    game: Game, state: Any, *, playouts: int | None = None, time: float | None = None,
    rule: Literal["greedy", "ucb1"] = "ucb1", c: float = 1.4, policy: str = "random", epsilon: float = 0.0,
    cutoff: int | None = None, threads: int = 1, seed: int = 0, listen: Listener | None = None,
) -> Decision:  # fmt: skip
    """Monte Carlo bandit at native speed: random games to promising moves (greedy, 0.9), or uncertain ones too (ucb1, 1.0)."""
    plan = Plan(
        limits=Limits(simulations=_games(playouts, time), seconds=time),
        c=not_negative(c) * (rule == "ucb1"), threads=threads, flat=True,
        policy=policy_of(game, policy, epsilon, cutoff),
    )  # fmt: skip
    return decided(game, state, plan, seed, listen)


@agent("montecarlo", supports=compiled)
def montecarlo(
    game: Game, state: Any, *, playouts: int | None = None, time: float | None = None, policy: str = "random",
    epsilon: float = 0.0, cutoff: int | None = None, threads: int = 1, device: Device = "cpu", seed: int = 0,
    listen: Listener | None = None,
) -> Decision:  # fmt: skip
    """Pure Monte Carlo (version 0) at native speed: the best average over random games, equally many for each move."""
    wanted = _games(playouts, time)
    moves = max(1, count_moves(game, state))
    games = None if wanted is None else max(1, wanted // moves) * moves
    plan = Plan(
        limits=Limits(simulations=games, seconds=time), threads=threads, flat=True, even=True,
        policy=policy_of(game, policy, epsilon, cutoff), device=device,
    )  # fmt: skip
    return decided(game, state, plan, seed, listen)
