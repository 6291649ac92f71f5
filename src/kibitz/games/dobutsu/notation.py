"""Squares, moves and positions of animal shogi as text."""

from __future__ import annotations

import re

from kibitz.core.bits import bit, popcount
from kibitz.core.errors import PositionError
from kibitz.games.dobutsu.state import HAND, HAND_BITS, NOTHING, SQUARES, State, kind_at, lion_of, occupied, of_kind

LETTERS = "LGECH"
"""Lion, giraffe, elephant, chick, hen: in capitals the first player's."""
START = "gle/.c./.C./ELG"
_MOVES = re.compile(r"\d{1,6}")
_MOST = (1, 2, 2)


def square_name(square: int) -> str:
    """Return a square's name: columns a to c from the first player's left, rows 1 to 4 from the second player's side."""
    row, column = divmod(square, 3)
    return f"{'abc'[column]}{4 - row}"


def piece_at(s: State, square: int) -> str:
    """Return the letter of the animal on a square, or a dot."""
    kind = kind_at(s.kinds, square)
    if kind == NOTHING:
        return "."
    is_first = (s.mine >> square & 1) == (s.turn == 0)
    return LETTERS[kind] if is_first else LETTERS[kind].lower()


def hands(s: State) -> tuple[str, str]:
    """Return what the first player has in hand, and the second, in letters."""
    pair = (s.hands & HAND, s.hands >> HAND_BITS)
    first, second = pair if s.turn == 0 else pair[::-1]
    words = ["".join(letter * (hand >> 2 * place & 3) for place, letter in enumerate("GEC")) for hand in (first, second)]
    return words[0], words[1].lower()


def action_name(s: State, a: int) -> str:
    """Return a move's name: `b3-b2`, and `C*b3` for a chick that is dropped."""
    origin, target = a & 15, a >> 4
    if origin >= SQUARES:
        return f"{'GEC'[origin - SQUARES]}*{square_name(target)}"
    return f"{square_name(origin)}-{square_name(target)}"


def path(s: State, a: int) -> tuple[str, str]:
    """Return the cells of a move; a hand's are the letters of its animals, the first player's in capitals."""
    origin, target = a & 15, a >> 4
    if origin >= SQUARES:
        letter = "GEC"[origin - SQUARES]
        return (letter if s.turn == 0 else letter.lower()), square_name(target)
    return square_name(origin), square_name(target)


def write(s: State) -> str:
    """Return the rows from the top, what is in hand or `-`, who is to move, and the moves made if there were any."""
    rows = ["".join(piece_at(s, 3 * row + column) for column in range(3)) for row in (3, 2, 1, 0)]
    return f"{'/'.join(rows)}:{''.join(hands(s)) or '-'}:{s.turn + 1}" + (f":{s.moves}" if s.moves else "")


def read(text: str) -> State:
    """Return the position of such a text."""
    board, *rest = text.strip().split(":")
    rows = board.split("/")
    if [len(row) for row in rows] != [3, 3, 3, 3] or not set(board) <= set("LGECHlgech./"):
        raise PositionError(f"{text[:60]!r} is not a board of four rows such as {START}:-:1")
    held = "" if rest[:1] == ["-"] else rest[0] if rest else ""
    is_told = len(rest) in (2, 3) and set(held) <= set("GECgec") and bool(rest[0]) and rest[1] in ("1", "2")
    if not is_told or not all(map(_MOVES.fullmatch, rest[2:])):
        raise PositionError(f"{text[:60]!r} does not end like {START}:-:1, what is in hand and who is to move")
    kinds, first = 0, 0
    for place, letter in enumerate("".join(rows)):
        square = 3 * (3 - place // 3) + place % 3
        if letter != ".":
            kinds |= bit(SQUARES * LETTERS.index(letter.upper()) + square)
            first |= bit(square) if letter.isupper() else 0
    own, other = (
        sum(1 << 2 * place for letter in held for place in range(3) if letter == kind[place]) for kind in ("GEC", "gec")
    )
    turn = int(rest[1]) - 1
    mine = first if turn == 0 else occupied(kinds) & ~first
    in_hand = own | other << HAND_BITS if turn == 0 else other | own << HAND_BITS
    s = State(kinds, mine, in_hand, turn, int(rest[2]) if len(rest) == 3 else 0)
    _require_all_there(text, s, held)
    return s


def _require_all_there(text: str, s: State, held: str) -> None:
    """Refuse other animals than those of the start; one lion may have been captured."""
    theirs = occupied(s.kinds) & ~s.mine
    lions = [popcount(of_kind(s.kinds, 0) & side) for side in (s.mine, theirs)]
    if max(lions) > 1 or sum(lions) == 0 or lion_of(s.kinds, theirs) == 64:
        raise PositionError(f"{text[:60]!r} has other lions than one a side; only that of the player to move may be gone")
    for letters in ("Gg", "Ee", "CcHh"):
        count = sum(text.split(":", maxsplit=1)[0].count(letter) + held.count(letter) for letter in letters)
        if count != 2:
            raise PositionError(f"{text[:60]!r} has {count} of the animals {letters[0]}, on the board and in hand, not 2")
