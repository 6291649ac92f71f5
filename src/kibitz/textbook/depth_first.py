"""What the depth-first textbook searches have in common: their signature, and how one of them becomes a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import UnsupportedError
from kibitz.core.game import about
from kibitz.textbook.horizon import Budget, Horizon
from kibitz.textbook.recorder import Recorder

Backed = TypeVar("Backed", float, tuple[float, ...])
"""What a search backs up: numbers for MAX, or a tuple with a number for each player."""

DepthFirst = Callable[[Game, Any, Horizon, Recorder], tuple[Backed, int | None]]
"""A search as the textbook has it: it returns the value of a state and the best move."""


def depth_first_decision(
    state: Any, search: DepthFirst[Any], limits: Limits, recorder: Recorder, budget: Budget | None = None
) -> Decision:
    """Return the decision of a search from `state` within its limits of depth and rounds and its budget."""
    game = recorder.game
    if about(game).cyclic and limits.depth is None and limits.rounds is None:
        raise UnsupportedError(f"positions of {about(game).title} can come back, so the search needs a limit such as depth=4")
    with within_recursion("give a limit such as depth=4"):
        value, move = search(game, state, Horizon.of(game, state, limits, budget), recorder)
    return recorder.decision(state, value, move)


@contextmanager
def within_recursion(advice: str) -> Iterator[None]:
    """Turn Python's complaint about a deep recursion into one sentence that ends with the advice."""
    try:
        yield
    except RecursionError:
        raise UnsupportedError(f"the game runs longer than Python can recurse; {advice}") from None
