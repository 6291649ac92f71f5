"""What a search keeps along its path: nodes and the wish to stop, positions that come back, the line of best play."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta import workspace as at
from kibitz.search.alphabeta.workspace import LINE, LINES

POLL = 1024 - 1
"""The wish to stop is read once in this many nodes (plus one)."""


def paths(game: Any, jit: Jit) -> tuple[Any, Any, Any]:
    """Build `is_interrupted(ply, desk)`, `has_repeated(s, key, ply, desk)` and `extend_line(a, ply, desk)`."""
    nodes, node_limit, stop, stopped = at.NODES, at.NODE_LIMIT, at.STOP, at.STOPPED
    lengths, path, before = at.LENGTHS, at.PATH, at.BEFORE

    @jit
    def is_interrupted(ply: int, desk: Any) -> bool:
        """Count one more state, begin its line of play, and return whether the search is to be given up."""
        desk[nodes] += 1
        if (desk[nodes] & POLL == 0 and desk[stop] != 0) or desk[nodes] >= desk[node_limit]:
            desk[stopped] = 1
        if ply < LINE and desk[stopped] == 0:
            desk[lengths + ply] = 0
        return bool(desk[stopped] != 0)

    @jit
    def has_repeated(s: Any, key: int, ply: int, desk: Any) -> bool:
        """Return whether the position stood on the path of this search before, or twice in the game before it."""
        here = path + desk[before] + ply
        times = 0
        for back in range(2, min(game.halfmove_clock(s), desk[before] + ply) + 1, 2):
            if desk[here - back] == key:
                times += 1
                if back <= ply or times >= 2:
                    return True
        return False

    @jit
    def extend_line(a: int, ply: int, desk: Any) -> None:
        """Write the line of best play at `ply`: the move, then the line below."""
        if ply < LINE - 1:
            length = min(desk[lengths + ply + 1], LINE - 1 - ply)
            desk[LINES + ply * LINE] = a
            for step in range(length):
                desk[LINES + ply * LINE + 1 + step] = desk[LINES + (ply + 1) * LINE + step]
            desk[lengths + ply] = length + 1

    return is_interrupted, has_repeated, extend_line
