"""The engine: compiled simulations with their tree, for one position at a time, by one thread or several."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.contract import Game
from kibitz.core.errors import RulesError
from kibitz.core.game import about
from kibitz.core.threads import started
from kibitz.search.montecarlo.simulation import simulation
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import NO_MOVES, OUT_OF_RANGE, REUSED_NODES, ROOT, THREADS, TOO_MANY_MOVES, Tree
from kibitz.search.montecarlo.utility_range import utility_range
from kibitz.search.montecarlo.workspace import (
    FREE,
    FREE_END,
    MAX_ACTIONS,
    MAX_DEPTH,
    NODES,
    new_workspace,
    private,
    seed_workspace,
)
from kibitz.search.playouts import count_moves

Report = Callable[[], None]
"""Called now and then during a search."""
MIN_CHUNK, MAX_CHUNK = 64, 1 << 20
CHUNK_SECONDS = 0.05
"""A thread does its simulations in chunks of about this time; between them the search can report."""


@dataclass
class Engine:
    """Simulations of one game and their tree; `policy_weights` are those of the playout policy, if it has any."""

    game: Game
    traits: Traits
    tree: Tree
    seed: int = 0
    threads: int = 1
    policy_weights: Any = field(default_factory=lambda: np.zeros(1))
    state: Any = None
    has_certain_range: bool = False
    """Whether the range of utilities that proofs start from is certain, and not only assumed."""

    def __post_init__(self) -> None:
        """Allocate the workspace of each thread."""
        self.workspaces = [new_workspace(self.game.players, self.policy_weights) for _ in range(self.threads)]
        self.thread_trees = [self.tree.for_thread() for _ in range(self.threads)]
        self.tree.arrays.counters[THREADS] = self.threads
        self.reseed(self.seed)

    def reseed(self, seed: int) -> None:
        """Draw the random numbers of another seed from now on."""
        self.seed = seed
        for number, workspace in enumerate(self.workspaces):
            seed_workspace(workspace, seed, number)

    def reset(self, state: Any) -> None:
        """Start an empty tree for a position; what must be compiled is compiled."""
        for workspace in self.workspaces:
            workspace.registers[MAX_DEPTH] = 0
        low, high, self.has_certain_range = utility_range(self.game, state)
        self.tree.clear(low, high)
        self.set_root(state)

    def set_root(self, state: Any) -> None:
        """Prepare the workspaces for the position that is the tree's root."""
        self.state = state
        size = count_moves(self.game, state) * (self.game.players + 1)
        for number, workspace in enumerate(self.workspaces):
            workspace.registers[[NODES, FREE, FREE_END]] = 0
            self.workspaces[number] = workspace._replace(root_statistics=private(size))
        self.compile()

    def compile(self) -> None:
        """Compile the kernel, by doing no simulation."""
        self._simulate(0, 0, np.zeros(1, np.int64))

    @property
    def simulations(self) -> int:
        """How many simulations the tree holds."""
        return self.tree.visits(ROOT)

    @property
    def nodes(self) -> int:
        """How many nodes the tree has."""
        return int(self.tree.arrays.counters[REUSED_NODES] + sum(each.registers[NODES] for each in self.workspaces))

    @property
    def depth(self) -> int:
        """How many moves below the root the tree reaches."""
        return max(int(workspace.registers[MAX_DEPTH]) for workspace in self.workspaces)

    @property
    def is_proven(self) -> bool:
        """Whether the root's value is proven."""
        low, high = self.tree.bounds(ROOT)
        return low == high

    def search(self, simulations: int | None, stop: Any, report: Report | None = None) -> None:
        """Do so many simulations, or until `stop[0]` is set, but at least one; `report` is called now and then."""
        left = [
            inf if simulations is None else _simulations_of_thread(simulations, number, self.threads)
            for number in range(self.threads)
        ]
        while (not stop[0] or self.simulations == 0) and max(left) > 0 and not self.is_proven:
            self._run_threads(left, stop, report)
            self._check_flags()

    def _run_threads(self, left: list[float], stop: Any, report: Report | None) -> None:
        """Let every thread do its remaining simulations; they end early when a flag of the tree is set."""
        failures: list[BaseException] = []

        def end_all() -> None:
            stop[0] = self.tree.arrays.counters[NO_MOVES] = 1  # nobody waits for an expansion that is never finished

        def run(number: int) -> None:
            try:
                self._run_thread(number, left, stop, None)
            except BaseException as error:
                failures.append(error)
                end_all()

        others: list[threading.Thread] = []
        try:
            for number in range(1, self.threads):
                others.append(started(run, number))
            self._run_thread(0, left, stop, report)
        except BaseException:
            end_all()
            raise
        finally:
            for thread in others:
                thread.join()
        if failures:
            raise failures[0]

    @property
    def _is_running(self) -> bool:
        """Whether the root is open and no flag of the tree is set."""
        return not self.is_proven and not self.tree.arrays.counters[[NO_MOVES, TOO_MANY_MOVES, OUT_OF_RANGE]].any()

    def _run_thread(self, number: int, left: list[float], stop: Any, report: Report | None) -> None:
        """Do the simulations of one thread, chunk by chunk; the very first is done however short the time."""
        chunk = MIN_CHUNK
        if number == 0 and self.simulations == 0:
            left[0] -= self._simulate(0, 1, np.zeros(1, np.int64))
        while not stop[0] and left[number] > 0 and self._is_running:
            begun = time.perf_counter()
            left[number] -= self._simulate(number, int(min(chunk, left[number])), stop)
            is_quick = time.perf_counter() - begun < CHUNK_SECONDS
            chunk = min(2 * chunk, MAX_CHUNK) if is_quick else max(chunk // 2, MIN_CHUNK)
            if report is not None:
                report()

    @cached_property
    def _kernel(self) -> Any:
        """The compiled simulations."""
        return native(simulation, self.game, traits=self.traits)

    def _simulate(self, number: int, count: int, stop: Any) -> int:
        """Do some simulations in one thread; return how many it did."""
        return int(self._kernel(self.state, count, self.thread_trees[number], self.workspaces[number], stop))

    def _check_flags(self) -> None:
        """Deal with what the kernel could not deal with."""
        counters, title = self.tree.arrays.counters, about(self.game).title
        if counters[NO_MOVES]:
            raise RulesError(f"{title} has no move in a position that is not terminal")
        if counters[TOO_MANY_MOVES]:
            raise RulesError(f"{title} has a position with more than {MAX_ACTIONS:,} moves, too many for a tree")
        if counters[OUT_OF_RANGE]:
            self.tree.discard_proofs()
            self.has_certain_range = True


def _simulations_of_thread(simulations: int, thread: int, threads: int) -> int:
    """Return how many simulations a thread does of so many, which are divided evenly."""
    return simulations // threads + (thread < simulations % threads)
