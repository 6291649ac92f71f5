"""Games with dice, by numbers: what follows each position up to the next ones with a number, written down once on a tape.

Between positions with numbers lie others without, such as those after a roll. The tape is an array of whole numbers. What is
not negative is an end of the way: twice the place of a position in the values, plus 1 if they are the second player's there.
Else it is what happens, how many ways there are, and these one after the other: MAX and MIN choose among them, and where
chance does each way begins with the place of its probability in a list.

The value of a number is that for who moves next, after the dice: so positions in which only the players are exchanged may
share one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE
from kibitz.endgames.frontier import HOMELESS, OVERFLOW, SIZE, SLICE, places

MAX, MIN, BY_CHANCE = -1, -2, -3
CURSOR, ENDS, KNOWN_ENDS, KNOWN_WEIGHTS = 4, 5, 6, 7
"""What `words` holds besides: how much of the tape is written, where in the values the utilities of finished games begin, and
how many of these and of probabilities are known."""
TAPE_WORDS = 8
DEEPEST = 8
"""So many moves and rolls may lie between two positions with numbers."""
FULL, NOT_THERE = -1, -1
"""Instead of a place on the tape: there is no room left. Instead of a place of a number: no position has it."""
MOST_ENDS, MOST_WEIGHTS, MOST_MOVES = 4096, 4096, 1 << 14
MOST_PLACES = 1 << 30
"""So many places there may be in the values, those of finished games among them: twice a place and 1 is a number of 32 bits."""


def viewing(game: Any, jit: Jit) -> Any:
    """Build `viewer(s, buffer, start)`: who moves next, after the dice; the first player after too many of them."""

    @jit
    def viewer(s: Any, buffer: Any, start: int) -> int:
        for _ in range(DEEPEST):
            if game.to_move(s) == CHANCE and not game.is_terminal(s):
                game.fill_actions(s, buffer, start)
                s = game.result(s, buffer[start])
        return int(max(game.to_move(s), 0))

    return viewer


def noted(jit: Jit) -> Any:
    """Build `note(number, known, room)`: the place of a number among those known, which it may join; -1 without room."""

    @jit
    def note(number: float, known: int, room: Any) -> int:
        for place in range(known):
            if room[place] == number:
                return place
        if known == len(room):
            return -1
        room[known] = number
        return known

    return note


def writing(game: Any, jit: Jit, *, sliced: bool) -> Any:
    """Build `write(s, depth, is_moved, cursor, start, words, classes, tape, weights, ends, report, buffer)`.

    It writes what follows a position, which a move led to or not, and returns where the tape goes on, or FULL.
    """
    _, _, place = places(game, jit, sliced)
    viewer, note = viewing(game, jit), noted(jit)

    @jit
    def write_end(s: Any, cursor: int, words: Any, tape: Any, ends: Any, report: Any) -> None:
        end = note(float(game.utility(s, 0)), words[KNOWN_ENDS], ends)
        words[KNOWN_ENDS] = max(words[KNOWN_ENDS], end + 1)
        report[OVERFLOW] |= int(end < 0)
        tape[cursor] = 2 * (words[ENDS] + end)

    @jit
    def write_weight(s: Any, a: int, cursor: int, words: Any, tape: Any, weights: Any, report: Any) -> None:
        weight = note(float(game.probability(s, a)), words[KNOWN_WEIGHTS], weights)
        words[KNOWN_WEIGHTS] = max(words[KNOWN_WEIGHTS], weight + 1)
        report[OVERFLOW] |= int(weight < 0)
        tape[cursor] = weight

    @jit
    def write(
        s: Any, depth: int, is_moved: bool, cursor: int, start: int, words: Any, classes: Any, tape: Any, weights: Any,
        ends: Any, report: Any, buffer: Any,
    ) -> Any:  # fmt: skip
        full: Any = np.int64(FULL)
        if cursor + 1 >= len(tape):
            return full
        if game.is_terminal(s):
            write_end(s, cursor, words, tape, ends, report)
            return cursor + 1
        if depth > 0:
            found = place(s, classes)
            if found >= 0:
                tape[cursor] = 2 * found + viewer(s, buffer, start)
                return cursor + 1
        count, mover = game.count_actions(s), game.to_move(s)
        by_chance = mover == CHANCE
        if depth > DEEPEST or (is_moved and by_chance):
            report[HOMELESS] = 1
            return cursor
        if start + count + 1 > len(buffer):
            report[OVERFLOW] = 1
            return cursor
        if cursor + 2 + 2 * count > len(tape):
            return full
        game.fill_actions(s, buffer, start)
        tape[cursor] = BY_CHANCE if by_chance else MAX if mover == 0 else MIN
        tape[cursor + 1] = count
        cursor += 2
        for move in range(start, start + count):
            if by_chance:
                if cursor >= len(tape):
                    return full
                write_weight(s, buffer[move], cursor, words, tape, weights, report)
                cursor += 1
            cursor = write(
                game.result(s, buffer[move]), depth + 1, not by_chance, cursor, start + count, words, classes, tape, weights,
                ends, report, buffer,
            )  # fmt: skip
            if cursor < 0:
                return full
        return cursor

    return write


def taping(game: Any, jit: Jit, *, sliced: bool) -> Any:
    """Build `record(first, words, classes, starts, viewers, low, high, tape, weights, ends, report, stop)`.

    It goes on from the number `first` until the tape is full or all is written, and returns the number where it ended. `starts`
    gets where on the tape each number begins, `low` and `high` the bounds of its value.
    """
    position, slice_of, _ = places(game, jit, sliced)
    viewer, write = viewing(game, jit), writing(game, jit, sliced=sliced)

    @jit
    def record(
        first: int, words: Any, classes: Any, starts: Any, viewers: Any, low: Any, high: Any, tape: Any, weights: Any,
        ends: Any, report: Any, stop: Any,
    ) -> int:  # fmt: skip
        k, buffer = int(words[SLICE]), np.empty(MOST_MOVES, np.int64)
        depth: Any = np.int64(0)  # literals would be types of their own, and so a second signature
        start: Any = np.int64(0)
        for i in range(first, int(words[SIZE])):
            if stop[0] != 0 or report[HOMELESS] != 0 or report[OVERFLOW] != 0:
                return i
            s = position(i, k)
            starts[i] = NOT_THERE
            if slice_of(s) != k or game.index(s) != i or game.is_terminal(s):
                continue
            begun: Any = np.int64(words[CURSOR])
            cursor = write(s, depth, i < 0, begun, start, words, classes, tape, weights, ends, report, buffer)
            if cursor < 0:
                return i
            viewers[i] = viewer(s, buffer, start)
            low[i], high[i] = game.utility_bounds(s, viewers[i])
            starts[i], words[CURSOR] = begun, cursor
        return int(words[SIZE])

    return record


def sweeping(game: Any, jit: Jit) -> Any:
    """Build `sweep(starts, viewers, values, tape, weights, total)`: value iteration in place; the largest change."""

    @jit
    def read(cursor: int, values: Any, tape: Any, weights: Any, total: float) -> Any:
        """Return the value for the first player, and where the tape goes on."""
        kind = tape[cursor]
        if kind >= 0:
            value = values[kind >> 1]
            return (total - value if kind & 1 != 0 else value), cursor + 1
        count = tape[cursor + 1]
        cursor += 2
        best = 0.0 if kind == BY_CHANCE else -np.inf if kind == MAX else np.inf
        for _ in range(count):
            weight = 0.0
            if kind == BY_CHANCE:
                weight = weights[tape[cursor]]
                cursor += 1
            value, cursor = read(cursor, values, tape, weights, total)
            if kind == BY_CHANCE:
                best += weight * value
            elif kind == MAX:
                best = max(best, value)
            else:
                best = min(best, value)
        return best, cursor

    @jit
    def sweep(starts: Any, viewers: Any, values: Any, tape: Any, weights: Any, total: float) -> float:
        change = 0.0
        for i in range(len(starts)):
            begun: Any = np.int64(starts[i])
            if begun >= 0:
                value, _ = read(begun, values, tape, weights, total)
                value = total - value if viewers[i] != 0 else value
                change = max(change, abs(value - values[i]))
                values[i] = value
        return change

    return sweep
