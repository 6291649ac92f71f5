"""Othello on a dictionary of letters, square by square: slow, and nothing like the game's bits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from kibitz.core.randomness import Random

DIRECTIONS = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if across or down]


class Board:
    """Letters in reading order, `X`, `O` and `.`, and the letter to move."""

    def __init__(self, size: int, letters: str = "", mover: str = "X") -> None:
        self.size = size
        self.mover = mover
        if not letters:
            middle = size // 2
            start = {(middle - 1, middle - 1): "O", (middle, middle): "O", (middle, middle - 1): "X", (middle - 1, middle): "X"}
            letters = "".join(start.get((x, y), ".") for y in range(size) for x in range(size))
        self.letters = letters

    @property
    def other(self) -> str:
        return "O" if self.mover == "X" else "X"

    def at(self, x: int, y: int) -> str:
        return self.letters[y * self.size + x] if 0 <= x < self.size and 0 <= y < self.size else ""

    def flips(self, square: int, mine: str) -> set[int]:
        """Return the squares that a disc of `mine` on `square` would turn over."""
        theirs = "O" if mine == "X" else "X"
        found: set[int] = set()
        if self.letters[square] != ".":
            return found
        for across, down in DIRECTIONS:
            x, y = square % self.size + across, square // self.size + down
            row = []
            while self.at(x, y) == theirs:
                row.append(y * self.size + x)
                x, y = x + across, y + down
            if self.at(x, y) == mine:
                found.update(row)
        return found

    def moves(self, mine: str) -> list[int]:
        return [square for square in range(self.size**2) if self.flips(square, mine)]

    @property
    def actions(self) -> list[int]:
        """Return the squares to move to, or the number of squares for a pass."""
        return self.moves(self.mover) or ([self.size**2] if self.moves(self.other) else [])

    def after(self, action: int) -> Board:
        if action == self.size**2:
            return Board(self.size, self.letters, self.other)
        mine = {action, *self.flips(action, self.mover)}
        letters = "".join(self.mover if square in mine else letter for square, letter in enumerate(self.letters))
        return Board(self.size, letters, self.other)

    @property
    def score(self) -> int:
        """Return the mover's lead at the end, empty squares given to the winner."""
        mine, theirs, empty = (self.letters.count(letter) for letter in (self.mover, self.other, "."))
        return mine - theirs + (empty if mine > theirs else -empty if mine < theirs else 0)

    @property
    def text(self) -> str:
        return self.letters + self.mover


def random_boards(size: int, games: int, seed: int) -> Iterator[Board]:
    """Yield every position of some random games, the ends too."""
    random = Random(seed)
    for _ in range(games):
        board = Board(size)
        while board.actions:
            yield board
            board = board.after(random.choice(board.actions))
        yield board


@cache
def results(size: int, text: str) -> frozenset[int]:
    """Return every score for the mover that a game from here can end with."""
    board = Board(size, text[:-1], text[-1])
    if not board.actions:
        return frozenset([board.score])
    return frozenset(-score for action in board.actions for score in results(size, board.after(action).text))


@cache
def best_score(size: int, text: str) -> int:
    """Return the score of best play for the mover."""
    board = Board(size, text[:-1], text[-1])
    return max((-best_score(size, board.after(action).text) for action in board.actions), default=board.score)


@cache
def kept(size: int, text: str) -> frozenset[int]:
    """Return the squares whose discs keep their colour however the game goes on."""
    board = Board(size, text[:-1], text[-1])
    squares = {square for square, letter in enumerate(board.letters) if letter != "."}
    for action in board.actions:
        after = board.after(action)
        squares &= {square for square in kept(size, after.text) if after.letters[square] == board.letters[square]}
    return frozenset(squares)
