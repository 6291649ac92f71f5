"""Positions that a game numbers not itself: all that can come up from its start, found by compiled rules.

Positions are rows of words, found again through an open hash table of row numbers of 32 bits. Their moves are kept as numbers
of the positions they lead to, 4 bytes a move, so that no rule is asked twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native, packed
from kibitz.core.contract import Game
from kibitz.core.errors import RulesError, UnsupportedError
from kibitz.core.tasks import Stopped
from kibitz.endgames.hash_table import find_or_add, rehash

KNOWN, EXPANDED, WRITTEN, STUCK, UNEVEN = 0, 1, 2, 3, 4
"""What `progress` holds: positions found, positions expanded, moves written, and what must not be."""
PROGRESS = 5
MOST = (1 << 31) - 2
"""Numbers of positions, and of moves from one array, have 32 bits."""
FIRST = 1 << 16
"""Room for so many positions at first."""


@dataclass(frozen=True)
class Positions:
    """All positions of a game and their moves; `codes` holds those of finished games."""

    rows: Any
    """int64[N, words]: packed states."""
    movers: Any
    """int8[N]: the player to move."""
    degrees: Any
    """int16[N]: how many moves there are."""
    targets: Any
    """int32[E]: where the moves lead, position by position."""
    codes: Any
    """int16[N]."""
    lead: float
    """What a winner has more than a loser."""


def exploring(game: Any, jit: Jit) -> Any:
    """Build `explore(start, rows, hash_table, movers, degrees, codes, targets, progress, lead, stop)`.

    It goes on from `progress` until all that follows from `start` is expanded, some array is full, or `stop[0]` is set.
    """
    words, find = game.words, find_or_add(game, jit)

    @jit
    def explore(
        start: Any, rows: Any, hash_table: Any, movers: Any, degrees: Any, codes: Any, targets: Any, progress: Any,
        lead: Any, stop: Any,
    ) -> None:  # fmt: skip
        known, done, written = progress[KNOWN], progress[EXPANDED], progress[WRITTEN]
        known = max(known, find(start, rows, hash_table, known) + 1)
        row = np.zeros(words, np.int64)
        actions = np.zeros(len(targets) // 8, np.int64)
        while done < known and stop[0] == 0:
            s = game.unpack(rows[done])
            mover = game.to_move(s)
            movers[done] = mover
            degrees[done] = 0
            codes[done] = 0
            if game.is_terminal(s):
                gain = float(game.utility(s, mover) - game.utility(s, 1 - mover))
                codes[done] = 1 if gain > 0 else -1 if gain < 0 else 0
                if gain != 0:
                    if lead[0] != 0 and lead[0] != abs(gain):
                        progress[UNEVEN] = 1
                    lead[0] = abs(gain)
            else:
                count = game.fill_actions(s, actions, 0)
                if count == 0:
                    progress[STUCK] = 1
                    break
                if count > len(actions) or known + count > len(rows) or written + count > len(targets):
                    break
                degrees[done] = count
                for move in range(count):
                    game.pack(game.result(s, actions[move]), row)
                    target = find(row, rows, hash_table, known)
                    known = max(known, target + 1)
                    targets[written] = target
                    written += 1
            done += 1
        progress[KNOWN], progress[EXPANDED], progress[WRITTEN] = known, done, written

    return explore


def keying(game: Any, jit: Jit) -> Any:
    """Build `keys(rows, out)`: the hash of every row."""

    @jit
    def keys(rows: Any, out: Any) -> None:
        for number in range(len(rows)):
            out[number] = game.key_of_fields(game.unpack(rows[number]))

    return keys


def positions(game: Game, stop: Any, megabytes: int) -> Positions | None:
    """Return all that can come up from the start of a two-player game without chance.

    None means that finished games differ in more than who has won. More than fits in `megabytes` is refused.
    """
    explore, start = native(exploring, game), packed(game, game.initial())
    room, edges = FIRST, 8 * FIRST
    rows = np.zeros((room, len(start)), np.int64)
    movers, degrees, codes = np.zeros(room, np.int8), np.zeros(room, np.int16), np.zeros(room, np.int16)
    targets, hash_table = np.zeros(edges, np.int32), np.full(2 * room, -1, np.int32)
    progress, lead = np.zeros(PROGRESS, np.int64), np.zeros(1)
    while True:
        explore(start, rows, hash_table, movers, degrees, codes, targets, progress, lead, stop)
        known, done, written = (int(count) for count in progress[:STUCK])
        if progress[STUCK]:
            raise RulesError("a position that is not over has no legal moves; is_terminal must be true there")
        if progress[UNEVEN]:
            return None
        if stop[0]:
            raise Stopped
        if done == known:
            break
        if 4 * written > 3 * len(targets):
            edges = 2 * len(targets)
        if 4 * known > 3 * len(rows) or edges == len(targets):
            room = 2 * len(rows)
        _require_room(room, edges, len(start), megabytes)
        if edges > len(targets):
            targets = np.resize(targets, edges)
        if room > len(rows):
            del hash_table
            rows = _longer(rows, room)
            movers, degrees, codes = _longer(movers, room), _longer(degrees, room), _longer(codes, room)
            hash_table = np.full(2 * room, -1, np.int32)
            native(rehash, game)(rows[:known], hash_table)
    return Positions(rows[:known], movers[:known], degrees[:known], targets[:written], codes[:known], float(lead[0]))


def _require_room(positions: int, moves: int, words: int, megabytes: int) -> None:
    """Refuse more positions or moves than numbers or memory allow."""
    needed = (positions * (8 * words + 13) + 8 * moves) >> 20
    if max(positions, moves) > MOST or needed > megabytes:
        raise UnsupportedError(
            f"more than {positions // 2:,} positions or {moves // 2:,} moves can come up, too many for {megabytes:,} MB; "
            "give --memory, a smaller game, or index, unindex and size, which need no room for positions"
        )


def _longer(array: Any, length: int) -> Any:
    """Return a longer copy of an array."""
    longer = np.zeros((length, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer
