"""Iterative deepening: one depth after another, each beginning with what the last one found best.

Every finished depth is an answer, so the search can be stopped at any time. A narrow window around the last value makes
a depth cheaper; where the value falls outside, the window is widened and the depth is searched again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.core.decision import Decision, Limits, MoveValue
from kibitz.core.errors import RulesError
from kibitz.search.alphabeta.engine import Engine, Helpers
from kibitz.search.alphabeta.kernel import UNLIMITED
from kibitz.search.alphabeta.scale import FARTHEST
from kibitz.search.running import Stopped

Listener = Callable[[Decision], None]
"""Told of every finished depth."""

FROM_DEPTH = 5
"""Shallower searches are cheap and their values jump: no narrow windows there."""


@dataclass(frozen=True)
class Line:
    """One way to play: the value of its first move in points, and how play goes on."""

    points: int
    line: tuple[int, ...]


@dataclass
class Question:
    """What is asked: a state, how far to look, for how many of the best lines, among which moves."""

    state: Any
    limits: Limits
    lines: int = 1
    among: Sequence[int] = ()
    enough: float | None = None
    """No new depth is begun after so many seconds."""
    listen: Listener | None = None
    begun: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """How long ago it was asked."""
        return time.perf_counter() - self.begun


def deepen(engine: Engine, question: Question) -> Decision:
    """Return the decision of the deepest search that was finished, or of what there was of it."""
    game, state = engine.game, question.state
    actions = [action for action in game.actions(state) if not question.among or action in question.among]
    if not actions:
        raise RulesError("the game is not over, but there is no legal move")
    best = [Line(0, (actions[0],))]
    # without a limit there is nothing to gain from shallow answers: the game is searched to its end at once
    depth, complete = (UNLIMITED - 1 if question.limits == Limits() else 0), False
    deepest = question.limits.depth or UNLIMITED
    with Helpers(engine, state):
        while depth < deepest and not complete and not _is_enough(question, depth, len(actions)):
            cutoffs = engine.cutoffs
            try:
                best = _iteration(engine, question, actions, depth + 1, best)
            except Stopped:
                best = _interrupted(engine, question, best, len(actions))
                break
            depth += 1
            complete = engine.cutoffs == cutoffs
            if question.listen is not None:
                question.listen(_decision(engine, question, best, depth, complete))
    return _decision(engine, question, best, depth, complete)


def _is_enough(question: Question, depth: int, choices: int) -> bool:
    """Return whether another depth is not worth beginning: there is no time for it, or nothing to choose."""
    if question.enough is None or depth == 0:
        return False
    return question.seconds > (question.enough if choices > 1 else 0.0)


def _iteration(engine: Engine, question: Question, actions: list[int], depth: int, last: list[Line]) -> list[Line]:
    """Return the best lines at one depth, the best first."""
    found: list[Line] = []
    left = list(actions)
    for number in range(min(question.lines, len(actions))):
        guess = last[number].points if FROM_DEPTH <= depth < UNLIMITED and number < len(last) else None
        first = last[number].line[0] if number < len(last) else None
        roots = sorted(left, key=lambda one: one != first) if len(left) < len(actions) or question.among else ()
        points = _aspired(engine, question.state, depth, guess, roots)
        found.append(Line(points, engine.line or (left[0],)))
        left.remove(found[-1].line[0])
    return sorted(found, key=lambda one: -one.points)


def _aspired(engine: Engine, state: Any, depth: int, guess: int | None, roots: Sequence[int]) -> int:
    """Return the value at one depth, asked first with a narrow window around the guess."""
    if guess is None:
        return engine.points(state, depth, roots=roots)
    width = engine.scale.unit // 64 if not engine.scale.weighed else max(10, int(engine.scale.half) // 12)
    low, high = max(guess - width, -FARTHEST), min(guess + width, FARTHEST)
    while True:
        points = engine.points(state, depth, low, high, roots=roots)
        width *= 4
        if points <= low:
            low = max(guess - width, -FARTHEST) if width < engine.scale.unit // 2 else -FARTHEST
        elif points >= high:
            high = min(guess + width, FARTHEST) if width < engine.scale.unit // 2 else FARTHEST
        else:
            return points


def _interrupted(engine: Engine, question: Question, best: list[Line], count: int) -> list[Line]:
    """Return the lines with what an unfinished depth had found better than the last depth's best, having looked at both."""
    line = engine.line
    if question.lines > 1 or not line:
        return best
    tried = engine.tried(count)
    return [Line(best[0].points, line)] if tried.index(best[0].line[0]) < tried.index(line[0]) else best


def _decision(engine: Engine, question: Question, best: list[Line], depth: int, complete: bool) -> Decision:
    """Return the lines as a decision."""
    scale = engine.scale
    values = [scale.outcome(one.points) if complete else scale.utility(one.points) for one in best]
    plies = scale.plies_to_end(best[0].points)
    details = {"seldepth": engine.deepest} | ({"plies_to_end": plies} if plies is not None else {})
    return Decision(
        action=best[0].line[0],
        value=values[0],
        actions=tuple(one.line[0] for one in best if scale.is_same(one.points, best[0].points)),
        line=best[0].line,
        moves=tuple(
            MoveValue(one.line[0], value, line=one.line, score=float(one.points) if scale.weighed else None)
            for one, value in zip(best, values, strict=True)
            if question.lines > 1
        ),
        score=float(best[0].points) if scale.weighed else None,
        depth=depth if depth < UNLIMITED else None,
        nodes=engine.nodes,
        seconds=question.seconds,
        exact=complete,
        details=details,
    )
