"""Random moves and outcomes of chance, as compiled playouts draw them."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.randomness import below, unit

NO_MOVE = -(1 << 62)
"""In place of a move where a position has none."""


def move_sampling(game: Any, jit: Jit, capacity: int) -> tuple[Any, Any]:
    """Build `sample_move(s, random, actions)`, a uniform move or NO_MOVE, and `sample_outcome(s, random, actions)`.

    Both list the moves in `actions`, which holds `capacity`; of more moves the n-th is generated anew. The capacity is a
    constant for the compiler: as an argument it makes random games of Connect Four take twice as long.
    """

    @jit
    def sample_move(s: Any, random: int, actions: Any) -> int:
        count = game.fill_actions(s, actions, 0)
        if count > capacity:
            return int(game.nth_actions(s, below(random, count)))
        return int(actions[below(random, count)]) if count > 0 else NO_MOVE

    @jit
    def sample_outcome(s: Any, random: int, actions: Any) -> int:
        count = game.fill_actions(s, actions, 0)
        left = unit(random)
        for index in range(count - 1):
            action = actions[index] if count <= capacity else game.nth_actions(s, index)
            left -= game.probability(s, action)
            if left < 0:
                return int(action)
        return int(actions[count - 1] if count <= capacity else game.nth_actions(s, count - 1))

    return sample_move, sample_move if game.is_chance_even else sample_outcome


def unlisted_move_sampling(game: Any, jit: Jit) -> tuple[Any, Any]:
    """Build the same two functions for a GPU, which has no memory to list moves for each thread; `actions` is not used."""

    @jit
    def sample_nth_move(s: Any, random: int, actions: Any) -> int:
        count = game.count_actions(s)
        return int(game.nth_actions(s, below(random, count))) if count > 0 else NO_MOVE

    @jit
    def sample_nth_outcome(s: Any, random: int, actions: Any) -> int:
        count = game.count_actions(s)
        left = unit(random)
        for index in range(count - 1):
            action = game.nth_actions(s, index)
            left -= game.probability(s, action)
            if left < 0:
                return int(action)
        return int(game.nth_actions(s, count - 1))

    return sample_nth_move, sample_nth_move if game.is_chance_even else sample_nth_outcome
