"""A small alpha-beta search that tells the features of the leaf that its value comes from: what TDLeaf learns at."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.search.move_picker import MOST_MOVES, move_picker

MOST_PLIES = 24
"""Noisy moves are played out no deeper than so many moves below the position that is judged."""
MOST_NOISY = 1000
"""And through no more than so many positions: where many pieces can take many, there is no end to exchanges."""


class Scratch(NamedTuple):
    """The memory of a search."""

    moves: Any
    """int64 [2 * MOST_MOVES]: moves along the path, and as far behind them how promising each looks."""
    left: Any
    """int64 [1]: through how many positions noisy moves are still played out."""
    leaves: Any
    """float64 [(MOST_PLIES + 2) * features]: for each ply the leaf's features for who moves there; 0 at a game's end."""


def leaf_search(  # noqa: C901 - one long function
    game: Any, jit: Jit, *, features: int, noisy_moves: bool, ordered: bool
) -> tuple[Any, Any]:
    """Build `search(s, depth, alpha, beta, ply, start, weights, scratch)` and `squashed(lead)`.

    The first returns the value of `s` for the player to move, between -1 and 1, or a bound on it outside the window, and leaves
    the features that it comes from in row `ply` of the leaves, for that player. Where the depth is used up, noisy moves are
    played out (quiescence search) if the game tells them. Promising moves come first if the game tells how promising they are
    (`ordered`). `weights` are in units of half a win.
    """
    pick = move_picker(jit)

    @jit
    def squashed(lead: float) -> float:
        return lead / (1.0 + abs(lead))

    @jit
    def judge(s: Any, ply: int, weights: Any, scratch: Any) -> float:
        """Return the static evaluation, and note the features."""
        lead = 0.0
        for place, feature in enumerate(game.features(s)):
            scratch.leaves[ply * features + place] = feature
            lead += weights[place] * feature
        return float(squashed(lead))

    @jit
    def take_over(ply: int, sign: float, scratch: Any) -> None:
        """Make the leaf of the next row this row's."""
        for place in range(features):
            scratch.leaves[ply * features + place] = sign * scratch.leaves[(ply + 1) * features + place]

    @jit
    def search(s: Any, depth: int, alpha: float, beta: float, ply: int, start: int, weights: Any, scratch: Any) -> float:
        mover = game.to_move(s)
        if game.is_terminal(s):
            for place in range(features):
                scratch.leaves[ply * features + place] = 0.0
            return float(game.utility(s, mover))
        best = -2.0
        if depth <= 0:
            best = judge(s, ply, weights, scratch)
            scratch.left[0] = MOST_NOISY if depth == 0 else scratch.left[0] - 1
            if not noisy_moves or ply >= MOST_PLIES or best >= beta or scratch.left[0] <= 0:
                return best
        count = game.fill_noisy_actions(s, scratch.moves, start) if depth <= 0 else game.fill_actions(s, scratch.moves, start)
        if ordered:
            for index in range(start, start + count):
                scratch.moves[index + MOST_MOVES] = game.order(s, scratch.moves[index])
        low = max(alpha, best)
        for index in range(start, start + count):
            after = game.result(s, pick(index, start + count, scratch.moves) if ordered else scratch.moves[index])
            sign = 1.0 if game.to_move(after) == mover else -1.0
            if sign < 0.0:
                value = -search(after, depth - 1, -beta, -low, ply + 1, start + count, weights, scratch)
            else:
                value = search(after, depth - 1, low, beta, ply + 1, start + count, weights, scratch)
            if value > best:
                best = value
                take_over(ply, sign, scratch)
                low = max(low, best)
                if best >= beta:
                    break
        return best

    return search, squashed


def new_scratch(features: int) -> Scratch:
    """Return memory for a search."""
    return Scratch(np.zeros(2 * MOST_MOVES, np.int64), np.zeros(1, np.int64), np.zeros((MOST_PLIES + 2) * features))
