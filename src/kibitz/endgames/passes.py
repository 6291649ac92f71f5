"""Retrograde analysis by passes: every position that is not decided is looked at again for each distance.

It needs two bytes a position and nothing else, and looks at all moves as often as the longest win has moves. It is for games
that number their positions and do not say which come before one.
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.endgames.codes import HOLE, UNKNOWN
from kibitz.endgames.frontier import CHANGED, HALF, LEVEL, OPEN, PENDING, SLICE, judging, listing, noting, outcomes, places


def passing(game: Any, jit: Jit, *, sliced: bool) -> Any:
    """Build `look(i, words, classes, codes, left, report, buffer)`: decide a position if its distance has come."""
    position, _, place = places(game, jit, sliced)
    fill, judge = listing(game, jit), judging(game, jit)

    @jit
    def look(i: int, words: Any, classes: Any, codes: Any, left: Any, report: Any, buffer: Any) -> None:
        if codes[i] != UNKNOWN:
            return
        s, level = position(i, int(words[SLICE])), int(words[LEVEL])
        if game.is_terminal(s):
            return
        mover, count = game.to_move(s), fill(s, buffer, report)
        if count < 0:
            return
        worst, is_lost = 0, True
        for move in range(HALF, HALF + count):
            t = game.result(s, int(buffer[move]))
            code = judge(mover, t, place(t, classes), words, codes, report)
            if code in (OPEN, UNKNOWN) or abs(code) > level + 2:
                # what is farther away is news of this very pass, or a promise of another slice
                is_lost = False
                report[PENDING] = report[PENDING] | (code not in (OPEN, UNKNOWN))
            elif code > 0:
                codes[i] = code
                report[CHANGED] = 1
                return
            else:
                worst = min(worst, code)
        if is_lost:
            codes[i] = worst
            report[CHANGED] = 1

    return look


def opening(game: Any, jit: Jit, *, sliced: bool) -> Any:
    """Build `begin(i, words, classes, codes, left, report, buffer)`: codes of finished games and of unused numbers."""
    position, slice_of, _ = places(game, jit, sliced)
    lead, _ = outcomes(game, jit)
    note = noting(game, jit)

    @jit
    def begin(i: int, words: Any, classes: Any, codes: Any, left: Any, report: Any, buffer: Any) -> None:
        s = position(i, int(words[SLICE]))
        if slice_of(s) != words[SLICE] or game.index(s) != i:
            codes[i] = HOLE
        elif game.is_terminal(s):
            codes[i] = note(lead(s), report)
        else:
            codes[i] = UNKNOWN

    return begin
