"""Can't Stop, the dice game by Sid Sackson, for two players: `kibitz check examples/cant_stop.py`.

The columns belong to the sums 2 to 12 of two dice. A player rolls four dice, pairs them and moves a runner one step up in
the columns of both sums, as far as that is possible; there are three runners. Who then stops keeps the steps of this turn,
and who goes on rolls again, but loses them with the first roll that moves no runner. Nobody climbs in a column whose top
somebody has reached for good.
"""

from typing import NamedTuple

import kibitz
from kibitz import bits

COLUMNS = 11
RUNNERS = 3
SIDES = 6

NOTHING = (0,) * COLUMNS
"""No step in any column."""

ROLL, PAIR, DECIDE = 0, 1, 2
"""What comes next: the dice fall, the player pairs them, the player stops or goes on."""
STOP, GO_ON = 0, 1
ALONE = COLUMNS * COLUMNS
"""Moves: 11 * low + high climbs in two columns, ALONE + column in one."""


class State(NamedTuple):
    """A position; columns count from 0, which is the sum 2, and so do the dice: a 0 stands for one spot."""

    first: tuple[int, ...]
    """How high the first player has climbed in each column."""
    second: tuple[int, ...]
    runners: tuple[int, ...]
    """How high the runners of this turn are, 0 where there is none."""
    dice: tuple[int, int, int, int]
    phase: int
    player: int


@kibitz.game(players=2, cyclic=True)
class CantStop(NamedTuple):
    """Two players climb in eleven columns; who first has reached the top of `columns` of them wins."""

    columns: int = 3

    def initial(self):
        """Return the start: the first player is about to roll."""
        return State(NOTHING, NOTHING, NOTHING, (0, 0, 0, 0), ROLL, 0)

    def to_move(self, s):
        """Return the player to move, or chance while the dice roll."""
        return kibitz.CHANCE if s.phase == ROLL else s.player

    def actions(self, s):
        """Yield all ways in which four dice can fall, or the pairings that move a runner, or to stop and to go on."""
        if s.phase == ROLL:
            yield from range(SIDES**4)
        elif s.phase == DECIDE:
            yield STOP
            yield GO_ON
        else:
            for pairing in range(3):
                low = self._low(s, pairing)
                high = sum(s.dice) - low
                if not self._is_repeated(s, pairing):
                    if self._can_climb(s, low) and self._can_climb(self._climb(s, low), high):
                        yield COLUMNS * low + high
                    else:
                        if self._can_climb(s, low):
                            yield ALONE + low
                        if low != high and self._can_climb(s, high):
                            yield ALONE + high

    def result(self, s, a):
        """Return the position after a roll, a pairing or a decision; a roll that moves no runner ends the turn."""
        if s.phase == ROLL:
            dice = (a // SIDES**3, a // SIDES**2 % SIDES, a // SIDES % SIDES, a % SIDES)
            rolled = State(s.first, s.second, s.runners, dice, PAIR, s.player)
            return rolled if self._has_move(rolled) else self._turn_of_other(s)
        if s.phase == PAIR:
            if a >= ALONE:
                return self._climb(s, a - ALONE)
            return self._climb(self._climb(s, a // COLUMNS), a % COLUMNS)
        if a == GO_ON:
            return State(s.first, s.second, s.runners, s.dice, ROLL, s.player)
        return self._turn_of_other(self._keep(s))

    def is_terminal(self, s):
        """Return whether somebody has reached enough tops."""
        return self._tops(s.first) >= self.columns or self._tops(s.second) >= self.columns

    def utility(self, s, player):
        """Return 1 to the winner and -1 to the loser."""
        winner = 0 if self._tops(s.first) >= self.columns else 1
        return 1 if player == winner else -1

    def _low(self, s, pairing):
        """Return the smaller of the two sums in one of the three pairings."""
        one = s.dice[0] + s.dice[1 + pairing]
        return min(one, sum(s.dice) - one)

    def _is_repeated(self, s, pairing):
        """Return whether an earlier pairing has the same sums."""
        repeated = False
        for earlier in range(pairing):
            repeated = repeated or self._low(s, earlier) == self._low(s, pairing)
        return repeated

    def _has_move(self, s):
        """Return whether some sum of two dice moves a runner."""
        for pairing in range(3):
            low = self._low(s, pairing)
            if self._can_climb(s, low) or self._can_climb(s, sum(s.dice) - low):
                return True
        return False

    def _length(self, column):
        """Return how many steps lead to the top: 3 for the sums 2 and 12, 13 for a sum of 7."""
        return 13 - 2 * abs(column - 5)

    def _kept(self, s):
        """Return how high the player to move has climbed in the turns before."""
        return s.first if s.player == 0 else s.second

    def _can_climb(self, s, column):
        """Return whether a runner can go one step up: one that is there, or one that is free."""
        top = self._length(column)
        if s.first[column] == top or s.second[column] == top:
            return False
        if s.runners[column] > 0:
            return s.runners[column] < top
        used = 0
        for height in s.runners:
            if height > 0:
                used += 1
        return used < RUNNERS

    def _climb(self, s, column):
        """Return the position with a runner one step higher."""
        height = max(s.runners[column], self._kept(s)[column])
        runners = bits.with_item(s.runners, column, height + 1)
        return State(s.first, s.second, runners, (0, 0, 0, 0), DECIDE, s.player)

    def _keep(self, s):
        """Return the position in which the steps of this turn are the player's for good."""
        kept = self._kept(s)
        for column in range(COLUMNS):
            kept = bits.with_item(kept, column, max(kept[column], s.runners[column]))
        if s.player == 0:
            return State(kept, s.second, s.runners, s.dice, s.phase, s.player)
        return State(s.first, kept, s.runners, s.dice, s.phase, s.player)

    def _turn_of_other(self, s):
        """Return the position in which the other player begins a turn."""
        return State(s.first, s.second, NOTHING, (0, 0, 0, 0), ROLL, 1 - s.player)

    def _tops(self, kept):
        """Return in how many columns a player has reached the top."""
        count = 0
        for column in range(COLUMNS):
            if kept[column] == self._length(column):
                count += 1
        return count

    def action_name(self, s, a):
        """Return the dice, as 3-1-6-2, the sums of a pairing, as 4+8, or `stop` or `go`."""
        if s.phase == ROLL:
            return f"{a // SIDES**3 + 1}-{a // SIDES**2 % SIDES + 1}-{a // SIDES % SIDES + 1}-{a % SIDES + 1}"
        if s.phase == DECIDE:
            return "go" if a == GO_ON else "stop"
        return str(a - ALONE + 2) if a >= ALONE else f"{a // COLUMNS + 2}+{a % COLUMNS + 2}"

    def show(self, s):
        """Return the heights in all columns, and the dice that are to be paired."""
        lines = [f"{'first' if s.player == 0 else 'second'} player's turn", "sum  top  first  second  runner"]
        for column in range(COLUMNS):
            heights = (s.first[column], s.second[column], s.runners[column])
            lines.append(f"{column + 2:>3} {self._length(column):>4}{heights[0]:>7}{heights[1]:>8}{heights[2] or '':>8}")
        if s.phase == PAIR:
            lines.append("dice " + " ".join(str(die + 1) for die in s.dice))
        return "\n".join(lines)
