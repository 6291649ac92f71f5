"""Material as a number: the slices of endgame databases.

Captures and promotions lead from one slice to others, and never back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.core.bits import popcount
from kibitz.core.errors import InputError
from kibitz.games.chess.state import State, diagonal_sliders, kings, knights, occupied, pawns, straight_sliders

LETTERS = "PNBRQ"
"""The pieces besides the king, in the order of their digits: 4 bits each, and above them how many there are in all."""
SIDE_BITS = 24
SIDE = (1 << SIDE_BITS) - 1
TOTAL = 20
MOST_MEN = 6
"""Slices of more men have no numbers."""
KINGS_ALONE = 0


def side_material(s: State, side: int) -> int:
    """Return a side's material: of two sides the one with the higher number counts as the stronger."""
    diagonal, straight = diagonal_sliders(s) & side, straight_sliders(s) & side
    number = popcount(side & ~kings(s)) << TOTAL
    number |= popcount(pawns(s) & side) | popcount(knights(s) & side) << 4
    number |= popcount(diagonal & ~straight) << 8 | popcount(straight & ~diagonal) << 12
    return number | popcount(diagonal & straight) << 16


def material(s: State) -> int:
    """Return the material of both sides, the stronger one's above."""
    own, other = side_material(s, s.mine), side_material(s, occupied(s) & ~s.mine)
    return max(own, other) << SIDE_BITS | min(own, other)


def men(k: int) -> int:
    """Return how many pieces a slice has, kings counted."""
    return 2 + (k >> SIDE_BITS + TOTAL) + (k >> TOTAL & 15)


def piece_count(k: int, piece: int) -> int:
    """Return how many there are of a piece: 0 to 4 the stronger side's pawns to queens, 5 to 9 the weaker side's."""
    return k >> SIDE_BITS + 4 * piece & 15 if piece < 5 else k >> 4 * (piece - 5) & 15


def has_pawns(k: int) -> bool:
    """Return whether either side has pawns, so that the board is mirrored in one direction only."""
    return (piece_count(k, 0) | piece_count(k, 5)) != 0


def is_balanced(k: int) -> bool:
    """Return whether both sides have the same: then the one to move counts as the stronger."""
    return k >> SIDE_BITS == k & SIDE


def material_name(k: int) -> str:
    """Return the pieces of the stronger side, then those of the weaker: `KRKP`."""
    return "".join("K" + "".join(letter * (side >> 4 * LETTERS.index(letter) & 15) for letter in LETTERS[::-1])
                   for side in (k >> SIDE_BITS, k & SIDE))  # fmt: skip


def read_material(text: str) -> int:
    """Return the slice of a name: both sides begin with their king, and either may come first."""
    parts = re.fullmatch(r"K([QRBNP]*)v?K([QRBNP]*)", text.upper())
    if parts is None:
        raise InputError(
            f"an ending is named by the pieces of both sides, kings first, such as KBNK or KRKP, not {text[:20]!r}"
        )
    if len(parts[1]) + len(parts[2]) + 2 > MOST_MEN:
        raise InputError(
            f"tables of chess have up to {MOST_MEN} men, and {text.upper()} has {len(parts[1]) + len(parts[2]) + 2}"
        )
    return _joined(*(_side([pieces.count(letter) for letter in LETTERS]) for pieces in parts.groups()))


def _side(counts: list[int]) -> int:
    """Return the material of a side with so many of each piece, pawns first."""
    return sum(counts) << TOTAL | sum(count << 4 * place for place, count in enumerate(counts))


def _joined(one: int, other: int) -> int:
    """Return the slice of two sides."""
    return max(one, other) << SIDE_BITS | min(one, other)


def material_after(k: int) -> Iterator[int]:
    """Yield each slice that a capture, a promotion, or both lead to."""
    found = set()
    sides = [[side >> 4 * place & 15 for place in range(5)] for side in (k >> SIDE_BITS, k & SIDE)]
    for own, other in (sides, sides[::-1]):
        grown = [own] + [_changed(own, {0: -1, piece: 1}) for piece in range(1, 5) if own[0]]
        left = [other] + [_changed(other, {piece: -1}) for piece in range(5) if other[piece]]
        found |= {_joined(_side(one), _side(rest)) for one in grown for rest in left}
    yield from sorted(found - {k})


def _changed(counts: list[int], changes: dict[int, int]) -> list[int]:
    """Return counts of pieces after some have changed."""
    return [count + changes.get(piece, 0) for piece, count in enumerate(counts)]
