"""Expectiminimax with a transposition table, alpha-beta, and Star1 and Star2 at chance nodes, compiled for one game.

MAX moves at some nodes, the others at some, chance at some, in any order. The contract of `search(s, depth, alpha, beta) = r`,
where v is the value of `s` for MAX as far as the depth allows to look: if r <= alpha then v <= r; if alpha < r < beta then
v = r; if r >= beta then v >= r. (The search is fail-soft.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.core.bits import multiply
from kibitz.core.game import CHANCE
from kibitz.core.randomness import GOLDEN
from kibitz.models.patterns import handed_down
from kibitz.search.common.node_count import (
    BEST_MOVE,
    DEPTH_LIMIT_HITS,
    MOVES_OVERFLOW,
    STOPPED,
    TOO_DEEP,
    node_count,
)
from kibitz.search.expectiminimax.ordering import ordering
from kibitz.search.expectiminimax.perspective import perspective
from kibitz.search.expectiminimax.probabilities import probabilities
from kibitz.search.expectiminimax.star1 import MARGIN, star1
from kibitz.search.expectiminimax.star2 import NO_PROBE, star2
from kibitz.search.expectiminimax.traits import AVERAGE, BEST_REPLY, STAR1, STAR2, Traits
from kibitz.search.expectiminimax.transposition_table import transposition_table
from kibitz.search.expectiminimax.workspace import (
    MAX_PLAYER,
    MOVES,
    NO_MOVES,
    Arrays,
)
from kibitz.search.running import longest_path


def star_search(game: Any, jit: Jit, *, traits: Traits) -> Any:  # noqa: C901, PLR0915
    """Build `value(s, depth, alpha, beta, arrays)`."""
    star, opponents, longest = traits.star, traits.opponents, longest_path(game.words)
    generate, pick, update_history = ordering(game, jit, traits)
    count_node, (leaf_value, value_bounds, depth_after, is_max) = node_count(jit), perspective(game, jit, traits)
    write_probabilities = probabilities(game, jit, traits)
    probe, hash_move_of, store = transposition_table(jit)
    open_bounds, star1_window = star1(jit)
    raw_patterns = handed_down(jit, traits.patterns is not None)
    star2_probe, record_probe = star2(game, jit, traits, (is_max, depth_after, hash_move_of, generate, pick))

    @jit
    def is_aborted(words: Any) -> bool:
        """Return whether the search ends without a value."""
        return bool(words[STOPPED] + words[MOVES_OVERFLOW] + words[TOO_DEEP] + words[NO_MOVES] != 0)

    @jit
    def enter_node(s: Any, depth: int, ply: int, arrays: Any) -> tuple[bool, float]:
        """Return whether the search ends at this node, and with what value."""
        words = arrays.words
        count_node(words, arrays.stop)
        if is_aborted(words):
            return True, 0.0
        is_over = game.is_terminal(s)
        if is_over or depth == 0:
            words[DEPTH_LIMIT_HITS] += 0 if is_over else 1
            return True, float(leaf_value(s, is_over, arrays))
        if ply >= longest:
            words[TOO_DEEP] = 1
        return ply >= longest, 0.0

    @jit
    def open_chance_node(s: Any, key: int, mover: int, start: int, end: int, arrays: Any) -> tuple[bool, float, float, float]:
        """Write the outcomes' probabilities and bounds; return whether it prunes, the margin, and the bounds of any value."""
        write_probabilities(s, key, mover, start, end, arrays)
        lowest, highest = value_bounds(s, arrays.words)
        prunes = star >= STAR1 and -np.inf < lowest and highest < np.inf
        if not prunes:
            return False, 0.0, lowest, highest
        open_bounds(start - MOVES, end - MOVES, lowest, highest, arrays.outcomes)
        return True, MARGIN * (highest - lowest), lowest, highest

    @jit
    def has_replied_after(replied: int, is_first: bool, maximising: bool, next_mover: int, words: Any) -> int:
        """Return whether an opponent has chosen its reply in this round of best-reply search, after a move."""
        if maximising or next_mover == words[MAX_PLAYER]:
            return 0
        return replied if is_first else 1

    @jit
    def search(  # noqa: C901, PLR0912, PLR0915
        s: Any, depth: int, alpha: float, beta: float, ply: int, start: int, replied: int, arrays: Any
    ) -> float:
        """Return the value; `start` is where the moves of `s` are written."""
        words, outcomes, table, values = arrays.words, arrays.outcomes, arrays.table, arrays.values
        # 1. The end: a finished game, the depth limit, or the end of the search.
        has_ended, value = enter_node(s, depth, ply, arrays)
        if has_ended:
            return float(value)

        # 2. The transposition table: an entry of the same depth may decide; its move is tried first in any case.
        key = game.key(s) if opponents != BEST_REPLY else game.key(s) ^ multiply(replied, GOLDEN)
        hash_move, is_decided, value, is_limited = probe(key, depth, alpha, beta, table, values)
        if is_decided and ply > 0:
            words[DEPTH_LIMIT_HITS] += int(is_limited)
            return float(value)
        limit_hits_before = words[DEPTH_LIMIT_HITS]
        mover = game.to_move(s)
        maximising = is_max(mover, words)
        end = generate(s, mover, start, hash_move, maximising, words)
        if end == start:
            words[NO_MOVES] = 1
        if end <= start:
            return 0.0
        best, best_move = 0.0, -1

        if mover == CHANCE or (opponents == AVERAGE and not maximising):
            # 3. Chance, and players who follow a model: `low_rest` and `high_rest` bound what outcomes not yet searched add.
            prunes, margin, lowest, highest = open_chance_node(s, key, mover, start, end, arrays)
            if is_aborted(words):
                return 0.0
            is_cut, low_rest, high_rest = False, lowest, highest

            # 4. Star2's probing phase: one reply to each outcome bounds its value, from below if MAX replies, else from above.
            if star == STAR2 and prunes and (beta < highest or alpha > lowest):
                for index in range(start, end):
                    probability = outcomes[index - MOVES]
                    if probability == 0.0:
                        continue
                    after = game.result(s, words[index])
                    bound, probed, new_depth, low, high, new_ply, new_start = star2_probe(
                        after, depth_after(depth, mover, after, words), probability, (alpha, beta), (lowest, highest),
                        (low_rest, high_rest), ply, end, arrays,
                    )  # fmt: skip
                    if bound == NO_PROBE:
                        if is_aborted(words):
                            return 0.0
                        continue
                    value = search(probed, new_depth, low, high, new_ply, new_start, replied, arrays)
                    if is_aborted(words):
                        return 0.0
                    low_rest, high_rest = record_probe(
                        index - MOVES, bound, value, (lowest, highest), (low_rest, high_rest), outcomes
                    )
                    if low_rest >= beta + margin or high_rest <= alpha - margin:
                        is_cut = True
                        best = max(low_rest, beta) if low_rest >= beta + margin else min(high_rest, alpha)
                        break

            # 5. Star1: every outcome, within the window beyond which the average leaves the window of this node.
            for index in range(end if is_cut else start, end):
                probability = outcomes[index - MOVES]
                if probability == 0.0:
                    continue
                low, high, is_known, value = -np.inf, np.inf, False, 0.0
                if prunes:
                    low_rest, high_rest, low, high, is_known, value = star1_window(
                        index - MOVES, alpha, beta, margin, best, low_rest, high_rest, outcomes
                    )
                if not is_known:
                    after = game.result(s, words[index])
                    new_depth = depth_after(depth, mover, after, words)
                    value = search(after, new_depth, low, high, ply + 1, end, replied, arrays)
                    if is_aborted(words):
                        return 0.0
                best += probability * value
                if prunes and (value <= low or value >= high):
                    best = min(best + high_rest, alpha) if value <= low else max(best + low_rest, beta)
                    break
        else:
            # 6. Moves of MAX or MIN: alpha-beta.
            best = -np.inf if maximising else np.inf
            low, high = alpha, beta
            for index in range(start, end):
                if opponents == BEST_REPLY and replied != 0 and index > start and not maximising:
                    break  # another opponent has chosen its reply: of this one only the first move is searched
                a = pick(index, end, words)
                after = game.result(s, a)
                new_depth, now_replied = depth_after(depth, mover, after, words), replied
                if opponents == BEST_REPLY:
                    now_replied = has_replied_after(replied, index == start, maximising, game.to_move(after), words)
                value = search(after, new_depth, low, high, ply + 1, end, now_replied, arrays)
                if is_aborted(words):
                    return 0.0
                if best_move == -1 or (value > best if maximising else value < best):
                    best, best_move = value, a
                    if maximising:
                        low = max(low, best)
                    else:
                        high = min(high, best)
                if low >= high:
                    break
            update_history(best_move, depth, maximising, words)

        # 7. Store the result.
        store(key, best, best_move, depth, alpha, beta, words[DEPTH_LIMIT_HITS] != limit_hits_before, table, values)
        if ply == 0:
            words[BEST_MOVE] = best_move
        return best

    @jit
    def value(s: Any, depth: int, alpha: float, beta: float, arrays: Any) -> float:
        ply = replied = int(np.int64(0))  # literals would be types of their own, and so a second signature
        start = int(np.int64(MOVES))
        raw = Arrays(
            memory(arrays.words), memory(arrays.outcomes), memory(arrays.table), memory(arrays.values), memory(arrays.stop),
            raw_patterns(arrays.patterns),
        )  # fmt: skip
        return float(search(s, depth, alpha, beta, ply, start, replied, raw))

    return value
