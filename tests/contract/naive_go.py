"""Go's rules once more, by sets and flood fills and nothing clever: what the bit-parallel rules are held to."""

from __future__ import annotations

from dataclasses import dataclass, field

Point = int
Board = tuple[str, ...]
"""A letter for each point: X, O or a dot."""


@dataclass
class NaiveGo:
    """A game under way: the board, whose turn it is, every earlier board."""

    size: int
    komi: float
    superko: bool = False
    board: Board = ()
    turn: int = 0
    before: list[Board] = field(default_factory=list)
    passes: int = 0

    def __post_init__(self) -> None:
        self.board = self.board or (".",) * self.size**2

    def neighbours(self, point: Point) -> list[Point]:
        row, column = divmod(point, self.size)
        found = [(row + y, column + x) for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        return [y * self.size + x for y, x in found if 0 <= y < self.size and 0 <= x < self.size]

    def region(self, board: Board, point: Point) -> tuple[set[Point], set[str]]:
        """Return all points of the same kind connected with one, and the letters of those around."""
        found, todo, around = {point}, [point], set()
        while todo:
            for near in self.neighbours(todo.pop()):
                if board[near] != board[point]:
                    around.add(board[near])
                elif near not in found:
                    found.add(near)
                    todo.append(near)
        return found, around

    def after(self, point: Point) -> Board | None:
        """Return the board after a move of the player to move, or None where it is not legal."""
        own, other = "XO"[self.turn], "OX"[self.turn]
        if self.board[point] != ".":
            return None
        board = tuple(own if place == point else letter for place, letter in enumerate(self.board))
        for near in self.neighbours(point):
            if board[near] == other:
                chain, around = self.region(board, near)
                if "." not in around:
                    board = tuple("." if place in chain else letter for place, letter in enumerate(board))
        if "." not in self.region(board, point)[1]:
            return None
        forbidden = [*self.before, self.board] if self.superko else self.before[-1:]
        return None if board in forbidden else board

    def legal(self) -> set[int]:
        """Return the points where the player to move may put a stone."""
        return {point for point in range(self.size**2) if self.after(point) is not None}

    def play(self, action: int) -> None:
        """Make a move; `size * size` is a pass."""
        board = self.board if action == self.size**2 else self.after(action)
        assert board is not None
        self.passes = self.passes + 1 if action == self.size**2 else 0
        self.before.append(self.board)
        self.board, self.turn = board, 1 - self.turn

    def lead(self) -> float:
        """Return by how many points black is ahead, by area."""
        area = {letter: self.board.count(letter) for letter in "XO"}
        seen: set[Point] = set()
        for point, letter in enumerate(self.board):
            if letter == "." and point not in seen:
                region, around = self.region(self.board, point)
                seen |= region
                if len(around) == 1:
                    area[around.pop()] += len(region)
        return area["X"] - area["O"] - self.komi
