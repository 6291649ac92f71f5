"""A net: layers of numbers behind an encoding, read from its file and asked about a position.

The inputs are bits. The first layer adds up the weights of those that are set; blocks of two layers follow, each with a bypass;
from the last come the policy, a score for every move, and a value from -1 to 1 for each player, the one to move first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.compile.cpu import interpreted, packed
from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.models.file import Header, read_model, write_model
from kibitz.models.net.encoding import Encoding
from kibitz.models.net.inputs import input_words
from kibitz.models.trained import learnt_file

KIND = "net"
LARGEST_WHOLE = 127
SMALL = 1 << 16
"""Weights that are fewer are kept as they are; more of them as whole numbers of 8 bits, with a scale for each row."""


@dataclass(frozen=True, eq=False)
class Layers:
    """The weights, float32: `first` [inputs, width], `inner` [blocks, 2, width, width], the heads [outputs, width]."""

    first: Any
    first_bias: Any
    inner: Any
    inner_bias: Any
    policy: Any
    policy_bias: Any
    value: Any
    value_bias: Any


@dataclass(frozen=True, eq=False)
class Network:
    """A net for one game."""

    encoding: Encoding
    layers: Layers
    header: Header | None = None

    @property
    def width(self) -> int:
        """How many numbers each layer has."""
        return int(self.layers.first.shape[1])

    @property
    def blocks(self) -> int:
        """How many blocks of two layers there are."""
        return int(self.layers.inner.shape[0])

    def words(self, game: Game, state: Any) -> Any:
        """Return the words of inputs of a position."""
        out, code = np.zeros(self.encoding.words, np.int64), (self.encoding.numbers, self.encoding.table, self.encoding.levels)
        write = interpreted(input_words, game, planes=self.encoding.planes)
        write(state, packed(game, state).tolist(), 0, game.to_move(state), code, out, 0)
        return out

    def ask(self, game: Game, state: Any) -> tuple[dict[int, float], tuple[float, ...]]:
        """Return the probability of each legal move and the utility of each player, by NumPy in single precision."""
        layers, encoding = self.layers, self.encoding
        hidden = np.maximum(layers.first_bias + unpacked(self.words(game, state)[None], encoding)[0] @ layers.first, 0)
        for weights, biases in zip(layers.inner, layers.inner_bias, strict=True):
            inside = np.maximum(weights[0] @ hidden + biases[0], 0)
            hidden = np.maximum(hidden + weights[1] @ inside + biases[1], 0)
        scores = layers.policy @ hidden + layers.policy_bias
        actions = list(game.actions(state))
        own = np.array([scores[encoding.output(action)] for action in actions], np.float64)
        shares = np.exp(own - own.max())
        shares /= shares.sum()
        values = np.tanh(layers.value @ hidden + layers.value_bias).astype(np.float64)
        middle, half = (encoding.highest + encoding.lowest) / 2, (encoding.highest - encoding.lowest) / 2
        mover, players = game.to_move(state), encoding.players
        utilities = tuple(float(middle + half * values[(player - mover) % players]) for player in range(players))
        return dict(zip(actions, map(float, shares), strict=True)), utilities


def unpacked(words: Any, encoding: Encoding) -> Any:
    """Return rows of words of inputs as float32 [rows, inputs], one number a bit."""
    bits = (words[:, :, None] >> np.arange(64)) & 1
    return bits[:, *input_places(encoding)].astype(np.float32)


def input_places(encoding: Encoding) -> tuple[Any, Any]:
    """Return the word and the bit of every input."""
    word = np.repeat(np.arange(encoding.words), encoding.widths)
    return word, np.arange(encoding.inputs) - encoding.offsets[word]


def save_network(path: str | Path, header: Header, network: Network) -> None:
    """Write a net to a file, its large layers as whole numbers of 8 bits."""
    arrays: dict[str, Any] = {}
    for field in fields(Layers):
        weights = np.asarray(getattr(network.layers, field.name), np.float32)
        if weights.size < SMALL:
            arrays[field.name] = weights
        else:
            arrays[field.name], arrays[f"{field.name}_scale"] = quantised(weights)
    header.details["encoding"] = asdict(network.encoding)
    write_model(path, header, arrays)


def quantised(weights: Any) -> tuple[Any, Any]:
    """Return weights as int8 and the scale of each row, the last axis."""
    scale = np.maximum(np.abs(weights).max(axis=-1, keepdims=True), 1e-12) / LARGEST_WHOLE
    return np.rint(weights / scale).astype(np.int8), scale.astype(np.float32)


def read_network(path: str, game: Game) -> Network:
    """Return the net in a file, or the one that comes with Kibitz for `trained`; refuse a file with none for this game."""
    path = learnt_file(path, game, KIND)
    try:
        stamp = Path(path).stat().st_mtime_ns
    except (OSError, ValueError):
        stamp = 0
    return _read(path, game, stamp)


@lru_cache(maxsize=8)
def _read(path: str, game: Game, stamp: int) -> Network:
    """Return the net in a file as it was at a time."""
    model = read_model(path, KIND, game)
    try:
        told = model.header.details["encoding"]
        entries, thresholds = tuple(map(tuple, told.pop("entries"))), tuple(map(tuple, told.pop("thresholds")))
        encoding = Encoding(entries, thresholds, **told)
        layers = Layers(**{field.name: _weights(model.arrays, field.name) for field in fields(Layers)})
        _check_shapes(encoding, layers)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{path} is damaged: {error}") from None
    return Network(encoding, layers, model.header)


def _weights(arrays: Mapping[str, Any], name: str) -> Any:
    """Return the weights of a layer as float32."""
    scale = arrays.get(f"{name}_scale")
    return arrays[name].astype(np.float32) if scale is None else arrays[name].astype(np.float32) * scale


def _check_shapes(encoding: Encoding, layers: Layers) -> None:
    """Refuse layers that do not fit together."""
    width, blocks = layers.first.shape[1], layers.inner.shape[0]
    wanted = {
        "first": (encoding.inputs, width), "first_bias": (width,), "inner": (blocks, 2, width, width),
        "inner_bias": (blocks, 2, width), "policy": (encoding.outputs, width), "policy_bias": (encoding.outputs,),
        "value": (encoding.players, width), "value_bias": (encoding.players,),
    }  # fmt: skip
    for name, shape in wanted.items():
        if getattr(layers, name).shape != shape:
            raise ValueError(f"its layer {name} has the shape {getattr(layers, name).shape}, not {shape}")
