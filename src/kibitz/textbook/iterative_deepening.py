"""Iterative deepening: alpha-beta to depth 1, then 2, then 3 ..., with an answer ready at any time.

Russell and Norvig, 4th edition, sections 3.4.4 and 5.3; Slate and Atkin, "Chess 4.5", 1977. A depth that the budget breaks
off is forgotten; the answer is that of the last finished depth. The first depth is always finished.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from math import inf
from time import perf_counter
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.chance import no_chance
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import UnsupportedError
from kibitz.core.game import about
from kibitz.textbook.alpha_beta import alpha_beta_search
from kibitz.textbook.deciding import Report, decided
from kibitz.textbook.trace import Role, Trace, Unwatched


class OutOfBudget(Exception):
    """The nodes or the seconds are spent."""


class BudgetedReport(Report):
    """A report that breaks the search off when its nodes or seconds are spent."""

    def __init__(self, game: Game, trace: Trace, nodes: float, deadline: float) -> None:
        super().__init__(game, trace)
        self.nodes_allowed = nodes
        self.deadline = deadline

    def enter(self, state: Any, role: Role, action: int | None = None, **details: Any) -> None:
        """Tell that the search looks at `state`, if the budget allows it."""
        if self.nodes >= self.nodes_allowed or perf_counter() >= self.deadline:
            raise OutOfBudget
        super().enter(state, role, action, **details)


def deepen(game: Game, state: Any, limits: Limits, trace: Trace | None = None) -> Iterator[Decision]:
    """Yield a decision for each finished depth, until the budget is spent or the whole game has been searched."""
    watched = Unwatched(game) if trace is None else trace
    began, nodes = perf_counter(), 0
    deadline = began + (limits.seconds or inf)
    for depth in range(1, limits.depth + 1) if limits.depth else count(1):
        first = depth == 1
        report = BudgetedReport(game, watched, inf if first else (limits.nodes or inf) - nodes, inf if first else deadline)
        told = len(watched.events)
        try:
            decision = decided(state, alpha_beta_search, Limits(depth=depth), report)
        except OutOfBudget:
            del watched.events[told:]
            return
        nodes += decision.nodes
        yield replace(decision, nodes=nodes, seconds=perf_counter() - began)
        if decision.exact:
            return


@agent("deepening", supports=no_chance)
def decide(
    game: Game,
    state: Any,
    *,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    trace: Trace | None = None,
) -> Decision:
    """Deepening, an anytime search: alpha-beta to depth 1, 2, 3 ... until time, depth or nodes run out, or Ctrl-C."""
    if about(game).cyclic and time is None and depth is None and nodes is None:
        raise UnsupportedError(f"positions of {about(game).title} can come back, so deepening needs time=, depth= or nodes=")
    decision = None
    try:
        for deeper in deepen(game, state, Limits(depth=depth, nodes=nodes, seconds=time), trace):
            decision = deeper
    except KeyboardInterrupt:
        if decision is None:
            raise
    assert decision is not None
    return decision
