"""Nim, the game whose theory is exclusive or: any piles, normal or misere play, two or more players."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.bits import with_item
from kibitz.core.errors import InputError, PositionError
from kibitz.core.game import game
from kibitz.games._boards import column_name
from kibitz.games._drawing import LINE, PLAYERS, clickable, disc, dot, label, picture

LARGEST_PILE = 1000
LONGEST_ROW = 20
"""So many stones of a pile are drawn in a row."""


class State(NamedTuple):
    """A position: the stones left in each pile, and the player to move."""

    piles: tuple[int, ...]
    player: int


@game()
class Nim(NamedTuple):
    """The players in turn take one or more stones from one of the piles.

    Who takes the last stone of all wins, and the others share the loss; in misere play, who takes it loses, and the others
    share the win.
    """

    piles: tuple[int, ...] = (3, 4, 5)
    misere: bool = False
    players: int = 2

    def initial(self) -> State:
        """Return the full piles, the first player to move."""
        return State(self.piles, 0)

    def to_move(self, s: State) -> int:
        """Return the player to move."""
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        """Yield every pile with every number of stones to take from it, as `count * len(piles) + pile`."""
        for pile in range(len(s.piles)):
            for count in range(1, s.piles[pile] + 1):
                yield count * len(s.piles) + pile

    def result(self, s: State, a: int) -> State:
        """Return the position with those stones taken and the next player to move."""
        pile = a % len(s.piles)
        left = s.piles[pile] - a // len(s.piles)
        return State(with_item(s.piles, pile, left), (s.player + 1) % self.players)

    def is_terminal(self, s: State) -> bool:
        """Return whether no stone is left."""
        left = 0
        for stones in s.piles:
            left += stones
        return left == 0

    def utility(self, s: State, player: int) -> float:
        """Return 1 and -1 to the winner and the loser; among more players, who did not take the last stone share."""
        took_last = (player + 1) % self.players == s.player
        won = 1.0 if took_last else -1.0 / (self.players - 1)
        return -won if self.misere else won

    def utility_bounds(self, s: State, player: int) -> tuple[float, float]:
        """Return a loss and a win."""
        loss, win = -1.0 / (self.players - 1), 1.0
        return (-win, -loss) if self.misere else (loss, win)

    def default_agent(self) -> str:
        """Return who plays where nobody is named: between two a search that remembers positions, which many paths lead to."""
        return "alphabeta:time=1" if self.players == 2 else "uct:time=1,c=0.7"

    def validate(self) -> None:
        """Refuse piles without stones and games for less than two."""
        if len(self.piles) > 26 or not all(1 <= stones <= LARGEST_PILE for stones in self.piles):
            raise InputError(f"nim needs 1 to 26 piles of 1 to {LARGEST_PILE} stones, not {'+'.join(map(str, self.piles))}")
        if self.players < 2:
            raise InputError(f"nim is for 2 or more players, not {self.players}")

    def action_name(self, s: State, a: int) -> str:
        """Return the pile's letter and the number of stones to take from it: `b3`."""
        return f"{column_name(a % len(s.piles))}{a // len(s.piles)}"

    def notation(self, s: State) -> str:
        """Return the piles, and the player to move where it is not the first: `3+4+5`, `3+0+5:2`."""
        return "+".join(map(str, s.piles)) + (f":{s.player + 1}" if s.player else "")

    def parse(self, text: str) -> State:
        """Return the position of such a text; no pile may be larger than at the start."""
        read = re.fullmatch(r"(\d{1,9}(?:\+\d{1,9})*)(?::(\d{1,9}))?", text.strip(), re.ASCII)
        piles = tuple(map(int, read[1].split("+"))) if read else ()
        example = "+".join("1" * len(self.piles)) + ":2"
        if not read or len(piles) != len(self.piles):
            raise PositionError(f"{text!r} is not {len(self.piles)} piles and perhaps the player to move, such as {example}")
        if any(left > full for left, full in zip(piles, self.piles, strict=True)):
            raise PositionError(f"{text!r} has more stones than the game's {'+'.join(map(str, self.piles))}; see option piles")
        player = int(read[2] or "1")
        if not 1 <= player <= self.players:
            raise PositionError(f"player {player} of {text!r} is not one of 1 to {self.players}")
        return State(piles, player - 1)

    def distinct_actions(self) -> int:
        """Return a number above that of every move: the highest takes the largest pile as a whole."""
        return (max(self.piles) + 1) * len(self.piles)

    def show(self, s: State) -> str:
        """Return the piles one below the other."""
        wide = max(len(str(stones)) for stones in self.piles)
        return "\n".join(f"{column_name(pile)} {stones:>{wide}} {'o' * stones}".rstrip() for pile, stones in enumerate(s.piles))

    def svg(self, s: State) -> str:
        """Return the piles as rows of stones, large ones in several rows; a small dot is where a stone was taken."""
        rows = [-(-stones // LONGEST_ROW) for stones in self.piles]
        parts, areas = [], []
        for pile, (full, left) in enumerate(zip(self.piles, s.piles, strict=True)):
            top = sum(rows[:pile])
            parts.append(label(0, top, column_name(pile)))
            for stone in range(full):
                x, y = stone % LONGEST_ROW + 1, top + stone // LONGEST_ROW
                parts.append(disc(x, y, PLAYERS[1]) if stone < left else dot(x, y, LINE))
                areas.append(clickable(_stone_name(pile, stone), x, y))
        return picture(min(LONGEST_ROW, max(self.piles)) + 1, sum(rows), parts + areas)

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the stone that is taken with all that follow it in its pile: `("b-2",)` is the second one of pile b."""
        pile = a % len(s.piles)
        return (_stone_name(pile, s.piles[pile] - a // len(s.piles)),)


def _stone_name(pile: int, stone: int) -> str:
    """Return the name of a stone, counted from 0; moves have no hyphen in theirs."""
    return f"{column_name(pile)}-{stone + 1}"
