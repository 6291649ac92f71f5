"""Positions of an ending as numbers, and back: the kings first, then the stronger side's pieces, then the weaker side's.

The stronger side plays up the board. Boards that are mirror images of each other have the same number: without pawns there are
eight of them, and the stronger king comes into the triangle a1-d1-d4; with pawns two, and it comes onto the files a to d. Like
pieces of a side are numbered in pairs, in which their order does not matter.

A pawn that may be captured in passing counts as standing beyond the board: on square 56 plus its file.
"""

from __future__ import annotations

from math import sqrt

from kibitz.core.bits import bit, lowest_bit, popcount, shift_left, shift_right
from kibitz.games.chess.attacks import in_check
from kibitz.games.chess.legality import can_pass
from kibitz.games.chess.material import MOST_MEN, has_pawns, is_balanced, material, men, piece_count
from kibitz.games.chess.moves import after_skip
from kibitz.games.chess.state import State, diagonal_sliders, kings, knights, occupied, pawns, straight_sliders, turned

NONE = -1
_PAWN_RANKS = 0x00FF_FFFF_FFFF_FF00
_KINGS_APART = bit(0) | bit(63)


def _is_apart(king: int, other: int) -> bool:
    """Return whether two kings stand on different squares and not side by side."""
    return max(abs(king % 8 - other % 8), abs(king // 8 - other // 8)) > 1


def _in_triangle(king: int, other: int) -> bool:
    """Return whether the kings stand as they do once a board without pawns is mirrored."""
    file, rank = king % 8, king // 8
    return file <= 3 and rank <= file and (rank < file or other // 8 <= other % 8)


_TRIANGLE = tuple(
    64 * one + other for one in range(64) for other in range(64) if _is_apart(one, other) and _in_triangle(one, other)
)
_HALF = tuple(64 * one + other for one in range(64) for other in range(64) if _is_apart(one, other) and one % 8 <= 3)


def _places(pairs: tuple[int, ...]) -> tuple[int, ...]:
    """Return for every two squares their place among the pairs of kings, or -1."""
    numbers = {pair: number for number, pair in enumerate(pairs)}
    return tuple(numbers.get(pair, NONE) for pair in range(4096))


_TRIANGLE_PLACE, _HALF_PLACE = _places(_TRIANGLE), _places(_HALF)
TRIANGLES, HALVES = len(_TRIANGLE), len(_HALF)


def squares_for(k: int, piece: int) -> int:
    """Return on how many squares a piece may stand: a pawn on 48, and beyond the board where the other side has pawns too."""
    if piece not in (0, 5):
        return 64
    return 56 if piece_count(k, 0) != 0 and piece_count(k, 5) != 0 else 48


def numbers_of(k: int) -> int:
    """Return how many numbers a slice has."""
    number = (HALVES if has_pawns(k) else TRIANGLES) * (1 if is_balanced(k) else 2)
    for piece in range(10):
        count = piece_count(k, piece)
        if count != 0:
            squares = squares_for(k, piece)
            for _ in range(count // 2):
                number *= squares * (squares - 1) // 2
            number *= squares if count & 1 != 0 else 1
    return number


def _pieces(s: State, piece: int, strong: int) -> int:
    """Return the squares of a piece: 0 to 4 the stronger side's pawns to queens, 5 to 9 the weaker side's."""
    side = strong if piece < 5 else occupied(s) & ~strong
    if piece in (0, 5):
        return pawns(s) & side
    if piece in (1, 6):
        return knights(s) & side
    diagonal, straight = diagonal_sliders(s) & side, straight_sliders(s) & side
    if piece in (2, 7):
        return diagonal & ~straight
    return straight & ~diagonal if piece in (3, 8) else diagonal & straight


def _swapped(square: int) -> int:
    """Return a square mirrored at the diagonal from a1 to h8."""
    return square >> 3 | (square & 7) << 3


def number_of(s: State) -> int:
    """Return the number of a position in its slice, or -1 where it has none: the right to castle, too many men."""
    k = material(s)
    if s.castling != 0 or men(k) > MOST_MEN:
        return NONE
    mover_is_strong = k == material_seen(s, k)
    strong = s.mine if mover_is_strong else occupied(s) & ~s.mine
    flip = 0 if mover_is_strong else 56
    king, other = lowest_bit(kings(s) & strong) ^ flip, lowest_bit(kings(s) & ~strong) ^ flip
    if king & 7 > 3:
        flip, king, other = flip ^ 7, king ^ 7, other ^ 7
    if has_pawns(k):
        number = _placed(s, k, strong, flip, False, int(_HALF_PLACE[64 * king + other]))
    else:
        if king >> 3 > 3:
            flip, king, other = flip ^ 56, king ^ 56, other ^ 56
        rising = (king >> 3) - (king & 7)
        beyond = (other >> 3) - (other & 7)
        if rising > 0 or (rising == 0 and beyond > 0):
            number = _placed(s, k, strong, flip, True, int(_TRIANGLE_PLACE[64 * _swapped(king) + _swapped(other)]))
        else:
            kings_place = int(_TRIANGLE_PLACE[64 * king + other])
            number = _placed(s, k, strong, flip, False, kings_place)
            if rising == 0 and beyond == 0:
                number = min(number, _placed(s, k, strong, flip, True, kings_place))
    if mover_is_strong or number < 0:
        return number
    return number + numbers_of(k) // 2


def material_seen(s: State, k: int) -> int:
    """Return the slice `k` if the player to move is the stronger side, else another number."""
    own = popcount(s.mine)
    other = popcount(occupied(s)) - own
    if own != other:
        return k if own > other else NONE
    for piece in (4, 3, 2, 1, 0):
        mine = popcount(_pieces(s, piece, s.mine))
        theirs = popcount(_pieces(s, piece, occupied(s) & ~s.mine))
        if mine != theirs:
            return k if mine > theirs else NONE
    return k


def _placed(s: State, k: int, strong: int, flip: int, swap: bool, number: int) -> int:
    """Return the number of all pieces, that of the kings first, with every square mirrored by `flip` and perhaps swapped."""
    if number < 0:
        return NONE
    for piece in range(10):
        if piece_count(k, piece) != 0:
            squares = squares_for(k, piece)
            places = _turned_places(_pieces(s, piece, strong), s.passant, flip, swap, squares)
            while places != 0:
                low = lowest_bit(places)
                places &= ~bit(low)
                if places != 0:
                    high = lowest_bit(places)
                    places &= ~bit(high)
                    number = number * (squares * (squares - 1) // 2) + high * (high - 1) // 2 + low
                else:
                    number = number * squares + low
    return number


def _turned_places(left: int, passant: int, flip: int, swap: bool, squares: int) -> int:
    """Return where pieces stand on the mirrored board; pawns, which have fewer `squares`, are counted from a2."""
    places = 0
    while left != 0:
        square = lowest_bit(left)
        left &= ~bit(square)
        place = square ^ flip
        if squares != 64:
            has_jumped = passant != 0 and square == lowest_bit(passant) - 8
            place = 48 + (place & 7) if has_jumped else place - 8
        places |= bit(_swapped(place) if swap else place)
    return places


def position_of(i: int, k: int) -> State:
    """Return a position of that number; where there is none, the kings alone, or a position of another number."""
    half = numbers_of(k) // 2
    strong_moves = is_balanced(k) or i < half
    rest = i if strong_moves else i - half
    steppers, diagonal, straight, strong, jumped, sound = 0, 0, 0, 0, 0, True
    for place in range(10):
        piece = 9 - place
        count, squares = piece_count(k, piece), squares_for(k, piece)
        pairs = squares * (squares - 1) // 2
        places = 0
        if count & 1 != 0:
            places = bit(rest % squares)
            rest //= squares
        for _ in range(count // 2):
            both = rest % pairs
            rest //= pairs
            high = int(sqrt(2.0 * both + 0.25) + 0.5)
            places |= bit(high) | bit(both - high * (high - 1) // 2)
        sound = sound and popcount(places) == count
        if squares != 64:
            beyond = shift_right(places, 48)
            found = shift_left(beyond, 24 if piece == 0 else 32)
            places = shift_left(places, 8) & _PAWN_RANKS
            sound = sound and (beyond == 0 or (jumped == 0 and (piece == 0) != strong_moves)) and places & found == 0
            places |= found
            jumped |= found
        sound = sound and places & (steppers | diagonal | straight) == 0
        kind = piece if piece < 5 else piece - 5
        steppers |= places if kind <= 1 else 0
        diagonal |= places if kind in (1, 2, 4) else 0
        straight |= places if kind >= 3 else 0
        strong |= places if piece < 5 else 0
    both = int(_HALF[rest]) if has_pawns(k) else int(_TRIANGLE[rest])
    own_king, other_king = bit(both >> 6), bit(both & 63)
    if not sound or (own_king | other_king) & (steppers | diagonal | straight) != 0:
        return _nowhere()
    steppers, straight, strong = steppers | own_king | other_king, straight | own_king | other_king, strong | own_king
    if not strong_moves:
        steppers, diagonal, straight, jumped = turned(steppers), turned(diagonal), turned(straight), turned(jumped)
        strong = (steppers | diagonal | straight) & ~turned(strong)
    s = State(steppers, diagonal, straight, strong, 0, shift_left(jumped, 8), 0, 0 if strong_moves else 1)
    return s if _can_have_come_up(s) else _nowhere()


def _can_have_come_up(s: State) -> bool:
    """Return whether the player who does not move is not in check, and a pawn that jumped came freely and can be taken."""
    if in_check(after_skip(s)):
        return False
    return s.passant == 0 or ((s.passant | s.passant << 8) & occupied(s) == 0 and can_pass(s))


def _nowhere() -> State:
    """Return the kings alone, where a number means no position."""
    return State(_KINGS_APART, 0, _KINGS_APART, bit(0), 0, 0, 0, 0)
