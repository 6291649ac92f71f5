"""Kalah, the sowing game of William Julius Champion, on boards of one to six pits a side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kibitz.core.bits import multiply, shift_right
from kibitz.core.errors import InputError
from kibitz.core.game import game, play
from kibitz.games.kalah import drawing, notation
from kibitz.games.kalah.evaluation import WEIGHTS, Features, counted
from kibitz.games.kalah.state import (
    MOST_PITS,
    MOST_SEEDS,
    State,
    captured,
    count,
    end_of,
    gathered,
    one_each,
    pits_only,
    sown,
    total,
)

KEY = (-7046029254386353131, -7723592293110705685)
"""Odd numbers whose products scatter the bits of a position."""


@game(players=2, points_at_half_win=400)
class Kalah(NamedTuple):
    """Two players sow seeds; who has more of them in the store at the end wins.

    Who is to move takes all seeds out of one pit and sows them one by one into the pits that follow, the own store and the
    other's pits, round and round, but never into the other's store. If the last seed falls into the own store, the player
    moves again; into an empty pit of one's own, it and all seeds in the pit across go to the own store, even if there are
    none across. When all pits of one player are empty after a move, the other's seeds go to the other's store.
    """

    pits: int = 6
    """How many pits each player has, 1 to 6."""
    seeds: int = 4
    """How many seeds lie in each pit at the start."""
    empty: bool = True
    """Whether a last seed in an empty pit goes to the store although nothing lies across."""

    def initial(self) -> State:
        """Return the start: equally many seeds in all pits."""
        side = self.seeds * one_each(0, self.pits)
        return State(side, side, 0)

    def to_move(self, s: State) -> int:
        """Return the player to move."""
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        """Yield the pits that hold seeds, counted from the mover's left."""
        for pit in range(self.pits):
            if count(s.mine, pit) != 0:
                yield pit

    def result(self, s: State, a: int) -> State:
        """Return the position after a pit was sown, with what was captured and, at the end, all that is left in the stores."""
        end = end_of(s.mine, a, self.pits)
        mine, theirs = sown(s.mine, s.theirs, a, self.pits)
        mine, theirs = captured(mine, theirs, end, self.pits, self.empty)
        if pits_only(mine, self.pits) == 0 or pits_only(theirs, self.pits) == 0:
            mine, theirs = gathered(mine, self.pits), gathered(theirs, self.pits)
        return State(mine, theirs, s.turn) if end == self.pits else State(theirs, mine, 1 - s.turn)

    def is_terminal(self, s: State) -> bool:
        """Return whether all seeds lie in the stores."""
        return pits_only(s.mine, self.pits) == 0

    def utility(self, s: State, player: int) -> float:
        """Return 1 to who has more seeds and -1 to the other; 0 for as many."""
        lead = self.score(s, player)
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    # What follows is optional: it makes searches better or faster.

    def score(self, s: State, player: int) -> int:
        """Return how many seeds more a player has in the store than the other."""
        lead = count(s.mine, self.pits) - count(s.theirs, self.pits)
        return lead if player == s.turn else -lead

    def score_bounds(self, s: State) -> tuple[int, int]:
        """Return the lead of the player to move if the other got all seeds in the pits, and if it got them itself."""
        lead = count(s.mine, self.pits) - count(s.theirs, self.pits)
        left = total(pits_only(s.mine, self.pits)) + total(pits_only(s.theirs, self.pits))
        return lead - left, lead + left

    def key(self, s: State) -> int:
        """Return 64 bits that two positions almost never share."""
        mixed = multiply(s.mine ^ s.turn << 60, KEY[0])
        mixed = multiply(mixed ^ shift_right(mixed, 32) ^ s.theirs, KEY[1])
        return mixed ^ shift_right(mixed, 29)

    def order(self, s: State, a: int) -> int:
        """Return most for a pit that gives another turn, the nearest to the store first, then for what is captured."""
        end, seeds = end_of(s.mine, a, self.pits), count(s.mine, a)
        if end == self.pits:
            return 512 + a
        lap = 2 * self.pits + 1
        if end < self.pits and seeds <= lap and (seeds == lap or count(s.mine, end) == 0):
            across = count(s.theirs, self.pits - 1 - end) + (1 if seeds + a >= lap else 0)
            return 8 * (across + 1) if across > 0 or self.empty else a
        return a

    def is_noisy(self, s: State, a: int) -> bool:
        """Return whether a move gives another turn."""
        return end_of(s.mine, a, self.pits) == self.pits

    def features(self, s: State) -> Features:
        """Return what the position is judged by."""
        return counted(s, self.pits)

    def weights(self) -> Features:
        """Return the points for each feature; a seed is 100."""
        return WEIGHTS

    # What follows is for people and never compiled.

    def score_unit(self) -> tuple[str, float]:
        """Return the seed, of 100 points."""
        return "seeds", 100.0

    def validate(self) -> None:
        """Refuse boards that do not fit into 64 bits a side."""
        if not 1 <= self.pits <= MOST_PITS:
            raise InputError(f"kalah is played on 1 to {MOST_PITS} pits a side, not {self.pits}")
        most = MOST_SEEDS // (2 * self.pits)
        if not 1 <= self.seeds <= most:
            raise InputError(f"kalah with {self.pits} pits a side starts with 1 to {most} seeds in each, not {self.seeds}")

    def action_name(self, s: State, a: int) -> str:
        """Return the number of the pit, from 1 at its owner's left."""
        return str(a + 1)

    def parse(self, text: str) -> State:
        """Return the position of pits and stores like `notation`'s, or the one after moves such as `3 6 2`."""
        if "/" in text:
            return notation.read(text, self.pits, self.seeds)
        rules: Any = self
        s: State = play(rules, self.initial(), text)
        return s

    def notation(self, s: State) -> str:
        """Return pits and stores, and `:2` if the second player is to move: `4+4+0+5+5+5/4+4+4+4+4+4:1-0`."""
        return notation.write(s, self.pits)

    def distinct_actions(self) -> int:
        """Return the number of a player's pits."""
        return self.pits

    def show(self, s: State) -> str:
        """Return the board as the first player sees it."""
        return drawing.shown(s, self.pits)

    def svg(self, s: State) -> str:
        """Return the board as a picture, as the first player sees it."""
        return drawing.drawn(s, self.pits)

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the pit that is sown."""
        return (drawing.pit_name(s.turn, a),)
