"""Othello (Reversi) on 8 by 8, 6 by 6 and 4 by 4 squares, all bits at once: no rule looks at one square after another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from kibitz.core.bits import add, bit, lowest_bit, popcount, shift_left, shift_right, subtract
from kibitz.core.contract import WeightedFeatures
from kibitz.core.errors import IllegalMoveError, InputError, unknown
from kibitz.core.game import game, points
from kibitz.core.randomness import GOLDEN, scramble
from kibitz.games.othello.drawing import drawn
from kibitz.games.othello.notation import LETTERS, PASS, letters, read_board, read_moves, shown, square_name
from kibitz.games.othello.rows import behind, enclosed_down, enclosed_up, spread, unflippable
from kibitz.games.othello.tables import Squares, rays, squares


class State(NamedTuple):
    """A position: the discs of the player to move, those of the other, and who is to move (0 is black).

    Each set of discs has one bit a square, a1 first, then row by row, so that a step down the board is `size` bits:

         0  1  2  3  4  5  6  7    a1 ... h1
         8  9 10 11 12 13 14 15    a2 ... h2
        ..
        56 57 58 59 60 61 62 63    a8 ... h8
    """

    mine: int
    theirs: int
    turn: int


class Features(NamedTuple):
    """What the evaluation of a position looks at; some count by the number of empty squares, some only late in the game."""

    mobility: int
    """Moves."""
    corner_moves: int
    """Moves to a corner."""
    frontier: int
    """Discs next to an empty square."""
    stable: int
    """Discs that can never be flipped."""
    corners: int
    """Corners held, times the empty squares."""
    squares: int
    """Square values of the other discs, times the empty squares."""
    parity: int
    """Who will move last if nobody passes, times how much of the last quarter of the board is filled."""
    discs: int
    """Discs, times how much of the last quarter of the board is filled."""


@game(players=2, points_at_half_win=1000.0)
class Othello(NamedTuple):
    """The players in turn put a disc on an empty square so that it encloses discs of the other in a straight row.

    All discs enclosed so, in every direction, change colour. Who can enclose none passes; when neither can, the game is
    over, and who has more discs wins.
    """

    size: int = 8

    def initial(self) -> State:
        """Return the start: black on e4 and d5, white on d4 and e5; black begins."""
        low, high = (self.size // 2 - 1) * self.size + self.size // 2 - 1, self.size // 2 * self.size + self.size // 2 - 1
        return State(bit(low + 1) | bit(high), bit(low) | bit(high + 1), 0)

    def to_move(self, s: State) -> int:
        """Return whose turn it is; a pass is a turn."""
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        """Yield the squares to move to, or a pass, `size * size`, if there are none but the other side has one."""
        moves = self._moves(s.mine, s.theirs)
        if moves == 0 and self._moves(s.theirs, s.mine) != 0:
            yield self.size * self.size
        while moves != 0:
            yield lowest_bit(moves)
            moves &= subtract(moves, 1)

    def result(self, s: State, a: int) -> State:
        """Return the position after a disc was put on square `a`, or after a pass."""
        if a == self.size * self.size:
            return State(s.theirs, s.mine, 1 - s.turn)
        flipped = self._flipped(s.mine, s.theirs, a)
        return State(s.theirs ^ flipped, s.mine | flipped | bit(a), 1 - s.turn)

    def is_terminal(self, s: State) -> bool:
        """Return whether neither side can move."""
        return self._moves(s.mine, s.theirs) == 0 and self._moves(s.theirs, s.mine) == 0

    def utility(self, s: State, player: int) -> float:
        """Return 1 to the side with more discs, -1 to the other, 0 for a draw."""
        lead = popcount(s.mine) - popcount(s.theirs)
        if player != s.turn:
            lead = -lead
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    def _moves(self, mine: int, theirs: int) -> int:
        """Return the empty squares where a disc would enclose some of `theirs` between itself and `mine`."""
        inner = theirs & self._squares.inner  # level and slanting rows end before the side columns, upright ones anywhere
        # To the right, one added at the left end of a row of theirs carries through it into the square behind it.
        moves = add(inner, shift_left(mine, 1) & inner) | behind(mine, inner, 1, self.size)
        moves |= behind(mine, theirs, self.size, self.size)
        moves |= behind(mine, inner, self.size - 1, self.size) | behind(mine, inner, self.size + 1, self.size)
        return moves & self._squares.board & ~(mine | theirs)

    def _flipped(self, mine: int, theirs: int, square: int) -> int:
        """Return the discs of `theirs` that a disc of `mine` on `square` encloses."""
        flipped, rays = 0, 8 * square
        for way in range(4):
            # a compiler's table gives numbers that are not quite Python's
            flipped |= enclosed_up(mine, theirs, int(self._rays[rays + way]))
            flipped |= enclosed_down(mine, theirs, int(self._rays[rays + 4 + way]))
        return flipped

    # What follows is optional: it makes searches better or faster.

    def count_actions(self, s: State) -> int:
        """Return how many moves there are, without listing them."""
        moves = self._moves(s.mine, s.theirs)
        if moves != 0:
            return popcount(moves)
        return 1 if self._moves(s.theirs, s.mine) != 0 else 0

    def is_drawn(self, s: State) -> bool:
        """Return False: the game ends only when no move is left."""
        return False

    def sufficient_actions(self, s: State) -> Iterator[int]:
        """Yield the moves, but of the four first ones, which are the same by symmetry, only one."""
        start = self.initial()
        moves = self._moves(s.mine, s.theirs)
        if moves == 0 and self._moves(s.theirs, s.mine) != 0:
            yield self.size * self.size
        if s.mine == start.mine and s.theirs == start.theirs:
            moves &= subtract(0, moves)
        while moves != 0:
            yield lowest_bit(moves)
            moves &= subtract(moves, 1)

    def score(self, s: State, player: int) -> int:
        """Return by how many discs `player` has won a finished game; empty squares count for the winner."""
        lead = popcount(s.mine) - popcount(s.theirs)
        empty = self.size * self.size - popcount(s.mine | s.theirs)
        lead += empty if lead > 0 else -empty if lead < 0 else 0
        return lead if player == s.turn else -lead

    def key(self, s: State) -> int:
        """Return 64 bits that two positions almost never share."""
        return scramble(s.mine) ^ s.theirs ^ (GOLDEN if s.turn != 0 else 0)

    def order(self, s: State, a: int) -> int:
        """Return more for moves that leave the other side few replies, above all at corners, and few squares to aim at."""
        if a == self.size * self.size:
            return 0
        flipped = self._flipped(s.mine, s.theirs, a)
        mine, theirs = s.mine | flipped | bit(a), s.theirs ^ flipped
        replies = self._moves(theirs, mine)
        rank = 2 if bit(a) & self._squares.corners != 0 else 0
        rank -= 4 * popcount(replies) + 8 * popcount(replies & self._squares.corners)
        return rank - popcount(self._around(mine) & ~(mine | theirs))

    def _around(self, squares: int) -> int:
        """Return `squares` and all their neighbours."""
        wide = (
            squares | shift_left(squares & self._squares.rightward[0], 1) | shift_right(squares & self._squares.leftward[0], 1)
        )
        return (wide | shift_left(wide, self.size) | shift_right(wide, self.size)) & self._squares.board

    def can_solve_endgame(self, s: State) -> bool:
        """Return whether so few squares are empty that `solve_endgame` is quicker than any search."""
        return self.size * self.size - popcount(s.mine | s.theirs) <= 7

    def solve_endgame(self, s: State, alpha: int, beta: int) -> int:
        """Return the score of best play for the side to move if it lies between `alpha` and `beta`, else a bound beyond them.

        Squares in quarters with an odd number of empty ones come first: who moves there is likely to move last there.
        """
        empty = self._squares.board & ~(s.mine | s.theirs)
        if empty & subtract(empty, 1) == 0:
            return self._finish_one(s, lowest_bit(empty)) if empty != 0 else self.score(s, s.turn)
        moves = self._moves(s.mine, s.theirs)
        if moves == 0:
            if self._moves(s.theirs, s.mine) == 0:
                return self.score(s, s.turn)
            return -self.solve_endgame(State(s.theirs, s.mine, 1 - s.turn), -beta, -alpha)
        best = -self.size * self.size
        later = moves & ~self._odd_quarters(empty)
        moves ^= later
        while moves | later != 0:
            if moves == 0:
                moves, later = later, 0
            best = max(best, -self.solve_endgame(self.result(s, lowest_bit(moves)), -beta, -max(alpha, best)))
            if best >= beta:
                return best
            moves &= subtract(moves, 1)
        return best

    def _finish_one(self, s: State, square: int) -> int:
        """Return the score when only `square` is empty: the mover takes it, or else the other side, or nobody."""
        lead = popcount(s.mine) - popcount(s.theirs)
        flipped = popcount(self._flipped(s.mine, s.theirs, square))
        if flipped != 0:
            return lead + 2 * flipped + 1
        flipped = popcount(self._flipped(s.theirs, s.mine, square))
        if flipped != 0:
            return lead - 2 * flipped - 1
        return lead + 1 if lead > 0 else lead - 1 if lead < 0 else 0

    def _odd_quarters(self, empty: int) -> int:
        """Return the quarters of the board in which an odd number of squares is empty."""
        odd = 0
        for quarter in self._squares.quarters:
            if popcount(empty & quarter) & 1 != 0:
                odd |= quarter
        return odd

    def score_bounds(self, s: State) -> tuple[int, int]:
        """Return the lowest and the highest score for the side to move, as discs that nobody can ever flip leave them."""
        whole = self.size * self.size
        if (s.mine | s.theirs) & self._squares.corners == 0:
            return -whole, whole
        held = self._held(s.mine | s.theirs)
        mine, theirs = unflippable(s.mine, held, self.size), unflippable(s.theirs, held, self.size)
        return 2 * popcount(mine) - whole, whole - 2 * popcount(theirs)

    def _held(self, taken: int) -> tuple[int, int, int, int]:
        """Return the squares whose disc cannot be flipped along a row, a column, a falling or a rising diagonal.

        That is so on lines without an empty square, and where the line ends: nothing can enclose a disc from beyond.
        """
        empty = self._squares.board & ~taken
        level = spread(empty, 1, self._squares.rightward, self._squares.leftward)
        falling = spread(empty, self.size + 1, self._squares.rightward, self._squares.leftward)
        rising = spread(empty, self.size - 1, self._squares.leftward, self._squares.rightward)
        down = empty | shift_left(empty, self.size)
        down |= shift_left(down, 2 * self.size)
        up = empty | shift_right(empty, self.size)
        up |= shift_right(up, 2 * self.size)
        upright = down | up | shift_left(down, 4 * self.size) | shift_right(up, 4 * self.size)
        return (
            ~level | self._squares.sides,
            ~upright | self._squares.ends,
            ~falling | self._squares.border,
            ~rising | self._squares.border,
        )

    def features(self, s: State) -> Features:
        """Return what the evaluation looks at, each counted for the side to move less the other side."""
        empty = self._squares.board & ~(s.mine | s.theirs)
        left = popcount(empty)
        late = max(0, self.size * self.size // 4 - left)
        moves, replies = self._moves(s.mine, s.theirs), self._moves(s.theirs, s.mine)
        edge_of_empty = self._around(empty)
        poisoned = self._around(empty & self._squares.corners)
        held = self._held(s.mine | s.theirs)
        return Features(
            popcount(moves) - popcount(replies),
            popcount(moves & self._squares.corners) - popcount(replies & self._squares.corners),
            popcount(s.mine & edge_of_empty) - popcount(s.theirs & edge_of_empty),
            popcount(unflippable(s.mine, held, self.size)) - popcount(unflippable(s.theirs, held, self.size)),
            (popcount(s.mine & self._squares.corners) - popcount(s.theirs & self._squares.corners)) * left,
            (self._value(s.mine, poisoned) - self._value(s.theirs, poisoned)) * left,
            late if left & 1 != 0 else -late,
            (popcount(s.mine) - popcount(s.theirs)) * late,
        )

    def _value(self, discs: int, poisoned: int) -> int:
        """Return the sum of the square values of `discs`; next to a corner they count while the corner is empty."""
        value = popcount(discs & self._squares.good) - popcount(discs & self._squares.poor)
        return (
            value
            - 7 * popcount(discs & poisoned & self._squares.border)
            - 24 * popcount(discs & poisoned & ~self._squares.border)
        )

    def weights(self) -> Features:
        """Return the points, hundredths of a disc, that each feature is worth: fitted to 300,000 positions of known outcome."""
        return Features(133, 320, -85, 90, 37, 1, 14, 1)

    @property
    def _squares(self) -> Squares:
        """The sets of squares of this board; constants, compiled."""
        return squares(self.size)

    @property
    def _rays(self) -> tuple[int, ...]:
        """The squares in each of the eight directions from each square."""
        return rays(self.size)

    # What follows is for people and never compiled.

    def guess(self, s: State) -> int:
        """Return the score that the evaluation, in hundredths of a disc, suggests: an even number."""
        return 2 * round(points(cast(WeightedFeatures, self), s, self.weights()) / 200)

    def validate(self) -> None:
        """Refuse boards of other sizes."""
        if self.size not in (4, 6, 8):
            raise InputError(f"othello is played on a board of size 4, 6 or 8, not {self.size}")

    def action_name(self, s: State, a: int) -> str:
        """Return the square, column first, counted from the top left, such as `f5`; or `pass`."""
        return PASS if a == self.size * self.size else square_name(self.size, a)

    def parse_action(self, s: State, text: str) -> int:
        """Return the legal move of that name; `F5` is `f5`, and `--` is a pass."""
        names = {self.action_name(s, a): a for a in self.actions(s)}
        name = PASS if text == "--" else text.lower()
        if name not in names:
            raise IllegalMoveError(unknown("move", text, names))
        return names[name]

    def parse(self, text: str) -> State:
        """Return the position of a board like `notation`'s (`*` for X and `-` for . will do), or after moves like `f5d6c3`."""
        board = read_board(self.size, text)
        if board is None:
            return cast(State, read_moves(self, text))
        black, white, turn = board
        return State(black, white, 0) if turn == 0 else State(white, black, 1)

    def notation(self, s: State) -> str:
        """Return the squares in reading order, X for black, O for white, a dot for an empty one, and the side to move."""
        return self._letters(s) + LETTERS[s.turn]

    def _letters(self, s: State) -> str:
        """Return the squares in reading order, one letter each."""
        black, white = (s.mine, s.theirs) if s.turn == 0 else (s.theirs, s.mine)
        return letters(self.size, black, white)

    def distinct_actions(self) -> int:
        """Return the number of squares, and one for the pass."""
        return self.size * self.size + 1

    def show(self, s: State) -> str:
        """Return the board with the names of its columns and rows, a plus where the mover can move, and the discs counted."""
        return shown(self.size, self._letters(s), self._moves(s.mine, s.theirs), -1 if self.is_terminal(s) else s.turn)

    def svg(self, s: State) -> str:
        """Return the board as a picture, with dots where the mover can move."""
        return drawn(self.size, self._letters(s), self._moves(s.mine, s.theirs), s.turn)

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the square of the new disc; none for a pass."""
        return (self.action_name(s, a),) if a < self.size * self.size else ()
