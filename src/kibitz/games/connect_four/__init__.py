"""Connect Four, and by its example what a game is in Kibitz.

A position is a `State`: an immutable tuple of numbers. A game is a class of rules whose fields are its parameters, so
that `ConnectFour(width=6)` is another game. Six methods are its rules: `initial`, `to_move`, `actions`, `result`,
`is_terminal`, `utility`. They change nothing and depend on nothing but their arguments, and they use only what compiles:
numbers, tuples, loops, and each other. The methods after them are optional; each makes some search better or faster. The
last ones are for people and are never compiled, so all of Python may be used there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.bits import bit, lowest_bit, popcount, shift_left, shift_right
from kibitz.core.errors import InputError, PositionError
from kibitz.core.game import game
from kibitz.core.randomness import below
from kibitz.games.connect_four.drawing import drawn, shown
from kibitz.games.connect_four.lines import completing, in_each_column, lines
from kibitz.games.connect_four.notation import LETTERS, board_rows, read_board, read_moves

ODD_ROWS = 0x1555_5555_5555_5555
"""The lowest cell of a column and every second one above it."""


class State(NamedTuple):
    """A position: the stones of the player to move, and those of the other, who moved last.

    Each is a set of cells, one bit a cell. The bits of the usual board, with one unused bit above each column:

         6 13 20 27 34 41 48    always empty: no line runs on from one column into the next
         5 12 19 26 33 40 47    top row
         4 11 18 25 32 39 46
         3 10 17 24 31 38 45
         2  9 16 23 30 37 44
         1  8 15 22 29 36 43
         0  7 14 21 28 35 42    bottom row

    So a step up is 1 bit, a step to the right is height + 1, and the diagonals are height + 2 (up) and height (down).
    """

    mine: int
    theirs: int


class Features(NamedTuple):
    """What a position is judged by, each for the player to move less the other."""

    open_lines: int
    """Lines that can still be made."""
    threats: int
    """Empty cells that would complete a line."""
    good_threats: int
    """Those of them on rows that their owner will come to fill."""
    tempo: int
    """1: it is one's turn."""


@game(players=2)
class ConnectFour(NamedTuple):
    """Two players in turn drop a stone into one of the columns, where it falls to the lowest empty cell.

    Who first has four stones in a row, upright, level or diagonal, wins. A full board without such a row is a draw.
    """

    width: int = 7
    height: int = 6
    connect: int = 4

    def initial(self) -> State:
        """Return the empty board."""
        return State(0, 0)

    def to_move(self, s: State) -> int:
        """Return 0 after an even number of stones, 1 after an odd one."""
        return popcount(s.mine | s.theirs) & 1

    def actions(self, s: State) -> Iterator[int]:
        """Yield the columns, from 0, whose top cell is empty."""
        taken = s.mine | s.theirs
        for column in range(self.width):
            if not taken & bit(column * (self.height + 1) + self.height - 1):
                yield column

    def result(self, s: State, a: int) -> State:
        """Return the position after a stone fell into column `a`; the players change places."""
        taken = s.mine | s.theirs
        # One added at the bottom of a column carries through its stones into the lowest empty cell.
        landed = (taken + bit(a * (self.height + 1))) & ~taken
        return State(s.theirs, s.mine | landed)

    def is_terminal(self, s: State) -> bool:
        """Return whether the last move made a line or filled the board."""
        return self._has_line(s.theirs) or popcount(s.mine | s.theirs) == self.width * self.height

    def utility(self, s: State, player: int) -> float:
        """Return 1 to the winner, -1 to the loser, 0 for a draw."""
        if not self._has_line(s.theirs):
            return 0.0
        return -1.0 if player == self.to_move(s) else 1.0

    def _has_line(self, stones: int) -> bool:
        """Return whether `stones` hold a line in one of the four directions."""
        level, length = self.height + 1, self.connect
        upright_or_level = lines(stones, 1, length) | lines(stones, level, length)
        return (upright_or_level | lines(stones, level + 1, length) | lines(stones, level - 1, length)) != 0

    # What follows is optional: it makes searches better or faster.

    def score(self, s: State, player: int) -> int:
        """Return how many stones early a finished game was won: 1 with the winner's very last stone, negative if lost."""
        left = (self.width * self.height + 2 - popcount(s.mine | s.theirs)) >> 1
        if not self._has_line(s.theirs):
            return 0
        return -left if player == self.to_move(s) else left

    def key(self, s: State) -> int:
        """Return a number that no other position has.

        In each column the highest set bit is its lowest empty cell, and below it are set the stones of the player to move.
        """
        return s.mine | self._landings(s.mine | s.theirs)

    def _landings(self, taken: int) -> int:
        """Return the lowest empty cell of each column; of a full one, the unused bit above it."""
        return (shift_left(taken, 1) | in_each_column(1, self.width, self.height)) & ~taken

    def _board(self) -> int:
        """Return all cells of the board."""
        return in_each_column(bit(self.height) - 1, self.width, self.height)

    def sufficient_actions(self, s: State) -> Iterator[int]:
        """Yield the moves after which the other player cannot win at once, or all if there is none.

        That is enough where `score_bounds` leave the score open, so that no move wins at once.
        """
        possible = self._landings(s.mine | s.theirs) & self._board()
        safe = self._safe(possible, self._wins(s.theirs))
        wanted = safe if safe else possible
        for column in range(self.width):
            if wanted & shift_left(bit(self.height) - 1, column * (self.height + 1)):
                yield column

    def score_bounds(self, s: State) -> tuple[int, int]:
        """Return the lowest and the highest score that the player to move can still come to."""
        left = self.width * self.height - popcount(s.mine | s.theirs)
        possible = self._landings(s.mine | s.theirs) & self._board()
        if possible & self._wins(s.mine):
            return (left + 1) >> 1, (left + 1) >> 1
        if left > 1 and not self._safe(possible, self._wins(s.theirs)):
            return -(left >> 1), -(left >> 1)
        return -(max(left - 2, 0) >> 1), (left - 1) >> 1

    def can_solve_endgame(self, s: State) -> bool:
        """Return whether so few cells are empty that `solve_endgame` is quicker than a search that remembers positions."""
        return self.width * self.height - popcount(s.mine | s.theirs) <= 11

    def solve_endgame(self, s: State, alpha: int, beta: int) -> int:
        """Return the score of best play if it lies between `alpha` and `beta`, else a bound of it beyond them."""
        taken = s.mine | s.theirs
        if self._landings(taken) & self._board() & self._wins(s.mine):
            return (self.width * self.height + 1 - popcount(taken)) >> 1
        return self._finish(s.mine, s.theirs, self._wins(s.theirs), alpha, beta)

    def _finish(self, mine: int, theirs: int, threats: int, alpha: int, beta: int) -> int:
        """Return what `solve_endgame` does where the mover cannot win at once; on `threats` the other player can."""
        taken = mine | theirs
        left = self.width * self.height - popcount(taken)
        safe = self._safe(self._landings(taken) & self._board(), threats)
        if safe == 0:
            return -(left >> 1)
        if left <= 2:
            return 0
        highest = (left - 1) >> 1
        if highest <= alpha:
            return highest
        beta = min(beta, highest)
        best = -((left - 2) >> 1)
        for step in range(self.width):
            if best >= beta:
                return best
            column = self.width // 2 + ((step + 1) >> 1) * (1 - 2 * (step & 1))  # from the centre outwards
            landed = safe & shift_left(bit(self.height) - 1, column * (self.height + 1))
            if landed:
                stones = mine | landed
                best = max(best, -self._finish(theirs, stones, self._wins(stones), -beta, -max(alpha, best)))
        return best

    def _safe(self, possible: int, threats: int) -> int:
        """Return the cells among `possible` after which the other player cannot complete a line at once on `threats`."""
        threats &= self._board()
        forced = possible & threats
        if forced & (forced - 1):
            return 0
        return (forced if forced else possible) & ~(threats >> 1)

    def _wins(self, stones: int) -> int:
        """Return the cells, some taken ones too, that would complete a line of `stones`."""
        level, length = self.height + 1, self.connect
        above = -1
        for _ in range(length - 1):  # upright, only the cell above the stones can be empty
            above = shift_left(above & stones, 1)
        found = above | completing(stones, level, length)
        return found | completing(stones, level + 1, length) | completing(stones, level - 1, length)

    def order(self, s: State, a: int) -> int:
        """Return more the more empty cells would complete a line after the move, and the nearer it is to the centre."""
        taken = s.mine | s.theirs
        landed = (taken + bit(a * (self.height + 1))) & ~taken
        chances = self._wins(s.mine | landed) & self._board() & ~taken & ~landed
        return popcount(chances) * 64 - abs(2 * a - self.width + 1)

    def playout_action(self, s: State, random: int) -> int:
        """Return a random one of the moves that win at once; else of those after which the other player cannot; else any."""
        possible = self._landings(s.mine | s.theirs) & self._board()
        wanted = possible & self._wins(s.mine)
        if not wanted:
            safe = self._safe(possible, self._wins(s.theirs))
            wanted = safe if safe else possible
        for _ in range(below(random, popcount(wanted))):
            wanted &= wanted - 1
        return lowest_bit(wanted) // (self.height + 1)

    def features(self, s: State) -> Features:
        """Return what the position is judged by."""
        mover = self.to_move(s)
        mine = self._prospects(s.mine, s.theirs, mover)
        theirs = self._prospects(s.theirs, s.mine, 1 - mover)
        return Features(mine[0] - theirs[0], mine[1] - theirs[1], mine[2] - theirs[2], 1)

    def weights(self) -> Features:
        """Return the weight of each feature, in points of which a hundred are half a win."""
        return Features(open_lines=2, threats=8, good_threats=30, tempo=4)

    def _prospects(self, stones: int, others: int, player: int) -> tuple[int, int, int]:
        """Return the number of lines open to `stones`, of empty cells that would complete one, and of those on good rows.

        Where all other columns are full, the first player comes to fill the lowest row and every second one above it, and
        the second player the rows between: a threat there is won in the end.
        """
        free = self._board() & ~others
        threats = self._wins(stones) & free & ~stones
        rows = in_each_column((ODD_ROWS << player) & (bit(self.height) - 1), self.width, self.height)
        still_open = 0
        for step in (1, self.height, self.height + 1, self.height + 2):
            still_open += popcount(lines(free, step, self.connect))
        return still_open, popcount(threats), popcount(threats & rows)

    # What follows is for people and never compiled.

    def validate(self) -> None:
        """Refuse boards that cannot be played or do not fit into 64 bits."""
        if min(self.width, self.height, self.connect) < 1:
            raise InputError("connect_four needs a width, a height and a connect of at least 1")
        if self.height > 61 or self.width * (self.height + 1) > 64:
            raise InputError(
                f"connect_four needs width * (height + 1) <= 64 and height <= 61, not {self.width} by {self.height}"
            )
        if self.connect > max(self.width, self.height):
            raise InputError(f"no line of {self.connect} fits on a board of {self.width} by {self.height}")

    def action_name(self, s: State, a: int) -> str:
        """Return the column's number, counted from 1."""
        return str(a + 1)

    def parse(self, text: str) -> State:
        """Return the position after moves such as `4453` (`10,3,12` if wider than 9), or of a board like `notation`'s."""
        if not set(text.lower()) & set(LETTERS + "./"):
            return read_moves(self, text)
        s = State(*read_board(self, text.lower()))
        tops = shift_right(self._landings(s.mine | s.theirs), 1)
        before = [s.theirs & ~bit(cell) for cell in range(63) if tops & bit(cell)]
        if self._has_line(s.mine) or (self._has_line(s.theirs) and all(self._has_line(stones) for stones in before)):
            raise PositionError(f"the game {text!r} was won before its last move")
        return s

    def notation(self, s: State) -> str:
        """Return the rows from the top, x for the first player and o for the second: `...o.../..xx...`."""
        return "/".join(board_rows(self, s))

    def distinct_actions(self) -> int:
        """Return the number of columns."""
        return self.width

    def show(self, s: State) -> str:
        """Return the board above its column numbers."""
        return shown(board_rows(self, s))

    def svg(self, s: State) -> str:
        """Return the board as a picture."""
        return drawn(board_rows(self, s))

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the column into which the stone falls."""
        return (str(a + 1),)
