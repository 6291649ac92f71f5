"""Go on square boards of 2 to 19 rows: bit-parallel, with the chains in atari always known, so that legal moves are too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kibitz.core.bits import lowest_bit, popcount, shift_left, with_item
from kibitz.core.errors import IllegalMoveError, InputError
from kibitz.core.game import game
from kibitz.core.randomness import advance, below, scramble
from kibitz.games.go import notation, patterns, positions, tables
from kibitz.games.go.drawing import drawn
from kibitz.games.go.flood_fill import around, cornered, grown, roomy
from kibitz.games.go.patterns import RING, shape_of, window
from kibitz.games.go.sets import Points, both, count, either, is_any, nth_bit, one_of, without
from kibitz.games.go.state import EXACT_SIZE, MEMORY, NOWHERE, Features, State
from kibitz.games.go.survey import area, captured, eyes, features, open_points, urgent
from kibitz.games.go.tables import WORD, Layout


@game(players=2, points_at_half_win=1000.0)
class Go(NamedTuple):
    """The players in turn put a stone on a point of the board, or pass; two passes in a row end the game.

    Stones of a colour that are neighbours along a line form a chain, and empty points next to it are its liberties. A move that
    takes the last liberty of chains of the other captures them: they are taken off. A chain may not be left without a liberty
    by one's own move. Who captures a single stone may not be captured at once in the same way (ko); with `superko` none of the
    last 64 positions of the board may come back. In the end each side counts its stones and the empty points that only it
    surrounds, white `komi` points more. After `moves` moves (0: three times the points of the board) the game is over too.
    """

    size: int = 9
    komi: float = 7.5
    superko: bool = False
    moves: int = 0

    def initial(self) -> State:
        """Return the empty board; black begins."""
        nothing = self._layout.empty
        return State(nothing, nothing, nothing, self._fresh, 0, NOWHERE, NOWHERE, self.limit)

    def to_move(self, s: State) -> int:
        """Return whose turn it is."""
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        """Yield the points where a stone may be put, row by row from the top left, and last the pass, `size * size`."""
        points = self._open(s)
        for place in range(self._layout.words):
            word = points[place]
            while word != 0:
                a = int(self._numbers[WORD * place + lowest_bit(word)])
                word &= word - 1
                if not self.superko or not self._repeats(s, a):
                    yield a
        yield self.size * self.size

    def result(self, s: State, a: int) -> State:
        """Return the position after a stone was put on point `a`, or after a pass."""
        nowhere = self.size * self.size
        if a == nowhere:
            return State(s.theirs, s.mine, s.atari, s.past, 1 - s.turn, NOWHERE, nowhere + (s.last == nowhere), s.left - 1)
        point, near = self._point(a), self._near(a)
        taken = captured(s, near, self._way)
        mine, theirs = either(s.mine, point), without(s.theirs, taken)
        atari = without(s.atari, taken)
        empty = without(self._layout.board, either(mine, theirs))
        freed = near
        if is_any(taken):
            freed = either(near, around(taken, self._way))
        freed = both(freed, both(s.mine, atari))
        if is_any(freed):  # joined to the new stone, which is looked at next, or next to captured ones: free again
            atari = without(atari, grown(freed, both(s.mine, atari), self._way))
        is_alone = False
        if count(both(near, empty)) < 2:
            chain = cornered(point, mine, empty, self._way)
            is_alone = chain == point
            atari = either(atari, chain)
        touched = without(both(near, theirs), roomy(empty, self._way))
        while is_any(touched):
            stone = one_of(touched)
            atari = either(atari, cornered(stone, theirs, empty, self._way))
            touched = without(touched, stone)
        ko = NOWHERE
        if is_alone and count(taken) == 1:
            ko = self._number(taken)
        past = s.past
        if self.superko:
            past = with_item(past, (self.limit - s.left + 1) % len(past), self._position(mine, theirs, s.turn))
        return State(theirs, mine, atari, past, 1 - s.turn, ko, a, s.left - 1)

    def is_terminal(self, s: State) -> bool:
        """Return whether both have passed, or no moves are left."""
        return s.last > self.size * self.size or s.left <= 0

    def utility(self, s: State, player: int) -> float:
        """Return 1 to the side with more points, -1 to the other, 0 for a draw."""
        lead = self._lead(s, player)
        return 1.0 if lead > 0.0 else -1.0 if lead < 0.0 else 0.0

    def _lead(self, s: State, player: int) -> float:
        """Return by how many points `player` is ahead if the game ends here."""
        lead = area(s, self._layout.board, self._way)
        black = (lead if s.turn == 0 else -lead) - self.komi
        return black if player == 0 else -black

    def _open(self, s: State) -> Points:
        """Return the points where a stone may be put as far as captures, suicide and the last ko go."""
        points = open_points(s, self._layout.board, self._way)
        if s.ko >= 0:
            points = without(points, self._point(s.ko))
        return points

    def _point(self, a: int) -> Points:
        """Return a point as a set."""
        found = self._layout.empty
        for place in range(self._layout.words):
            found = with_item(found, place, int(self._singles[self._layout.words * a + place]))
        return found

    def _near(self, a: int) -> Points:
        """Return the neighbours of a point as a set."""
        found = self._layout.empty
        for place in range(self._layout.words):
            found = with_item(found, place, int(self._neighbours[self._layout.words * a + place]))
        return found

    def _number(self, points: Points) -> int:
        """Return the number of the first point of a set that has one."""
        return self._nth(points, 0)

    def _nth(self, points: Points, number: int) -> int:
        """Return the point of a set that stands at place `number`, counted from 0."""
        for place in range(self._layout.words):
            size = count((points[place],))
            if number < size:
                return int(self._numbers[WORD * place + nth_bit(points[place], number)])
            number -= size
        return NOWHERE

    def _repeats(self, s: State, a: int) -> bool:
        """Return whether a stone on point `a` brings back an earlier position of the board."""
        taken = captured(s, self._near(a), self._way)
        made = self._position(either(s.mine, self._point(a)), without(s.theirs, taken), s.turn)
        found = False
        for place in range(len(s.past)):
            found = found or s.past[place] == made
        return found

    def _position(self, mine: Points, theirs: Points, turn: int) -> int:
        """Return the stones on the board as one number, for small boards exactly; `turn` is the side that has `mine`."""
        black, white = (mine, theirs) if turn == 0 else (theirs, mine)
        if self.size <= EXACT_SIZE:
            return black[0] | shift_left(white[0], 32)
        mixed = 0
        for place in range(len(black)):
            mixed = scramble(advance(mixed ^ black[place]))
            mixed = scramble(advance(mixed ^ white[place]))
        return mixed

    # What follows is optional: it makes searches better or faster.

    def count_actions(self, s: State) -> int:
        """Return how many moves there are."""
        points = self._open(s)
        found = count(points) + 1
        if self.superko:
            for place in range(self._layout.words):
                word = points[place]
                while word != 0:
                    if self._repeats(s, int(self._numbers[WORD * place + lowest_bit(word)])):
                        found -= 1
                    word &= word - 1
        return found

    def score(self, s: State, player: int) -> int:
        """Return by how many points `player` has won a finished game; a half is counted as a whole."""
        lead = self._lead(s, player)
        return int(lead + 0.5) if lead > 0.0 else -int(0.5 - lead)

    def key(self, s: State) -> int:
        """Return 64 bits that two positions almost never share."""
        mixed = advance(s.left << 24 | (s.last + 1) << 12 | s.ko + 1) ^ s.turn
        for place in range(len(s.mine)):
            mixed = scramble(advance(mixed ^ s.mine[place]))
            mixed = scramble(advance(mixed ^ s.theirs[place]))
        if self.superko:
            for place in range(len(s.past)):  # hashes joined so that the order in which positions came does not count
                mixed ^= scramble(s.past[place])
        return mixed

    def move_kind(self, s: State, a: int) -> int:
        """Return the point: moves to it are of the same kind."""
        return a

    def order(self, s: State, a: int) -> int:
        """Return more for moves that capture, save stones or answer the last move; eyes are filled last of all."""
        if a == self.size * self.size:
            return -1
        near, point = self._near(a), self._point(a)
        rank = 100 * count(captured(s, near, self._way))
        if is_any(both(near, both(s.mine, s.atari))):
            rank += 100
        if is_any(both(point, self._beside_last(s))):
            rank += 10
        return rank - 1000 if is_any(both(point, self._eyes(s))) else rank + count(without(near, s.mine))

    def features(self, s: State) -> Features:
        """Return what the evaluation looks at, each counted for the side to move less the other side."""
        komi = int(2 * self.komi)
        return features(s, -komi if s.turn == 1 else komi, self._layout.board, self._way)

    def weights(self) -> Features:
        """Return the hundredths of a point that each feature is worth."""
        return Features(50, 30, -60)

    def default_agent(self) -> str:
        """Return who plays where nobody is named: UCT with little exploration, and much of what moves were worth later."""
        return "uct:time=1,c=0.05,rave=1000,reuse=true"

    def playout_action(self, s: State, random: int) -> int:
        """Return a random move that fills no eye of one's own, a pass only if there is no other.

        Chains in atari go first: a move that captures, or that saves a chain which the last move has put in atari. Next come
        moves beside the last one that make a good shape.
        """
        points = self._open(s)
        a = NOWHERE
        if is_any(s.atari):
            a = self._picked(s, both(points, urgent(s, self._beside_last(s), self._layout.board, self._way)), random)
        if a < 0 <= s.last < self.size * self.size:
            a = self._shaped(s, points, random)
        if a < 0:
            a = self._picked(s, without(points, self._eyes(s)), random)
        return a if a >= 0 else self.size * self.size

    def _picked(self, s: State, points: Points, random: int) -> int:
        """Return a random one of `points`, -1 if there is none; with superko, one that may be played."""
        left = count(points)
        while left > 0:
            a = self._nth(points, below(random, left))
            if not self.superko or not self._repeats(s, a):
                return a
            points = without(points, self._point(a))
            left -= 1
        return NOWHERE

    def _shaped(self, s: State, points: Points, random: int) -> int:
        """Return a random one of `points` around the last move where the stones have a shape that invites a move, or -1."""
        mine, theirs = self._window(s.mine, s.last), self._window(s.theirs, s.last)
        left = RING & ~self._window(without(self._layout.board, points), s.last)
        found = 0
        while left != 0:
            place = lowest_bit(left)
            left &= left - 1
            shape = shape_of(mine, theirs, place)
            found |= (int(self._shapes[shape >> 6]) >> (shape & 63) & 1) << place
        chances = popcount(found)
        while chances > 0:
            place = nth_bit(found, below(random, chances))
            a = s.last + ((place >> 3) - 2) * self.size + (place & 7) - 2
            if not self.superko or not self._repeats(s, a):
                return a
            found ^= 1 << place
            chances -= 1
        return NOWHERE

    def _beside_last(self, s: State) -> Points:
        """Return the neighbours of the last stone put on the board; none after a pass."""
        return self._near(s.last) if 0 <= s.last < self.size * self.size else self._layout.empty

    def _eyes(self, s: State) -> Points:
        """Return the mover's eyes, which no sensible game fills."""
        return eyes(s, self._layout.board, self._layout.edge, self._way)

    def _window(self, points: Points, a: int) -> int:
        """Return the five by five points around one: those among `points`, and all that is off the board."""
        layout = self._layout
        return window(points, a // self.size, a % self.size, self.size, layout.rows, layout.step, layout.outside)

    @property
    def _layout(self) -> Layout:
        """Where the points of the board lie in the words of a set."""
        return tables.layout(self.size)

    @property
    def _way(self) -> tuple[int, int]:
        """How a set is shifted from row to row: the bits from a row to the next, and from a word's last row to its first."""
        return self._layout.step, (self._layout.rows - 1) * self._layout.step

    @property
    def _singles(self) -> tuple[int, ...]:
        """Each point as a set."""
        return tables.singles(self.size)

    @property
    def _neighbours(self) -> tuple[int, ...]:
        """The neighbours of each point as a set."""
        return tables.neighbours(self.size)

    @property
    def _shapes(self) -> tuple[int, ...]:
        """Which surroundings invite a move."""
        return patterns.shapes()

    @property
    def _numbers(self) -> tuple[int, ...]:
        """The number of the point for each bit of each word."""
        return tables.numbers(self.size)

    @property
    def limit(self) -> int:
        """How many moves a game has at most."""
        return self.moves or 3 * self.size * self.size

    @property
    def _fresh(self) -> tuple[int, ...]:
        """What is remembered in the beginning: the empty board."""
        return self.remembered(self._layout.empty, self._layout.empty)

    # What follows is for people and never compiled.

    def validate(self) -> None:
        """Refuse boards of other sizes."""
        if not 2 <= self.size <= 19:
            raise InputError(f"go is played on a board of size 2 to 19, not {self.size}")
        if abs(self.komi) > 1000 or 2 * self.komi != int(2 * self.komi):
            raise InputError(f"the komi of go is a number of whole or half points, 1000 at most, not {self.komi:g}")
        if not 0 <= self.moves < 1 << 20:
            raise InputError(f"the moves of go are limited to a number from 0 (three times the points) up, not to {self.moves}")

    def action_name(self, s: State, a: int) -> str:
        """Return the point, such as `E5`, with letters from the left (there is no I) and numbers from below; or `pass`."""
        return notation.point_name(self.size, a)

    def parse_action(self, s: State, name: str) -> int:
        """Return the legal move of that name; `e5` is `E5`."""
        a = notation.read_point(self.size, name)
        if self.is_terminal(s):
            raise IllegalMoveError(f"{name} cannot be played: the game is over")
        reason = positions.why_not(self, s, a) if a < self.size * self.size else ""
        if reason:
            raise IllegalMoveError(f"{notation.point_name(self.size, a)} is no move here: {reason}")
        return a

    def set_up(self, black: Iterable[int], white: Iterable[int], turn: int) -> State:
        """Return the position with stones on these points, as if no move had been made; `turn` is who is to move."""
        return positions.state_of(self, notation.Board((sorted(black), sorted(white)), turn, NOWHERE, NOWHERE, None, ()))

    def remembered(self, black: Points, white: Points) -> tuple[int, ...]:
        """Return what is remembered of earlier positions where play begins with these stones: with superko, these."""
        if not self.superko:
            return (0,)
        return (self._position(black, white, 0), *(NOWHERE,) * (min(MEMORY, self.limit + 1) - 1))

    def turned(self, s: State, turn: int) -> State:
        """Return the position with another side to move, as if the other had moved last; the same, if that is so."""
        if s.turn == turn:
            return s
        last = s.last if s.last < self.size * self.size else NOWHERE
        return State(s.theirs, s.mine, s.atari, s.past, turn, NOWHERE, last, s.left)

    def resumed(self, s: State) -> State:
        """Return a position of a game that was over as one in which it goes on, with all moves left; others as they are."""
        if not self.is_terminal(s):
            return s
        return State(s.mine, s.theirs, s.atari, s.past, s.turn, s.ko, NOWHERE, self.limit)

    def parse(self, position: str) -> State:
        """Return the position of a board like `notation`'s, of which all behind the rows may be left out, or after moves.

        The name of a file that ends with .sgf stands for the last position of its main line.
        """
        return positions.parse(self, position)

    def notation(self, s: State) -> str:
        """Return the rows from the top, X for black, O for white, then side to move, ko, last move, moves left and the past."""
        past = s.past if self.superko else ()
        return notation.written(self.size, notation.Board(self.stones(s), s.turn, s.ko, s.last, s.left, past))

    def stones(self, s: State) -> tuple[list[int], list[int]]:
        """Return the points of black's and of white's stones."""
        mine, theirs = (list(tables.points_of(self.size, points)) for points in (s.mine, s.theirs))
        return (mine, theirs) if s.turn == 0 else (theirs, mine)

    def lead(self, s: State) -> float:
        """Return by how many points black is ahead if the game ends here, every stone counted as alive."""
        return self._lead(s, 0)

    def distinct_actions(self) -> int:
        """Return the number of points, and one for the pass."""
        return self.size * self.size + 1

    def show(self, s: State) -> str:
        """Return the board with the names of its columns and rows, and whose turn it is."""
        return notation.shown(self.size, notation.letters(self.size, self.stones(s)), s.last, positions.told(self, s))

    def svg(self, s: State) -> str:
        """Return the board as a picture."""
        return drawn(self.size, notation.letters(self.size, self.stones(s)), s.last, s.turn)

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the point of the new stone; none for a pass."""
        return (self.action_name(s, a),) if a < self.size * self.size else ()
