"""Pig, the dice game of nerve: roll on or keep what you have. Solved by Neller and Presser (UMAP Journal 25, 2004)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.errors import InputError, PositionError
from kibitz.core.game import CHANCE, game
from kibitz.games._drawing import DIE, HOLE, LINE, PLAYERS, clickable_area, die, document, words

ROLL = 0
HOLD = 1
BUST = 1
"""The number on the die that loses the points of the turn."""
BAR, ROW = 320, 68
"""The length of a player's bar in the picture, and the height of each player's part of it."""
DIE_CELL, INK = "die", "#2a3442"


class State(NamedTuple):
    """A position: the points of the player to move and of the other, those of this turn, and whether the die is rolling."""

    mine: int
    theirs: int
    turn: int
    player: int
    rolling: bool


@game(players=2, constant_sum=1.0, cyclic=True)
class Pig(NamedTuple):
    """Two players in turn roll a die as often as they dare and add up its numbers.

    A 1 ends the turn without any points; holding ends it too and keeps the points of the turn. Who first has `goal` points,
    kept ones and those of the turn together, wins at once. A turn begins with a roll.
    """

    goal: int = 100
    sides: int = 6

    def initial(self) -> State:
        """Return the start: no points, the first player's turn."""
        return State(0, 0, 0, 0, False)

    def to_move(self, s: State) -> int:
        """Return the player to move, or chance while the die rolls."""
        return CHANCE if s.rolling else s.player

    def actions(self, s: State) -> Iterator[int]:
        """Yield the numbers of a rolling die, or else roll and, once there is something to keep, hold."""
        if s.rolling:
            yield from range(1, self.sides + 1)
        else:
            yield ROLL
            if s.turn > 0:
                yield HOLD

    def result(self, s: State, a: int) -> State:
        """Return the position after the die's number `a`, a roll or a hold; a 1 and a hold pass the turn on."""
        if s.rolling:
            if a == BUST:
                return State(s.theirs, s.mine, 0, 1 - s.player, False)
            return State(s.mine, s.theirs, s.turn + a, s.player, False)
        if a == ROLL:
            return State(s.mine, s.theirs, s.turn, s.player, True)
        return State(s.theirs, s.mine + s.turn, 0, 1 - s.player, False)

    def is_terminal(self, s: State) -> bool:
        """Return whether the player to move has reached the goal."""
        return s.mine + s.turn >= self.goal

    def utility(self, s: State, player: int) -> float:
        """Return 1 to the winner and 0 to the loser, so that a value is a chance to win."""
        return 1.0 if player == s.player else 0.0

    def utility_bounds(self, s: State, player: int) -> tuple[float, float]:
        """Return the lowest and the highest utility."""
        return 0.0, 1.0

    def evaluate(self, s: State, player: int) -> float:
        """Return one half and up to one half more or less for the lead in points."""
        lead = (s.mine + s.turn - s.theirs) / (2.0 * self.goal)
        return 0.5 + lead if player == s.player else 0.5 - lead

    def validate(self) -> None:
        """Refuse a goal that is reached at the start and a die that can only lose."""
        if self.goal < 1 or self.sides < 2:
            raise InputError(f"pig needs a goal of at least 1 and a die of at least 2 sides, not {self.goal} and {self.sides}")

    def action_name(self, s: State, a: int) -> str:
        """Return `roll`, `hold`, or the number on the die."""
        return str(a) if s.rolling else ("roll", "hold")[a]

    def notation(self, s: State) -> str:
        """Return both players' points, with the turn's after a plus sign behind those of the player to move.

        `41+21-49`: the first player has 41, the second 49, and the first has made 21 in this turn. A question mark behind
        the turn's points stands for the rolling die: `41+21?-49`.
        """
        mine = f"{s.mine}+{s.turn}{'?' if s.rolling else ''}"
        return f"{mine}-{s.theirs}" if s.player == 0 else f"{s.theirs}-{mine}"

    def parse(self, text: str) -> State:
        """Return the position of such a text."""
        turn = r"(\d{1,9})\+(\d{1,9})(\??)"
        first = re.fullmatch(rf"{turn}-(\d{{1,9}})", text.strip(), re.ASCII)
        second = re.fullmatch(rf"(\d{{1,9}})-{turn}", text.strip(), re.ASCII)
        if first:
            s = State(int(first[1]), int(first[4]), int(first[2]), 0, bool(first[3]))
        elif second:
            s = State(int(second[2]), int(second[1]), int(second[3]), 1, bool(second[4]))
        else:
            raise PositionError(f"{text!r} is not the points of both players, one of them with a turn, such as 41+21-49")
        if max(s.mine, s.theirs) >= self.goal or (s.rolling and self.is_terminal(s)):
            raise PositionError(f"{text!r} does not happen in a game to {self.goal} points")
        return s

    def distinct_actions(self) -> int:
        """Return 2: to roll or to hold."""
        return 2

    def show(self, s: State) -> str:
        """Return the points of both players and of the turn."""
        points = (s.mine, s.theirs) if s.player == 0 else (s.theirs, s.mine)
        turn = f"  + {s.turn} this turn{', the die rolls' if s.rolling else ''}"
        return "\n".join(
            f"player {n + 1}: {have:>3} of {self.goal}{turn if n == s.player else ''}" for n, have in enumerate(points)
        )

    def svg(self, s: State) -> str:
        """Return a bar for each player, as long as the way to the goal, with the points of this turn paler, and the die."""
        parts = [part for player in range(2) for part in self._bar(s, player)]
        x, y = BAR + 40, s.player * ROW + ROW // 2
        parts.append(die(x, y, None, PLAYERS[s.player] if s.rolling else HOLE, INK, LINE))
        parts.append(clickable_area(DIE_CELL, x - DIE // 2, y - DIE // 2, DIE, DIE))
        return document(BAR + 80, 2 * ROW + 16, parts, -8, sides=(("Player 1", PLAYERS[0]), ("Player 2", PLAYERS[1])))

    def _bar(self, s: State, player: int) -> list[str]:
        """Return a player's part of the picture."""
        is_mover, top = player == s.player, player * ROW
        kept, turn = (s.mine, s.turn) if is_mover else (s.theirs, 0)
        parts = [f'<rect x="0" y="{top + 36}" width="{BAR}" height="20" rx="6" fill="{LINE}" fill-opacity="0.35"/>']
        for points, opacity in ((kept + turn, 0.45), (kept, 1)):
            place = f'x="0" y="{top + 36}" width="{BAR * min(points, self.goal) // self.goal}" height="20" rx="6"'
            parts.append(f'<rect {place} fill="{PLAYERS[player]}" fill-opacity="{opacity}"/>')
        told = f"{kept} + {turn} of {self.goal}" if is_mover else f"{kept} of {self.goal}"
        parts.append(words(0, top + 20, _bank(player), LINE, 16, bold=is_mover, anchor="start"))
        parts.append(words(BAR, top + 20, told, LINE, 16, bold=is_mover, anchor="end"))
        parts.append(clickable_area(_bank(player), 0, top + 4, BAR, ROW - 8))
        return parts

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the die for a roll, and for a hold the mover's own bar; none for the numbers of the die."""
        return () if s.rolling else ((DIE_CELL,) if a == ROLL else (_bank(s.player),))


def _bank(player: int) -> str:
    """Return the name of the cell with a player's points."""
    return f"player {player + 1}"
