"""Material as a number: the slices of endgame tables.

Captures take pieces and crowning takes men, so that each slice leads to those before it, and never back. A side is a number of
three digits of 4 bits: all its pieces, its kings, its men. The side with the higher number counts as the stronger.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.core.bits import popcount
from kibitz.core.errors import InputError
from kibitz.games.checkers.state import State

SIDE_BITS, SIDE = 12, 0xFFF
MOST = 12
"""No side has more pieces; on the usual board slices of more than eight in all have no numbers."""
_NAME = re.compile(r"([KM]{1,12})V([KM]{1,12})")


def side_of(men: int, kings: int) -> int:
    """Return the number of a side with so many men and kings."""
    return men + kings << 8 | kings << 4 | men


def men_of(side: int) -> int:
    """Return how many men a side has."""
    return side & 15


def kings_of(side: int) -> int:
    """Return how many kings a side has."""
    return side >> 4 & 15


def mover_side(s: State) -> int:
    """Return the side of the player to move."""
    return side_of(popcount(s.mine & ~s.kings), popcount(s.mine & s.kings))


def other_side(s: State) -> int:
    """Return the other side."""
    return side_of(popcount(s.theirs & ~s.kings), popcount(s.theirs & s.kings))


def joined(one: int, other: int) -> int:
    """Return the slice of two sides."""
    return max(one, other) << SIDE_BITS | min(one, other)


def most(size: int) -> int:
    """Return how many pieces a slice with numbers has at most: all there are, but eight on the usual board."""
    return 8 if size == 8 else size * (size // 2 - 1)


def pieces(k: int) -> int:
    """Return how many pieces there are in a slice."""
    return (k >> SIDE_BITS + 8) + (k >> 8 & 15)


def material_after(k: int) -> Iterator[int]:
    """Yield each slice that captures, crowning, or both lead to, as long as both sides have pieces."""
    found = set()
    strong, weak = k >> SIDE_BITS, k & SIDE
    for own, other in ((strong, weak), (weak, strong)):
        men, kings = men_of(own), kings_of(own)
        crowned = [own] + ([side_of(men - 1, kings + 1)] if men else [])
        left = [side_of(m, n) for m in range(men_of(other) + 1) for n in range(kings_of(other) + 1) if m + n]
        found |= {joined(one, rest) for one in crowned for rest in left}
    yield from sorted(found - {k})


def material_name(k: int) -> str:
    """Return the pieces of the stronger side, then those of the weaker: `KKMvKM`."""
    return "v".join("K" * kings_of(side) + "M" * men_of(side) for side in (k >> SIDE_BITS, k & SIDE))


def read_material(text: str, size: int) -> int:
    """Return the slice of a name; either side may come first."""
    found = _NAME.fullmatch(text.upper())
    if found is None:
        raise InputError(f"an ending is named by the kings and men of both sides, such as KKvK or KMvMM, not {text[:30]!r}")
    if len(found[1]) + len(found[2]) > most(size) or max(map(len, found.groups())) > size // 2 * (size // 2 - 1):
        raise InputError(f"tables of checkers on {size} rows have up to {most(size)} pieces, not {text[:30]}")
    return joined(*(side_of(side.count("M"), side.count("K")) for side in found.groups()))
