"""Positions as text: Forsyth-Edwards notation, the rights to castle as in X-FEN or Shredder-FEN."""

from __future__ import annotations

import re
from collections import Counter

from kibitz.core.bits import bit
from kibitz.core.errors import PositionError
from kibitz.games.chess.attacks import in_check
from kibitz.games.chess.moves import after_skip, with_true_passant
from kibitz.games.chess.state import State

FILES = "abcdefgh"
KINDS = ".pbnrkq"
"""The letter of each kind of piece; its place is the sum of 1 for `steppers`, 2 for `diagonal` and 4 for `straight`."""
LEFT_OUT = ("w", "-", "-", "0", "1")
"""The fields after the board, where they are left out."""
COLOURS = {"white": ("K", "R", "P", range(8)), "black": ("k", "r", "p", range(56, 64))}
"""For each colour the letters of its king, rooks and pawns, and its home rank."""


def square_name(square: int) -> str:
    """Return a square's file and rank."""
    return f"{FILES[square % 8]}{square // 8 + 1}"


def squares_of(s: State, seen: int) -> list[int]:
    """Return a set of squares seen by the player to move as a list of squares of the board, a1 being 0."""
    return sorted(square ^ 56 if s.plies & 1 else square for square in range(64) if seen & bit(square))


def letters(s: State) -> list[str]:
    """Return the letter on each square from a1 to h8, of white's pieces in capitals, a dot where there is none."""
    turn = 56 if s.plies & 1 else 0
    found = []
    for place in (square ^ turn for square in range(64)):
        kind = KINDS[(s.steppers >> place & 1) + 2 * (s.diagonal >> place & 1) + 4 * (s.straight >> place & 1)]
        found.append(kind.upper() if (s.mine >> place ^ s.plies) & 1 else kind)
    return found


def to_fen(s: State) -> str:
    """Return a position as FEN; the square of a capture in passing is named only where there is such a move."""
    cells = letters(s)
    rows = ["".join(cells[first : first + 8]) for first in range(56, -1, -8)]
    board = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))
    passant = "".join(map(square_name, squares_of(s, s.passant))) or "-"
    return f"{board} {'wb'[s.plies & 1]} {_castling_letters(s, cells)} {passant} {s.clock} {s.plies // 2 + 1}"


def _castling_letters(s: State, cells: list[str]) -> str:
    """Return the rights to castle: K and Q for the outermost rook on the king's right and left, the file of any other."""
    found = ""
    for king, rook, _, home in COLOURS.values():
        for square in reversed([square for square in squares_of(s, s.castling) if square in home]):
            is_right = square > cells.index(king)
            beyond = range(square + 1, home.stop) if is_right else range(home.start, square)
            letter = "qk"[is_right] if rook not in [cells[other] for other in beyond] else FILES[square % 8]
            found += letter.upper() if king == "K" else letter
    return found or "-"


def from_fen(text: str) -> State:
    """Return the position of a FEN; fields left out at its end are white to move, no castling, none in passing, 0 and 1."""
    fields = text.split()
    if len(fields) > 6:
        raise PositionError(f"a FEN has at most six fields (board, side, castling, en passant, counters), not {len(fields)}")
    board, side, castling, passant, clock, number = (*fields, *LEFT_OUT[len(fields) - 1 :])
    if side not in ("w", "b"):
        raise PositionError(f"the side to move in a FEN is w or b, not {side[:20]!r}")
    cells = _read_board(board)
    _check_material(cells)
    rooks = _read_castling(cells, castling)
    plies = 2 * max(_read_counter("number of the move", number) - 1, 0) + (side == "b")
    over = _read_passant(cells, passant, plies & 1)
    s = _state(cells, rooks, over, _read_counter("count of moves without progress", clock), plies)
    if in_check(after_skip(s)):
        waiting, mover = ("black", "white") if side == "w" else ("white", "black")
        raise PositionError(f"{waiting} is in check while {mover} is to move")
    return with_true_passant(s)


def _state(cells: list[str], castling: list[int], passant: list[int], clock: int, plies: int) -> State:
    """Return the position of these pieces, as the player to move sees it."""
    turn = 56 if plies & 1 else 0

    def seen(squares: list[int]) -> int:
        return sum(bit(square ^ turn) for square in squares)

    kinds = [KINDS.index(letter.lower()) for letter in cells]
    steppers, diagonal, straight = (seen([square for square, kind in enumerate(kinds) if kind & part]) for part in (1, 2, 4))
    mine = seen([square for square, letter in enumerate(cells) if (letter.islower() if turn else letter.isupper())])
    return State(steppers, diagonal, straight, mine, seen(castling), seen(passant), clock, plies)


def _read_board(board: str) -> list[str]:
    """Return the letters on the squares from a1 to h8."""
    rows = board.split("/")
    if len(rows) != 8:
        raise PositionError(f"a FEN has 8 ranks separated by slashes, not {len(rows)}")
    cells: list[str] = []
    for rank, row in zip(range(1, 9), reversed(rows), strict=True):
        for letter in row:
            if letter not in "12345678KQRBNPkqrbnp":
                raise PositionError(f"{letter!r} in rank {rank} of the FEN is neither a piece (KQRBNP, kqrbnp) nor 1 to 8")
        spread = re.sub("[1-8]", lambda digit: "." * int(digit[0]), row)
        if len(spread) != 8:
            raise PositionError(f"rank {rank} of the FEN, {row[:20]!r}, has {len(spread)} squares instead of 8")
        cells += spread
    return cells


def _check_material(cells: list[str]) -> None:
    """Refuse pieces that no game can have brought about."""
    count = Counter(cells)
    for colour, (king, _, pawn, _) in COLOURS.items():
        if count[king] != 1:
            raise PositionError(f"{colour} has {count[king]} kings instead of one")
        if pawn in cells[:8] + cells[56:]:
            raise PositionError(f"{colour} has a pawn on the first or last rank")
        usual = {"q": 1, "r": 2, "b": 2, "n": 2}
        own = {kind: count[kind.upper() if colour == "white" else kind] for kind in usual}
        promoted = sum(max(0, own[kind] - number) for kind, number in usual.items())
        if count[pawn] + promoted > 8:
            raise PositionError(f"{colour} has more pieces than eight pawns and their promotions can give")


def _read_castling(cells: list[str], text: str) -> list[int]:
    """Return the rooks that may castle: K and Q are the outermost ones, a letter from A to H the one on that file."""
    if not re.fullmatch("-|[KQA-Hkqa-h]{1,4}", text):
        raise PositionError(f"the castling rights of a FEN are some of KQkq, or files of rooks, or -, not {text[:20]!r}")
    sides = {}
    for letter in text.replace("-", ""):
        king, rook, _, home = COLOURS["white" if letter.isupper() else "black"]
        rooks = [square for square in home if cells[square] == rook]
        place = cells.index(king)
        if letter in "Kk":
            wanted = [square for square in rooks if square > place][-1:]
        elif letter in "Qq":
            wanted = [square for square in rooks if square < place][:1]
        else:
            wanted = [square for square in rooks if FILES[square % 8] == letter.lower()]
        if place not in home or not wanted:
            raise PositionError(f"the castling right {letter} needs the king and a rook for it on their first rank")
        side = (king, wanted[0] > place)
        if side in sides:
            raise PositionError(f"the castling rights {text} name the same side twice")
        sides[side] = wanted[0]
    return list(sides.values())


def _read_passant(cells: list[str], text: str, black: int) -> list[int]:
    """Return the square a pawn has just jumped over, if one is named: the pawn must stand there, and its way be free."""
    if text == "-":
        return []
    rank, back, pawn = ("3", -8, "P") if black else ("6", 8, "p")
    if not re.fullmatch(f"[a-h]{rank}", text):
        raise PositionError(
            f"the en passant square of a FEN is one of a{rank} to h{rank} for this side to move, or -, not {text[:20]!r}"
        )
    square = FILES.index(text[0]) + 8 * (int(rank) - 1)
    if cells[square - back] != pawn or cells[square] + cells[square + back] != "..":
        raise PositionError(f"no pawn can just have jumped over {text}, the en passant square of the FEN")
    return [square]


def _read_counter(meaning: str, text: str) -> int:
    """Return one of the two counters at the end of a FEN."""
    if not re.fullmatch("[0-9]{1,6}", text):
        raise PositionError(f"the {meaning} in a FEN is a whole number below a million, not {text[:20]!r}")
    return int(text)
