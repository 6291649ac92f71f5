"""Max^n, compiled for one game: every player takes what is best for itself, or for its coalition.

Values are rows with a number for each player. Where the numbers of every leaf add up to the game's total, shallow pruning
(Korf, 1991) is sound: what the player below has for certain is lost to the player above, and when too little is left to
change the move above, the rest is cut. Deeper cuts are not sound with more than two players.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.core.game import CHANCE
from kibitz.search.horizons import horizon
from kibitz.search.move_picker import MOST_MOVES

POLL = 4096 - 1
LONGEST_PATH = 10_000

NODES, STOPPED, CUTOFFS, CROWDED, ENDLESS, CHOSEN, UNEVEN, PLAYER, TEAM, BY_ROUNDS, NODE_LIMIT = range(11)
"""Words: states looked at, has stopped, depth limits met, too many moves, path too long, the root's best move, a leaf whose
numbers add up to more than the total, who decides, the coalition as a set of bits, whether rounds are counted, how many
states may be looked at."""
MOVES = 16
"""Where the moves along the path begin."""


class Traits(NamedTuple):
    """Facts about a game and a task, constants for the compiler."""

    players: int
    prunes: bool
    """Whether shallow pruning is tried: the game says what its utilities add up to and what each can be."""
    total: float
    takes_last: bool
    """Of equally good moves the last is taken, not the first."""


def max_n(game: Any, jit: Jit, *, traits: Traits) -> Any:  # noqa: C901, PLR0915
    """Build `values(s, left, words, rows, stop)`: rows[0:players] is what each player gets from `s` on."""
    players, prunes, total, takes_last = traits
    later = horizon(game, jit)

    @jit
    def own(row: int, player: int, words: Any, rows: Any) -> float:
        """Return what a row is worth to a player: its own number, or its coalition's together."""
        if words[TEAM] >> player & 1 == 0:
            return float(rows[row + player])
        whole = 0.0
        for member in range(players):
            if words[TEAM] >> member & 1:
                whole += rows[row + member]
        return whole

    @jit
    def is_hopeless(s: Any, best: float, mover: int, above: int, least: float) -> bool:
        """Return whether too little is left for the player above to change its move, whatever else comes."""
        if not prunes or above < 0 or above == mover:
            return False
        left = total - best
        for other in range(players):
            if other not in (mover, above):
                left -= game.utility_bounds(s, other)[0]
        return left < least if takes_last else left <= least

    @jit
    def search(  # noqa: C901, PLR0912
        s: Any, left: int, ply: int, start: int, above: int, least: float, words: Any, rows: Any, stop: Any
    ) -> None:  # fmt: skip
        # 1. The end: a finished game, the depth limit, or a reason to give up.
        if (words[NODES] & POLL == 0 and stop[0] != 0) or words[NODES] >= words[NODE_LIMIT]:
            words[STOPPED] = 1
        if ply >= LONGEST_PATH:
            words[ENDLESS] = 1
        if words[STOPPED] + words[CROWDED] + words[ENDLESS] != 0:
            return
        words[NODES] += 1
        row, below = ply * players, (ply + 1) * players
        is_over = game.is_terminal(s)
        if is_over or left == 0:
            whole = 0.0
            for player in range(players):
                rows[row + player] = game.utility(s, player) if is_over else game.evaluate(s, player)
                whole += rows[row + player]
            if not is_over:
                words[CUTOFFS] += 1
            if prunes and whole > total + 1e-9:
                words[UNEVEN] = 1
            return

        # 2. The moves, or the outcomes, one after the other.
        end = start + game.fill_actions(s, words, start)
        if end > MOVES + MOST_MOVES:
            words[CROWDED] = 1
            return
        mover, best, chosen, whole = game.to_move(s), -np.inf, -1, 0.0
        for player in range(players):
            rows[row + player] = 0.0
        for place in range(start, end):
            a = words[place]
            after = game.result(s, a)
            rest = later(left, words[BY_ROUNDS] != 0, words[PLAYER], mover, after)
            search(after, rest, ply + 1, end, mover, best, words, rows, stop)
            if mover == CHANCE:
                share = game.probability(s, a)
                whole += share
                for player in range(players):
                    rows[row + player] += share * rows[below + player]
                continue
            found = own(below, mover, words, rows)
            if chosen == -1 or found > best or (takes_last and found == best):
                best, chosen = found, a
                for player in range(players):
                    rows[row + player] = rows[below + player]
            if is_hopeless(s, best, mover, above, least):
                break
        if mover == CHANCE and words[STOPPED] == 0:
            game.require_whole(s, whole)
        if ply == 0:
            words[CHOSEN] = chosen

    @jit
    def values(s: Any, left: int, words: Any, rows: Any, stop: Any) -> None:
        ply = int(np.int64(0))  # literals would be types of their own, and so a second signature
        start, nobody = int(np.int64(MOVES)), int(np.int64(CHANCE))
        search(s, left, ply, start, nobody, float(-np.inf), memory(words), memory(rows), memory(stop))

    return values
