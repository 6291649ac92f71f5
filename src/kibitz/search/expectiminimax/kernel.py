"""Expectiminimax with a transposition table, alpha-beta and star pruning, compiled for one game.

MAX moves at some nodes, the others at some, chance at some, in any order. The contract of `search(s, left, alpha, beta) =
r`, where v is the value of `s` for MAX as far as `left` allows to look: if r <= alpha then v <= r; if alpha < r < beta then
v = r; if r >= beta then v >= r. (The search is fail-soft.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.core.bits import multiply, shift_right
from kibitz.core.game import CHANCE
from kibitz.core.randomness import GOLDEN
from kibitz.search.expectiminimax.counting import counting
from kibitz.search.expectiminimax.moves import moves
from kibitz.search.expectiminimax.outcomes import outcomes
from kibitz.search.expectiminimax.sides import sides
from kibitz.search.expectiminimax.traits import AVERAGE, BEST_REPLY, STAR1, STAR2, Traits
from kibitz.search.expectiminimax.workspace import (
    ACTIONS,
    CEILINGS,
    CHOSEN,
    CROWDED,
    CUTOFFS,
    ENDLESS,
    FLOORS,
    HISTORY,
    MOVES,
    NODES,
    PLAYER,
    STOPPED,
    STUCK,
    WORDS_PER_ENTRY,
)
from kibitz.search.running import longest_path

EXACT, AT_LEAST, AT_MOST = range(1, 4)
"""What a table's value says of the true one; no note is 0."""

EDGE = 1e-12
"""Cuts at chance nodes keep this distance from the window, so that rounding changes no value."""


def expectation(game: Any, jit: Jit, *, traits: Traits) -> Any:  # noqa: C901, PLR0915
    """Build `value(s, left, alpha, beta, words, numbers, table, values, stop)`, with the arrays of a `Desk`."""
    star, others, longest = traits.star, traits.others, longest_path(game.words)
    gather, pick = moves(game, jit, traits)
    count, (worth, reach, later, is_for_max) = counting(jit), sides(game, jit, traits)
    weigh = outcomes(game, jit, traits)

    @jit
    def is_broken_off(words: Any) -> bool:
        """Return whether the search is given up."""
        return bool(words[STOPPED] + words[CROWDED] + words[ENDLESS] + words[STUCK] != 0)

    @jit
    def slot_of(key: int, values: Any) -> int:
        """Return where in the table a position stands."""
        return shift_right(multiply(key, GOLDEN), 20) & (len(values) - 1)

    @jit
    def remember(
        key: int, best: float, chosen: int, left: int, alpha: float, beta: float, is_limited: bool, table: Any, values: Any
    ) -> None:
        """Write into the table what was learnt of a position."""
        bound = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
        slot = slot_of(key, values)
        entry = slot * WORDS_PER_ENTRY
        table[entry], table[entry + 2], values[slot] = key, chosen, best
        table[entry + 1] = (left + 1) * 8 + (4 if is_limited else 0) + bound

    @jit
    def search(  # noqa: C901, PLR0912, PLR0915
        s: Any, left: int, alpha: float, beta: float, ply: int, start: int, replied: int,
        words: Any, numbers: Any, table: Any, values: Any, stop: Any,
    ) -> float:  # fmt: skip
        # 1. The end: a finished game, the depth limit, or a reason to give up.
        count(words, stop)
        if is_broken_off(words):
            return 0.0
        is_over = game.is_terminal(s)
        if is_over or left == 0:
            words[CUTOFFS] += 0 if is_over else 1
            return float(worth(s, is_over, words))
        if ply >= longest:
            words[ENDLESS] = 1
            return 0.0

        # 2. The table: an entry of the same depth may decide; its move is tried first in any case.
        key = game.key(s) if others != BEST_REPLY else game.key(s) ^ multiply(replied, GOLDEN)
        slot, first = slot_of(key, values), -1
        if table[slot * WORDS_PER_ENTRY] == key:
            note, first = table[slot * WORDS_PER_ENTRY + 1], table[slot * WORDS_PER_ENTRY + 2]
            bound, found = note & 3, values[slot]
            if ply > 0 and note >> 3 == left + 1 and (
                bound == EXACT or (bound == AT_LEAST and found >= beta) or (bound == AT_MOST and found <= alpha)
            ):  # fmt: skip
                words[CUTOFFS] += note >> 2 & 1
                return float(found)
        cutoffs = words[CUTOFFS]
        mover = game.to_move(s)
        maximising = is_for_max(mover, words)
        end = gather(s, mover, start, first, maximising, words)
        if end == start:
            words[STUCK] = 1
        if end <= start:
            return 0.0
        averaged = mover == CHANCE or (others == AVERAGE and not maximising)
        best, chosen, low, high = -np.inf if maximising else np.inf, -1, alpha, beta
        is_cut = False
        # what chance needs: bounds of its outcomes, and of the average as far as it is known
        lowest, highest, prunes, slack, mean, rest_low, rest_high = -np.inf, np.inf, False, 0.0, 0.0, 0.0, 0.0

        if averaged:
            # 3. Chance, and players who follow a model: first one answer to each outcome, which bounds its value.
            weigh(s, key, mover, start, end, words, numbers, stop)
            if is_broken_off(words):
                return 0.0
            lowest, highest = reach(s, words)
            prunes = star >= STAR1 and -np.inf < lowest and highest < np.inf
            if prunes:
                slack, rest_low, rest_high = EDGE * (highest - lowest), lowest, highest
                for place in range(start - MOVES, end - MOVES):
                    numbers[FLOORS + place], numbers[CEILINGS + place] = lowest, highest
        probes = star == STAR2 and prunes and (beta < highest or alpha > lowest)
        # 4. Outcomes (probed in a first pass where that may help), or moves.
        for place in range(start - (end - start) if probes else start, end):
            is_probe = place < start
            index = place + (end - start) if is_probe else place
            share, a = 0.0, -1
            known = False
            found = 0.0
            if averaged:
                share, a = numbers[index - MOVES], words[index]
                if share == 0.0:
                    continue
            else:
                a = pick(index, end, words)
            after = game.result(s, a)
            rest, below, spoken, top = later(left, mover, after, words), ply + 1, replied, end
            answering = game.to_move(after)
            for_max = is_for_max(answering, words)
            if is_probe:
                if rest != 0 and not game.is_terminal(after):
                    helps = beta < highest if for_max else alpha > lowest and others != AVERAGE
                    if answering == CHANCE or not helps:
                        continue
                    other = game.key(after)
                    seen = slot_of(other, values)
                    usual = table[seen * WORDS_PER_ENTRY + 2] if table[seen * WORDS_PER_ENTRY] == other else -1
                    top = gather(after, answering, end, usual, for_max, words)
                    if top < 0:
                        return 0.0
                    words[NODES] += 1
                    after = game.result(after, pick(end, top, words))
                    rest, below = later(rest, answering, after, words), ply + 2
                    edge = (beta - rest_low) / share + lowest if for_max else (alpha - rest_high) / share + highest
                    low, high = (lowest, edge) if for_max else (edge, highest)
                else:
                    known, low, high = True, -np.inf, np.inf
            elif averaged:
                low, high = -np.inf, np.inf
                if prunes:
                    # the window of an outcome: beyond it, the average leaves the window of this node
                    floor, ceiling = numbers[FLOORS + index - MOVES], numbers[CEILINGS + index - MOVES]
                    rest_low -= share * floor
                    rest_high -= share * ceiling
                    low = (alpha - slack - mean - rest_high) / share
                    high = (beta + slack - mean - rest_low) / share
                    known = ceiling <= low or floor >= high or floor == ceiling
                    found = floor if floor >= high else ceiling
            elif others == BEST_REPLY:
                if replied != 0 and index > start and not maximising:
                    break  # somebody else has replied: the first move is all that is looked at
                if maximising or answering == words[PLAYER]:
                    spoken = replied ^ replied  # 0 of the right type: a new round
                elif index > start:
                    spoken = replied | 1
            if is_probe or not known:
                found = search(after, rest, low, high, below, top, spoken, words, numbers, table, values, stop)
                if is_broken_off(words):
                    return 0.0
            if is_probe:
                found = min(max(found, lowest), highest)
                if known or for_max:
                    numbers[FLOORS + index - MOVES] = found
                    rest_low += share * (found - lowest)
                if known or not for_max:
                    numbers[CEILINGS + index - MOVES] = found
                    rest_high -= share * (highest - found)
                is_cut = rest_low >= beta + slack or rest_high <= alpha - slack
                if is_cut:
                    mean = max(rest_low, beta) if rest_low >= beta + slack else min(rest_high, alpha)
            elif averaged:
                mean += share * found
                is_cut = prunes and (found <= low or found >= high)
                if is_cut:
                    mean = min(mean + rest_high, alpha) if found <= low else max(mean + rest_low, beta)
            else:
                if chosen == -1 or (found > best if maximising else found < best):
                    best, chosen = found, a
                    if maximising:
                        low = max(low, best)
                    else:
                        high = min(high, best)
                is_cut = low >= high
            if is_cut:
                break

        # 5. Remember what was learnt.
        if averaged:
            best = mean
        else:
            words[(HISTORY + ACTIONS if maximising else HISTORY) + (chosen & (ACTIONS - 1))] += 1 + max(left, 0) * max(left, 0)
        remember(key, best, chosen, left, alpha, beta, words[CUTOFFS] != cutoffs, table, values)
        if ply == 0:
            words[CHOSEN] = chosen
        return best

    @jit
    def value(
        s: Any, left: int, alpha: float, beta: float, words: Any, numbers: Any, table: Any, values: Any, stop: Any
    ) -> float:
        ply = replied = int(np.int64(0))  # literals would be types of their own, and so a second signature
        start = int(np.int64(MOVES))
        return search(
            s, left, alpha, beta, ply, start, replied,
            memory(words), memory(numbers), memory(table), memory(values), memory(stop),
        )  # fmt: skip

    return value
