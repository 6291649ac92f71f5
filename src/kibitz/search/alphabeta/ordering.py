"""The order in which moves are tried: the table's move, what the game itself promises, killers, then history.

Good order is most of alpha-beta's strength: with the best move first everywhere, b^m states become about b^(m/2).
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.workspace import ACTIONS, CROWDED, HISTORY, KILLERS, MOVE_KINDS, MOVES, PLAYED, REPLIES, ROOTS
from kibitz.search.move_picker import MOST_MOVES, move_picker

FIRST = 1 << 61
PROMISE_SHIFT = 32
PROMISE = 1 << PROMISE_SHIFT
"""One step of the game's own order outweighs all history."""
KILLER = 1 << 31
MOST_HISTORY = 1 << 20
CREDIT = 4 * MOST_HISTORY
"""More than a move's history and the replies add up to."""
FOLLOWING = REPLIES + MOVE_KINDS * MOVE_KINDS
"""Where it is kept which moves do well after which of one's own; before it, after which of the other side's."""


def ordering(game: Any, jit: Jit, traits: Traits) -> tuple[Any, Any, Any, Any]:  # noqa: C901, PLR0915
    """Build `gather(s, ply, start, first, desk)`, `rank(s, mover, ply, start, end, desk)`, `pick(place, end, desk)`, `reward`.

    `gather` writes the moves, with `first` in front if it is among them, and returns how many there are, or -1 if there is
    no room. `rank` ranks those from `place` on: often the first move is enough, and none of the others needs a rank. `pick`
    brings the highest rank that is left to the front.
    """
    pick = move_picker(jit)
    fill = game.fill_sufficient_actions if traits.reduced else game.fill_actions
    peeks, learns, move_kinds = traits.peeks, not traits.solving, traits.move_kinds

    @jit
    def gather(s: Any, ply: int, start: int, first: int, desk: Any) -> int:
        count = desk[ROOTS]  # the root's moves stand there already where only some are asked about
        if ply > 0 or count == 0:
            count = fill(s, desk, start)
        if start + count > MOVES + MOST_MOVES:
            desk[CROWDED] = 1
            return -1
        if first != -1:
            for place in range(start, start + count):
                if desk[place] == first:
                    for gap in range(place, start, -1):
                        desk[gap] = desk[gap - 1]
                    desk[start], desk[start + MOST_MOVES] = first, FIRST
        return int(count)

    @jit
    def rank(s: Any, mover: int, ply: int, start: int, end: int, desk: Any) -> None:
        if end - start == 1:
            desk[start + MOST_MOVES] = 0
            return
        last, before = desk[PLAYED + ply + 1], desk[PLAYED + ply]
        for place in range(start, end):
            a = desk[place]
            worth = game.order(s, a) * PROMISE
            if learns:
                quiet = worth == 0
                worth += desk[HISTORY + mover * ACTIONS + (a & (ACTIONS - 1))]
                if move_kinds and quiet:
                    move_kind = game.move_kind(s, a)
                    if last >= 0:
                        worth += desk[REPLIES + last * MOVE_KINDS + move_kind]
                    if before >= 0:
                        worth += desk[FOLLOWING + before * MOVE_KINDS + move_kind]
                if a == desk[KILLERS + 2 * ply]:
                    worth += KILLER
                elif a == desk[KILLERS + 2 * ply + 1]:
                    worth += KILLER - 1
            if peeks:
                after = game.result(s, a)
                if game.is_terminal(after) and game.utility(after, mover) >= game.utility(after, 1 - mover):
                    worth = FIRST - 1
            desk[place + MOST_MOVES] = worth

    @jit
    def credit(slot: int, change: int, desk: Any) -> None:
        """Add to what is known of a move, the less the more is known already."""
        desk[slot] += change - desk[slot] * abs(change) // MOST_HISTORY

    @jit
    def reward(s: Any, mover: int, ply: int, depth: int, start: int, place: int, desk: Any) -> None:
        """Remember the move at `place`, which refuted; those tried before it, from `start` on, lose credit.

        Noisy moves are ranked by the game itself, so nothing is learnt of them where replies are.
        """
        a = desk[place]
        if desk[KILLERS + 2 * ply] != a and not (move_kinds and game.is_noisy(s, a)):
            desk[KILLERS + 2 * ply + 1] = desk[KILLERS + 2 * ply]
            desk[KILLERS + 2 * ply] = a
        bonus = (
            min(16 * depth * depth + 64 * depth, 1600) * (MOST_HISTORY >> 14) if move_kinds else min(depth * depth, 400) * 32
        )
        last, before = desk[PLAYED + ply + 1], desk[PLAYED + ply]
        for tried in range(start, place + 1):
            a = desk[tried]
            change = bonus if tried == place else -bonus
            if not move_kinds:
                credit(HISTORY + mover * ACTIONS + (a & (ACTIONS - 1)), change, desk)
            elif not game.is_noisy(s, a):
                credit(HISTORY + mover * ACTIONS + (a & (ACTIONS - 1)), change, desk)
                move_kind = game.move_kind(s, a)
                if last >= 0:
                    credit(REPLIES + last * MOVE_KINDS + move_kind, change, desk)
                if before >= 0:
                    credit(FOLLOWING + before * MOVE_KINDS + move_kind, change, desk)

    return gather, rank, pick, reward
