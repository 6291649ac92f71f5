"""Tic-tac-toe as a user writes it: the six methods and nothing else."""

# ruff: noqa: D101, D102, SIM110
# mypy: ignore-errors

from typing import NamedTuple

import kibitz

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)


class State(NamedTuple):
    mine: int
    theirs: int
    turn: int


@kibitz.game(players=2)
class OwnTicTacToe(NamedTuple):
    """Three in a row wins."""

    def initial(self):
        return State(0, 0, 0)

    def to_move(self, s):
        return s.turn

    def actions(self, s):
        for cell in range(9):
            if (s.mine | s.theirs) >> cell & 1 == 0:
                yield cell

    def result(self, s, a):
        return State(s.theirs, s.mine | 1 << a, 1 - s.turn)

    def is_terminal(self, s):
        return self.has_line(s.theirs) or s.mine | s.theirs == 0b111111111

    def utility(self, s, player):
        if not self.has_line(s.theirs):
            return 0.0
        return -1.0 if player == s.turn else 1.0

    def has_line(self, stones):
        for line in LINES:
            if stones & line == line:
                return True
        return False
