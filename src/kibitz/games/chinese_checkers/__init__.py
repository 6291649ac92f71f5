"""Chinese checkers: a race of two to six players across a star, by steps and by chains of jumps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.bits import lowest_bit, with_item
from kibitz.core.errors import IllegalMoveError, InputError
from kibitz.core.game import game
from kibitz.games.chinese_checkers import board, drawing, notation
from kibitz.games.chinese_checkers.board import WORD

PASS = 0
SEATS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""The points where the players begin; each goes to the opposite one."""
NEARNESS = 4.0
"""Steps to go that are added to all players' before these are compared: so even a player who is home may still lose."""


class State(NamedTuple):
    """A position: the pieces of each player, two integers a player, whose turn it is, and how many moves are left."""

    pieces: tuple[int, ...]
    turn: int
    left: int


@game(constant_sum=1.0)
class ChineseCheckers(NamedTuple):
    """Two, three, four or six players move their pieces from one point of a star into the opposite one.

    A piece steps to an empty hole next to it, or jumps over a piece next to it, of any player, to the empty hole behind, and
    on from there as often as it can and likes. Nothing is taken. Who first has the opposite point filled wins: all its holes
    are taken, and at least one of the pieces there is its own, so that nobody can hold it up by staying at home. After `rounds`
    moves of each player who has the fewest steps to go wins, or shares the win with others who have as few.
    """

    players: int = 3
    size: int = 4
    rounds: int = 100

    def initial(self) -> State:
        """Return the star with each player's pieces in a point of its own."""
        return State(self.start, 0, self.players * self.rounds)

    def to_move(self, s: State) -> int:
        """Return whose turn it is."""
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        """Yield the moves, 128 times the hole where a piece begins plus the one where it ends; who has none must pass."""
        first, second = self._taken(s)
        stuck = True
        for part in range(2):
            mine = s.pieces[2 * s.turn + part]
            while mine != 0:
                source = lowest_bit(mine) + WORD * part
                mine &= mine - 1
                low, high = self._reached(first, second, source)
                while low != 0:
                    yield 128 * source + lowest_bit(low)
                    low &= low - 1
                    stuck = False
                while high != 0:
                    yield 128 * source + lowest_bit(high) + WORD
                    high &= high - 1
                    stuck = False
        if stuck:
            yield PASS

    def result(self, s: State, a: int) -> State:
        """Return the position after a piece has moved and the turn has passed on."""
        pieces = s.pieces
        if a != PASS:
            for hole in (a >> 7, a & 127):
                place = 2 * s.turn + (1 if hole >= WORD else 0)
                pieces = with_item(pieces, place, pieces[place] ^ 1 << hole % WORD)
        return State(pieces, (s.turn + 1) % self.players, s.left - 1)

    def is_terminal(self, s: State) -> bool:
        """Return whether somebody has won or no moves are left."""
        return s.left == 0 or self._winner(s) >= 0

    def utility(self, s: State, player: int) -> float:
        """Return 1 to the winner and 0 to the others; without a winner, those with the fewest steps to go share the 1."""
        winner = self._winner(s)
        if winner >= 0:
            return 1.0 if player == winner else 0.0
        mine, nearer, equal = self._to_go(s, player), 0, 0
        for other in range(self.players):
            steps = self._to_go(s, other)
            nearer += 1 if steps < mine else 0
            equal += 1 if steps == mine else 0
        return 0.0 if nearer > 0 else 1.0 / equal

    def evaluate(self, s: State, player: int) -> float:
        """Return a player's share by the steps still to go: who has half as many as another counts four times as much."""
        mine = 0.0
        total = 0.0
        for other in range(self.players):
            near = 1.0 / (NEARNESS + self._to_go(s, other))
            total += near * near
            if other == player:
                mine = near * near
        return mine / total

    def order(self, s: State, a: int) -> int:
        """Return by how many steps a move brings a piece nearer to the tip of its goal."""
        row = self._goal(s.turn) * self._holes()
        return int(self.distances[row + (a >> 7)] - self.distances[row + (a & 127)]) if a != PASS else 0

    def _goal(self, player: int) -> int:
        """Return the point that a player goes to."""
        return (self.seats[player] + 3) % 6

    def _holes(self) -> int:
        """Return how many holes the star has."""
        return 6 * self.size * (self.size + 1) + 1

    def _to_go(self, s: State, player: int) -> int:
        """Return how many steps a player's pieces still have to go."""
        row = self._goal(player) * self._holes()
        steps = -self.least
        for part in range(2):
            pieces = s.pieces[2 * player + part]
            while pieces != 0:
                steps += int(self.distances[row + lowest_bit(pieces) + WORD * part])
                pieces &= pieces - 1
        return steps

    def _taken(self, s: State) -> tuple[int, int]:
        """Return all holes with a piece."""
        first = second = 0
        for player in range(self.players):
            first |= s.pieces[2 * player]
            second |= s.pieces[2 * player + 1]
        return first, second

    def _winner(self, s: State) -> int:
        """Return the player whose goal is filled, the one who has just moved before others, or -1."""
        first, second = self._taken(s)
        for back in range(1, self.players + 1):
            player = (s.turn - back) % self.players
            goal = 2 * self._goal(player)
            low, high = self.points[goal], self.points[goal + 1]
            own = s.pieces[2 * player] & low | s.pieces[2 * player + 1] & high
            if own != 0 and low & ~first == 0 and high & ~second == 0:
                return player
        return -1

    def _reached(self, first: int, second: int, source: int) -> tuple[int, int]:
        """Return the holes to which the piece on `source` can move, by one step or by any jumps."""
        if source < WORD:
            first &= ~(1 << source)
        else:
            second &= ~(1 << source - WORD)
        low, high = int(self.around[2 * source]) & ~first, int(self.around[2 * source + 1]) & ~second
        todo_low, todo_high = (1 << source, 0) if source < WORD else (0, 1 << source - WORD)
        seen_low, seen_high = first | todo_low, second | todo_high
        while todo_low | todo_high != 0:
            if todo_low != 0:
                hole = lowest_bit(todo_low)
                todo_low &= todo_low - 1
            else:
                hole = lowest_bit(todo_high) + WORD
                todo_high &= todo_high - 1
            if self.around[2 * hole] & first | self.around[2 * hole + 1] & second == 0:
                continue
            for direction in range(6):
                target = int(self.jumps[12 * hole + 2 * direction + 1])
                if target >= 0 and _holds(first, second, self.jumps[12 * hole + 2 * direction]):
                    new_low, new_high = (1 << target, 0) if target < WORD else (0, 1 << target - WORD)
                    todo_low |= new_low & ~seen_low
                    todo_high |= new_high & ~seen_high
                    low, seen_low = low | new_low & ~seen_low, seen_low | new_low
                    high, seen_high = high | new_high & ~seen_high, seen_high | new_high
        return low, high

    @property
    def start(self) -> tuple[int, ...]:
        """The pieces of each player at the beginning, as sets of two integers."""
        return tuple(word for seat in SEATS[self.players] for word in board.packed(board.point_holes(self.size, seat)))

    @property
    def around(self) -> tuple[int, ...]:
        """The neighbours of each hole as a set, two integers each."""
        return board.around(self.size)

    @property
    def jumps(self) -> tuple[int, ...]:
        """For each hole and direction the hole to jump over and the one to land on, -1 where there is none."""
        return board.jumps(self.size)

    @property
    def distances(self) -> tuple[int, ...]:
        """The steps from each hole to the tip of each point."""
        return board.distances(self.size)

    @property
    def points(self) -> tuple[int, ...]:
        """The holes of each point, two integers each."""
        return board.points(self.size)

    @property
    def least(self) -> int:
        """The steps to the tip when all pieces have come in."""
        return board.least(self.size)

    @property
    def seats(self) -> tuple[int, ...]:
        """The points where the players begin."""
        return SEATS[self.players]

    def validate(self) -> None:
        """Refuse other numbers of players, stars that are too large, and games without a move."""
        if self.players not in SEATS:
            raise InputError(f"Chinese checkers is for {', '.join(map(str, SEATS))} players, not {self.players}")
        if not 1 <= self.size <= 4 or self.rounds < 1:
            raise InputError(f"Chinese checkers needs a size of 1 to 4 and at least 1 round, not {self.size} and {self.rounds}")

    def action_name(self, s: State, a: int) -> str:
        """Return where a piece begins and ends, `d2-e6`: rows from the top have letters, holes from the left numbers."""
        return "pass" if a == PASS else f"{notation.hole_name(self.size, a >> 7)}-{notation.hole_name(self.size, a & 127)}"

    def parse_action(self, s: State, text: str) -> int:
        """Return the move of that name."""
        source, target = notation.read_move(self.size, text)
        if not self.is_terminal(s):
            if source >= 0 and target >= 0 and _holds(s.pieces[2 * s.turn], s.pieces[2 * s.turn + 1], source):
                low, high = self._reached(*self._taken(s), source)
                if _holds(low, high, target):
                    return 128 * source + target
            if text.strip().lower() == "pass" and list(self.actions(s)) == [PASS]:
                return PASS
        raise IllegalMoveError(f"{text!r} is no move here; a move is two holes such as d2-e6, or pass where there is none")

    def notation(self, s: State) -> str:
        """Return the rows from the top, a number for each player's pieces and a dot for an empty hole, turn and moves left."""
        return f"{'/'.join(notation.rows(self.size, s.pieces))}:{s.turn + 1}:{s.left}"

    def parse(self, text: str) -> State:
        """Return the position of such a text; without turn and moves left, the first player begins with all moves."""
        pieces, turn, left = notation.read(text, self.size, self.players, self.players * self.rounds)
        return State(pieces, turn, left)

    def distinct_actions(self) -> int:
        """Return a number above that of every move, 128 holes with 128 others."""
        return 128 * 128

    def show(self, s: State) -> str:
        """Return the star as text, the rows with their letters."""
        return drawing.text(self.size, s.pieces, s.turn, s.left)

    def svg(self, s: State) -> str:
        """Return the star as a picture."""
        return drawing.picture(self.size, self.seats, s.pieces, s.turn)

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the holes where a piece begins and ends; none for a pass."""
        return () if a == PASS else tuple(notation.hole_name(self.size, hole) for hole in (a >> 7, a & 127))


def _holds(first: int, second: int, hole: int) -> bool:
    """Return whether a set of holes has this one."""
    return (first >> hole if hole < WORD else second >> hole - WORD) & 1 != 0
