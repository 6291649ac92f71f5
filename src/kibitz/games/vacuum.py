"""The erratic vacuum world (Russell and Norvig, Artificial Intelligence, section 4.3): plans for an unreliable machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.bits import bit
from kibitz.core.errors import InputError, PositionError
from kibitz.core.game import CHANCE, game
from kibitz.games._drawing import DIRT, HOLE, PLAYERS, clickable, disc, dot, picture, plate, specks

SUCK, LEFT, RIGHT = 0, 1, 2
ACTIONS = ("Suck", "Left", "Right")
NOTHING = -1
"""What the machine is doing while it waits for the next action."""

DONE, LEFT_TOO, RIGHT_TOO = 0, 1, 2
DIRT_DROPPED = 1
SLIPPED = 1
MOST_SQUARES = 32


class State(NamedTuple):
    """A position: the dirty squares, one bit each; where the machine is; the action whose outcome is still open."""

    dirt: int
    square: int
    doing: int


@game(players=1, constant_sum=None, cyclic=True)
class Vacuum(NamedTuple):
    """A vacuum cleaner in a row of squares wants all of them clean; it can suck, or go left or right.

    Sucking on a dirty square cleans it, and sometimes a square beside it as well; on a clean square it sometimes drops
    dirt. Going further at the end of the row does nothing. On a slippery floor the machine sometimes stays where it was.
    """

    squares: int = 2
    slippery: bool = False

    def initial(self) -> State:
        """Return the start: dirt everywhere, the machine on the left."""
        return State(bit(self.squares) - 1, 0, NOTHING)

    def to_move(self, s: State) -> int:
        """Return the machine, or chance where an action may turn out in several ways."""
        return 0 if s.doing == NOTHING else CHANCE

    def actions(self, s: State) -> Iterator[int]:
        """Yield suck, left and right; of an action under way, the outcomes that make a difference."""
        if s.doing == NOTHING:
            yield SUCK
            yield LEFT
            yield RIGHT
        else:
            yield DONE
            if s.doing != SUCK:
                yield SLIPPED
            elif s.dirt & bit(s.square) == 0:
                yield DIRT_DROPPED
            else:
                if self._is_dirty(s, s.square - 1):
                    yield LEFT_TOO
                if self._is_dirty(s, s.square + 1):
                    yield RIGHT_TOO

    def result(self, s: State, a: int) -> State:
        """Return the position after an outcome, or after an action, which waits for its outcome if there are several."""
        if s.doing != NOTHING:
            return self._outcome(s, s.doing, a)
        return State(s.dirt, s.square, a) if self._is_uncertain(s, a) else self._outcome(s, a, DONE)

    def is_terminal(self, s: State) -> bool:
        """Return whether everything is clean."""
        return s.dirt == 0

    def utility(self, s: State, player: int) -> float:
        """Return 1: clean."""
        return 1.0

    def _is_dirty(self, s: State, square: int) -> bool:
        """Return whether there is such a square, and dirt in it."""
        return 0 <= square < self.squares and s.dirt & bit(square) != 0

    def _is_uncertain(self, s: State, a: int) -> bool:
        """Return whether action `a` may turn out in more than one way."""
        if a != SUCK:
            return self.slippery and self._target(s, a) != s.square
        is_clean = not self._is_dirty(s, s.square)
        return is_clean or self._is_dirty(s, s.square - 1) or self._is_dirty(s, s.square + 1)

    def _target(self, s: State, a: int) -> int:
        """Return the square to which going left or right leads."""
        return max(s.square - 1, 0) if a == LEFT else min(s.square + 1, self.squares - 1)

    def _outcome(self, s: State, doing: int, outcome: int) -> State:
        """Return the position after an action turned out in this way."""
        if doing != SUCK:
            return State(s.dirt, s.square if outcome == SLIPPED else self._target(s, doing), NOTHING)
        if not self._is_dirty(s, s.square):
            return State(s.dirt | (bit(s.square) if outcome == DIRT_DROPPED else 0), s.square, NOTHING)
        cleaned = bit(s.square)
        if outcome == LEFT_TOO:
            cleaned |= bit(s.square - 1)
        elif outcome == RIGHT_TOO:
            cleaned |= bit(s.square + 1)
        return State(s.dirt & ~cleaned, s.square, NOTHING)

    def validate(self) -> None:
        """Refuse a row without squares, and one of too many."""
        if not 1 <= self.squares <= MOST_SQUARES:
            raise InputError(f"vacuum needs 1 to {MOST_SQUARES} squares, not {self.squares}")

    def action_name(self, s: State, a: int) -> str:
        """Return the name of an action, or of an outcome."""
        if s.doing == NOTHING:
            return ACTIONS[a]
        if s.doing != SUCK:
            return ("moved", "slipped")[a]
        dirty = self._is_dirty(s, s.square)
        return ("cleaned", "cleaned-left-too", "cleaned-right-too")[a] if dirty else ("unchanged", "dirt-dropped")[a]

    def notation(self, s: State) -> str:
        """Return the number of the state, and the action whose outcome is open: `5`, `1:Suck`.

        As in the book, states with less dirt come later, dirt on the left counts more, and the machine goes from left to
        right: of two squares, 1 is the start, 5 has dirt on the right only, 7 and 8 are clean.
        """
        dirt = sum(1 << (self.squares - 1 - square) for square in range(self.squares) if self._is_dirty(s, square))
        number = 1 + s.square + self.squares * ((1 << self.squares) - 1 - dirt)
        return str(number) if s.doing == NOTHING else f"{number}:{ACTIONS[s.doing]}"

    def parse(self, text: str) -> State:
        """Return the position of such a text, or of a row of squares: d dirty, c clean, a capital for the machine's: `Cd`."""
        body, _, doing = text.strip().partition(":")
        states = self.squares << self.squares
        if re.fullmatch(r"\d{1,12}", body, re.ASCII) and 1 <= int(body) <= states:
            dirt, square = divmod(int(body) - 1, self.squares)
            row = "".join("c" if dirt >> (self.squares - 1 - place) & 1 else "d" for place in range(self.squares))
        elif re.fullmatch("[cd]*[CD][cd]*", body) and len(body) == self.squares:
            row, square = body.lower(), next(place for place, letter in enumerate(body) if letter.isupper())
        else:
            row = "D" + "d" * (self.squares - 1)
            raise PositionError(f"{text!r} is neither a number from 1 to {states} nor {self.squares} squares such as {row}")
        s = State(sum(bit(place) for place, letter in enumerate(row) if letter == "d"), square, NOTHING)
        if not doing:
            return s
        if doing not in ACTIONS or self.is_terminal(s) or not self._is_uncertain(s, ACTIONS.index(doing)):
            raise PositionError(f"{doing!r} in {text!r} is not an action with several outcomes there")
        return self.result(s, ACTIONS.index(doing))

    def distinct_actions(self) -> int:
        """Return 3: two directions, and to clean."""
        return 3

    def show(self, s: State) -> str:
        """Return the row of squares: `*` is dirt, and the machine stands in the square between angle brackets."""
        cells = ["*" if self._is_dirty(s, square) else " " for square in range(self.squares)]
        row = "|".join(f"<{cell}>" if square == s.square else f" {cell} " for square, cell in enumerate(cells))
        return f"|{row}|" + ("" if s.doing == NOTHING else f" {ACTIONS[s.doing]} ...")

    def svg(self, s: State) -> str:
        """Return the row of squares as a picture: dark squares with specks are dirty, the disc is the machine."""
        parts = [plate(x, 0, 1, 1, DIRT if self._is_dirty(s, x) else HOLE) for x in range(self.squares)]
        parts += [specks(x, 0) for x in range(self.squares) if self._is_dirty(s, x)]
        parts += [disc(s.square, 0, PLAYERS[2]), dot(s.square, 0, HOLE)]
        parts += [clickable(str(x + 1), x, 0) for x in range(self.squares)]
        return picture(self.squares, 1, parts)

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the square to go to, or the one to suck on; none at the end of the row, and none for outcomes."""
        square = s.square if a == SUCK else self._target(s, a)
        is_nowhere = a != SUCK and square == s.square
        return () if s.doing != NOTHING or is_nowhere else (str(square + 1),)
