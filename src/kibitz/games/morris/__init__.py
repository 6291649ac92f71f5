"""Morris, also called mill or merels: nine men's morris on three squares, six men's morris on two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kibitz.core.bits import bit, lowest_bit, popcount, shift_left
from kibitz.core.errors import InputError
from kibitz.core.game import game, play
from kibitz.games.morris import drawing, notation, slices
from kibitz.games.morris.board import State, completing, in_mills, neighbours
from kibitz.games.morris.evaluation import WEIGHTS, Features, counted
from kibitz.games.morris.notation import NOWHERE
from kibitz.games.morris.numbering import men_of, number_of, numbers_of
from kibitz.games.morris.slices import LEAST

USUAL = -1


@game(players=2, cyclic=True, points_at_half_win=200)
class Morris(NamedTuple):
    """Two players place their men in turn on the points where lines meet; then they move them along the lines.

    Three men of one player in a line are a mill. Who makes one captures a man of the other that stands in no mill, or any if
    all do. Who has only three men left flies, in nine men's morris, to any point. Who has fewer than three, or cannot move,
    has lost. The game is drawn when a position stands for the third time, or after `patience` moves, of both sides together,
    without a man placed or captured.
    """

    men: int = 9
    """How many men each player has: 4 to 6 on two squares, 7 to 9 on three."""
    flying: int = USUAL
    """Who has no more men than this may move anywhere. Usual are 3 with nine men and 0, nobody, on two squares."""
    patience: int = 100

    def initial(self) -> State:
        """Return the empty board."""
        return State(0, 0, 0, 0, 0)

    def to_move(self, s: State) -> int:
        """Return 0 for the first player, 1 for the second."""
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        """Yield the moves: from which point (31: from the hand) + 32 * to which + 1024 * where a man is captured (31: none)."""
        free = self._board() & ~(s.mine | s.theirs)
        prey = self._prey(s.theirs)
        movers = s.mine if s.placed == 2 * self.men else bit(NOWHERE)
        movers = 0 if self._has_too_few(s) else movers
        while movers != 0:
            origin = lowest_bit(movers)
            movers &= movers - 1
            staying = s.mine & ~bit(origin)
            reach = free if origin == NOWHERE or self._flies(s.mine) else neighbours(bit(origin), self._board()) & free
            closing = completing(staying, self._board())
            while reach != 0:
                target = lowest_bit(reach)
                reach &= reach - 1
                captured = prey if bit(target) & closing != 0 else bit(NOWHERE)
                while captured != 0:
                    yield origin | target << 5 | lowest_bit(captured) << 10
                    captured &= captured - 1

    def result(self, s: State, a: int) -> State:
        """Return the position after a man was placed or moved and perhaps one captured; the players change places."""
        origin, target, captured = a & 31, a >> 5 & 31, a >> 10
        men = s.mine & ~bit(origin) | bit(target)
        others = s.theirs & ~bit(captured)
        is_quiet = origin != NOWHERE and captured == NOWHERE
        placed = s.placed + 1 if origin == NOWHERE else s.placed
        return State(others, men, 1 - s.turn, placed, s.quiet + 1 if is_quiet else 0)

    def is_terminal(self, s: State) -> bool:
        """Return whether the player to move has lost, or nothing has happened for too long."""
        return s.quiet >= self.patience or self._has_lost(s)

    def utility(self, s: State, player: int) -> float:
        """Return -1 to who has too few men or cannot move, 1 to the other, 0 for a draw."""
        if not self._has_lost(s):
            return 0.0
        return -1.0 if player == s.turn else 1.0

    def _has_lost(self, s: State) -> bool:
        """Return whether the player to move has too few men, or no move."""
        if self._has_too_few(s):
            return True
        if s.placed < 2 * self.men:
            return False
        free = self._board() & ~(s.mine | s.theirs)
        return (free if self._flies(s.mine) else neighbours(s.mine, self._board()) & free) == 0

    def _has_too_few(self, s: State) -> bool:
        """Return whether the player to move can make no mill any more."""
        return popcount(s.mine) + self._in_hand(s, 0) < LEAST

    def _in_hand(self, s: State, after: int) -> int:
        """Return how many men the player has in hand who moves now, or for 1 `after` the next."""
        return (2 * self.men - s.placed + 1 - after) >> 1

    def _board(self) -> int:
        """Return all points."""
        return bit(16 if self.men <= 6 else 24) - 1

    def _flies(self, men: int) -> bool:
        """Return whether so few men move anywhere."""
        usual = 3 if self.men > 6 else 0
        return popcount(men) <= (usual if self.flying == USUAL else self.flying)

    def _prey(self, men: int) -> int:
        """Return the men of which one may be captured: those in no mill, or all; NOWHERE if there is none."""
        free = men & ~in_mills(men)
        return free if free != 0 else men if men != 0 else bit(NOWHERE)

    # What follows is optional: it makes searches better or faster.

    def is_drawn(self, s: State) -> bool:
        """Return whether nothing has happened for too long; who has lost at that moment has lost all the same."""
        return s.quiet >= self.patience and not self._has_lost(s)

    def moves_to_draw(self, s: State) -> int:
        """Return how many more quiet moves there may be."""
        return self.patience - s.quiet

    def halfmove_clock(self, s: State) -> int:
        """Return how many of the last moves could be taken back by moves: neither placing nor capturing can."""
        return s.quiet

    def key(self, s: State) -> int:
        """Return a number that no other position has; how long nothing has happened is no part of a position."""
        return s.mine | shift_left(s.theirs, 24) | shift_left(s.turn, 48) | shift_left(s.placed, 49)

    def is_noisy(self, s: State, a: int) -> bool:
        """Return whether a move captures a man."""
        return a >> 10 != NOWHERE

    def order(self, s: State, a: int) -> int:
        """Return more for a capture, for a man that blocks a mill of the other's, and for a point where many lines meet."""
        target = bit(a >> 5 & 31)
        blocks = target & completing(s.theirs, self._board()) != 0
        return (64 if a >> 10 != NOWHERE else 0) + (16 if blocks else 0) + popcount(neighbours(target, self._board()))

    def features(self, s: State) -> Features:
        """Return what the position is judged by."""
        lead = popcount(s.mine) + self._in_hand(s, 0) - popcount(s.theirs) - self._in_hand(s, 1)
        return counted(s, self._board(), lead)

    def weights(self) -> Features:
        """Return the points for each feature; a man is 100."""
        return WEIGHTS

    # Endgame databases: slices of as many men, in which boards that are turned into each other have one number.

    def slice(self, s: State) -> int:
        """Return how many men are to be placed and how many are on the board."""
        return slices.slice_of(s, self.men)

    def index(self, s: State) -> int:  # type: ignore[override]  # tuples have another one, which nobody asks a game
        """Return the number of a position in its slice, or -1 where one player is left with too few men."""
        mine, theirs = popcount(s.mine), popcount(s.theirs)
        if s.placed == 2 * self.men and min(mine, theirs) < LEAST:
            return -1
        number = number_of(self._squares(), s.mine, s.theirs)
        is_second_half = s.placed == 2 * self.men and mine < theirs
        return number + numbers_of(self._squares(), theirs, mine) if is_second_half else number

    def unindex(self, i: int, k: int) -> State:
        """Return a position of that number."""
        left, mine, theirs = k >> 8, k >> 4 & 15, k & 15
        placed = 2 * self.men - left
        half = numbers_of(self._squares(), mine, theirs)
        if i >= half:
            i, mine, theirs = i - half, theirs, mine
        own, others = men_of(i, self._squares(), mine, theirs)
        return State(own, others, placed & 1 if left > 0 else 0, placed, 0)

    def size(self, k: int) -> int:
        """Return how many numbers a slice has."""
        mine, theirs = k >> 4 & 15, k & 15
        both = k >> 8 == 0 and mine != theirs
        return numbers_of(self._squares(), mine, theirs) + (numbers_of(self._squares(), theirs, mine) if both else 0)

    def _squares(self) -> int:
        """Return how many squares lie one in another."""
        return 2 if self.men <= 6 else 3

    def predecessors(self, s: State) -> Iterator[State]:
        """Yield the positions from which a man was moved, without a mill."""
        if s.placed == 2 * self.men:
            free = self._board() & ~(s.mine | s.theirs)
            movers = s.theirs & ~in_mills(s.theirs)
            while movers != 0:
                square = movers & -movers
                movers ^= square
                back = free if self._flies(s.theirs) else neighbours(square, self._board()) & free
                while back != 0:
                    origin = back & -back
                    back ^= origin
                    yield State(s.theirs ^ square ^ origin, s.mine, 1 - s.turn, s.placed, 0)

    # What follows is for people and never compiled.

    def slices_after(self, k: int) -> Iterator[int]:
        """Yield the slices that placing and capturing lead to."""
        yield from slices.after(k)

    def slice_name(self, k: int) -> str:
        """Return the name of a slice: `4-3+5` or `5-4`."""
        return slices.name(k)

    def parse_slice(self, text: str) -> int:
        """Return the slice of a name."""
        return slices.read(text, self.men)

    def score_unit(self) -> tuple[str, float]:
        """Return the man, of 100 points."""
        return "men", 100.0

    def validate(self) -> None:
        """Refuse numbers of men for which there is no board."""
        if not 4 <= self.men <= 9:
            raise InputError(f"morris is played by 4 to 9 men a side (six on two squares, nine on three), not {self.men}")
        if not USUAL <= self.flying <= self.men:
            raise InputError(
                f"flying is how few men a player must have to move anywhere: 0 for never, -1 as is usual, not {self.flying}"
            )
        if self.patience < 1:
            raise InputError(f"morris needs a patience of at least 1 move, not {self.patience}")

    def action_name(self, s: State, a: int) -> str:
        """Return a move's name: `d6`, `d6-d7`, and where a man is captured `d6xa1` or `d6-d7xa1`."""
        return notation.action_name(a, self._squares())

    def parse(self, text: str) -> State:
        """Return the position of a board like `notation`'s, or the one after moves such as `d6 f4 d2`."""
        if "/" in text:
            return notation.read(text, self.men, self.patience)
        rules: Any = self
        s: State = play(rules, self.initial(), text)
        return s

    def notation(self, s: State) -> str:
        """Return the rows from the top, whose turn it is, men in hand, quiet moves: `x.o/.../.....o/.../...:o:10`."""
        return notation.write(s, self.men)

    def distinct_actions(self) -> int:
        """Return a number above that of every move."""
        return 1 << 15

    def show(self, s: State) -> str:
        """Return the board; `x` are the first player's men."""
        return drawing.shown(s, self.men)

    def svg(self, s: State) -> str:
        """Return the board as a picture."""
        return drawing.drawn(s, self.men)

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the points from and to which a man goes, and the one where a man is captured."""
        return tuple(notation.point_name(point, self._squares()) for point in notation.parts(a) if point != NOWHERE)
