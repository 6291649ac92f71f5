"""The law about `moves_to_draw`: where a rule that no table knows has drawn the game, no more moves were promised."""

from __future__ import annotations

from typing import Any

from kibitz.checking.asking import Asked
from kibitz.checking.walk import Position, Walk
from kibitz.core.contract import Index, Slices, implements
from kibitz.core.randomness import Random

FINISHED = 200
"""So many finished games are looked at."""
LINES, LONGEST = 8, 200
"""So many quiet lines are played, of so many moves at most."""


def draw_clock(asked: Asked, walk: Walk) -> None:
    """Check finished games, and play quiet lines until a rule ends them, from positions with numbers, where it counts."""
    if not implements(asked.game, Index):
        return
    finished = walk.finished[:: max(1, len(walk.finished) // FINISHED)]
    for position in asked.effort.through(finished, "no game came to its end"):
        _ended(asked, position.state, position.moves)
    starts = [position for position in walk.open if _number(asked, position.state, position.moves) is not None]
    for number, start in enumerate(starts[:: max(1, len(starts) // LINES)][:LINES]):
        if asked.effort.is_over():
            return
        _line(asked, start, Random(number, 0))


def _line(asked: Asked, start: Position, random: Random) -> None:
    """Play moves that bring the draw nearer, that lead where the line has been, or any, without a change of slice."""
    s, moves = start.state, start.moves
    number = _number(asked, s, moves)
    seen = {number}
    for _ in range(LONGEST):
        if asked.effort.is_over():
            return
        after = [(asked("hints", "result", s, a, moves=moves), (*moves, a)) for a in asked("hints", "actions", s, moves=moves)]
        quiet = []
        for t, path in after:
            found = _number(asked, t, path)
            if asked("hints", "is_terminal", t, moves=path):
                _ended(asked, t, path)
            elif found is not None and number is not None and found[1] == number[1]:
                left = asked("hints", "moves_to_draw", t, moves=path)
                quiet.append(((left, found not in seen, random.below(1 << 30)), t, path, found))
        if not quiet:
            return
        _, s, moves, number = min(quiet, key=lambda one: one[0])
        seen.add(number)


def _ended(asked: Asked, s: Any, moves: tuple[int, ...]) -> None:
    """Refuse a promise of more moves in a drawn game that goes on where its number alone is known."""
    number = _number(asked, s, moves)
    if number is None or len({asked("hints", "utility", s, player, moves=moves) for player in range(asked.game.players)}) > 1:
        return
    same = asked("hints", "unindex", number[0], *number[1], moves=moves)
    left = asked("hints", "moves_to_draw", s, moves=moves)
    if left > 0 and not asked("hints", "is_terminal", same, moves=moves):
        raise asked.breach("hints", "moves_to_draw", f"says {left} where a rule has drawn the game", moves)


def _number(asked: Asked, s: Any, moves: tuple[int, ...]) -> tuple[int, tuple[int, ...]] | None:
    """Return the number of a position and its slice, if the game has slices; None without a number."""
    number = asked("hints", "index", s, moves=moves)
    if number < 0:
        return None
    return number, (asked("hints", "slice", s, moves=moves),) if implements(asked.game, Slices) else ()
