"""The inputs of a net, from the shape of a game's state: sets of bits, in rows of 64-bit words.

Every input is a bit. A whole number that counts little is one-hot, one with a wider range is a thermometer beside its own
bits, and what is wider still is taken for a set of cells, whose bits are inputs as they are. Ranges are those of random games;
what lies outside counts as the end of the range. The last word says who is to move. A game with `planes` gives its own words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.compile.cpu import interpreted_rules, packed
from kibitz.core.bits import add
from kibitz.core.contract import Game, Planes, implements
from kibitz.core.game import CHANCE
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random, scramble

BITS, ONE_HOT, LEVELS, FRACTION_LEVELS = range(4)
"""How a word of the state becomes a word of inputs: as it is, one bit for its value, or a bit for each threshold reached."""
ONE_HOT_VALUES = 33
"""A number with so many values is one-hot."""
THERMOMETER_RANGE = 4096
"""A wider whole number is taken for a set of cells."""
MOST_LEVELS = 32
MOST_ACTIONS = 4096
"""If moves have numbers in a range so wide, the policy has an output for each; else moves share outputs by a hash."""
SAMPLED_GAMES, SAMPLED_MOVES = 400, 20_000


@dataclass(frozen=True)
class Encoding:
    """What goes into a net and what comes out, as plain numbers: it is part of a net's file."""

    entries: tuple[tuple[int, int, int, int], ...]
    """For each word of inputs: how it is made, the word of the state it is made of, what is subtracted, its width in bits."""
    thresholds: tuple[tuple[float, ...], ...]
    """For each word the thresholds of a thermometer."""
    planes: int
    """How many words the game gives itself; then there are no entries."""
    plane_width: int
    players: int
    outputs: int
    first_action: int
    is_hashed: bool
    lowest: float
    highest: float
    """The range of utilities, which the net has as -1 to 1."""
    most_moves: int
    """The most moves, or outcomes of chance, that a position of a random game had."""
    mean_length: float
    """The mean number of moves in a random game."""

    @classmethod
    def of(cls, game: Game, seed: int = 0) -> Encoding:
        """Return the encoding that suits a game, by what happens in random games."""
        seen = _Sample(game, seed)
        made: list[tuple[tuple[int, int, int, int], tuple[float, ...]]] = []
        width = planes = 0
        if implements(game, Planes):
            width = max((max(map(_width, game.planes(state))) for state in seen.states), default=1)
            planes = len(game.planes(game.initial()))
        else:
            made = list(_entries(game, seen.rows))
        entries, thresholds = tuple(entry for entry, _ in made), tuple(levels for _, levels in made)
        span = seen.highest_action - seen.lowest_action + 1
        is_hashed = span > MOST_ACTIONS
        return cls(
            entries, thresholds, planes, width, game.players, MOST_ACTIONS if is_hashed else span, seen.lowest_action,
            is_hashed, *seen.utility_range, seen.most_moves, seen.mean_length,
        )  # fmt: skip

    @property
    def words(self) -> int:
        """How many words of inputs there are; the last one is the player to move."""
        return (self.planes or len(self.entries)) + 1

    @cached_property
    def widths(self) -> tuple[int, ...]:
        """How many inputs each word has."""
        own = (self.plane_width,) * self.planes or tuple(width for _, _, _, width in self.entries)
        return (*own, self.players)

    @property
    def inputs(self) -> int:
        """How many inputs there are."""
        return sum(self.widths)

    @cached_property
    def offsets(self) -> Any:
        """The first input of each word, and the number of all."""
        return np.concatenate([[0], np.cumsum(self.widths)]).astype(np.int64)

    @cached_property
    def table(self) -> Any:
        """int64 [words * 4]: the entries, as kernels take them."""
        return np.array([number for entry in self.entries for number in entry] or [0], np.int64)

    @cached_property
    def levels(self) -> Any:
        """float64 [words * MOST_LEVELS]: the thresholds, as kernels take them."""
        rows = np.full((max(1, len(self.thresholds)), MOST_LEVELS), np.inf)
        for row, thresholds in zip(rows, self.thresholds, strict=False):
            row[: len(thresholds)] = thresholds
        return rows.reshape(-1)

    @cached_property
    def numbers(self) -> Any:
        """int64 [4]: the words, the first move, the outputs, and whether moves are hashed, as kernels take them."""
        return np.array([self.words, self.first_action, self.outputs, self.is_hashed], np.int64)

    def output(self, action: int) -> int:
        """Return the output of the policy that stands for a move."""
        place = action - self.first_action
        if self.is_hashed or not 0 <= place < self.outputs:
            return (scramble(add(action, 1)) & 0x7FFF_FFFF) % self.outputs
        return place


class _Sample:
    """What is seen in random games."""

    def __init__(self, game: Game, seed: int) -> None:
        random, moves = Random(seed), 0
        lengths: list[int] = []
        self.states: list[Any] = []
        actions: set[int] = set()
        utilities: set[float] = set()
        self.most_moves = 1
        while len(lengths) < SAMPLED_GAMES and moves < SAMPLED_MOVES:
            state, length = game.initial(), 0
            while not game.is_terminal(state) and moves < SAMPLED_MOVES:
                listed = list(game.actions(state))
                self.most_moves = max(self.most_moves, len(listed))
                if game.to_move(state) != CHANCE:
                    self.states.append(state)
                    actions.update(listed)
                state, moves, length = game.result(state, sample(game, state, random)), moves + 1, length + 1
            lengths.append(length)
            if game.is_terminal(state):
                utilities.update(float(game.utility(state, player)) for player in range(game.players))
        self.lowest_action, self.highest_action = min(actions, default=0), max(actions, default=0)
        self.mean_length = sum(lengths) / len(lengths)
        low, high = min(utilities, default=-1.0), max(utilities, default=1.0)
        self.utility_range = (low, high) if low < high else (low - 1.0, high + 1.0)
        self.rows = np.array([packed(game, state) for state in self.states] or [packed(game, game.initial())])


def _entries(game: Game, rows: Any) -> Iterator[tuple[tuple[int, int, int, int], tuple[float, ...]]]:
    """Yield the entries for each word of the state, with their thresholds; words that never change have none."""
    kinds = [kind for _, kind in interpreted_rules(game).shape.leaves("")]
    for place, kind in enumerate(kinds):
        column = rows[:, place]
        values = column.view(np.float64) if kind == "float" else column
        if kind == "bool":
            yield (BITS, place, 0, 1), ()
        elif kind == "float":
            levels = _levels(values)
            if levels:
                yield (FRACTION_LEVELS, place, 0, len(levels)), levels
        else:
            yield from _whole_entries(place, column)


def _whole_entries(place: int, column: Any) -> Iterator[tuple[tuple[int, int, int, int], tuple[float, ...]]]:
    """Yield the entries for a whole number."""
    low, high = int(column.min()), int(column.max())
    span = high - low + 1
    if span == 1:
        return
    if span <= ONE_HOT_VALUES:
        yield (ONE_HOT, place, low, span), ()
        return
    if span <= THERMOMETER_RANGE:
        levels = _levels(column)
        yield (LEVELS, place, 0, len(levels)), levels
    yield (BITS, place, 0, max(_width(low), _width(high))), ()


def _levels(values: Any) -> tuple[float, ...]:
    """Return thresholds that divide values evenly."""
    found = np.unique(np.quantile(values, np.linspace(0.0, 1.0, MOST_LEVELS + 1)[1:], method="higher"))
    return tuple(float(level) for level in found[found > values.min()])


def _width(number: int) -> int:
    """Return how many bits a number takes; all of them if it is negative."""
    return 64 if number < 0 else max(1, number.bit_length())
