"""Iterative deepening: alpha-beta to depth 1, then 2, then 3 ..., with an answer ready at any time.

Russell and Norvig, 4th edition, sections 3.4.4 and 5.3; Slate and Atkin, "Chess 4.5", 1977. Once the budget is spent, every
state is cut off, and the depth that was being searched is forgotten: the answer is that of the last finished depth. The first
depth is always finished.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from math import inf
from time import perf_counter
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.chance import why_not_deterministic
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import UnsupportedError
from kibitz.core.game import about
from kibitz.textbook.alpha_beta import alpha_beta_search
from kibitz.textbook.depth_first import depth_first_decision
from kibitz.textbook.horizon import Budget
from kibitz.textbook.recorder import Recorder
from kibitz.textbook.trace import NullTrace, Trace


def deepen(game: Game, state: Any, limits: Limits, trace: Trace | None = None) -> Iterator[Decision]:
    """Yield a decision for each finished depth, until the budget is spent or the whole game has been searched."""
    watched = NullTrace(game) if trace is None else trace
    began, nodes = perf_counter(), 0
    for depth in range(1, limits.depth + 1) if limits.depth else count(1):
        first = depth == 1
        budget = Budget() if first else Budget((limits.nodes or inf) - nodes, began + (limits.seconds or inf))
        before = len(watched.events)
        decision = depth_first_decision(state, alpha_beta_search, Limits(depth=depth), Recorder(game, watched), budget)
        if budget.is_spent:
            watched.forget_after(before)
            return
        nodes += decision.nodes
        yield replace(decision, nodes=nodes, seconds=perf_counter() - began)
        if decision.exact:
            return


@agent("deepening", supports=why_not_deterministic)
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
