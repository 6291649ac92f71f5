"""Iterative deepening with several principal variations (multi-PV), and the decision that comes of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from kibitz.core.decision import Decision, Limits, MoveValue
from kibitz.core.errors import RulesError
from kibitz.search.alphabeta import aspiration_window
from kibitz.search.alphabeta.aspiration_window import aspiration_search
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.lazy_smp import HelperThreads
from kibitz.search.alphabeta.node_entry import INFINITE_DEPTH
from kibitz.search.common.deepening_loop import deepen, depths
from kibitz.search.common.horizon import UNLIMITED

Listener = Callable[[Decision], None]
"""Called with the decision of every finished depth."""


@dataclass(frozen=True)
class Variation:
    """A principal variation: the value of its first move in points, and the line of play."""

    value: int
    line: tuple[int, ...]


@dataclass
class Query:
    """What is searched: a state, how far, for how many of the best lines, among which moves."""

    state: Any
    limits: Limits
    lines: int = 1
    """How many principal variations are searched (multi-PV)."""
    root_moves: Sequence[int] = ()
    """The moves to choose among; none means all."""
    soft_seconds: float | None = None
    """No new depth is begun after so many seconds."""
    listen: Listener | None = None
    begun: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """How long ago it began."""
        return time.perf_counter() - self.begun


@dataclass(frozen=True)
class Iteration:
    """The result of one depth: its principal variations, the best first."""

    depth: int
    variations: tuple[Variation, ...]
    exact: bool = False


def iterative_deepening(engine: Engine, query: Query) -> Decision:
    """Return the decision of the deepest search that was finished, or of what there was of it."""
    return IterativeDeepening(engine, query).decision()


class IterativeDeepening:
    """One query to an engine, depth by depth."""

    def __init__(self, engine: Engine, query: Query) -> None:
        self.engine, self.query = engine, query
        self.actions = [a for a in engine.game.actions(query.state) if not query.root_moves or a in query.root_moves]
        if not self.actions:
            raise RulesError("the game is not over, but there is no legal move")

    def decision(self) -> Decision:
        """Return the decision of the deepest search that was finished, or of what there was of it."""
        start = Iteration(0, (Variation(0, (self.actions[0],)),))
        planned = takewhile(self._is_worth_beginning, depths(self.query.limits, shallow_first=False))
        with HelperThreads(self.engine, self.query.state):
            result = deepen(self._iteration, start, planned, finished=self._emit, stopped=self._interrupted)
        return self._decision(result)

    def _emit(self, result: Iteration) -> None:
        """Tell the listener of a finished depth."""
        if self.query.listen is not None:
            self.query.listen(self._decision(result))

    def _is_worth_beginning(self, depth: int) -> bool:
        """Return whether another depth is begun: there is time for it, and something to choose."""
        if depth >= INFINITE_DEPTH:
            return False
        if self.query.soft_seconds is None or depth <= 1:
            return True
        return self.query.seconds <= (self.query.soft_seconds if len(self.actions) > 1 else 0.0)

    def _iteration(self, depth: int, last: Iteration) -> Iteration:
        """Return the best variations at one depth."""
        query, engine = self.query, self.engine
        hits_before = engine.depth_limit_hits
        variations: list[Variation] = []
        left = list(self.actions)
        for number in range(min(query.lines, len(self.actions))):
            previous = last.variations[number] if number < len(last.variations) else None
            first = None if previous is None else previous.line[0]
            is_partial = len(left) < len(self.actions) or query.root_moves
            root_moves = sorted(left, key=lambda one: one != first) if is_partial else ()
            if previous is not None and depth >= aspiration_window.MIN_DEPTH:
                value = aspiration_search(engine, query.state, depth, previous.value, root_moves)
            else:
                value = engine.value(query.state, depth, root_moves=root_moves)
            variations.append(Variation(value, engine.principal_variation or (left[0],)))
            left.remove(variations[-1].line[0])
        best_first = tuple(sorted(variations, key=lambda one: -one.value))
        return Iteration(depth, best_first, engine.depth_limit_hits == hits_before)

    def _interrupted(self, last: Iteration) -> Iteration:
        """Return the last depth with the move that an unfinished one found better, having searched both."""
        line, best = self.engine.principal_variation, last.variations[0]
        if self.query.lines > 1 or not line:
            return last
        order = self.engine.root_order(len(self.actions))
        is_better = order.index(best.line[0]) < order.index(line[0])
        return replace(last, variations=(Variation(best.value, line),)) if is_better else last

    def _decision(self, result: Iteration) -> Decision:
        """Return the variations as a decision."""
        scale, best = self.engine.scale, result.variations[0]
        values = [scale.outcome(one.value) if result.exact else scale.utility(one.value) for one in result.variations]
        plies_to_end = scale.plies_to_end(best.value)
        details: dict[str, Any] = {"seldepth": self.engine.selective_depth}
        if self.engine.table_hits is not None:
            details["tbhits"] = self.engine.table_hits
        return Decision(
            action=best.line[0],
            value=values[0],
            actions=tuple(one.line[0] for one in result.variations if scale.is_same(one.value, best.value)),
            line=best.line,
            moves=tuple(
                MoveValue(one.line[0], value, line=one.line, score=float(one.value) if scale.in_points else None)
                for one, value in zip(result.variations, values, strict=True)
                if self.query.lines > 1
            ),
            score=float(best.value) if scale.in_points else None,
            depth=None if result.depth == UNLIMITED else result.depth,
            nodes=self.engine.nodes,
            seconds=self.query.seconds,
            exact=result.exact,
            details=details | ({} if plies_to_end is None else {"plies_to_end": plies_to_end}),
        )
