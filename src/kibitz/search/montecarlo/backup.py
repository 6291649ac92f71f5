"""What a game was worth, counted along the path that led to it."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE
from kibitz.core.randomness import scramble
from kibitz.search.montecarlo import workspace as at
from kibitz.search.montecarlo.statistics import adding, gaining
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import (
    ACTION,
    BEYOND,
    LATER_TOTAL,
    LATER_VISITS,
    LEAST,
    LINK,
    MOST,
    ROOT,
    SEEN_HIGH,
    SEEN_LOW,
    end_of,
    first_of,
    stride_of,
)
from kibitz.search.montecarlo.workspace import MOVERS, PATH


def crediting(jit: Jit, *, traits: Traits) -> Any:
    """Build `credit(games, desk, gains, tree, sums)` and `see(gains, ledger, facts)`.

    The first adds what so many games were worth to each player, `gains`, along the path, which no longer waits for them. Root
    moves are also added up for every player in `sums`, and their games counted. The second widens the range of utilities.
    """
    players, settles, amaf = traits.players, traits.settles, traits.amaf
    sum_up, (arrive, gain) = summing_up(jit, traits=traits), gaining(jit, traits=traits)
    mark_later = marking(jit, traits=traits)

    @jit
    def see(gains: Any, ledger: Any, facts: Any) -> None:
        for player in range(players):
            if not facts[SEEN_LOW] <= gains[player] <= facts[SEEN_HIGH]:  # else not written: all threads read it all the time
                facts[SEEN_LOW], facts[SEEN_HIGH] = min(facts[SEEN_LOW], gains[player]), max(facts[SEEN_HIGH], gains[player])
        if settles and not facts[LEAST] <= gains[0] <= facts[MOST]:
            ledger[BEYOND] = 1

    @jit
    def credit(games: int, desk: Any, gains: Any, tree: Any, sums: Any) -> None:
        for ply in range(desk[at.PLIES]):
            chooser = desk[MOVERS + ply - 1] if ply > 0 else CHANCE
            arrive(desk[PATH + ply], ply, games, desk, tree)
            if chooser != CHANCE:
                gain(desk[PATH + ply], ply, gains[chooser], desk, tree)
        if desk[at.PLIES] > 1:
            sum_up(desk[PATH + 1], games, gains, tree, sums)
        if amaf:
            mark_later(desk, gains, tree)

    return credit, see


def summing_up(jit: Jit, *, traits: Traits) -> Any:
    """Build `sum_up(slot, games, gains, tree, sums)`: add what games through a root move were worth to each player."""
    players, stride = traits.players, stride_of(traits)

    @jit
    def sum_up(slot: int, games: int, gains: Any, tree: Any, sums: Any) -> None:
        place = (slot - first_of(tree.words[ROOT + LINK])) // stride * (players + 1)
        for player in range(players):
            sums[place + player] += gains[player]
        sums[place + players] += games

    return sum_up


def marking(jit: Jit, *, traits: Traits) -> Any:
    """Build `mark(desk, gains, tree)`: count the game for all moves along the path that were played later in it (AMAF).

    Bouzy and Helmstetter, "Monte-Carlo Go developments", 2003; with UCT, as RAVE: Gelly and Silver, 2007. The moves of the
    simulation are gone through backwards and put into a set; at each node of the path the set holds what its player did from
    there on.
    """
    add = adding(jit, traits=traits)
    mask, stride = at.KEYS_ROOM - 1, stride_of(traits)

    @jit
    def place_of(player: int, action: int, desk: Any) -> int:
        """Return where a player's move stands in the set, or the free place where it would."""
        place = scramble(action * 64 + player) & mask
        while True:
            key = at.KEYS + 3 * place
            if desk[key + 2] != desk[at.STAMP] or (desk[key] == player and desk[key + 1] == action):
                return int(key)
            place = (place + 1) & mask

    @jit
    def mark(desk: Any, gains: Any, tree: Any) -> None:
        desk[at.STAMP] += 1
        left = desk[at.LENGTH]
        above = 0  # the moves that lead to a node
        for ply in range(desk[at.PLIES] - 1):
            above += desk[MOVERS + ply] != CHANCE
        for ply in range(desk[at.PLIES] - 2, -1, -1):
            mover = desk[MOVERS + ply]
            if mover == CHANCE:
                continue
            above -= 1
            while left > above:
                left -= 1
                key = place_of(desk[at.PLAYED + 2 * left], desk[at.PLAYED + 2 * left + 1], desk)
                desk[key], desk[key + 1] = desk[at.PLAYED + 2 * left], desk[at.PLAYED + 2 * left + 1]
                desk[key + 2] = desk[at.STAMP]
            link = tree.words[desk[PATH + ply] + LINK]
            for slot in range(first_of(link), end_of(link, stride), stride):
                if desk[place_of(mover, tree.words[slot + ACTION], desk) + 2] == desk[at.STAMP]:
                    add(tree.words, slot + LATER_VISITS, 1)
                    add(tree.numbers, slot + LATER_TOTAL, gains[mover])

    return mark
