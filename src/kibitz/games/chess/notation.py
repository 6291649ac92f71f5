"""Moves as text: standard algebraic notation (SAN) for people, coordinates for the UCI protocol."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

from kibitz.core.bits import bit
from kibitz.core.errors import IllegalMoveError, PositionError, unknown
from kibitz.games.chess.attacks import in_check
from kibitz.games.chess.fen import letters, square_name
from kibitz.games.chess.legality import count_moves, king_goal
from kibitz.games.chess.moves import after_move
from kibitz.games.chess.state import State, seen_by_mover

_PROMOTIONS = ("", "N", "B", "R", "Q")
_SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[x-]?([a-h][1-8])(?:=?([NBRQ]))?[+#]*[!?]*")
_COORDINATES = re.compile(r"([a-h][1-8]){2}[nbrq]?")
_CASTLING = re.compile(r"([O0o]-[O0o])(-[O0o])?[+#]*[!?]*")
_MOVE_NUMBER = re.compile(r"\b\d+\.+")


class Rules(Protocol):
    """What names need to know of the rules."""

    def __hash__(self) -> int:
        """Return a hash."""

    def actions(self, s: State) -> Iterable[int]:
        """Yield the legal moves."""

    def is_terminal(self, s: State) -> bool:
        """Return whether the game is over."""


@lru_cache(maxsize=256)
def _view(game: Rules, s: State) -> tuple[list[str], list[int], bool]:
    """Return the letters on the squares, the legal moves, and whether the game is over.

    They are kept, since the names of many moves of a position are asked for one after the other.
    """
    return letters(s), list(game.actions(s)), game.is_terminal(s)


def _parts(a: int) -> tuple[int, int, str]:
    """Return where a move begins and ends, and the letter of what a pawn becomes."""
    return a & 63, a >> 6 & 63, _PROMOTIONS[a >> 12]


def san(game: Rules, s: State, a: int) -> str:
    """Return a legal move in SAN, with + for a check and # for a checkmate."""
    after = after_move(s, a)
    return _plain_san(game, s, a) + ("" if not in_check(after) else "+" if count_moves(after) else "#")


def _plain_san(game: Rules, s: State, a: int) -> str:
    """Return a legal move in SAN, without a mark for check."""
    cells, legal, _ = _view(game, s)
    origin, target, promotion = _parts(a)
    piece, home, goal = cells[origin].upper(), square_name(origin), square_name(target)
    if _is_castling(s, a):
        return "O-O" if target > origin else "O-O-O"
    if piece == "P":
        return (f"{home[0]}x" if (target - origin) % 8 else "") + goal + (f"={promotion}" if promotion else "")
    rivals = [other & 63 for other in legal if other >> 6 == a >> 6 and cells[other & 63] == cells[origin] and other != a]
    names = [square_name(rival) for rival in rivals]
    if not rivals:
        home = ""
    elif all(name[0] != home[0] for name in names):
        home = home[0]
    elif all(name[1] != home[1] for name in names):
        home = home[1]
    return piece + home + ("x" if cells[target] != "." else "") + goal


def _is_castling(s: State, a: int) -> bool:
    """Return whether the king moves onto its own rook."""
    return bit(seen_by_mover(s, a) >> 6) & s.mine != 0


def read_move(game: Rules, s: State, text: str) -> int:
    """Return the legal move called `text` in SAN, with or without marks for check, or in coordinates."""
    cells, legal, is_over = _view(game, s)
    found: list[int] = []
    if is_over:
        legal = []
    if _COORDINATES.fullmatch(text):
        found = [a for a in legal if text in coordinates(s, a)]
    elif name := _CASTLING.fullmatch(text):
        found = [a for a in legal if _is_castling(s, a) and (a >> 6 & 63 < a & 63) == bool(name[2])]
    if not found and (name := _SAN.fullmatch(text)):
        piece, file, rank, goal, promotion = name.groups(default="")
        for a in legal:
            origin, target, becomes = _parts(a)
            home = square_name(origin)
            fits = cells[origin].upper() == (piece or "P") and file in ("", home[0]) and rank in ("", home[1])
            if fits and square_name(target) == goal and becomes == promotion and not _is_castling(s, a):
                found.append(a)
    if len(found) > 1:
        raise IllegalMoveError(f"{text!r} may be {' or '.join(_plain_san(game, s, a) for a in found)}")
    if not found:
        raise IllegalMoveError(unknown("move", text, [san(game, s, a) for a in legal]))
    return found[0]


def after_moves(game: Rules, s: State, text: str) -> State:
    """Return the position after moves separated by spaces or commas; their numbers may stand between them."""
    words = _MOVE_NUMBER.sub(" ", text.replace(",", " ")).split()
    for number, word in enumerate(words, start=1):
        try:
            s = after_move(s, read_move(game, s, word))
        except IllegalMoveError as error:
            raise PositionError(f"no FEN (which has slashes), and as move {number} from the start: {error}") from None
    return s


def uci_name(s: State, a: int, chess960: bool = False) -> str:
    """Return a move in coordinates: `e2e4`, `e7e8q`.

    Castling is the king's own move, `e1g1`, where king and rook stand as in ordinary chess; in the manner of Chess960, and
    from all other squares, the king moves onto its rook.
    """
    origin, target, promotion = _parts(a)
    if not chess960 and _is_castling(s, a) and origin % 8 == 4 and target % 8 in (0, 7):
        target = origin - 4 + king_goal(origin, target)
    return square_name(origin) + square_name(target) + promotion.lower()


def coordinates(s: State, a: int) -> tuple[str, str]:
    """Return a move in both manners of coordinates."""
    return uci_name(s, a), uci_name(s, a, chess960=True)


def from_uci(game: Rules, s: State, text: str) -> int:
    """Return the legal move written in coordinates, in either manner; a draw by the rules does not keep it from being made."""
    _, legal, _ = _view(game, s)
    for a in legal:
        if text in coordinates(s, a):
            return a
    raise IllegalMoveError(unknown("move", text, [uci_name(s, a) for a in legal]))
