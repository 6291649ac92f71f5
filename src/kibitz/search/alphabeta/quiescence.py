"""Quiescence: beyond the depth limit the noisy moves are played out, so that no exchange is judged half way."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.measures import endings, measures
from kibitz.search.alphabeta.ordering import CREDIT, FIRST, PROMISE_SHIFT, ordering
from kibitz.search.alphabeta.paths import paths
from kibitz.search.alphabeta.scale import FARTHEST, UNDECIDED
from kibitz.search.alphabeta.table import AT_LEAST, AT_MOST, DEPTH_SHIFT, EXACT, LIMITED, table_functions
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.workspace import DEEPEST, GENERATION, PLAYED, PLIES, STOPPED
from kibitz.search.move_picker import MOST_MOVES

MOST_ANSWERS = 2
"""Of the quiet answers to a threat so many are looked at, once one is found that does not lose."""


def quiescence(game: Any, jit: Jit, traits: Traits) -> Any:  # noqa: C901, PLR0915
    """Build `quiesce(s, mover, alpha, beta, ply, start, desk, table, weights)`: the value once all is quiet, fail-soft."""
    finished, drawn = endings(game, jit, traits)
    static, judge, moved = measures(game, jit, traits)
    is_interrupted, _, extend_line = paths(game, jit)
    _, find, keep = table_functions(jit, traits.words)
    gather, rank, pick, _ = ordering(game, jit, traits)
    moves_decide, selective = traits.moves_decide, traits.selective
    lists_noisy, move_kinds, gains = traits.selective and traits.lists_noisy, traits.move_kinds, traits.gains
    hoped = traits.half * 3 // 8

    @jit
    def only_noisy(s: Any, start: int, count: int, desk: Any) -> int:
        """Move the noisy moves to the front and return how many there are."""
        kept = start
        for place in range(start, start + count):
            if game.is_noisy(s, desk[place]):
                desk[kept] = desk[place]
                kept += 1
        return kept - start

    @jit
    def quiesce(  # noqa: C901, PLR0912, PLR0915
        s: Any, mover: int, alpha: int, beta: int, ply: int, start: int, desk: Any, table: Any, weights: Any
    ) -> Any:
        """Return the value after the exchanges under way are played out; the side to move need not take part in them."""
        # 1. The end.
        zero: Any = np.int64(0)
        if is_interrupted(ply, desk):
            return zero
        if moves_decide:
            if game.is_drawn(s):
                return drawn(mover, desk)
        elif game.is_terminal(s):
            return finished(s, mover, ply, desk)
        if ply >= PLIES - 1:
            return static(s, mover, ply, desk, weights)
        desk[DEEPEST] = max(desk[DEEPEST], ply)

        # 2. The table.
        key = game.key(s)
        kept, first, note = find(table, key)
        bound, found = note & 3, moved(kept, ply)
        if note != 0 and beta == alpha + 1 and (
            bound == EXACT or (bound == AT_LEAST and found >= beta) or (bound == AT_MOST and found <= alpha)
        ):  # fmt: skip
            return found

        # 3. Standing pat: the evaluation is a lower bound, unless something must be answered.
        threatened = game.in_check(s)
        best: Any = -FARTHEST
        if not threatened:
            best = judge(s, mover, ply, key, desk, weights)
            if note != 0 and abs(found) < UNDECIDED and (bound == EXACT or (found > best) == (bound == AT_LEAST)):
                best = found  # the table has looked further
            if best >= beta:
                return best
        low, standing, answers = max(alpha, best), best, zero

        # 4. Noisy moves; all moves under a threat.
        chosen: Any = np.int64(-1)
        if lists_noisy and not threatened:
            count = game.fill_noisy_actions(s, desk, start)
        else:
            count = gather(s, ply, start, first, desk)
            if count < 0:
                return zero
            if count == 0:
                return finished(s, mover, ply, desk)
            if not threatened:
                count = only_noisy(s, start, count, desk)
        if count > 0:
            rank(s, mover, ply, start, start + count, desk)
            for place in range(start, start + count):
                if desk[place] == first:
                    desk[place + MOST_MOVES] = FIRST
        for place in range(start, start + count):
            a = pick(place, start + count, desk)
            if selective and not threatened:
                if desk[place + MOST_MOVES] + CREDIT < 0:
                    break  # from here on, moves that lose material
                if gains and a != first and standing + hoped + game.exchange_gain(s, a) <= alpha:
                    best = max(best, standing + hoped + game.exchange_gain(s, a))
                    continue
            elif selective and best > -UNDECIDED and desk[place + MOST_MOVES] + CREDIT >> PROMISE_SHIFT <= 0:
                answers += 1
                if answers > MOST_ANSWERS:
                    break
            after = game.result(s, a)
            next_mover = game.to_move(after)
            if move_kinds:
                desk[PLAYED + ply + 2] = game.move_kind(s, a)
            if next_mover == mover:
                found = quiesce(after, next_mover, low, beta, ply + 1, start + count, desk, table, weights)
            else:
                found = -quiesce(after, next_mover, -beta, -low, ply + 1, start + count, desk, table, weights)
            if desk[STOPPED] != 0:
                return zero  # what was found below means nothing
            if found > best:
                best, chosen = found, a
                if best > low:
                    low = best
                    extend_line(a, ply, desk)
                    if low >= beta:
                        break

        # 5. Remember.
        bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
        keep(table, key, moved(best, -ply), chosen, (1 << DEPTH_SHIFT) + (desk[GENERATION] << 3) + LIMITED + bound)
        return best

    return quiesce
