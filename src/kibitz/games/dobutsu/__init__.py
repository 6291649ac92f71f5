"""Animal shogi (dobutsu shogi), the game of Madoka Kitao on three by four squares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kibitz.core.bits import bit, lowest_bit, multiply, shift_left, shift_right
from kibitz.core.game import game, play
from kibitz.games.dobutsu import drawing, notation
from kibitz.games.dobutsu.evaluation import WEIGHTS, Features, counted
from kibitz.games.dobutsu.numbering import NUMBERS, number_of, position_of
from kibitz.games.dobutsu.state import (
    BOARD,
    CHICK,
    FIRST_ROW,
    GIRAFFE,
    HAND,
    HAND_BITS,
    HEN,
    LAST_ROW,
    LION,
    NOTHING,
    SQUARES,
    State,
    after_move,
    attackers,
    before_drop,
    before_step,
    kind_at,
    lion_of,
    occupied,
    of_kind,
    steps,
)

KEY = (-7046029254386353131, -7723592293110705685)
"""Odd numbers whose products scatter the bits of a position."""
WORTH = (1000, 30, 26, 10, 35, 0)
"""What captures are ordered by: the lion, giraffe, elephant, chick, hen, nothing."""


@game(players=2, cyclic=True, points_at_half_win=300)
class Dobutsu(NamedTuple):
    """Two players step with their animals on three by four squares, capture those of the other, and drop what they captured.

    The lion steps one square in all directions, the giraffe straight, the elephant diagonally, the chick forward; a chick that
    steps onto the last row becomes a hen, which steps straight and diagonally forward. A captured animal changes sides, a
    hen as a chick, and may be dropped on any empty square instead of a step. Who captures the other's lion wins, and whose
    lion stands on the last row, where it is not attacked, wins, too. The third time a position comes up is a draw.
    """

    def initial(self) -> State:
        """Return the start."""
        lions, giraffes = bit(1) | bit(10), bit(2) | bit(9)
        elephants, chicks = bit(0) | bit(11), bit(4) | bit(7)
        return State(lions | giraffes << 12 | elephants << 24 | chicks << 36, 0b10111, 0, 0, 0)

    def to_move(self, s: State) -> int:
        """Return 0 for the first player, 1 for the second."""
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        """Yield steps and drops: origin + 16 * target; 12, 13 and 14 are giraffe, elephant and chick in hand."""
        if lion_of(s.kinds, s.mine) != 64:
            movers = s.mine
            while movers != 0:
                origin = lowest_bit(movers)
                movers &= movers - 1
                reach = steps(kind_at(s.kinds, origin), s.turn, origin) & ~s.mine
                while reach != 0:
                    yield origin | lowest_bit(reach) << 4
                    reach &= reach - 1
            free = BOARD & ~occupied(s.kinds)
            for place in range(3):
                if s.hands >> 2 * place & 3 != 0:
                    empty = free
                    while empty != 0:
                        yield SQUARES + place | lowest_bit(empty) << 4
                        empty &= empty - 1

    def result(self, s: State, a: int) -> State:
        """Return the position after a step or a drop."""
        return after_move(s, a & 15, a >> 4)

    def is_terminal(self, s: State) -> bool:
        """Return whether the player to move has lost: the lion, the race, or all moves."""
        if lion_of(s.kinds, s.mine) == 64:
            return True
        intruder = of_kind(s.kinds, LION) & ~s.mine & (FIRST_ROW if s.turn == 0 else LAST_ROW)
        if intruder != 0 and attackers(s.kinds, s.mine, s.turn, lowest_bit(intruder)) == 0:
            return True
        return not self._can_move(s)

    def _can_move(self, s: State) -> bool:
        """Return whether there is a step or a drop."""
        if s.hands & HAND != 0:
            return True
        movers = s.mine
        while movers != 0:
            origin = lowest_bit(movers)
            movers &= movers - 1
            if steps(kind_at(s.kinds, origin), s.turn, origin) & ~s.mine != 0:
                return True
        return False

    def utility(self, s: State, player: int) -> float:
        """Return -1 to the player to move, who has lost, and 1 to the other."""
        return -1.0 if player == s.turn else 1.0

    # What follows is optional: it makes searches better or faster.

    def halfmove_clock(self, s: State) -> int:
        """Return how many moves have been made: what is captured comes back, so any of them can be undone."""
        return s.moves

    def key(self, s: State) -> int:
        """Return 64 bits that two positions almost never share; the number of moves is no part of a position."""
        rest = s.mine | s.hands << 12 | s.turn << 24
        mixed = multiply(s.kinds ^ shift_left(rest, 39), KEY[0])
        mixed = multiply(mixed ^ shift_right(mixed, 32) ^ rest, KEY[1])
        return mixed ^ shift_right(mixed, 29)

    def order(self, s: State, a: int) -> int:
        """Return what a move captures, twice, less what moves: little animals capture first."""
        origin = a & 15
        prey = int(WORTH[kind_at(s.kinds, a >> 4)])
        return 64 + 2 * prey - int(WORTH[kind_at(s.kinds, origin)]) // 4 if origin < SQUARES and prey > 0 else 0

    def is_noisy(self, s: State, a: int) -> bool:
        """Return whether a move captures something."""
        return bit(a >> 4) & occupied(s.kinds) != 0

    def in_check(self, s: State) -> bool:
        """Return whether the lion of the player to move is attacked."""
        lion = lion_of(s.kinds, s.mine)
        return lion != 64 and attackers(s.kinds, occupied(s.kinds) & ~s.mine, 1 - s.turn, lion) != 0

    def features(self, s: State) -> Features:
        """Return what the position is judged by."""
        return counted(s)

    def weights(self) -> Features:
        """Return the points for each feature; a chick is 100."""
        return WEIGHTS

    # Endgame tables: one slice, since nothing ever leaves the game, in which boards and their mirror images have one number.

    def index(self, s: State) -> int:  # type: ignore[override]  # tuples have another one, which nobody asks a game
        """Return the number of a position, or -1 where a lion was captured."""
        return number_of(s)

    def unindex(self, i: int) -> State:
        """Return a position of that number."""
        return position_of(i)

    def size(self) -> int:
        """Return how many numbers there are."""
        return NUMBERS

    def predecessors(self, s: State) -> Iterator[State]:
        """Yield the positions before a step or a drop, but for those in which the game is over."""
        taken, owner = occupied(s.kinds), 1 - s.turn
        hand, movers = s.hands >> HAND_BITS, taken & ~s.mine
        last = LAST_ROW if owner == 0 else FIRST_ROW
        while movers != 0:
            target = lowest_bit(movers)
            movers &= movers - 1
            now = kind_at(s.kinds, target)
            if GIRAFFE <= now <= CHICK:
                dropped = before_drop(s, target, now)
                if not self.is_terminal(dropped):
                    yield dropped
            for promoted in range(2):
                kind = CHICK if promoted == 1 else now
                if promoted == 1 and (now != HEN or bit(target) & last == 0):
                    continue
                if kind == CHICK and promoted == 0 and bit(target) & last != 0:
                    continue
                back = steps(kind, s.turn, target) & ~taken
                while back != 0:
                    origin = lowest_bit(back)
                    back &= back - 1
                    for prey in range(GIRAFFE, NOTHING + 1):
                        place = CHICK if prey == HEN else prey
                        if prey != NOTHING and hand >> 2 * (place - 1) & 3 == 0:
                            continue
                        before = before_step(s, origin, target, kind, prey)
                        if not self.is_terminal(before):
                            yield before

    # What follows is for people and never compiled.

    def score_unit(self) -> tuple[str, float]:
        """Return the chick, of 100 points."""
        return "chicks", 100.0

    def action_name(self, s: State, a: int) -> str:
        """Return a move's name: `b3-b2`, and `C*b3` for a chick that is dropped."""
        return notation.action_name(s, a)

    def parse(self, text: str) -> State:
        """Return the position of a board like `notation`'s, or the one after moves such as `b3-b2 c1-b2`."""
        if "/" in text:
            return notation.read(text)
        rules: Any = self
        s: State = play(rules, self.initial(), text)
        return s

    def notation(self, s: State) -> str:
        """Return the rows from the top, what is in hand, who is to move and the moves made: `gle/.C./.../ELG:C:2:1`."""
        return notation.write(s)

    def distinct_actions(self) -> int:
        """Return a number above that of every move."""
        return 16 * SQUARES

    def show(self, s: State) -> str:
        """Return the board; the first player's animals are in capitals."""
        return drawing.shown(s)

    def svg(self, s: State) -> str:
        """Return the board as a picture."""
        return drawing.drawn(s)

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the squares from and to which an animal steps; one that is dropped comes from its place in the hand."""
        return notation.path(s, a)
