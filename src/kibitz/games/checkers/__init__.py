"""Checkers, or English draughts: all rules, with a whole sequence of jumps as one move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.bits import bit, highest_bit, lowest_bit, multiply, popcount, shift_left, shift_right
from kibitz.core.errors import IllegalMoveError, InputError, PositionError
from kibitz.core.game import game
from kibitz.games.checkers import drawing, notation
from kibitz.games.checkers.evaluation import WEIGHTS, Features, counted
from kibitz.games.checkers.material import joined, material_after, material_name, mover_side, other_side, read_material
from kibitz.games.checkers.numbering import number_of, numbers_of, position_of
from kibitz.games.checkers.state import (
    SIZES,
    State,
    board_of,
    empty,
    falling,
    jumpers,
    king_rows,
    next_jumps,
    offset,
    rising,
    row_start,
    step_ends,
    steps,
)  # fmt: skip

KEY = (-7046029254386353131, -7723592293110705685)
"""Odd numbers whose products scatter the bits of a position."""
MOVE_NUMBER = re.compile(r"(?<!\S)\d+\.+")


@game(players=2, cyclic=True, points_at_half_win=150)
class Checkers(NamedTuple):
    """Two players move pieces diagonally over the dark squares of a board, usually of 8 by 8; Black begins.

    A man steps forward to an empty square next to it, or jumps forward over a piece of the other side to the empty square
    behind it and takes that piece; from there it jumps on as long as it can, all in one move. Who can jump must, but may
    choose how. A man that reaches the last row ends its move there and becomes a king, who steps and jumps backward, too.
    Who has no move left loses. The game is drawn when a position stands for the third time, or after `patience` moves, of
    both sides together, without a capture or a move of a man.
    """

    patience: int = 80
    rows: int = 8
    """How many rows and columns the board has: 8, 6 or 4."""

    def initial(self) -> State:
        """Return the board with men on all rows but the two in the middle: twelve on either side of the usual board."""
        board, rows = board_of(self.rows), self.rows // 2 - 1
        return State(board & bit(row_start(rows)) - 1, board & -bit(row_start(self.rows - rows)), 0, 0, 0)

    def to_move(self, s: State) -> int:
        """Return 0 for Black, 1 for White."""
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        """Yield all captures, or if there are none all steps.

        A step is its number in `steps`, below 64. A capture is the square where it begins plus 64 times its jumps, in the
        form of `next_jumps`: at least 256.
        """
        up, down, free = rising(s), falling(s), empty(s, self.rows)
        jumping = jumpers(up, down, s.theirs, free)
        left = steps(up, down, free) if jumping == 0 else 0
        while left != 0:
            yield lowest_bit(left)
            left &= left - 1
        while jumping != 0:
            origin = lowest_bit(jumping)
            jumps = next_jumps(origin, 1, up, down, s.theirs, free)
            while jumps != 0:
                yield jumps << 6 | origin
                jumps = next_jumps(origin, jumps, up, down, s.theirs, free)
            jumping &= jumping - 1

    def result(self, s: State, a: int) -> State:
        """Return the position after a step or a capture; the players change places."""
        if a < 64:
            ends = step_ends(a)
            mine = s.mine ^ ends
            is_king = s.kings & ends != 0
            kings = s.kings ^ (ends if is_king else 0) | mine & ends & king_rows(self.rows)
            return State(s.theirs, mine, kings, 1 - s.turn, s.quiet + 1 if is_king else 0)
        origin, jumps = a & 63, a >> 6
        square, theirs = origin, s.theirs
        while jumps != 1:
            step = offset(jumps & 3)
            theirs ^= bit(square + step)
            square += 2 * step
            jumps >>= 2
        mine = s.mine & ~bit(origin)
        kings = s.kings & (mine | theirs)
        if (s.kings & bit(origin)) | (king_rows(self.rows) & bit(square)):
            kings |= bit(square)
        return State(theirs, mine | bit(square), kings, 1 - s.turn, 0)

    def is_terminal(self, s: State) -> bool:
        """Return whether the player to move has no move, or nothing has happened for too long."""
        return s.quiet >= self.patience or not self._can_move(s)

    def utility(self, s: State, player: int) -> float:
        """Return -1 to the player who has no move, 1 to the other, 0 for a draw."""
        if self._can_move(s):
            return 0.0
        return -1.0 if player == s.turn else 1.0

    def _can_move(self, s: State) -> bool:
        """Return whether the player to move has a move."""
        up, down, free = rising(s), falling(s), empty(s, self.rows)
        return (steps(up, down, free) | jumpers(up, down, s.theirs, free)) != 0

    # What follows is optional: it makes searches better or faster.

    def is_drawn(self, s: State) -> bool:
        """Return whether nothing has happened for too long; who has no move at that moment has lost all the same."""
        return s.quiet >= self.patience and self._can_move(s)

    def moves_to_draw(self, s: State) -> int:
        """Return how many more quiet moves there may be."""
        return self.patience - s.quiet

    def halfmove_clock(self, s: State) -> int:
        """Return how many of the last moves could be taken back by moves: captures and moves of men cannot."""
        return s.quiet

    def count_actions(self, s: State) -> int:
        """Return how many moves there are; steps are counted without listing them."""
        up, down, free = rising(s), falling(s), empty(s, self.rows)
        jumping = jumpers(up, down, s.theirs, free)
        if jumping == 0:
            return popcount(steps(up, down, free))
        count = 0
        while jumping != 0:
            origin = lowest_bit(jumping)
            jumps = next_jumps(origin, 1, up, down, s.theirs, free)
            while jumps != 0:
                count += 1
                jumps = next_jumps(origin, jumps, up, down, s.theirs, free)
            jumping &= jumping - 1
        return count

    def key(self, s: State) -> int:
        """Return 64 bits that two positions almost never share; how long nothing has happened is no part of a position.

        Before they are scattered the pieces are in the lower bits, the kings in the upper: all but the highest seven of them
        in one of the two words, all but the lowest six in the other, so that nothing is lost.
        """
        mixed = multiply(s.mine ^ shift_left(s.kings, 29), KEY[0])
        mixed ^= shift_right(mixed, 32) ^ s.theirs ^ shift_left(s.turn, 35) ^ shift_left(s.kings, 36)
        mixed = multiply(mixed, KEY[1])
        return mixed ^ shift_right(mixed, 29)

    def is_noisy(self, s: State, a: int) -> bool:
        """Return whether a move is a capture."""
        return a >= 64

    def in_check(self, s: State) -> bool:
        """Return whether the player to move must capture: there is no letting it be."""
        return jumpers(rising(s), falling(s), s.theirs, empty(s, self.rows)) != 0

    def order(self, s: State, a: int) -> int:
        """Return how many pieces a move takes."""
        return highest_bit(a >> 6 | 1) >> 1

    def features(self, s: State) -> Features:
        """Return what the evaluation counts, for the player to move."""
        return counted(s, self.rows)

    def weights(self) -> Features:
        """Return the points for each feature; a man is 100."""
        return WEIGHTS

    # Endgame tables: slices of the same material, in which boards turned round with the colours exchanged have one number.

    def slice(self, s: State) -> int:
        """Return the material of both sides, the stronger side's first."""
        return joined(mover_side(s), other_side(s))

    def index(self, s: State) -> int:  # type: ignore[override]  # tuples have another one, which nobody asks a game
        """Return the number of a position among those of its material, or -1 where it has none."""
        return number_of(s, self.rows)

    def unindex(self, i: int, k: int) -> State:
        """Return a position of that number."""
        return position_of(i, k, self.rows)

    def size(self, k: int) -> int:
        """Return how many numbers a slice has."""
        return numbers_of(k, self.rows)

    def predecessors(self, s: State) -> Iterator[State]:
        """Yield the positions from which a step leads here that crowns no man; who could capture did not step."""
        free = empty(s, self.rows)
        movers = s.theirs
        while movers != 0:
            square = lowest_bit(movers)
            movers &= movers - 1
            piece = bit(square)
            for direction in range(4):
                is_back = (direction < 2) == (s.turn == 0)  # the way a man of the player who moved has come from
                origin = square + offset(direction)
                if 0 <= origin < 35 and free & bit(origin) != 0 and (is_back or s.kings & piece != 0):
                    kings = s.kings & ~piece | (bit(origin) if s.kings & piece != 0 else 0)
                    before = State(s.theirs & ~piece | bit(origin), s.mine, kings, 1 - s.turn, 0)
                    if jumpers(rising(before), falling(before), before.theirs, empty(before, self.rows)) == 0:
                        yield before

    # What follows is for people and never compiled.

    def slices_after(self, k: int) -> Iterator[int]:
        """Yield the slices that captures and crowning lead to."""
        yield from material_after(k)

    def slice_name(self, k: int) -> str:
        """Return the name of a slice, `KKMvKM`."""
        return material_name(k)

    def parse_slice(self, text: str) -> int:
        """Return the slice of a name."""
        return read_material(text, self.rows)

    def validate(self) -> None:
        """Refuse a game that would be drawn from the start."""
        if self.patience < 1:
            raise InputError(f"checkers needs a patience of at least 1 move, not {self.patience}")
        if self.rows not in SIZES:
            raise InputError(f"checkers is played on boards of 8, 6 or 4 rows, not {self.rows}")

    def action_name(self, s: State, a: int) -> str:
        """Return the numbers of the squares: `11-15` for a step, `15x22x29` for a capture."""
        return notation.action_name(s, a, self.rows)

    def parse_action(self, s: State, text: str) -> int:
        """Return the move called `text`; the first and the last square of a capture will do where only one fits."""
        return notation.read_action(s, text, self.rows, [] if self.is_terminal(s) else list(self.actions(s)))

    def parse(self, text: str) -> State:
        """Return the position of a FEN such as `B:W18,24,K31:B12,K20`, or after moves from the start: `11-15 23-18`."""
        if ":" in text:
            return notation.read_position(text, self.rows)
        s = self.initial()
        for number, word in enumerate(MOVE_NUMBER.sub(" ", text).replace(",", " ").split(), start=1):
            try:
                s = self.result(s, self.parse_action(s, word))
            except IllegalMoveError as error:
                raise PositionError(f"move {number} of {text!r}: {error}") from None
        return s

    def notation(self, s: State) -> str:
        """Return the position as FEN, with `:H12` at its end if nothing has happened for twelve moves."""
        return notation.write_position(s, self.rows)

    def distinct_actions(self) -> int:
        """Return a number above that of every move: the highest jumps over twelve pieces."""
        return 1 << 6 + 2 * 12 + 1

    def show(self, s: State) -> str:
        """Return the board; `b` and `w` are men, `B` and `W` kings."""
        return drawing.shown(s, self.rows)

    def svg(self, s: State) -> str:
        """Return the board as a picture."""
        return drawing.drawn(s, self.rows)

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the squares on which the piece touches down."""
        return tuple(map(str, notation.path(s, a, self.rows)))
