"""The compiled simulations with their tree: one position at a time, by one thread or several."""

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
from kibitz.core.bits import wrap
from kibitz.core.contract import Game
from kibitz.core.errors import RulesError
from kibitz.core.game import about
from kibitz.core.randomness import stream
from kibitz.core.threads import started
from kibitz.search.montecarlo import tree as facts_of
from kibitz.search.montecarlo import workspace as at
from kibitz.search.montecarlo.kernel import simulating
from kibitz.search.montecarlo.traits import Traits, utility_range
from kibitz.search.montecarlo.tree import ROOT, Tree
from kibitz.search.montecarlo.workspace import new_desk, private
from kibitz.search.playouts import count_moves

SHORTEST_TURN, LONGEST_TURN = 64, 1 << 20
TURN_SECONDS = 0.05
"""Simulations are done in turns of about so long; between them the search can tell how it stands."""


@dataclass
class Engine:
    """Simulations of one game, counted in a tree; `weights` are those of the playout policy, if it has any."""

    game: Game
    traits: Traits
    tree: Tree
    seed: int = 0
    threads: int = 1
    weights: Any = field(default_factory=lambda: np.zeros(1))
    state: Any = None
    is_range_sure: bool = False

    def __post_init__(self) -> None:
        """Take the memory of each thread."""
        self.desks = [new_desk(self.seed, number) for number in range(self.threads)]
        self.slots = [self.tree.slots() for _ in self.desks]
        self.tree.ledger[facts_of.THREADS] = self.threads
        self.gains = [private(self.game.players) for _ in self.desks]

    def begin(self, state: Any) -> None:
        """Get ready for a position of which nothing is known; what must be compiled is compiled."""
        for desk in self.desks:
            desk[at.DEEPEST] = 0
        low, high, self.is_range_sure = utility_range(self.game, state)
        self.tree.clear(low, high)
        self.take_place(state)

    def reseed(self, seed: int) -> None:
        """Draw the random numbers of another seed from now on."""
        self.seed = seed
        for number, desk in enumerate(self.desks):
            desk[at.RANDOM_STATE] = stream(wrap(seed), number)

    def take_place(self, state: Any) -> None:
        """Get ready for the position that the tree is about."""
        self.state = state
        for desk in self.desks:
            desk[at.NODES] = desk[at.FREE] = desk[at.FREE_END] = 0
        self.sums = [private(count_moves(self.game, state) * (self.game.players + 1)) for _ in self.desks]
        self.prepare()

    def prepare(self) -> None:
        """Compile the kernel, by doing no simulation."""
        self._run(0, 0, np.zeros(1, np.int64))

    @property
    def simulations(self) -> int:
        """How many simulations the tree holds."""
        return self.tree.visits(ROOT)

    @property
    def nodes(self) -> int:
        """How many nodes the tree has."""
        return int(self.tree.ledger[facts_of.KEPT] + sum(desk[at.NODES] for desk in self.desks))

    @property
    def depth(self) -> int:
        """How many moves below the root the tree reaches."""
        return max(int(desk[at.DEEPEST]) for desk in self.desks)

    @property
    def is_settled(self) -> bool:
        """Whether the position's value is known for certain."""
        low, high = self.tree.bounds(ROOT)
        return low == high

    def run(self, simulations: int | None, stop: Any, tell: Callable[[], None] | None = None) -> None:
        """Simulate so often, or until told to stop, but once at least; `tell` is called now and then."""
        left = [inf if simulations is None else _share(simulations, number, self.threads) for number in range(self.threads)]
        while (not stop[0] or self.simulations == 0) and max(left) > 0 and not self.is_settled:
            self._together(left, stop, tell)
            self._check()

    def _together(self, left: list[float], stop: Any, tell: Callable[[], None] | None) -> None:
        """Let every thread do what is left to it; they end early when something must be seen to."""
        failures: list[BaseException] = []

        def end_all() -> None:
            stop[0] = self.tree.ledger[facts_of.STUCK] = 1  # nobody waits for a block that is never made

        def help_out(number: int) -> None:
            try:
                self._turns(number, left, stop, None)
            except BaseException as error:
                failures.append(error)
                end_all()

        helpers: list[threading.Thread] = []
        try:
            for number in range(1, self.threads):
                helpers.append(started(help_out, number))
            self._turns(0, left, stop, tell)
        except BaseException:
            end_all()
            raise
        finally:
            for helper in helpers:
                helper.join()
        if failures:
            raise failures[0]

    @property
    def _goes_on(self) -> bool:
        """Whether there is something to find out, and nothing to see to."""
        ledger = self.tree.ledger
        return not self.is_settled and not ledger[[facts_of.STUCK, facts_of.CROWDED, facts_of.BEYOND]].any()

    def _turns(self, number: int, left: list[float], stop: Any, tell: Callable[[], None] | None) -> None:
        """Do the simulations of one thread, turn by turn; however short the time, there is a first one to go by."""
        turn = SHORTEST_TURN
        if number == 0 and self.simulations == 0:
            left[0] -= self._run(0, 1, np.zeros(1, np.int64))
        while not stop[0] and left[number] > 0 and self._goes_on:
            begun = time.perf_counter()
            left[number] -= self._run(number, int(min(turn, left[number])), stop)
            quick = time.perf_counter() - begun < TURN_SECONDS
            turn = min(2 * turn, LONGEST_TURN) if quick else max(turn // 2, SHORTEST_TURN)
            if tell is not None:
                tell()

    @cached_property
    def _simulate(self) -> Any:
        """The kernel."""
        return native(simulating, self.game, traits=self.traits)

    def _run(self, number: int, count: int, stop: Any) -> int:
        """Do some simulations in one thread; return how many it did."""
        desk, gains, slots, sums = self.desks[number], self.gains[number], self.slots[number], self.sums[number]
        ledger, facts = self.tree.ledger, self.tree.facts
        return int(self._simulate(self.state, count, desk, gains, slots, ledger, facts, sums, self.weights, stop))

    def _check(self) -> None:
        """Look at what the kernel could not deal with."""
        ledger, title = self.tree.ledger, about(self.game).title
        if ledger[facts_of.STUCK]:
            raise RulesError(f"{title} has no move in a position that is not terminal")
        if ledger[facts_of.CROWDED]:
            raise RulesError(f"{title} has a position with more than {at.BUFFER_ROOM:,} moves, too many for a tree")
        if ledger[facts_of.BEYOND]:
            self.tree.forget_bounds()
            self.is_range_sure = True


def _share(whole: int, number: int, parts: int) -> int:
    """Return the share of one of so many parts."""
    return whole // parts + (number < whole % parts)
