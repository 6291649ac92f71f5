"""Kalah, the sowing game by William Julius Champion: `kibitz play examples/kalah.py`.

Each player owns a row of pits and a store. Whoever is to move takes all seeds out of one pit and sows them one by one into the
pits that follow and the own store, but not into the other's. The last seed in the own store means another move; in an empty
pit of one's own it captures what lies in the pit across. When a player's pits are empty at the end of a move, the other's
seeds go to the other's store, and who has more seeds wins.
"""

from typing import NamedTuple

import kibitz
from kibitz import bits

WOOD, HOLLOW, INK = "#a9744a", "#f4e6d2", "#2a2018"


class State(NamedTuple):
    """A position: the seeds in the first player's pits and store, then in the second's, in the order of sowing."""

    seeds: tuple[int, ...]
    player: int


@kibitz.game(players=2)
class Kalah(NamedTuple):
    """Two players sow seeds; who has more of them in the store at the end wins."""

    pits: int = 6
    start: int = 4

    def initial(self):
        """Return the start: equally many seeds in all pits."""
        return State(((self.start,) * self.pits + (0,)) * 2, 0)

    def to_move(self, s):
        """Return the player to move."""
        return s.player

    def actions(self, s):
        """Yield the pits that hold seeds, counted from the mover's left."""
        for pit in range(self.pits):
            if s.seeds[self._own(s.player) + pit] > 0:
                yield pit

    def result(self, s, a):
        """Return the position after a pit was sown, with what was captured and, at the end, all that is left in the stores."""
        own = self._own(s.player)
        store, others_store = own + self.pits, self._own(1 - s.player) + self.pits
        place = own + a
        left, seeds = s.seeds[place], bits.with_item(s.seeds, place, 0)
        while left > 0:
            place = (place + 1) % (2 * self.pits + 2)
            if place != others_store:
                seeds = bits.with_item(seeds, place, seeds[place] + 1)
                left -= 1
        across = 2 * self.pits - place
        if own <= place < store and seeds[place] == 1 and seeds[across] > 0:
            seeds = bits.with_item(seeds, store, seeds[store] + 1 + seeds[across])
            seeds = bits.with_item(bits.with_item(seeds, place, 0), across, 0)
        if self._in_pits(seeds, 0) == 0 or self._in_pits(seeds, 1) == 0:
            seeds = self._gathered(seeds)
        return State(seeds, s.player if place == store else 1 - s.player)

    def is_terminal(self, s):
        """Return whether all seeds lie in the stores."""
        return self._in_pits(s.seeds, 0) + self._in_pits(s.seeds, 1) == 0

    def utility(self, s, player):
        """Return 1 to who has more seeds and -1 to the other; 0 for as many."""
        lead = s.seeds[self.pits] - s.seeds[2 * self.pits + 1]
        sign = (lead > 0) - (lead < 0)
        return sign if player == 0 else -sign

    def _own(self, player):
        """Return the place of a player's first pit."""
        return player * (self.pits + 1)

    def _in_pits(self, seeds, player):
        """Return how many seeds lie in a player's pits."""
        count = 0
        for pit in range(self.pits):
            count += seeds[self._own(player) + pit]
        return count

    def _gathered(self, seeds):
        """Return the seeds with those of each player's pits in that player's store."""
        for player in range(2):
            store = self._own(player) + self.pits
            seeds = bits.with_item(seeds, store, seeds[store] + self._in_pits(seeds, player))
            for pit in range(self.pits):
                seeds = bits.with_item(seeds, self._own(player) + pit, 0)
        return seeds

    def action_name(self, s, a):
        """Return the number of the pit, from 1."""
        return str(a + 1)

    def show(self, s):
        """Return the board as the first player sees it."""
        first, second = s.seeds[: self.pits + 1], s.seeds[self.pits + 1 :]
        upper = " ".join(f"{seeds:2}" for seeds in reversed(second[:-1]))
        lower = " ".join(f"{seeds:2}" for seeds in first[:-1])
        mover = "first" if s.player == 0 else "second"
        return f"     {upper}\n{second[-1]:3}{'':{3 * self.pits + 3}}{first[-1]:3}\n     {lower}\n{mover} player to move"

    def svg(self, s):
        """Return the board as a picture, as the first player sees it; the pits of the player to move have a dark rim."""
        width = 70 * self.pits + 160
        parts = [f'<rect width="{width}" height="170" rx="24" fill="{WOOD}"/>']
        for player in range(2):
            left = width - 75 if player == 0 else 15
            parts.append(f'<rect x="{left}" y="20" width="60" height="130" rx="30" fill="{HOLLOW}"/>')
            parts.append(_number(left + 30, 85, s.seeds[self._own(player) + self.pits]))
            rim = INK if player == s.player else WOOD
            for pit in range(self.pits):
                x = 115 + 70 * (pit if player == 0 else self.pits - 1 - pit)
                y = 125 if player == 0 else 45
                place = f'cx="{x}" cy="{y}" r="30" data-cell="{_pit_name(player, pit)}"'
                parts.append(f'<circle {place} fill="{HOLLOW}" stroke="{rim}" stroke-width="3"/>')
                parts.append(_number(x, y, s.seeds[self._own(player) + pit]))
        size = f'width="{width}" height="170" viewBox="0 0 {width} 170"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'

    def cells(self, s, a):
        """Return the pit that is sown."""
        return (_pit_name(s.player, a),)


def _pit_name(player, pit):
    """Return the name of a pit in the picture, where both players have a pit 1."""
    return f"{'first' if player == 0 else 'second'}-{pit + 1}"


def _number(x, y, seeds):
    """Return the number of seeds in a pit or a store; a click on it is a click on what lies under it."""
    place = f'x="{x}" y="{y + 9}" font-size="26" font-family="Helvetica, Arial, DejaVu Sans, sans-serif"'
    return f'<text {place} text-anchor="middle" pointer-events="none" fill="{INK}">{seeds}</text>'
