"""A net compiled: what it says of one position, on one core, without another library.

The first layer is kept from one position to the next and only updated where inputs changed; its weights are whole numbers of
16 bits, so that many updates add up to exactly what a fresh sum would be. Of the layers after it only the rows of inputs that
are not 0 are read: about half of what rectified units give.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Any, NamedTuple

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.core.bits import lowest_bit
from kibitz.models.net.inputs import input_words, policy_output
from kibitz.models.net.network import Network

LANES = 16
"""Layers are as wide as a multiple of this: processors work on so many numbers at once."""
LARGEST = 32_000
SIZE_WORDS, SIZE_WIDTH, SIZE_BLOCKS, SIZE_PLAYERS = range(4)


class NetArrays(NamedTuple):
    """A net as kernels take it, with the memory of its computations."""

    sizes: Any
    """int64 [4]: words of inputs, width, blocks, players."""
    offsets: Any
    """int64 [words + 1]: the first input of each word."""
    scale: Any
    """float32 [1]: what a whole number of the first layer is worth."""
    first: Any
    """int16 [inputs * width]"""
    first_bias: Any
    """float32 [width]"""
    inner: Any
    """float32 [blocks * 2 * width * width]: a row of weights for each number that comes in."""
    inner_bias: Any
    """float32 [blocks * 2 * width]"""
    policy: Any
    """float32 [outputs * width]"""
    policy_bias: Any
    """float32 [outputs]"""
    value: Any
    """float32 [players * width]"""
    value_bias: Any
    """float32 [players]"""
    words: Any
    """int64 [words * 2]: the inputs that the sums are of, and those of the position that is asked about."""
    sums: Any
    """int32 [width]: of the weights of the first layer."""
    hidden: Any
    """float32 [3 * width]: the numbers of a layer; two rows for those inside a block."""
    active: Any
    """int64 [width]: which numbers of a layer are not 0."""
    values: Any
    """float64 [players]"""


def net_arrays(network: Network) -> NetArrays:
    """Return a net for kernels, with memory of its own for the computations: for one thread at a time."""
    net = _prepared(network)
    own = {name: np.zeros_like(getattr(net, name)) for name in ("words", "sums", "hidden", "active", "values")}
    return net._replace(**own)


@lru_cache(maxsize=4)
def _prepared(network: Network) -> NetArrays:
    """Return a net laid out for kernels."""
    layers, encoding = network.layers, network.encoding
    width = -(-network.width // LANES) * LANES
    more = width - network.width
    first = np.pad(layers.first, ((0, 0), (0, more)))
    scale = max(float(np.abs(first).max()), 1e-12) / LARGEST
    inner = np.pad(layers.inner, ((0, 0), (0, 0), (0, more), (0, more))).transpose(0, 1, 3, 2)
    sizes = np.array([encoding.words, width, network.blocks, encoding.players], np.int64)
    return NetArrays(
        sizes, encoding.offsets, np.array([scale], np.float32), np.rint(first / scale).astype(np.int16).reshape(-1),
        _padded(layers.first_bias, more), np.ascontiguousarray(inner, np.float32).reshape(-1), _padded(layers.inner_bias, more),
        _padded(layers.policy, more), _row(layers.policy_bias), _padded(layers.value, more), _row(layers.value_bias),
        np.zeros(2 * encoding.words, np.int64), np.zeros(width, np.int32), np.zeros(3 * width, np.float32),
        np.zeros(width, np.int64), np.zeros(encoding.players),
    )  # fmt: skip


def _padded(weights: Any, more: int) -> Any:
    """Return weights in one row, the last axis wider by so many zeros."""
    return _row(np.pad(weights, [(0, 0)] * (weights.ndim - 1) + [(0, more)]))


def _row(weights: Any) -> Any:
    """Return weights in one row that kernels may have, which take none that is read-only or empty."""
    row = np.array(weights, np.float32).reshape(-1)
    return row if row.size else np.zeros(1, np.float32)


def raw_net(jit: Jit) -> Any:
    """Build `raw(net)`: the same memory in a form that compiled code passes on quickly."""

    @jit
    def raw(net: Any) -> Any:
        return NetArrays(
            memory(net.sizes),
            memory(net.offsets),
            memory(net.scale),
            memory(net.first),
            memory(net.first_bias),
            memory(net.inner),
            memory(net.inner_bias),
            memory(net.policy),
            memory(net.policy_bias),
            memory(net.value),
            memory(net.value_bias),
            memory(net.words),
            memory(net.sums),
            memory(net.hidden),
            memory(net.active),
            memory(net.values),
        )

    return raw


def first_layer(jit: Jit) -> Any:
    """Build `update(net)`: bring the sums from the inputs that they are of to those that are asked about."""

    @jit
    def add_row(begin: int, width: int, weights: Any, sums: Any) -> None:
        for place in range(width):
            sums[place] += weights[begin + place]

    @jit
    def take_row(begin: int, width: int, weights: Any, sums: Any) -> None:
        for place in range(width):
            sums[place] -= weights[begin + place]

    @jit
    def update(net: Any) -> None:
        words, width = net.sizes[SIZE_WORDS], net.sizes[SIZE_WIDTH]
        for word in range(words):
            before, now = net.words[word], net.words[words + word]
            changed, begin = before ^ now, net.offsets[word]
            while changed != 0:
                place = lowest_bit(changed)
                changed &= changed - 1
                if place >= net.offsets[word + 1] - begin:
                    break
                if (now >> place) & 1:
                    add_row((begin + place) * width, width, net.first, net.sums)
                else:
                    take_row((begin + place) * width, width, net.first, net.sums)
            net.words[word] = now

    return update


def row_adding(jit: Jit) -> Any:
    """Build `add_rows(source, target, weights, width, net)`: add to a row of numbers another one times a matrix."""

    @jit
    def find_active(begin: int, width: int, hidden: Any, active: Any) -> int:
        count = 0
        for place in range(width):
            active[count] = place
            count += 1 if hidden[begin + place] > 0 else 0
        return count

    @jit
    def add_rows(source: int, target: int, weights: int, width: int, net: Any) -> None:
        hidden, active, rows = net.hidden, net.active, net.inner
        count = find_active(source, width, hidden, active)
        done = 0
        while done + 4 <= count:
            a, b, c, d = active[done], active[done + 1], active[done + 2], active[done + 3]
            va, vb, vc, vd = hidden[source + a], hidden[source + b], hidden[source + c], hidden[source + d]
            ra, rb, rc, rd = weights + a * width, weights + b * width, weights + c * width, weights + d * width
            for place in range(width):
                hidden[target + place] += (
                    va * rows[ra + place] + vb * rows[rb + place] + vc * rows[rc + place] + vd * rows[rd + place]
                )
            done += 4
        while done < count:
            a = active[done]
            va, ra = hidden[source + a], weights + a * width
            for place in range(width):
                hidden[target + place] += va * rows[ra + place]
            done += 1

    return add_rows


def scalar_product(jit: Jit) -> Any:
    """Build `product(begin, width, weights, hidden)`: the sum of the products of two rows, in four parts side by side."""

    @jit
    def product(begin: int, width: int, weights: Any, hidden: Any) -> float:
        a = b = c = d = np.float32(0.0)
        for place in range(0, width, 4):
            a += weights[begin + place] * hidden[place]
            b += weights[begin + place + 1] * hidden[place + 1]
            c += weights[begin + place + 2] * hidden[place + 2]
            d += weights[begin + place + 3] * hidden[place + 3]
        return float((a + b) + (c + d))

    return product


def inference(jit: Jit) -> tuple[Any, Any]:
    """Build `infer(net)`, which leaves the values, and `score_of(tree, output, net, numbers)`: the policy's score of an output.

    The words of inputs are in the second half of `net.words`.
    """
    update, add_rows, product = first_layer(jit), row_adding(jit), scalar_product(jit)

    @jit
    def activate(width: int, bias: Any, net: Any) -> None:
        for place in range(width):
            net.hidden[place] = max(net.sums[place] * net.scale[0] + bias[place], np.float32(0.0))

    @jit
    def rectify(begin: int, width: int, hidden: Any) -> None:
        for place in range(width):
            hidden[begin + place] = max(hidden[begin + place], np.float32(0.0))

    @jit
    def infer(net: Any) -> None:
        width, hidden = net.sizes[SIZE_WIDTH], net.hidden
        update(net)
        activate(width, net.first_bias, net)
        for block in range(net.sizes[SIZE_BLOCKS]):
            begin = 2 * block * width
            for place in range(width):
                hidden[width + place] = net.inner_bias[begin + place]
            add_rows(0, width, begin * width, width, net)
            rectify(width, width, hidden)
            for place in range(width):
                hidden[2 * width + place] = hidden[place] + net.inner_bias[begin + width + place]
            add_rows(width, 2 * width, (begin + width) * width, width, net)
            for place in range(width):
                hidden[place] = max(hidden[2 * width + place], np.float32(0.0))
        for player in range(net.sizes[SIZE_PLAYERS]):
            total = product(player * width, width, net.value, hidden) + net.value_bias[player]
            net.values[player] = 1.0 - 2.0 / (exp(2.0 * total) + 1.0)

    @jit
    def score_of(tree: int, output: int, net: Any, numbers: Any) -> float:
        width = net.sizes[SIZE_WIDTH]
        return float(product(output * width, width, net.policy, net.hidden) + net.policy_bias[output])

    return infer, score_of


def position_asking(game: Any, jit: Jit, *, planes: int) -> Any:
    """Build `ask(s, row, actions, scores, code, net)`: leave a position's values in the net and the scores of its moves."""
    infer, score_of = inference(jit)
    write_inputs, output_of, raw = input_words(game, jit, planes=planes), policy_output(jit), raw_net(jit)

    @jit
    def ask(s: Any, row: Any, actions: Any, scores: Any, code: Any, net_arrays: Any) -> None:
        net = raw(net_arrays)
        game.pack_at(s, row, 0)
        write_inputs(s, row, 0, game.to_move(s), code, net.words, net.sizes[SIZE_WORDS])
        infer(net)
        for place in range(len(actions)):
            scores[place] = score_of(0, output_of(actions[place], code[0]), net, code[0])

    return ask
