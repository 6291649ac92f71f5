"""The games of self-play, side by side: what each keeps beside its search tree, and the positions it hands on to training."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory

SLOT, GAME_SLOT, PLY, IS_FULL = range(16, 20)
"""Registers of a tree, beside those of its search: positions recorded in all, and when the game began; moves played; whether
the search is a full one, whose position is recorded."""
(
    FULL_SHARE, FULL_BUDGET, FAST_BUDGET, OPENING_SHARE, OPENING_LENGTH, OUTCOME_SHARE, NOISE_SHARE, NOISE_ALPHA, GUMBEL,
    EXPLORING_PLIES, LONGEST, MOVES_KEPT, RING, SYMMETRIES, LOWEST, HIGHEST, PRUNING,
) = range(17)  # fmt: skip
"""Settings: how many searches are full ones; simulations of a full and of a fast search; how many games begin with random
moves, and up to how many of them; how much of a value target is the game's outcome and not the search's value; the share and
the concentration of Dirichlet noise; whether the root is searched by Gumbel selection; for how many plies moves are drawn by
their visits; after how many plies a game is cut; so many moves of a position are kept; so many positions of a tree; whether
positions are recorded in a random symmetric form; the range of utilities; whether forced playouts are pruned from targets."""


class Games(NamedTuple):
    """The arrays of all games, as kernels take them; a ring of positions for each."""

    settings: Any
    """float64 [24]: the settings above."""
    inputs: Any
    """int64 [trees * ring * words]: the inputs of a recorded position."""
    outputs: Any
    """int32 [trees * ring * moves]: the output of the policy for each of its moves; -1 behind the last."""
    policy: Any
    """float32 [trees * ring * moves]: the probability that each move should have."""
    values: Any
    """float32 [trees * ring * players]: from -1 to 1, the value for each player, the one to move first."""
    ready: Any
    """float32 [trees * ring]: 1 where the game's outcome is known, so that the position can be learnt from, else 0."""
    movers: Any
    """int32 [trees * ring]: who was to move."""
    results: Any
    """float64 [trees * (players + 2)]: sums of utilities of finished games, then games, then plies."""


def new_games(
    zeros: Callable[[int, str], Any], trees: int, ring: int, words: int, moves: int, players: int
) -> Games:  # fmt: skip
    """Return the arrays, empty."""
    places = trees * ring
    return Games(
        zeros(24, "float64"), zeros(places * words, "int64"), zeros(places * moves, "int32"), zeros(places * moves, "float32"),
        zeros(places * players, "float32"), zeros(places, "float32"), zeros(places, "int32"),
        zeros(trees * (players + 2), "float64"),
    )  # fmt: skip


def raw_games(jit: Jit) -> Any:
    """Build `raw(games)`: the same memory in a form that compiled code passes on quickly."""

    @jit
    def raw(games: Any) -> Any:
        return Games(
            memory(games.settings),
            memory(games.inputs),
            memory(games.outputs),
            memory(games.policy),
            memory(games.values),
            memory(games.ready),
            memory(games.movers),
            memory(games.results),
        )

    return raw
