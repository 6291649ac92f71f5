"""A table held against the rules: every position's value by those of the positions that its moves lead to.

The moves are made forward by the rules as they are; what built the table, going back and counting, has no part in it. Wins and
losses are proved by that, since each is one move nearer to the end than the one before; what is left are draws, in which either
player can stay.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native
from kibitz.core.contract import Score, implements
from kibitz.core.game import CHANCE
from kibitz.core.tasks import Stopped
from kibitz.endgames.codes import HOLE, UNKNOWN
from kibitz.endgames.frontier import (
    CONVERSION,
    OPEN,
    OUTSIDE,
    REPORTS,
    SIZE,
    SLICE,
    WORDS,
    WRONG,
    on_processor,
    outcomes,
    places,
)  # fmt: skip
from kibitz.endgames.store import Tables
from kibitz.endgames.table_file import Table, TableError
from kibitz.endgames.tape import MOST_MOVES, viewing

CHUNK = 1 << 18
CLOSE = 1e-9
"""Expected utilities may differ by so much."""


def checking(game: Any, jit: Jit, *, sliced: bool) -> Any:
    """Build `check(i, words, classes, codes, left, report, buffer)`: report a number with a code that its moves do not give."""
    position, slice_of, place = places(game, jit, sliced)
    lead, after = outcomes(game, jit)

    @jit
    def backed_up(s: Any, words: Any, classes: Any, codes: Any, buffer: Any) -> int:
        if game.is_terminal(s):
            gain = lead(s)
            return 1 if gain > 0 else -1 if gain < 0 else UNKNOWN
        best, worst, is_drawn = HOLE, 0, False
        count = game.fill_actions(s, buffer, 0)
        for move in range(count):
            t = game.result(s, int(buffer[move]))
            code = after(game.to_move(s), t, place(t, classes), words, codes)
            if code == OUTSIDE:
                return OUTSIDE
            if code in (OPEN, UNKNOWN):
                is_drawn = True
            elif code < 0:
                worst = min(worst, code)
            elif best == HOLE or code < best:
                best = code
        return best if best != HOLE else UNKNOWN if is_drawn else worst

    @jit
    def check(i: int, words: Any, classes: Any, codes: Any, left: Any, report: Any, buffer: Any) -> None:
        s = position(i, int(words[SLICE]))
        is_hole = slice_of(s) != words[SLICE] or game.index(s) != i
        expected = HOLE if is_hole else backed_up(s, words, classes, codes, buffer)
        if codes[i] != expected and report[WRONG] == 0:
            report[WRONG] = i + 1

    return check


def finding(game: Any, jit: Jit) -> Any:
    """Build `find(row, rows, keys)`: the place of a packed state among those in the order of their hashes, or -1."""
    words = game.words

    @jit
    def find(row: Any, rows: Any, keys: Any) -> int:
        key = game.key_of_fields(game.unpack(row))
        low, high = 0, len(keys)
        while low < high:
            middle = (low + high) // 2
            if keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        while low < len(keys) and keys[low] == key:
            same = True
            for word in range(words):
                same = same and rows[low, word] == row[word]
            if same:
                return low
            low += 1
        return -1

    return find


def plying(game: Any, jit: Jit) -> Any:
    """Build `by_plies(s, t, code)`: the code of a move from `s` to `t`, whose own it is, for who makes it."""

    @jit
    def by_plies(s: Any, t: Any, code: float) -> float:
        if code == 0:
            return 0.0
        is_won = (code > 0) == (game.to_move(t) == game.to_move(s))
        return 1 + abs(code) if is_won else -1 - abs(code)

    return by_plies


def checking_listed(game: Any, jit: Jit, *, plies: bool, scored: bool) -> Any:
    """Build `check(first, last, rows, keys, values)`: the first position whose value does not follow from its moves, or -1.

    Positions are in the order of their hashes, `keys`. With `plies` values are codes, else values for the first player.
    """
    words, find, by_plies = game.words, finding(game, jit), plying(game, jit)

    @jit
    def final(s: Any) -> float:
        if plies:
            mover = game.to_move(s)
            gain = game.utility(s, mover) - game.utility(s, 1 - mover)
            return 1.0 if gain > 0 else -1.0 if gain < 0 else 0.0
        return float(game.score(s, 0)) if scored else float(game.utility(s, 0))

    @jit
    def backed_up(s: Any, rows: Any, keys: Any, values: Any, actions: Any, row: Any) -> float:
        if game.is_terminal(s):
            return final(s)
        mover = game.to_move(s)
        best, worst, is_drawn, mean = 0.0, 0.0, False, 0.0
        highest, lowest = -np.inf, np.inf
        count = game.fill_actions(s, actions, 0)
        for move in range(count):
            t = game.result(s, actions[move])
            game.pack(t, row)
            found = find(row, rows, keys)
            if found < 0:
                return np.nan
            value = float(values[found])
            if plies:
                code = by_plies(s, t, value)
                is_drawn = is_drawn or code == 0
                if code > 0 and (best == 0 or code < best):
                    best = code
                worst = min(worst, code)
            elif mover == CHANCE:
                mean += game.probability(s, actions[move]) * value
            highest, lowest = max(highest, value), min(lowest, value)
        if plies:
            return best if best != 0 else 0.0 if is_drawn else worst
        return mean if mover == CHANCE else highest if mover == 0 else lowest

    @jit
    def check(first: int, last: int, rows: Any, keys: Any, values: Any) -> int:
        actions, row = np.empty(1 << 16, np.int64), np.zeros(words, np.int64)
        for number in range(first, last):
            expected = backed_up(game.unpack(rows[number]), rows, keys, values, actions, row)
            if not abs(expected - values[number]) <= CLOSE * max(1.0, abs(expected)):
                return number
        return -1

    return check


def checking_expected(game: Any, jit: Jit, *, sliced: bool) -> Any:
    """Build `check(first, last, k, classes, values, total)`: the first number whose value does not follow, or -1."""
    position, slice_of, place = places(game, jit, sliced)
    viewer = viewing(game, jit)

    @jit
    def worth(s: Any, depth: int, start: int, classes: Any, values: Any, total: float, buffer: Any) -> Any:
        """Return the value for the first player, by values after it alone."""
        if game.is_terminal(s):
            return float(game.utility(s, 0))
        found = place(s, classes) if depth > 0 else -1
        if found >= 0:
            return total - values[found] if viewer(s, buffer, start) != 0 else values[found]
        count, mover = game.fill_actions(s, buffer, start), game.to_move(s)
        best = 0.0 if mover == CHANCE else -np.inf if mover == 0 else np.inf
        for move in range(start, start + count):
            value = worth(game.result(s, buffer[move]), depth + 1, start + count, classes, values, total, buffer)
            if mover == CHANCE:
                best += game.probability(s, buffer[move]) * value
            else:
                best = max(best, value) if mover == 0 else min(best, value)
        return best

    @jit
    def check(first: int, last: int, k: int, classes: Any, values: Any, total: float) -> int:
        depth: Any = np.int64(0)  # literals would be types of their own, and so a second signature
        start: Any = np.int64(0)
        buffer = np.empty(MOST_MOVES, np.int64)
        for i in range(first, last):
            s = position(i, k)
            is_there = slice_of(s) == k and game.index(s) == i and not game.is_terminal(s)
            if is_there != (values[i] == values[i]):
                return i
            if is_there:
                value = worth(s, depth, start, classes, values, total, buffer)
                if not abs((total - value if viewer(s, buffer, start) != 0 else value) - values[i]) <= CLOSE:
                    return i
        return -1

    return check


def verify(tables: Tables, table: Table, stop: Any, progress: Callable[[int, int], None] = lambda done, of: None) -> int | None:
    """Return None if every value of a table follows from those that its moves lead to, else the number of one that does not.

    Raise `TableError` for a file that is damaged or of other rules, or where a table that it needs is missing.
    """
    tables.require_own(table)
    game, header = tables.game, table.header
    values = table.values()
    if header.kind == "values" and not header.words:
        check = native(checking_expected, game, sliced=tables.sliced)
        arguments: tuple[Any, ...] = _expected(tables, table, values)
    elif header.words:
        from kibitz.endgames.enumeration import keying

        rows = np.ascontiguousarray(table.rows())
        keys = np.zeros(len(rows), np.int64)
        native(keying, game)(rows, keys)
        if (np.diff(keys) < 0).any():
            raise TableError(f"the positions of {table.path} are not in order; build it again")
        check = native(checking_listed, game, plies=header.kind == "plies", scored=implements(game, Score))
        arguments = rows, keys, values
    else:
        check = native(on_processor, game, stage=checking, sliced=tables.sliced)
        arguments = _numbered(tables, table, values)
    for first in range(0, header.numbers, CHUNK):
        progress(first, header.numbers)
        if stop[0]:
            raise Stopped
        found = check(first, min(first + CHUNK, header.numbers), *arguments)
        wrong = int(found if header.words or header.kind == "values" else arguments[-1][WRONG] - 1)
        if wrong >= 0:
            return wrong
    return None


def _joined(tables: Tables, table: Table, values: Any) -> tuple[int, Any, Any]:
    """Return a slice's number, which slices it needs with where they begin (itself first), and the values of all of them."""
    game: Any = tables.game
    k = game.parse_slice(table.header.slice_name) if tables.sliced else 0
    names = [(other, tables.slice_name(other)) for other in game.slices_after(k)] if tables.sliced else []
    after = [(other, tables.table(name).values()) for other, name in names]
    starts = np.cumsum([0, len(values), *(len(codes) for _, codes in after)])
    classes = np.array([(own, start) for own, start in zip([k, *(own for own, _ in after)], starts, strict=False)], np.int64)
    return k, classes, np.concatenate([values, *(codes for _, codes in after)])


def _numbered(tables: Tables, table: Table, values: Any) -> tuple[Any, ...]:
    """Return the arguments of the check of a table of codes by numbers, the report last."""
    k, classes, codes = _joined(tables, table, values)
    words = np.zeros(WORDS, np.int64)
    words[[SLICE, SIZE, CONVERSION]] = k, len(values), table.header.conversion
    return words, classes, codes, np.zeros(1, np.int32), np.zeros(REPORTS, np.int64)


def _expected(tables: Tables, table: Table, values: Any) -> tuple[Any, ...]:
    """Return the arguments of the check of a table of expected values by numbers."""
    return (*_joined(tables, table, values), tables.total)
