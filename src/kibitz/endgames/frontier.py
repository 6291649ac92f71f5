"""Retrograde analysis by frontier: from the positions decided at one distance back to those that they decide.

A position is a place in `codes`: first the slice that is being built, then the slices that follow it, which are done. `begin`
looks once at all moves of a position: at those that leave the slice, and how many others there are. `spread` goes back from a
position whose distance has come: a loss makes the positions before it wins, a win takes one from their count of moves that are
not lost yet, and where none is left, they are lost. So every move is looked at twice, however long the longest win is.

`left` holds that count and, above it, the longest loss among the moves that leave the slice: of a position all of whose moves
lose, the last one inside the slice to do so has the distance that has come, so no move need be looked at again.

A code is a promise before its distance has come: a win by leaving the slice may be a long one, and a shorter one replaces it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import atomic_add, float_to_bits, memory
from kibitz.core.bits import bit
from kibitz.endgames.codes import HOLE, LONGEST, UNKNOWN

SLICE, SIZE, LEVEL, CONVERSION = 0, 1, 2, 3
"""What `words` holds: the slice, how many numbers it has, the distance that has come, 1 if to leave the slice is the end."""
WORDS = 4

PENDING, CHANGED, HOMELESS, OVERFLOW, TOO_LONG, UNEVEN, LEAD, WRONG = 0, 1, 2, 3, 4, 5, 6, 7
"""What `report` tells: there are promises for later, something was decided, what must not be, a winner's lead as bits, and
1 more than a number whose code does not follow from its moves, or 0."""
REPORTS = 8
FAULTS = slice(HOMELESS, LEAD)

HALF = 1024
"""So many moves, and so many positions before one, may a position have; the buffer has room for both."""
BUFFER = 2 * HALF
COUNT_BITS = 11
COUNT = (1 << COUNT_BITS) - 1
"""The bits of the count of moves in `left`; those above it hold the size of the code of the longest loss outside."""
BLOCKED = COUNT
"""The count of moves of a position that cannot be lost: more than there are."""
OPEN, OUTSIDE = 1 << 20, 1 << 21
"""What a move may lead to besides a code: what is not decided yet, and a position without a number."""


def places(game: Any, jit: Jit, sliced: bool) -> tuple[Any, Any, Any]:
    """Build `position(i, k)`, `slice_of(s)` and `place(s, classes)`: where a position is in the codes, or -1.

    `classes` int64[C, 2] holds the slices that are in the codes, and where each begins.
    """

    @jit
    def position_of_slice(i: int, k: int) -> Any:
        return game.unindex(i, k)

    @jit
    def position_of_all(i: int, k: int) -> Any:
        return game.unindex(i)

    @jit
    def own_slice(s: Any) -> int:
        return int(game.slice(s))

    @jit
    def only_slice(s: Any) -> int:
        return 0

    slice_of = own_slice if sliced else only_slice

    @jit
    def place(s: Any, classes: Any) -> int:
        number = game.index(s)
        k = slice_of(s)
        if number >= 0:
            for entry in range(len(classes)):
                if classes[entry, 0] == k:
                    return int(classes[entry, 1] + number)
        return -1

    return (position_of_slice if sliced else position_of_all), slice_of, place


def outcomes(game: Any, jit: Jit) -> tuple[Any, Any]:
    """Build `lead(s)` and `after(mover, s, found, words, codes)`.

    The first is what the player to move has more than the other where the game is over; the second the code of a move to `s`,
    whose place is `found`, for who makes it.
    """

    @jit
    def lead(s: Any) -> float:
        mover = game.to_move(s)
        return float(game.utility(s, mover) - game.utility(s, 1 - mover))

    @jit
    def after(mover: int, s: Any, found: int, words: Any, codes: Any) -> int:
        is_inside = 0 <= found < words[SIZE]
        if found >= 0:
            code = int(codes[found])
        elif game.is_terminal(s):
            gain = lead(s)
            code = 1 if gain > 0 else -1 if gain < 0 else UNKNOWN
        else:
            return OUTSIDE
        if code == UNKNOWN:
            return OPEN if is_inside else UNKNOWN
        plies = 1 if words[CONVERSION] != 0 and not is_inside else abs(code)
        is_won = (code > 0) == (game.to_move(s) == mover)
        return 1 + plies if is_won else -1 - plies

    return lead, after


def novelty(jit: Jit) -> Any:
    """Build `is_new(buffer, count, number)`: whether a number is not among the first of a buffer."""

    @jit
    def is_new(buffer: Any, count: int, number: int) -> bool:
        same = False
        for entry in range(count):
            same = same or buffer[entry] == number
        return not same

    return is_new


def noting(game: Any, jit: Jit) -> Any:
    """Build `note(lead, report)`: the code of a finished game, and a report on what a win is worth there."""

    @jit
    def note(lead: float, report: Any) -> int:
        if lead == 0:
            return UNKNOWN
        worth = float_to_bits(abs(lead))
        if report[LEAD] != 0 and report[LEAD] != worth:
            report[UNEVEN] = 1
        report[LEAD] = worth
        return 1 if lead > 0 else -1

    return note


def listing(game: Any, jit: Jit) -> Any:
    """Build `fill(s, buffer, report)`: write all moves into a buffer from HALF on; how many, or -1 if that is too many."""

    @jit
    def fill(s: Any, buffer: Any, report: Any) -> int:
        count = game.fill_actions(s, buffer, HALF)
        if count > HALF:
            report[OVERFLOW] = 1
            return -1
        return int(count)

    return fill


def judging(game: Any, jit: Jit) -> Any:
    """Build `judge(mover, s, found, words, codes, report)`: the code of a move as `after` has it, with a report.

    A move `OUTSIDE` is reported, and has the code of a draw.
    """
    lead, after = outcomes(game, jit)
    note = noting(game, jit)

    @jit
    def judge(mover: int, s: Any, found: int, words: Any, codes: Any, report: Any) -> int:
        code = int(after(mover, s, found, words, codes))
        if code == OUTSIDE:
            report[HOMELESS] = 1
            return UNKNOWN
        if found < 0 and code != UNKNOWN:
            note(lead(s), report)
        return code

    return judge


def beginning(game: Any, jit: Jit, *, sliced: bool) -> Any:
    """Build `begin(i, words, classes, codes, left, report, buffer)`: look at all moves of a position once."""
    position, slice_of, place = places(game, jit, sliced)
    lead, _ = outcomes(game, jit)
    note, fill, judge, is_new = noting(game, jit), listing(game, jit), judging(game, jit), novelty(jit)

    @jit
    def begin(i: int, words: Any, classes: Any, codes: Any, left: Any, report: Any, buffer: Any) -> None:
        k, size = int(words[SLICE]), int(words[SIZE])
        left[i] = 0
        s = position(i, k)
        if slice_of(s) != k or game.index(s) != i:
            codes[i] = HOLE
            return
        if game.is_terminal(s):
            codes[i] = note(lead(s), report)
            return
        mover, count = game.to_move(s), fill(s, buffer, report)
        if count < 0:
            return
        best, worst, inside, seen, is_blocked = LONGEST + 1, 0, 0, 0, False
        for move in range(HALF, HALF + count):
            t = game.result(s, int(buffer[move]))
            found = place(t, classes)
            if 0 <= found < size:
                if seen & bit(found & 63) == 0 or is_new(buffer, inside, found):
                    buffer[inside] = found
                    inside += 1
                    seen |= bit(found & 63)
                continue
            code = judge(mover, t, found, words, codes, report)
            if code > 0:
                best = min(best, code)
            else:
                is_blocked = is_blocked or code == UNKNOWN
                worst = min(worst, code)
        codes[i] = best if best <= LONGEST else worst if inside == 0 and not is_blocked else UNKNOWN
        left[i] = BLOCKED if is_blocked or best <= LONGEST else inside - (worst << COUNT_BITS)

    return begin


def spreading(game: Any, jit: Jit, *, sliced: bool) -> Any:
    """Build `spread(i, words, classes, codes, left, report, buffer)`: decide what a position at this distance decides."""
    position, _, _ = places(game, jit, sliced)
    is_new = novelty(jit)

    @jit
    def spread(i: int, words: Any, classes: Any, codes: Any, left: Any, report: Any, buffer: Any) -> None:
        code, level = int(codes[i]), int(words[LEVEL])
        if code in (UNKNOWN, HOLE) or abs(code) <= level:
            return
        if abs(code) > level + 1:
            report[PENDING] = 1
            return
        if level >= LONGEST:
            report[TOO_LONG] = 1
            return
        count = game.fill_predecessors(position(i, int(words[SLICE])), buffer, 0)
        if count > HALF:
            report[OVERFLOW] = 1
            return
        seen, known = 0, 0
        for entry in range(count):
            before = int(buffer[entry])
            if before < 0 or (seen & bit(before & 63) != 0 and not is_new(buffer, known, before)):
                continue
            buffer[known] = before
            known += 1
            seen |= bit(before & 63)
            target = before >> 1
            if (code > 0) == (before & 1 == 1):
                if codes[target] == UNKNOWN or codes[target] > level + 2:
                    codes[target] = level + 2
                    report[CHANGED] = 1
            elif left[target] & COUNT != BLOCKED:
                counted = atomic_add(left, target, -1)
                if counted & COUNT == 1 and codes[target] == UNKNOWN:
                    codes[target] = -max(level + 2, counted >> COUNT_BITS)
                    report[CHANGED] = 1

    return spread


def on_processor(game: Any, jit: Jit, *, stage: Any, sliced: bool) -> Any:
    """Build `run(first, last, words, classes, codes, left, report)`: a stage for all positions from `first` up to `last`."""
    work = stage(game, jit, sliced=sliced)

    @jit
    def run(first: int, last: int, words: Any, classes: Any, codes: Any, left: Any, report: Any) -> int:
        buffer = np.empty(BUFFER, np.int64)
        room, own, shared = memory(buffer), memory(codes), memory(left)
        for i in range(first, last):
            work(i, words, classes, own, shared, report, room)
        return len(buffer)

    return run
