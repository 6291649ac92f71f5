"""What a net says of one position, by the compiled inference: the probability of each move, and what each player can expect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.compile.cpu import native, packed
from kibitz.core.contract import Game, Symmetries, implements
from kibitz.models.net.inference import net_arrays, position_asking
from kibitz.models.net.network import Network


def opinion(game: Game, state: Any, network: Network, actions: Sequence[int]) -> tuple[Any, tuple[float, ...]]:
    """Return the probability of each of the legal moves and the utility of each player.

    Where the game names symmetric forms of a position, it is the average over them, which is better than any one.
    """
    encoding, net = network.encoding, net_arrays(network)
    ask = native(position_asking, game, planes=encoding.planes)
    code, row = (encoding.numbers, encoding.table, encoding.levels), np.zeros(len(packed(game, state)), np.int64)
    symmetric = game if implements(game, Symmetries) else None
    forms = symmetric.count_symmetries() if symmetric is not None else 1
    shares, values = np.zeros(len(actions)), np.zeros(game.players)
    for form in range(forms):
        s = state if symmetric is None else symmetric.symmetric(state, form)
        moves = [action if symmetric is None else symmetric.symmetric_action(action, form) for action in actions]
        scores = np.zeros(len(actions))
        ask(s, row, np.array(moves, np.int64), scores, code, net)
        weights = np.exp(scores - scores.max())
        shares += weights / weights.sum() / forms
        values += net.values / forms
    middle, half = (encoding.highest + encoding.lowest) / 2, (encoding.highest - encoding.lowest) / 2
    mover = game.to_move(state)
    return shares, tuple(float(middle + half * values[(player - mover) % game.players]) for player in range(game.players))
