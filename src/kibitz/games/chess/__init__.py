"""Chess, and Chess960 by the number of its starting position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.bits import add, bit, lowest_bit, multiply, popcount, shift_right
from kibitz.core.boards import Board, board_text
from kibitz.core.errors import InputError
from kibitz.core.game import game
from kibitz.games.chess.attacks import diagonal_reach, in_check, king_steps, knight_steps, straight_reach
from kibitz.games.chess.drawing import board_cells, board_svg
from kibitz.games.chess.evaluation import WEIGHTS, Features, features
from kibitz.games.chess.exchange import gain, kind_on, promise
from kibitz.games.chess.fen import from_fen, to_fen
from kibitz.games.chess.legality import castling_rooks, count_moves, pawn_goals, pin_line, survey
from kibitz.games.chess.material import material, material_after, material_name, read_material
from kibitz.games.chess.moves import after_move, after_skip
from kibitz.games.chess.notation import after_moves, read_move, san, uci_name
from kibitz.games.chess.numbering import number_of, numbers_of, position_of
from kibitz.games.chess.start import start_position
from kibitz.games.chess.state import (
    BISHOP,
    KNIGHT,
    LIGHT,
    QUEEN,
    RANK_8,
    ROOK,
    State,
    diagonal_sliders,
    kings,
    knights,
    occupied,
    pawns,
    seen_by_mover,
    straight_sliders,
    turned,
)
from kibitz.games.chess.unmoves import jumpers, movers_back, origins, taken_back, with_jump

_PAWN_STEPS = (8, 16, 7, 9)
_ODD = (
    0x6EDD_3A24_9018_775B, -0x7978_4E72_731E_B375, 0x1ED4_0C22_7DAB_7AD3,
    0x3FE6_E7BE_9BA0_5717, -0x3498_B266_6DAC_0949, 0x2D38_DE7C_3BEC_5519,
)  # fmt: skip
"""Six random odd numbers."""


@game(players=2, cyclic=True, points_at_half_win=400.0)
class Chess(NamedTuple):
    """White and black move in turn; who attacks the other's king so that no move saves it, wins.

    It is a draw if the player to move has no legal move and the king is not attacked, if neither side has the material to win,
    after fifty moves of each player without a capture or a pawn's move, and when a position comes up for the third time.
    """

    start: int = 518
    """The number of the starting position in Chess960; 518 is that of ordinary chess."""

    def initial(self) -> State:
        """Return the starting position."""
        return start_position(self.start)

    def to_move(self, s: State) -> int:
        """Return 0 for white, 1 for black."""
        return s.plies & 1

    def actions(self, s: State) -> Iterator[int]:
        """Yield the legal moves: origin + 64 * target + 4096 * what a pawn becomes; a1 is 0, h1 7, a8 56.

        The king castles by moving onto its own rook. Pawns come first, then knights, bishops and queens on the diagonals, rooks
        and queens straight on, and the king.
        """
        king, danger, pinned, goals = survey(s)
        ways = pawn_goals(s, king, pinned, goals)
        for way in range(4):
            reach = ways[way]
            while reach != 0:
                target = lowest_bit(reach)
                reach &= ~bit(target)
                move = seen_by_mover(s, target - _PAWN_STEPS[way] + 64 * target)
                if target < 56:
                    yield move
                else:
                    yield move + 4096 * QUEEN
                    yield move + 4096 * KNIGHT
                    yield move + 4096 * ROOK
                    yield move + 4096 * BISHOP
        for kind in range(3):
            movers = self._officers(s, kind) & s.mine
            while movers != 0:
                origin = lowest_bit(movers)
                movers &= ~bit(origin)
                reach = self._reach(s, kind, origin, king, pinned) & goals
                while reach != 0:
                    target = lowest_bit(reach)
                    reach &= ~bit(target)
                    yield seen_by_mover(s, origin + 64 * target)
        reach = (king_steps(king) & ~s.mine & ~danger) | castling_rooks(s, king, danger, pinned)
        while reach != 0:
            target = lowest_bit(reach)
            reach &= ~bit(target)
            yield seen_by_mover(s, king + 64 * target)

    def _officers(self, s: State, kind: int) -> int:
        """Return the knights (kind 0), the pieces that move diagonally (1) or straight on (2); queens are among both."""
        return knights(s) if kind == 0 else diagonal_sliders(s) if kind == 1 else straight_sliders(s)

    def _reach(self, s: State, kind: int, origin: int, king: int, pinned: int) -> int:
        """Return the squares that a piece of such a kind sees, on the line to its king where it is pinned."""
        if kind == 0:
            reach = knight_steps(origin)
        else:
            reach = diagonal_reach(origin, occupied(s)) if kind == 1 else straight_reach(origin, occupied(s))
        return reach & pin_line(king, origin) if bit(origin) & pinned != 0 else reach

    def result(self, s: State, a: int) -> State:
        """Return the position after a move, seen by the other player."""
        return after_move(s, a)

    def is_terminal(self, s: State) -> bool:
        """Return whether there is no legal move, or a draw by the rules."""
        return count_moves(s) == 0 or s.clock >= 100 or self._lacks_material(s)

    def utility(self, s: State, player: int) -> float:
        """Return -1 to who is checkmated, 1 to the other, 0 for a draw."""
        if count_moves(s) > 0 or not in_check(s):
            return 0.0
        return -1.0 if player == s.plies & 1 else 1.0

    def is_drawn(self, s: State) -> bool:
        """Return whether material is lacking, or the hundredth move without progress was made and is no checkmate."""
        return self._lacks_material(s) or (s.clock >= 100 and not (in_check(s) and count_moves(s) == 0))

    def _lacks_material(self, s: State) -> bool:
        """Return whether besides the kings there is at most one knight, or only bishops on squares of one colour."""
        if pawns(s) | straight_sliders(s) != 0:
            return False
        bishops = diagonal_sliders(s)
        if knights(s) != 0:
            return popcount(knights(s)) == 1 and bishops == 0
        return bishops & LIGHT == 0 or bishops & ~LIGHT == 0

    # What follows is optional: it makes searches better or faster.

    def count_actions(self, s: State) -> int:
        """Return the number of legal moves."""
        return count_moves(s)

    def features(self, s: State) -> Features:
        """Return what the position is judged by."""
        return features(s)

    def weights(self) -> Features:
        """Return the weight of each feature, in hundredths of a pawn."""
        return WEIGHTS

    def key(self, s: State) -> int:
        """Return a number that other positions have with a chance of 2^-64; the counters of moves do not matter."""
        rest = s.castling | s.passant | (s.plies & 1) << 32
        mixed = add(add(self._mixed(s.steppers, _ODD[0]), self._mixed(s.diagonal, _ODD[1])), self._mixed(rest, _ODD[4]))
        mixed = add(add(self._mixed(s.straight, _ODD[2]), self._mixed(s.mine, _ODD[3])), mixed)
        mixed = multiply(mixed ^ shift_right(mixed, 32), _ODD[5])
        return mixed ^ shift_right(mixed, 29)

    def _mixed(self, squares: int, factor: int) -> int:
        """Return a number in which each of the squares changes many bits.

        A product spreads a bit to those above it only; turned over and multiplied again, to all.
        """
        return multiply(turned(multiply(squares, _ODD[5])), factor)

    def order(self, s: State, a: int) -> int:
        """Return how promising a move looks, by what it captures and what that costs."""
        return promise(s, a)

    def exchange_gain(self, s: State, a: int) -> int:
        """Return what a move wins at once, at most, or what a quiet one loses, in hundredths of a pawn."""
        return gain(s, a)

    def move_kind(self, s: State, a: int) -> int:
        """Return which kind of piece goes to which square, as the player to move sees it: below 512."""
        move = seen_by_mover(s, a)
        return 64 * kind_on(s, move & 63) + (move >> 6 & 63)

    def noisy_actions(self, s: State) -> Iterator[int]:
        """Yield the moves that capture something or make a queen: the loops of `actions`, to fewer squares.

        They are written out once more because GPUs have no generators that could call each other.
        """
        king, danger, pinned, goals = survey(s)
        theirs = occupied(s) & ~s.mine
        ways = pawn_goals(s, king, pinned, goals)
        for way in range(4):
            reach = ways[way] & (theirs | s.passant | RANK_8)
            while reach != 0:
                target = lowest_bit(reach)
                reach &= ~bit(target)
                move = seen_by_mover(s, target - _PAWN_STEPS[way] + 64 * target)
                if target < 56:
                    yield move
                else:
                    yield move + 4096 * QUEEN
                    if way >= 2:
                        yield move + 4096 * KNIGHT
                        yield move + 4096 * ROOK
                        yield move + 4096 * BISHOP
        for kind in range(3):
            movers = self._officers(s, kind) & s.mine
            while movers != 0:
                origin = lowest_bit(movers)
                movers &= ~bit(origin)
                reach = self._reach(s, kind, origin, king, pinned) & goals & theirs
                while reach != 0:
                    target = lowest_bit(reach)
                    reach &= ~bit(target)
                    yield seen_by_mover(s, origin + 64 * target)
        reach = king_steps(king) & theirs & ~danger
        while reach != 0:
            target = lowest_bit(reach)
            reach &= ~bit(target)
            yield seen_by_mover(s, king + 64 * target)

    def is_noisy(self, s: State, a: int) -> bool:
        """Return whether a move captures something or makes a queen."""
        move = seen_by_mover(s, a)
        end = bit(move >> 6 & 63)
        in_passing = end == s.passant and bit(move & 63) & pawns(s) != 0
        return end & occupied(s) & ~s.mine != 0 or in_passing or move >> 12 == QUEEN

    def in_check(self, s: State) -> bool:
        """Return whether the king is in check."""
        return in_check(s)

    def allows_null_move(self, s: State) -> bool:
        """Return whether passing would probably be no gain: the king is not in check, and more is left than pawns."""
        return s.mine & ~(pawns(s) | kings(s)) != 0 and not in_check(s)

    def null_move(self, s: State) -> State:
        """Return the position with the other player to move."""
        return after_skip(s)

    def moves_to_draw(self, s: State) -> int:
        """Return how many more moves without progress there may be, by the rule of fifty moves."""
        return 100 - s.clock

    def halfmove_clock(self, s: State) -> int:
        """Return the number of moves since the last capture or pawn's move."""
        return s.clock

    # Endgame databases: slices of the same material, in which boards that are mirror images have one number.

    def slice(self, s: State) -> int:
        """Return the material of both sides, the stronger side's first."""
        return material(s)

    def index(self, s: State) -> int:  # type: ignore[override]  # tuples have another one, which nobody asks a game
        """Return the number of a position among those of its material, or -1 where it has none."""
        return number_of(s)

    def unindex(self, i: int, k: int) -> State:
        """Return a position of that number."""
        return position_of(i, k)

    def size(self, k: int) -> int:
        """Return how many numbers a slice has."""
        return numbers_of(k)

    def predecessors(self, s: State) -> Iterator[State]:
        """Yield the positions from which a move that is no capture, no promotion and no castling leads here."""
        movers = movers_back(s)
        while movers != 0:
            square = lowest_bit(movers)
            movers &= ~bit(square)
            back = origins(s, square)
            while back != 0:
                origin = lowest_bit(back)
                back &= ~bit(origin)
                before = taken_back(s, square, origin)
                if not in_check(before):
                    yield after_skip(before)
                    jumped = jumpers(before)
                    while jumped != 0:
                        pawn = lowest_bit(jumped)
                        jumped &= ~bit(pawn)
                        passed = with_jump(before, pawn)
                        if passed.passant != 0:
                            yield passed

    # What follows is for people and never compiled.

    def slices_after(self, k: int) -> Iterator[int]:
        """Yield the slices that captures and promotions lead to."""
        yield from material_after(k)

    def slice_name(self, k: int) -> str:
        """Return the name of a slice, `KRKP`."""
        return material_name(k)

    def parse_slice(self, text: str) -> int:
        """Return the slice of a name."""
        return read_material(text)

    def score_unit(self) -> tuple[str, float]:
        """Return the pawn, of 100 points."""
        return "pawns", 100.0

    def validate(self) -> None:
        """Refuse numbers that no starting position has."""
        if not 0 <= self.start < 960:
            raise InputError(
                f"the starting positions of chess have the numbers 0 to 959 (518 is the usual one), not {self.start}"
            )

    def parse(self, text: str) -> State:
        """Return the position of a FEN, or the one after moves from the start: `e4 e5 Nf3` or `e2e4 e7e5 g1f3`."""
        return from_fen(text) if "/" in text else after_moves(self, self.initial(), text)

    def notation(self, s: State) -> str:
        """Return the position as FEN."""
        return to_fen(s)

    def action_name(self, s: State, a: int) -> str:
        """Return a move's name: `e4`, `Nbd7`, `exd8=Q+`, `O-O`."""
        return san(self, s, a)

    def parse_action(self, s: State, text: str) -> int:
        """Return the legal move of that name: `Nf3`, or `g1f3` as in UCI."""
        return read_move(self, s, text)

    def distinct_actions(self) -> int:
        """Return a number above that of every move: the highest is a promotion to a queen."""
        return 4096 * (QUEEN + 1)

    def show(self, s: State) -> str:
        """Return the board with white below, and whose turn it is."""
        return board_text(board_cells(s, 0))

    def board_cells(self, s: State, player: int) -> Board:
        """Return the board with the player's side below, and whose turn it is."""
        return board_cells(s, player)

    def svg(self, s: State) -> str:
        """Return the board as a picture."""
        return board_svg(s)

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the squares where the piece comes from and goes to; castling goes where the king goes."""
        name = uci_name(s, a)
        return name[:2], name[2:4]
