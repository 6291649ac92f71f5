"""A net that judges positions after a move: the value of each move of a position, without any search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native, packed
from kibitz.core.contract import Game
from kibitz.core.game import constant_sum
from kibitz.models.net.inference import SIZE_WORDS, inference, net_arrays, raw_net
from kibitz.models.net.inputs import input_words
from kibitz.models.net.network import Network
from kibitz.models.net.viewpoint import viewpoint

TEMPORAL = {"judges": "positions after a move"}
"""What the file of a net says that was learnt by temporal differences."""


def are_opposed(game: Game) -> bool:
    """Return whether there are two players of whom one wins what the other loses."""
    return game.players == 2 and constant_sum(game) is not None


def judges_afterstates(network: Network) -> bool:
    """Return whether a net was learnt by temporal differences: it knows values of positions after a move, and no policy."""
    return network.header is not None and TEMPORAL.items() <= network.header.details.items()


def move_values(game: Any, jit: Jit, *, planes: int, players: int, opposed: bool) -> Any:
    """Build `values(s, row, actions, found, code, middle, half, net)`: write what the mover expects of each move."""
    (infer, _), write_inputs, raw = inference(jit), input_words(game, jit, planes=planes), raw_net(jit)
    viewer = viewpoint(game, jit)

    @jit
    def values(s: Any, row: Any, actions: Any, found: Any, code: Any, middle: float, half: float, net_arrays: Any) -> None:
        net, mover = raw(net_arrays), game.to_move(s)
        for number in range(len(actions)):
            after = game.result(s, actions[number])
            if game.is_terminal(after):
                found[number] = game.utility(after, mover)
                continue
            view = viewer(after)
            game.pack_at(after, row, 0)
            write_inputs(after, row, 0, view, code, net.words, net.sizes[SIZE_WORDS])
            infer(net)
            own = net.values[(mover - view) % players]
            found[number] = middle + half * own
            if opposed:  # each output is the other's opposite, as far as the net knows
                found[number] = middle + 0.5 * half * (own - net.values[(mover - view + 1) % players])

    return values


def expected(game: Game, state: Any, network: Network, actions: Sequence[int]) -> Any:
    """Return the utility that the player to move expects of each move."""
    encoding = network.encoding
    kernel = native(move_values, game, planes=encoding.planes, players=game.players, opposed=are_opposed(game))
    found, row = np.zeros(len(actions)), np.zeros(len(packed(game, state)), np.int64)
    code = encoding.numbers, encoding.table, encoding.levels
    middle, half = (encoding.highest + encoding.lowest) / 2, (encoding.highest - encoding.lowest) / 2
    kernel(state, row, np.array(actions, np.int64), found, code, middle, half, net_arrays(network))
    return found
