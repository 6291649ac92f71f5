"""A net as an evaluation in compiled searches: its value alone."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.compile.cpu import Jit, packed
from kibitz.compile.primitives import memory
from kibitz.core.contract import Game
from kibitz.models.net.inference import SIZE_WORDS, inference, net_arrays, raw_net
from kibitz.models.net.inputs import input_words
from kibitz.models.net.network import Network


class Valuation(NamedTuple):
    """What kernels take: a net with memory of its own, the encoding, and room for a packed state."""

    net: Any
    numbers: Any
    table: Any
    levels: Any
    row: Any
    """int64 [words of a state]"""
    half: Any
    """float64 [1]: half the range of utilities, what a value of 1 is worth."""


def valuation(game: Game, network: Network) -> Valuation:
    """Return a net for one thread of a search."""
    encoding = network.encoding
    row, half = np.zeros(len(packed(game, game.initial())), np.int64), np.array([(encoding.highest - encoding.lowest) / 2])
    return Valuation(net_arrays(network), encoding.numbers, encoding.table, encoding.levels, row, half)


def raw_valuation(jit: Jit) -> Any:
    """Build `raw(valuation)`: the same memory in a form that compiled recursion hands down quickly."""
    net_memory = raw_net(jit)

    @jit
    def raw(told: Any) -> Any:
        return Valuation(
            net_memory(told.net),
            memory(told.numbers),
            memory(told.table),
            memory(told.levels),
            memory(told.row),
            memory(told.half),
        )

    return raw


def net_value(game: Any, jit: Jit, *, planes: int) -> Any:
    """Build `value(s, valuation)`: what the player to move can expect beyond an equal share, as the net says."""
    (infer, _), write_inputs = inference(jit), input_words(game, jit, planes=planes)

    @jit
    def value(s: Any, told: Any) -> float:
        game.pack_at(s, told.row, 0)
        code = (told.numbers, told.table, told.levels)
        write_inputs(s, told.row, 0, game.to_move(s), code, told.net.words, told.net.sizes[SIZE_WORDS])
        infer(told.net)
        return float(0.5 * (told.net.values[0] - told.net.values[1]) * told.half[0])

    return value
