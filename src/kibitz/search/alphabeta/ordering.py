"""Move ordering: the hash move, the game's own order, killer moves, then history and continuation history.

Good order is most of alpha-beta's strength: with the best move first everywhere, b^m states become about b^(m/2).
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.history import MAX_HISTORY
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.workspace import (
    COUNTER_MOVE_HISTORY,
    FOLLOW_UP_HISTORY,
    HISTORY,
    HISTORY_SIZE,
    KILLERS,
    MAX_MOVES,
    MOVE_KINDS,
    MOVES,
    MOVES_OVERFLOW,
    PATH_KINDS,
    ROOT_MOVES,
)
from kibitz.search.move_picker import move_picker

HASH_MOVE_SCORE = 1 << 61
ORDER_SHIFT = 32
ORDER_STEP = 1 << ORDER_SHIFT
"""One step of the game's own order outweighs killers and all history."""
KILLER_SCORE = 1 << 31
MAX_QUIET_SCORE = 4 * MAX_HISTORY
"""More than history and continuation history of a move add up to."""


def ordering(game: Any, jit: Jit, traits: Traits) -> tuple[Any, Any, Any, Any]:  # noqa: C901
    """Build `generate(s, ply, start, hash_move, workspace)`, `score(s, mover, ply, start, end, workspace)`, `pick`, and more.

    `generate` writes the moves, with the hash move in front if it is among them, and returns how many there are, or -1 if there
    is no memory for them. `score` scores those from `start` on: often the first move is enough, and none of the others needs a
    score. `pick(index, end, workspace)` brings the highest score that is left to the front and returns that move.
    `next_move(s, mover, ply, start, index, end, hash_move, skip_quiets, workspace)` scores and picks as late as it can; it
    returns -1 where the move at `index` is a quiet one that is skipped.
    """
    pick = move_picker(jit)
    fill = game.fill_sufficient_actions if traits.sufficient_actions else game.fill_actions
    wins_first, has_history, move_kinds = traits.wins_first, not traits.solving, traits.move_kinds

    @jit
    def generate(s: Any, ply: int, start: int, hash_move: int, workspace: Any) -> int:
        count = workspace[ROOT_MOVES]  # the root's moves stand there already where only some are searched
        if ply > 0 or count == 0:
            count = fill(s, workspace, start)
        if start + count > MOVES + MAX_MOVES:
            workspace[MOVES_OVERFLOW] = 1
            return -1
        if hash_move != -1:
            for index in range(start, start + count):
                if workspace[index] == hash_move:
                    for gap in range(index, start, -1):
                        workspace[gap] = workspace[gap - 1]
                    workspace[start], workspace[start + MAX_MOVES] = hash_move, HASH_MOVE_SCORE
        return int(count)

    @jit
    def score(s: Any, mover: int, ply: int, start: int, end: int, workspace: Any) -> None:
        if end - start == 1:
            workspace[start + MAX_MOVES] = 0
            return
        last_kind, own_last_kind = workspace[PATH_KINDS + ply + 1], workspace[PATH_KINDS + ply]
        for index in range(start, end):
            a = workspace[index]
            value = game.order(s, a) * ORDER_STEP
            if has_history:
                is_quiet = value == 0
                value += workspace[HISTORY + mover * HISTORY_SIZE + (a & (HISTORY_SIZE - 1))]
                if move_kinds and is_quiet:
                    kind = game.move_kind(s, a)
                    if last_kind >= 0:
                        value += workspace[COUNTER_MOVE_HISTORY + last_kind * MOVE_KINDS + kind]
                    if own_last_kind >= 0:
                        value += workspace[FOLLOW_UP_HISTORY + own_last_kind * MOVE_KINDS + kind]
                if a == workspace[KILLERS + 2 * ply]:
                    value += KILLER_SCORE
                elif a == workspace[KILLERS + 2 * ply + 1]:
                    value += KILLER_SCORE - 1
            if wins_first:
                after = game.result(s, a)
                if game.is_terminal(after) and game.utility(after, mover) >= game.utility(after, 1 - mover):
                    value = HASH_MOVE_SCORE - 1
            workspace[index + MAX_MOVES] = value

    @jit
    def next_move(
        s: Any, mover: int, ply: int, start: int, index: int, end: int, hash_move: int, skip_quiets: bool, workspace: Any
    ) -> int:
        first_scored = start + 1 if workspace[start] == hash_move else start
        if index < first_scored:
            return int(hash_move)
        if index == first_scored:
            score(s, mover, ply, index, end, workspace)
        if skip_quiets:
            return -1 if workspace[index + MAX_MOVES] + MAX_QUIET_SCORE >= 0 else int(workspace[index])
        return int(pick(index, end, workspace))

    return generate, score, pick, next_move
