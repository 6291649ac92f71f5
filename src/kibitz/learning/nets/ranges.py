"""The steps of self-play for a range of games, as a thread of a processor runs them."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.learning.nets.self_play import after_net, before_net, beginning


def begin_range(game: Any, jit: Jit, *, planes: int, has_symmetries: bool) -> Any:
    """Build `run(first, last, forest, games)`."""
    begin = beginning(game, jit, planes=planes, has_symmetries=has_symmetries)

    @jit
    def run(first: int, last: int, forest: Any, games: Any) -> None:
        for tree in range(first, last):
            begin(tree, forest, games)

    return run


def before_range(game: Any, jit: Jit, *, planes: int, has_symmetries: bool) -> Any:
    """Build `run(first, last, forest, games, code, inputs)`."""
    step = before_net(game, jit, planes=planes, has_symmetries=has_symmetries)

    @jit
    def run(first: int, last: int, forest: Any, games: Any, code: Any, inputs: Any) -> None:
        for tree in range(first, last):
            step(tree, forest, games, code, inputs)

    return run


def after_range(game: Any, jit: Jit) -> Any:
    """Build `run(first, last, forest, settings, logits, values, numbers, low, high)`."""
    step = after_net(game, jit)

    @jit
    def run(
        first: int, last: int, forest: Any, settings: Any, logits: Any, values: Any, numbers: Any, low: float, high: float
    ) -> None:  # fmt: skip
        for tree in range(first, last):
            step(tree, forest, settings, logits, values, numbers, low, high)

    return run
