"""Checkers on a dict of squares, with the rules written out square by square: slow, and nothing like the game's bits.

A square is (row, column) from the top left, Black's side; a piece is `b`, `w`, or for kings `B`, `W`.
"""

from __future__ import annotations

from dataclasses import dataclass

Square = tuple[int, int]
Board = dict[Square, str]
FORWARD = {"b": 1, "w": -1}
LAST_ROW = {"b": 7, "w": 0}
OTHER = {"b": "w", "w": "b"}


def number(square: Square) -> int:
    """Return what players call a square."""
    return square[0] * 4 + square[1] // 2 + 1


SQUARES = {number((row, column)): (row, column) for row in range(8) for column in range(8) if (row + column) % 2}


@dataclass(frozen=True)
class Move:
    """The squares a piece comes to, and those of the pieces it takes."""

    path: tuple[Square, ...]
    taken: tuple[Square, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The move as players write it."""
        return tuple(map(number, self.path))


def start() -> Board:
    """Return the position before the first move."""
    return {square: "b" if name <= 12 else "w" for name, square in SQUARES.items() if name <= 12 or name >= 21}


def directions(piece: str) -> list[Square]:
    """Return the ways a piece may go."""
    rows = (1, -1) if piece.isupper() else (FORWARD[piece],)
    return [(row, column) for row in rows for column in (-1, 1)]


def steps(board: Board, side: str) -> list[Move]:
    """Return all moves of one side that take nothing."""
    found = []
    for (row, column), piece in board.items():
        if piece.lower() == side:
            for down, right in directions(piece):
                target = (row + down, column + right)
                if target in SQUARES.values() and target not in board:
                    found.append(Move(((row, column), target)))
    return found


def captures(board: Board, side: str) -> list[Move]:
    """Return all captures of one side, each to its end."""
    found = []
    for square, piece in board.items():
        if piece.lower() == side:
            rest = {other: what for other, what in board.items() if other != square}
            found += [move for move in longer(rest, piece, Move((square,))) if move.taken]
    return found


def longer(board: Board, piece: str, move: Move) -> list[Move]:
    """Return what becomes of a capture under way: itself if it cannot go on, else all its continuations."""
    found = []
    row, column = move.path[-1]
    for down, right in directions(piece):
        over, target = (row + down, column + right), (row + 2 * down, column + 2 * right)
        enemy = board.get(over, "").lower() == OTHER[piece.lower()] and over not in move.taken
        if enemy and target in SQUARES.values() and target not in board:
            found += longer(board, piece, Move((*move.path, target), (*move.taken, over)))
    return found or [move]


def moves(board: Board, side: str) -> list[Move]:
    """Return the legal moves of one side."""
    return captures(board, side) or steps(board, side)


def after(board: Board, move: Move) -> Board:
    """Return the board after a move."""
    piece = board[move.path[0]]
    rest = {square: what for square, what in board.items() if square != move.path[0] and square not in move.taken}
    crowned = move.path[-1][0] == LAST_ROW[piece.lower()]
    return {**rest, move.path[-1]: piece.upper() if crowned else piece}


def fen(board: Board, side: str, quiet: int) -> str:
    """Return the position in the notation of the game."""
    lists = {
        colour: ",".join(
            ("K" if board[square].isupper() else "") + str(name)
            for name, square in sorted(SQUARES.items())
            if board.get(square, "").lower() == colour
        )
        for colour in "wb"
    }
    return f"{side.upper()}:W{lists['w']}:B{lists['b']}" + (f":H{quiet}" if quiet else "")
