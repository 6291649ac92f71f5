"""Backgammon: all rules but the doubling cube, with gammons and backgammons. A whole play is one move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.bits import highest_bit, multiply, popcount, shift_right
from kibitz.core.errors import InputError
from kibitz.core.game import CHANCE, game
from kibitz.games.backgammon import drawing, notation, numbering, position_id
from kibitz.games.backgammon.evaluation import equity, stake
from kibitz.games.backgammon.planes import Rows, planes
from kibitz.games.backgammon.state import (
    BAR,
    HOME,
    ON_BAR,
    PLANE,
    POINTS,
    State,
    count,
    left_over,
    mirrored,
    moved,
    occupied,
    sources,
    stacked,
)  # fmt: skip

FULL = 15
NEAR = (1 << 8) - 2
"""The home board and the bar point."""
FRONT, FAR = (1 << 12) - 2, (1 << 25) - (1 << 19)
"""The points where walls hinder most, and the other side's home."""
KEYS = (-7046029254386353131, -4658895280553007687, -7723592293110705685, 4417276706812531889)
"""Odd numbers whose products scatter the bits of a position."""


@game(players=2, constant_sum=0.0, cyclic=True)
class Backgammon(NamedTuple):
    """Two players race their checkers round a board of 24 points, in opposite directions, by the throw of two dice.

    Each die moves one checker; a double is played four times. A point with two or more checkers of the other side is closed;
    a single one there is hit, goes to the bar and must come in again before its side moves anything else. As many dice as
    possible are played, and the larger one if only one can be. With all checkers at home one bears them off; who is first to
    bear off all wins 1 point, 2 (a gammon) if the other has borne off none, and 3 (a backgammon) if the other, besides, has
    a checker on the bar or in the winner's home. The opening roll is one die each: the higher one begins and plays both.
    With fewer than 15 checkers this is hypergammon: they start at the far end, and the first player rolls.
    """

    checkers: int = FULL

    def initial(self) -> State:
        """Return the start of a game, before the opening roll; in hypergammon, before the first player's roll."""
        if self.checkers < FULL:
            far = (1 << BAR) - (1 << BAR - self.checkers)
            return State(far, 0, far, 0, 0, 0)
        ones = 1 << 6 | 1 << 8 | 1 << 13
        twos = 1 << 8 | 1 << 24
        fours = 1 << 6 | 1 << 13
        return State(ones | twos << 32, fours, ones | twos << 32, fours, -1, 0)

    def to_move(self, s: State) -> int:
        """Return the player to move, or chance where the dice are to be rolled."""
        return CHANCE if s.dice <= 0 else s.turn

    def actions(self, s: State) -> Iterator[int]:  # noqa: C901, PLR0912, PLR0915 - loops in loops: rules call no other generator
        """Yield the rolls or else the plays, each position that can be reached once.

        A roll is 8 times one die plus the other. A play is up to four places of 5 bits each, from which checkers move: the
        first by the larger die, the second by the smaller one, all of them by a double. 0 is no move, and a play of 0 a pass.
        """
        if s.dice <= 0:
            for first in range(1, 7):
                for second in range(1, 7 if s.dice < 0 else first + 1):
                    if s.dice == 0 or first != second:
                        yield first * 8 + second
            return
        high, low = s.dice >> 3, s.dice & 7
        places, stacks = occupied(s.mine_few, s.mine_many), stacked(s.mine_few, s.mine_many)
        theirs = stacked(s.their_few, s.their_many)
        facing = mirrored(theirs | (s.their_few & ~theirs & PLANE) << 32)
        free, blots = POINTS & ~facing, facing >> 32
        if high == low:
            longest = 0
            one = sources(places, free, high)
            while one != 0:
                first = highest_bit(one)
                one ^= 1 << first
                few, many = moved(s.mine_few, s.mine_many, first, first - high)
                two = sources(occupied(few, many), free, high) & (2 << first) - 1
                if two == 0 and longest <= 1:
                    longest = 1
                    yield first
                while two != 0:
                    second = highest_bit(two)
                    two ^= 1 << second
                    few_left, many_left = moved(few, many, second, second - high)
                    three = sources(occupied(few_left, many_left), free, high) & (2 << second) - 1
                    if three == 0 and longest <= 2:
                        longest = 2
                        yield first | second << 5
                    while three != 0:
                        third = highest_bit(three)
                        three ^= 1 << third
                        left = left_over(occupied(few_left, many_left), stacked(few_left, many_left), third, high)
                        four = sources(left, free, high) & (2 << third) - 1
                        if four == 0 and longest <= 3:
                            longest = 3
                            yield first | second << 5 | third << 10
                        while four != 0:
                            fourth = highest_bit(four)
                            four ^= 1 << fourth
                            longest = 4
                            yield first | second << 5 | third << 10 | fourth << 15
            if longest == 0:
                yield 0
            return
        found = False
        larger, smaller = sources(places, free, high), sources(places, free, low)
        one = larger
        while one != 0:
            first = highest_bit(one)
            one ^= 1 << first
            two = sources(left_over(places, stacks, first, high), free, low)
            other = first + low
            if two >> other & 1 and _both_ways(places, stacks, free, blots, other, high, low):
                two ^= 1 << other
            while two != 0:
                second = highest_bit(two)
                two ^= 1 << second
                found = True
                yield first | second << 5
        outside = places >> 7
        plain = places < ON_BAR and (outside & outside - 1 != 0 or stacks >= HOME)
        one = smaller
        while one != 0:
            second = highest_bit(one)
            one ^= 1 << second
            two = sources(left_over(places, stacks, second, low), free, high)
            if plain:
                two &= 1 << second - low & ~places
            while two != 0:
                first = highest_bit(two)
                two ^= 1 << first
                if not _is_repeated(places, stacks, free, blots, larger, first, second, high, low):
                    found = True
                    yield first | second << 5
        if not found:
            one = larger if larger != 0 else smaller
            shift = 0 if larger != 0 else 5
            if one == 0:
                yield 0
            while one != 0:
                first = highest_bit(one)
                one ^= 1 << first
                yield first << shift

    def result(self, s: State, a: int) -> State:
        """Return the position after a roll, or after a play, when the other side is to roll."""
        if s.dice <= 0:
            first, second = a >> 3, a & 7
            if s.dice < 0 and first < second:
                return State(s.their_few, s.their_many, s.mine_few, s.mine_many, second * 8 + first, 1 - s.turn)
            return State(s.mine_few, s.mine_many, s.their_few, s.their_many, a, s.turn)
        few, many, their_few, their_many = s.mine_few, s.mine_many, s.their_few, s.their_many
        die, other = s.dice >> 3, s.dice & 7
        if a & 31 == 0:
            a, die = a >> 5, other
        while a != 0:
            source = a & 31
            target = source - die
            few, many = moved(few, many, source, target)
            if target > 0 and their_few >> (BAR - target) & 1:
                their_few, their_many = moved(their_few, their_many, BAR - target, BAR)
            a >>= 5
            die = other
        return State(their_few, their_many, few, many, 0, 1 - s.turn)

    def is_terminal(self, s: State) -> bool:
        """Return whether one side has borne off all its checkers."""
        return s.their_few | s.their_many == 0 or s.mine_few | s.mine_many == 0

    def utility(self, s: State, player: int) -> float:
        """Return 1, 2 for a gammon or 3 for a backgammon to the winner, and minus that to the loser."""
        few, many = s.mine_few | s.their_few, s.mine_many | s.their_many
        points = 1.0
        if count(few, many) == self.checkers:
            points = 3.0 if occupied(few, many) >> 19 != 0 else 2.0
        winner = s.turn if s.mine_few | s.mine_many == 0 else 1 - s.turn
        return points if player == winner else -points

    def probability(self, s: State, a: int) -> float:
        """Return 1/36 for a double and 1/18 for other rolls; for each of the 30 opening rolls the same."""
        if s.dice < 0:
            return 1.0 / 30.0
        return 1.0 / 36.0 if a >> 3 == a & 7 else 1.0 / 18.0

    def evaluate(self, s: State, player: int) -> float:
        """Return what the game is worth to `player` by race, blots, points made and checkers sent back."""
        worth = equity(s, self.checkers)
        return worth if player == s.turn else -worth

    def utility_bounds(self, s: State, player: int) -> tuple[float, float]:
        """Return the lowest and the highest utility: who has borne off a checker can lose no gammon any more."""
        mine, theirs = stake(s.mine_few, s.mine_many, self.checkers), stake(s.their_few, s.their_many, self.checkers)
        return (-mine, theirs) if player == s.turn else (-theirs, mine)

    def order(self, s: State, a: int) -> int:
        """Return more for sending checkers back and for points made side by side, less for single ones in reach of a hit.

        The numbers are fitted to the evaluation of the positions after 24,000 plays, in hundredths of a point.
        """
        after = self.result(s, a)
        stacks = stacked(after.their_few, after.their_many)
        others = occupied(after.mine_few, after.mine_many)
        reached = mirrored(others) << 1  # from a point of the other side, and in the next lines from any up to six behind it
        reached |= reached << 1
        reached |= reached << 2
        hit = (reached | reached << 2) & occupied(after.their_few, after.their_many) & ~stacks & POINTS
        walls = popcount(stacks & stacks >> 1 & FRONT) * 11 - (20 if stacks & FAR else 0)
        made = 6 * popcount(stacks & HOME - 2) + 3 * popcount(stacks & NEAR)
        return 27 * (others >> BAR & 1) + made + walls - 10 * popcount(hit) - 10 * popcount(hit & HOME - 2)

    def planes(self, s: State) -> Rows:
        """Return what a net looks at, as the side to move or to roll sees it: how many checkers are where, blots and walls."""
        return planes(s)

    def key(self, s: State) -> int:
        """Return the bits of the checkers, the dice and the turn, well mixed."""
        h = multiply(s.mine_few, KEYS[0]) ^ multiply(s.their_few, KEYS[1]) ^ multiply(s.dice * 2 + s.turn, KEYS[2])
        h = multiply(h ^ shift_right(h, 32) ^ s.mine_many, KEYS[2])
        h = multiply(h ^ shift_right(h, 29) ^ s.their_many, KEYS[3])
        return h ^ shift_right(h, 32)

    # Endgame databases: slices of as many checkers, in which positions have one number whoever rolls.

    def slice(self, s: State) -> int:
        """Return how many checkers both sides have left, and whether all of them are at home."""
        return numbering.slice_of(s)

    def index(self, s: State) -> int:  # type: ignore[override]  # tuples have another one, which nobody asks a game
        """Return the number of a position before a roll, or -1 where it has none."""
        return numbering.number_of(s)

    def unindex(self, i: int, k: int) -> State:
        """Return the position of that number."""
        return numbering.position_of(i, k)

    def size(self, k: int) -> int:
        """Return how many numbers a slice has."""
        return numbering.numbers_of(k)

    # What follows is for people and never compiled.

    def slices_after(self, k: int) -> Iterator[int]:
        """Yield the slices that a roll leads to."""
        yield from numbering.after(k)

    def slice_name(self, k: int) -> str:
        """Return the name of a slice: `3-2`, or `home-3-2`."""
        return numbering.name(k)

    def parse_slice(self, text: str) -> int:
        """Return the slice of a name."""
        return numbering.read(text, self.checkers)

    def validate(self) -> None:
        """Refuse other numbers of checkers than those of backgammon and hypergammon."""
        if self.checkers not in (1, 2, 3, FULL):
            raise InputError(
                f"backgammon is played with {FULL} checkers a side and hypergammon with 1 to 3, not {self.checkers}"
            )

    def action_name(self, s: State, a: int) -> str:
        """Return a play as `8/5 6/5`, `bar/22*`, `13/7(2)`, `6/off` or `pass`; a roll as its two numbers, `31`."""
        return f"{a >> 3}{a & 7}" if s.dice <= 0 else notation.play_name(s, a)

    def parse_action(self, s: State, text: str) -> int:
        """Return the play or roll of that name; the parts of a play in any order, with or without the stars of hits."""
        rolls = notation.roll if s.dice <= 0 else notation.play
        return rolls(s, text, [] if self.is_terminal(s) else list(self.actions(s)), self.result)

    def notation(self, s: State) -> str:
        """Return the position ID with the dice and the player: `4HPwATDgc/ABMA:31`, `4HPwATDgc/ABMA:o:31`."""
        return position_id.written(s)

    def parse(self, text: str) -> State:
        """Return the position of a position ID, with dice and player or without."""
        return position_id.read(text, self.checkers, self.initial())

    def show(self, s: State) -> str:
        """Return the board as text, the first player's home at the bottom right."""
        return drawing.text(s, self.checkers)

    def svg(self, s: State) -> str:
        """Return the board as a picture, the first player's home at the bottom right."""
        return drawing.picture(s, self.checkers)

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the places of a play, `("8", "5", "6", "5")`, by the first player's numbers; none for a roll and a pass."""
        return drawing.path(s, a) if s.dice > 0 else ()


def _both_ways(places: int, stacks: int, free: int, blots: int, source: int, high: int, low: int) -> bool:
    """Return whether the checker on `source` may go on by the larger die first, hitting nothing on the way."""
    middle = source - high
    if middle < 1 or blots >> middle & 1 or not sources(places, free, high) >> source & 1:
        return False
    return sources(left_over(places, stacks, source, high), free, low) >> middle & 1 != 0


def _is_repeated(
    places: int, stacks: int, free: int, blots: int, larger: int, first: int, second: int, high: int, low: int
) -> bool:
    """Return whether the smaller die from `second`, then the larger from `first`, comes to what larger dice first came to.

    These are: two checkers borne off; the same two moves in the other order; and one checker that goes the whole way, if it
    hits nothing in the middle on either way.
    """
    if first <= high and second <= low:
        return True
    if larger >> first & 1 and sources(left_over(places, stacks, first, high), free, low) >> second & 1:
        return True
    middle = second - low
    return first == middle and not blots >> middle & 1 and _both_ways(places, stacks, free, blots, second, high, low)
