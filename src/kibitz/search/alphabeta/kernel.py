"""Alpha-beta at full strength, compiled for one two-player game: principal variation search.

Values are whole points for the side to move. The contract of `search(s, depth, alpha, beta) = r`, where v is the value
`depth` moves deep: if r <= alpha then v <= r; if alpha < r < beta then v = r; if r >= beta then v >= r (fail-soft).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import fetch, memory
from kibitz.search.alphabeta.measures import endings, measures
from kibitz.search.alphabeta.ordering import CREDIT, PROMISE, PROMISE_SHIFT, ordering
from kibitz.search.alphabeta.paths import paths
from kibitz.search.alphabeta.pruning import rules_of_thumb
from kibitz.search.alphabeta.quiescence import quiescence
from kibitz.search.alphabeta.scale import FARTHEST, UNDECIDED
from kibitz.search.alphabeta.table import AT_LEAST, AT_MOST, DEPTH_SHIFT, EXACT, LIMITED, table_functions
from kibitz.search.alphabeta.traits import NONE, SAFE, Traits
from kibitz.search.alphabeta.workspace import (
    BEFORE,
    CUTOFFS,
    ENDLESS,
    GENERATION,
    LENGTHS,
    NODES,
    PATH,
    PLAYED,
    PLIES,
    ROOTS,
    STATICS,
    STOPPED,
)
from kibitz.search.move_picker import MOST_MOVES

SINGULAR_DEPTH = 6
"""From this depth on it is asked whether one move alone is good."""
UNLIMITED = 1 << 20
"""The depth that never runs out."""
SKIPPABLE, DOUBTED = 1, 2
"""Kinds of positions: the null move may be tried; the move that led here is expected to be refuted."""


def principal_variation(game: Any, jit: Jit, *, traits: Traits) -> Any:  # noqa: C901, PLR0915
    """Build `value(s, depth, alpha, beta, ply, start, desk, table, weights)`.

    `start` is where the moves of `s` are written on the desk, `ply` how far it is from the root.
    """
    finished, drawn = endings(game, jit, traits)
    static, judge, moved = measures(game, jit, traits)
    is_interrupted, has_repeated, extend_line = paths(game, jit)
    bucket, find, keep = table_functions(jit, traits.words)
    gather, rank, pick, reward = ordering(game, jit, traits)
    quiesce = quiescence(game, jit, traits)
    is_far_above, is_far_below, is_late, is_hopeless, reduction = rules_of_thumb(game, jit, traits)
    pruning, scored, weighed, repeats, noisy = traits.pruning, traits.scored, traits.weighed, traits.repeats, traits.noisy
    moves_decide, quiescent, selective, finishes, solving = (
        traits.moves_decide, traits.quiescent, traits.selective, traits.finishes, traits.solving
    )  # fmt: skip
    unit, half, move_kinds = traits.unit, traits.half, traits.move_kinds

    @jit
    def below_kind(kind: int, is_open: bool, is_reduced: bool) -> int:
        """Return the kind of the position after a move: doubted after a late move, and where this one is not."""
        if is_open:
            return SKIPPABLE
        return SKIPPABLE | (DOUBTED if is_reduced else ~kind & DOUBTED)

    @jit
    def search(  # noqa: C901, PLR0912, PLR0915
        s: Any, mover: int, depth: int, alpha: int, beta: int, ply: int, start: int, kind: int, without: int,
        desk: Any, table: Any, weights: Any,
    ) -> Any:  # fmt: skip
        # 1. The end: a finished game, a position that came back, the depth limit, or a reason to give up.
        zero: Any = np.int64(0)
        yes: Any = np.int64(1)
        if is_interrupted(ply, desk):
            return zero
        if moves_decide:
            if (ply > 0 or solving) and game.is_drawn(s):
                return drawn(mover, desk)
        elif game.is_terminal(s):
            return finished(s, mover, ply, desk)
        if finishes and game.can_solve_endgame(s):
            return game.solve_endgame(s, alpha, beta)
        key = game.key(s)
        fetch(table, bucket(table, key))
        if repeats:
            desk[PATH + desk[BEFORE] + ply] = key
            if ply > 0 and has_repeated(s, key, ply, desk):
                return drawn(mover, desk)
        threatened = pruning >= SAFE and game.in_check(s)
        if threatened and (not selective or depth <= 0):
            depth += 1
        if depth >= UNLIMITED and ply >= PLIES - 1:
            desk[ENDLESS] = desk[STOPPED] = 1
            return zero
        if depth <= 0 or ply >= PLIES - 1:
            if moves_decide and not selective and game.count_actions(s) == 0:
                return finished(s, mover, ply, desk)
            desk[CUTOFFS] += 1
            if not quiescent:
                return static(s, mover, ply, desk, weights)
            desk[NODES] -= 1  # the same state is counted again there
            return quiesce(s, mover, alpha, beta, ply, start, desk, table, weights)

        # 2. Bounds that hold for certain: of the score, or of a win that cannot come sooner.
        is_open = beta > alpha + 1
        if scored:
            lowest, highest = game.score_bounds(s)
            beta = min(beta, highest)
            alpha = max(alpha, lowest)
            if alpha >= beta:
                return beta if beta == highest else alpha
        elif weighed and ply > 0:
            alpha = max(alpha, ply - unit)
            beta = min(beta, unit - ply - (0 if moves_decide else 1))  # where no move is left, a game may be won here
            if alpha >= beta:
                return alpha

        # 3. The table: an entry of this depth may decide; its move is tried first in any case.
        kept, first, note = find(table, key)
        if ply == 0 and desk[ROOTS] != 0:
            first = desk[start]
        bound, known, known_depth = note & 3, moved(kept, ply), (note >> DEPTH_SHIFT) - 1
        if note != 0 and not (selective and without != -1):
            found = known
            suits = known_depth == depth or (pruning != NONE and known_depth > depth)
            if solving:
                suits = note & LIMITED == 0
            if (
                suits and not is_open and ply > 0
                and (bound == EXACT or (bound == AT_LEAST and found >= beta) or (bound == AT_MOST and found <= alpha))
            ):  # fmt: skip
                desk[CUTOFFS] += note >> 2 & 1
                return found

        # 4. Leaving out whole positions: far above beta, or good enough even after giving the move away.
        judged = zero
        improving = True
        if selective:
            # under a threat an evaluation says little: that of two plies before stands for it
            judged = desk[STATICS + ply - 2] if threatened and ply >= 2 else judge(s, mover, ply, key, desk, weights)
            desk[STATICS + ply] = judged
            improving = ply < 2 or judged > desk[STATICS + ply - 2]
            if note != 0 and abs(known) < UNDECIDED and (bound == EXACT or (known > judged) == (bound == AT_LEAST)):
                judged = known  # the table has looked further
            if not is_open and not threatened and abs(beta) < UNDECIDED and without == -1:
                if is_far_above(judged, beta, depth, improving):
                    desk[CUTOFFS] += 1
                    return judged
                if is_far_below(judged, alpha, depth):
                    desk[NODES] -= 1
                    found = quiesce(s, mover, alpha, beta, ply, start, desk, table, weights)
                    if desk[STOPPED] != 0:
                        return zero
                    if found <= alpha:
                        desk[CUTOFFS] += 1
                        return found
                if kind & SKIPPABLE != 0 and depth >= 3 and judged >= beta and game.allows_null_move(s):
                    after = game.null_move(s)
                    shallower = depth - 4 - depth // 3 - min(3, 2 * (judged - beta) // half)
                    if repeats:
                        desk[PATH + desk[BEFORE] + ply] = zero
                    if move_kinds:
                        desk[PLAYED + ply + 2] = -1
                    found = -search(
                        after, game.to_move(after), shallower, -beta, 1 - beta, ply + 1, start, ~kind & DOUBTED, zero - 1,
                        desk, table, weights,
                    )  # fmt: skip
                    if repeats:
                        desk[PATH + desk[BEFORE] + ply] = key
                    if desk[STOPPED] != 0:
                        return zero
                    if found >= beta:
                        desk[CUTOFFS] += 1
                        return found if abs(found) < UNDECIDED else beta
            if first == -1 and depth >= 4 and ply > 0:
                depth -= 1

        # 5. A move that alone is good enough is searched more deeply.
        further = zero
        if (
            selective and depth >= SINGULAR_DEPTH and ply > 0 and without == -1 and first != -1 and bound != AT_MOST
            and known_depth >= depth - 3 and abs(known) < UNDECIDED
        ):  # fmt: skip
            edge = known - depth * half // 192
            found = search(s, mover, (depth - 1) // 2, edge - 1, edge, ply, start, kind & DOUBTED, first, desk, table, weights)
            if desk[STOPPED] != 0:
                return zero
            desk[LENGTHS + ply] = 0
            if found < edge:
                further = yes + 1 if not is_open and found < edge - half // 16 and ply < 4 * depth else yes
            elif edge >= beta and not is_open:
                desk[CUTOFFS] += 1
                return edge
            elif known >= beta:
                further = -yes  # others are as good: no reason to look closely at this one

        # 6. Moves: the first with the whole window, the others to be refuted with a window of nothing.
        count = gather(s, ply, start, first, desk)
        if count < 0:
            return zero
        if count == 0:
            return finished(s, mover, ply, desk)
        cutoffs = desk[CUTOFFS]
        best, chosen, low = -FARTHEST, zero - 1, alpha
        tried, is_ranked, is_enough, a = zero, False, False, desk[start]
        for place in range(start, start + count):
            if place > start or a != first:
                if place <= start + 1 and not is_ranked:
                    rank(s, mover, ply, place, start + count, desk)
                    is_ranked = True
                if is_enough:
                    a = desk[place]
                    if desk[place + MOST_MOVES] + CREDIT >= 0:
                        continue
                else:
                    a = pick(place, start + count, desk)
            if selective and a == without:
                continue
            below = depth - 1 if depth < UNLIMITED else depth
            if a == first:
                below += further
            deep = below
            quiet, hopeless, credit = False, False, zero
            if selective and ply > 0 and best > -UNDECIDED and not threatened:
                worth = desk[place + MOST_MOVES]
                promise = worth + CREDIT >> PROMISE_SHIFT
                credit = worth - promise * PROMISE
                quiet = promise < 0 or (promise == 0 and not game.is_noisy(s, a))
                if quiet:
                    if promise == 0 and is_late(depth, tried, improving):
                        desk[CUTOFFS] += 1
                        is_enough = True
                        continue
                    hopeless = is_hopeless(s, a, promise, credit, depth, tried, judged, low)
            after = game.result(s, a)
            next_mover = game.to_move(after)
            if quiet and not game.in_check(after):
                if hopeless:
                    desk[CUTOFFS] += 1
                    continue
                if depth >= 3 and tried >= 2:
                    deep = max(1, below - reduction(depth, tried, credit, improving, is_open, kind & DOUBTED != 0))
            if move_kinds:
                desk[PLAYED + ply + 2] = game.move_kind(s, a)
            same = next_mover == mover
            top = beta if tried == 0 else low + 1
            while True:
                found = search(
                    after, next_mover, deep, low if same else -top, top if same else -low, ply + 1, start + count,
                    below_kind(kind, top > low + 1, deep < below), zero - 1, desk, table, weights,
                )  # fmt: skip
                if desk[STOPPED] != 0:
                    return zero  # what was found below means nothing
                if not same:
                    found = -found
                if found > low and deep < below:
                    deep = below  # a late move that looks good is searched as deeply as the others
                elif low < found < beta and top < beta:
                    top = beta  # better than the best so far: now by how much
                else:
                    break
            tried += 1
            if found > best:
                best, chosen = found, a
                if best > low:
                    low = best
                    if not solving or ply == 0:  # solving asks for lines move by move, and learns nothing for the order
                        extend_line(a, ply, desk)
                    if low >= beta:
                        if not solving and (move_kinds or not (noisy and game.is_noisy(s, a))):
                            reward(s, mover, ply, depth, start, place, desk)
                        break

        # 7. Remember what was learnt.
        if selective and best == -FARTHEST:
            return alpha  # there is no other move than the one left out
        if not (selective and without != -1) and not (ply == 0 and desk[ROOTS] != 0):
            bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
            limited = LIMITED if desk[CUTOFFS] != cutoffs else zero
            note = ((depth + 1) << DEPTH_SHIFT) + (desk[GENERATION] << 3) + limited + bound
            keep(table, key, moved(best, -ply), chosen, note)
        return best

    @jit
    def value(s: Any, depth: int, alpha: int, beta: int, ply: int, start: int, desk: Any, table: Any, weights: Any) -> Any:
        kind: Any = np.int64(SKIPPABLE)
        mover: Any = np.int64(game.to_move(s))
        nothing: Any = np.int64(-1)
        return search(s, mover, depth, alpha, beta, ply, start, kind, nothing, memory(desk), memory(table), memory(weights))

    return value
