"""Alpha-beta with a transposition table, compiled for one game.

The contract of `search(s, depth, alpha, beta) = r`, where v is the minimax value of `s` for MAX, `depth` moves deep:
if r <= alpha then v <= r; if alpha < r < beta then v = r; if r >= beta then v >= r. (The search is fail-soft.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.native import Jit
from kibitz.core.bits import multiply, shift_right
from kibitz.core.game import CHANCE
from kibitz.core.randomness import GOLDEN

POLL = 4096 - 1
LONGEST_PATH = 100_000
"""Recursion goes no deeper; a game with longer paths is refused."""

NODES, STOPPED, CUTOFFS, CROWDED, ENDLESS = range(5)
"""Places in the counters: states looked at, stop seen, depth limits met, action buffer too small, path too long."""
COUNTERS = 5

EXACT, AT_LEAST, AT_MOST = range(3)
"""What a table's value says of the true one."""

UNLIMITED = -1
"""The depth that never runs out."""


def alpha_beta(game: Any, jit: Jit, *, scored: bool, ordered: bool) -> Any:  # noqa: C901, PLR0915
    """Build `value(s, player, depth, alpha, beta, buffer, table, counters, stop)`.

    `scored` measures finished games by the game's own `score`, else by `utility`. `ordered` sorts moves by the game's
    `order`. `buffer` is int64[2, n]: actions and their ranks along the current path. `table` is a tuple of four arrays
    of one length, a power of two: keys int64, values float64, notes int64, moves int64. A note is made of the depth plus
    one, of whether the depth limit was met below, and of what the value says of the true one.
    """
    measure = game.score if scored else game.utility

    @jit
    def sort(buffer: Any, start: int, count: int, first: int) -> None:
        """Put the action `first` in front and the others in falling order of rank, equals as they came."""
        for place in range(start, start + count):
            if buffer[0, place] == first:
                buffer[1, place] = np.iinfo(np.int64).max
        for place in range(start + 1, start + count):
            action, rank = buffer[0, place], buffer[1, place]
            gap = place
            while gap > start and buffer[1, gap - 1] < rank:
                buffer[0, gap], buffer[1, gap] = buffer[0, gap - 1], buffer[1, gap - 1]
                gap -= 1
            buffer[0, gap], buffer[1, gap] = action, rank

    @jit
    def prepare(s: Any, start: int, first: int, buffer: Any) -> int:
        """Write the moves of `s` into the buffer, best first, and return how many there are, or -1 if they do not fit."""
        count = game.fill_actions(s, buffer[0], start)
        if start + count > buffer.shape[1]:
            return -1
        for place in range(start, start + count):
            buffer[1, place] = game.order(s, buffer[0, place]) if ordered else 0
        if ordered or first != -1:
            sort(buffer, start, count, first)
        return int(count)

    @jit
    def search(  # noqa: C901, PLR0912
        s: Any, player: int, depth: int, alpha: float, beta: float, ply: int, start: int,
        buffer: Any, keys: Any, values: Any, notes: Any, moves: Any, counters: Any, stop: Any,
    ) -> float:  # fmt: skip
        # 1. The end: a finished game, the depth limit, or a reason to give up.
        counters[NODES] += 1
        if counters[NODES] & POLL == 0 and stop[0] != 0:
            counters[STOPPED] = 1
        if counters[STOPPED] + counters[CROWDED] + counters[ENDLESS] != 0:
            return 0.0
        if game.is_terminal(s):
            return float(measure(s, player))
        if depth == 0:
            counters[CUTOFFS] += 1
            return float(game.evaluate(s, player))
        if ply >= LONGEST_PATH:
            counters[ENDLESS] = 1
            return 0.0

        # 2. The table: an entry of the same depth may decide; its move is tried first in any case.
        key = game.key(s)
        place = shift_right(multiply(key, GOLDEN), 20) & (len(keys) - 1)
        first = -1
        if keys[place] == key and notes[place] != -1:
            first = moves[place]
            bound, found = notes[place] & 3, values[place]
            if notes[place] >> 3 == depth + 1 and (
                bound == EXACT or (bound == AT_LEAST and found >= beta) or (bound == AT_MOST and found <= alpha)
            ):
                counters[CUTOFFS] += notes[place] >> 2 & 1
                return float(found)

        # 3. Chance: the average of all outcomes, each searched with an open window; outcomes cost no depth.
        mover = game.to_move(s)
        count = prepare(s, start, -1 if mover == CHANCE else first, buffer)
        if count < 0:
            counters[CROWDED] = 1
            return 0.0
        if mover == CHANCE:
            mean = 0.0
            for index in range(start, start + count):
                a = buffer[0, index]
                mean += game.probability(s, a) * search(
                    game.result(s, a), player, depth, -np.inf, np.inf, ply + 1, start + count,
                    buffer, keys, values, notes, moves, counters, stop,
                )  # fmt: skip
            return mean

        # 4. Moves: MAX raises alpha, MIN lowers beta; where they meet the rest is cut.
        below = depth - 1 if depth > 0 else depth
        low, high = alpha, beta
        cutoffs = counters[CUTOFFS]
        maximising = mover == player
        best = -np.inf if maximising else np.inf
        chosen = -1
        for index in range(start, start + 2 * count):
            # moves that end the game come first: they cost nothing and may decide at once
            a = buffer[0, index if index < start + count else index - count]
            after = game.result(s, a)
            if game.is_terminal(after) != (index < start + count):
                continue
            found = search(
                after, player, below, low, high, ply + 1, start + count,
                buffer, keys, values, notes, moves, counters, stop,
            )  # fmt: skip
            if maximising and found > best:
                best, chosen = found, a
                low = max(low, best)
            elif not maximising and found < best:
                best, chosen = found, a
                high = min(high, best)
            if low >= high:
                break

        # 5. Remember what was learnt, unless the search was stopped on the way.
        if counters[STOPPED] + counters[CROWDED] + counters[ENDLESS] == 0:
            keys[place], values[place], moves[place] = key, best, chosen
            bound = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
            limited = 4 if counters[CUTOFFS] != cutoffs else 0
            notes[place] = (depth + 1) * 8 + limited + bound
        return best

    @jit
    def value(
        s: Any, player: int, depth: int, alpha: float, beta: float, buffer: Any, table: Any, counters: Any, stop: Any
    ) -> float:
        keys, values, notes, moves = table
        ply = start = int(np.int64(0))  # a literal here would be a type of its own, and so a second signature of `search`
        return search(s, player, depth, alpha, beta, ply, start, buffer, keys, values, notes, moves, counters, stop)

    return value
