"""Positions of a slice as numbers, and back.

The board can be turned and mirrored in eight ways, and with three squares the outer and the inner one can change places. The
second square is numbered first: of its 6,561 patterns those that turn into each other have one number, and the other squares
are turned with it. They are numbered as two sets of points: one player's men, and the other's on the points left free. Of three
squares the outer one is that where the first player's men come later in order.

A pattern that looks the same when it is turned leaves several ways to turn the rest: the least number counts, and the
others are used by no position.
"""

from __future__ import annotations

from math import comb, sqrt

from kibitz.core.bits import bit, popcount

_TERNARY: tuple[int, ...] = tuple(sum(3**place for place in range(8) if byte >> place & 1) for byte in range(256))


def _turned(byte: int, form: int) -> int:
    """Return the points of a square after it was turned, and mirrored for the forms from 4."""
    found = 0
    for place in range(8):
        if byte >> place & 1:
            found |= 1 << ((place if form < 4 else 8 - place) + 2 * form) % 8
    return found


_TURNED = tuple(_turned(byte, form) for form in range(8) for byte in range(256))
_BYTES = tuple(tuple(byte for byte in range(256) if byte.bit_count() == count) for count in range(9))
_RANK = tuple(_BYTES[byte.bit_count()].index(byte) for byte in range(256))
"""The place of a byte among those with as many bits."""
_BYTE = tuple(byte for count in range(9) for byte in (*_BYTES[count], *[0] * (70 - len(_BYTES[count]))))
"""The byte of a rank: [count * 70 + rank]."""
_CHOOSE = tuple(comb(things, chosen) for things in range(25) for chosen in range(25))


def _patterns() -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of patterns, the patterns that stand for others, and how many of these there are of each count.

    The first, [pattern], holds 256 * its rank among those with as many men, plus a bit for each form that turns it into the
    one that stands for it; the second, [(9 * mine + theirs) * MOST + rank], holds both players' bytes, mine the lower one.
    """
    numbers, standing, sizes = [0] * 3**8, [0] * (81 * MOST), [0] * 81
    ranks: dict[int, int] = {}
    pairs = [(mine, theirs) for mine in range(256) for theirs in range(256) if mine & theirs == 0]
    for mine, theirs in sorted(pairs, key=lambda pair: _pattern(*pair)):
        forms = [_pattern(_TURNED[256 * form + mine], _TURNED[256 * form + theirs]) for form in range(8)]
        least, count = min(forms), 9 * mine.bit_count() + theirs.bit_count()
        if least not in ranks:  # this is the one that stands for all
            ranks[least] = sizes[count]
            standing[MOST * count + sizes[count]] = mine | theirs << 8
            sizes[count] += 1
        numbers[forms[0]] = ranks[least] << 8 | sum(1 << form for form in range(8) if forms[form] == least)
    return tuple(numbers), tuple(standing), tuple(sizes)


def _pattern(mine: int, theirs: int) -> int:
    """Return the number of a square's pattern, in which each point is a digit."""
    return _TERNARY[mine] + 2 * _TERNARY[theirs]


MOST = 80
"""More than there are patterns of a count that stand for others."""
_NUMBERS, _STANDING, _SIZES = _patterns()


def _pairs_of(men: int) -> tuple[int, ...]:
    """Return where pairs of an outer and an inner square begin among those with so many men: [men in the outer one]."""
    starts, start = [0] * 10, 0
    for outer in range(9):
        starts[outer], inner = start, men - outer
        if 0 <= inner < outer:
            start += comb(8, outer) * comb(8, inner)
        elif inner == outer:
            start += comb(8, outer) * (comb(8, outer) + 1) // 2
    starts[9] = start
    return tuple(starts)


_PAIRS = tuple(start for men in range(17) for start in _pairs_of(men))
"""[men * 10 + men in the outer square]; the last of each ten is how many pairs there are."""


def _rest_size(squares: int, mine: int, theirs: int) -> int:
    """Return how many numbers the men on the other squares have."""
    points = 8 * (squares - 1)
    if mine < 0 or theirs < 0 or mine + theirs > points:
        return 0
    return (comb(8, mine) if squares == 2 else _PAIRS[10 * mine + 9]) * comb(points - mine, theirs)


def _starts() -> tuple[int, ...]:
    """Return where the numbers begin for each count of men on the second square, and after all of them how many there are.

    [((squares - 2) * 100 + 10 * mine + theirs) * 82 + 9 * mine on the square + theirs on it].
    """
    found: list[int] = []
    for squares in (2, 3):
        for mine in range(10):
            for theirs in range(10):
                start = 0
                for count in range(81):
                    found.append(start)
                    start += _SIZES[count] * _rest_size(squares, mine - count // 9, theirs - count % 9)
                found.append(start)
    return tuple(found)


_STARTS = _starts()


def numbers_of(squares: int, mine: int, theirs: int) -> int:
    """Return how many numbers there are for so many men of the player to move and of the other."""
    return int(_STARTS[((squares - 2) * 100 + 10 * mine + theirs) * 82 + 81])


def number_of(squares: int, mine: int, theirs: int) -> int:
    """Return the number of a board, among those with as many men of each player."""
    own, others = mine >> 8 & 255, theirs >> 8 & 255
    pattern = _NUMBERS[int(_TERNARY[own]) + 2 * int(_TERNARY[others])]
    left, rest = popcount(mine & ~(255 << 8)), popcount(theirs & ~(255 << 8))
    place = ((squares - 2) * 100 + 10 * popcount(mine) + popcount(theirs)) * 82 + 9 * popcount(own) + popcount(others)
    points = 8 * (squares - 1)
    ways = int(_CHOOSE[25 * (points - left) + rest])
    least, forms = 1 << 62, pattern & 255
    while forms != 0:
        form = 256 * popcount((forms & -forms) - 1)
        forms &= forms - 1
        outer, inner = int(_TURNED[form + (mine & 255)]), int(_TURNED[form + (mine >> 16)])
        beyond, within = int(_TURNED[form + (theirs & 255)]), int(_TURNED[form + (theirs >> 16)])
        order = 128 * (popcount(outer) - popcount(inner)) + int(_RANK[outer]) - int(_RANK[inner])
        if squares == 3 and order < 0:
            outer, inner, beyond, within = inner, outer, within, beyond
        first = _pair_rank(outer, inner) if squares == 3 else int(_RANK[outer])
        taken, second = outer | inner << 8, beyond | within << 8
        least = min(least, first * ways + _place_among(taken, second, points))
        if squares == 3 and order == 0:
            least = min(least, first * ways + _place_among(taken, within | beyond << 8, points))
    rests = ways * (int(_CHOOSE[25 * 8 + left]) if squares == 2 else int(_PAIRS[10 * left + 9]))
    return int(_STARTS[place]) + (pattern >> 8) * rests + least


def _pair_rank(outer: int, inner: int) -> int:
    """Return the place of an outer and an inner square, the outer one not before the inner one in order."""
    count, high, low = popcount(outer), int(_RANK[outer]), int(_RANK[inner])
    start = int(_PAIRS[10 * (count + popcount(inner)) + count])
    if count == popcount(inner):
        return start + high * (high + 1) // 2 + low
    return start + high * int(_CHOOSE[25 * 8 + popcount(inner)]) + low


def _place_among(taken: int, men: int, points: int) -> int:
    """Return the place of some men among all ways to put as many on the points that are not taken."""
    place, count, free = 0, 0, 0
    for point in range(points):
        if men & bit(point) != 0:
            count += 1
            place += int(_CHOOSE[25 * free + count])
        free += 1 - (taken >> point & 1)
    return place


def men_of(i: int, squares: int, mine: int, theirs: int) -> tuple[int, int]:
    """Return the men of the player to move and of the other on a board of that number."""
    place, count = ((squares - 2) * 100 + 10 * mine + theirs) * 82, 0
    while int(_STARTS[place + count + 1]) <= i:
        count += 1
    left, rest, points = mine - count // 9, theirs - count % 9, 8 * (squares - 1)
    ways = int(_CHOOSE[25 * (points - left) + rest])
    rests = ways * (int(_CHOOSE[25 * 8 + left]) if squares == 2 else int(_PAIRS[10 * left + 9]))
    number = i - int(_STARTS[place + count])
    pattern = int(_STANDING[MOST * count + number // rests])
    first = number % rests // ways
    taken = int(_BYTE[70 * left + first]) if squares == 2 else _pair_of(left, first)
    men = _men_among(taken, number % ways, rest, points)
    own, others = pattern & 255, pattern >> 8
    return (
        taken & 255 | own << 8 | (taken >> 8) << 16,
        men & 255 | others << 8 | (men >> 8) << 16,
    )


def _pair_of(men: int, rank: int) -> int:
    """Return the outer square and, eight bits above it, the inner one."""
    outer = (men + 1) // 2
    while int(_PAIRS[10 * men + outer + 1]) <= rank:
        outer += 1
    rank -= int(_PAIRS[10 * men + outer])
    inner = men - outer
    if outer == inner:
        high = int((sqrt(8.0 * rank + 1.0) - 1.0) / 2.0)
        low = rank - high * (high + 1) // 2
    else:
        high, low = rank // int(_CHOOSE[25 * 8 + inner]), rank % int(_CHOOSE[25 * 8 + inner])
    return int(_BYTE[70 * outer + high]) | int(_BYTE[70 * inner + low]) << 8


def _men_among(taken: int, place: int, count: int, points: int) -> int:
    """Return the men of that place among all ways to put so many on the points that are not taken."""
    men, free = 0, points - popcount(taken)
    for step in range(points):
        point = points - 1 - step
        if taken >> point & 1 == 0:
            free -= 1
            if count > 0 and int(_CHOOSE[25 * free + count]) <= place:
                place -= int(_CHOOSE[25 * free + count])
                count -= 1
                men |= bit(point)
    return men
