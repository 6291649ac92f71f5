"""What a position of backgammon is worth, at a glance: by the race once the sides have passed, else by a sum of features."""

from __future__ import annotations

from math import exp, sqrt

from kibitz.core.bits import highest_bit, popcount
from kibitz.games.backgammon.state import BAR, HOME, PLANE, POINTS, State, count, mirrored, occupied, stacked

ROLL = 8.17
"""Pips of a roll, on average."""
ON_ROLL = 5.6
"""Pips that the turn is worth in a race."""
WASTE = 3.5
"""Pips that a checker wastes until it is borne off."""
SPREAD_OF_PIPS, SPREAD_OF_CHECKERS, END_OF_SPREAD = 2.2, 5.6, 23.0
"""The variance of a race: for each pip and each checker still to go, less what the end of it takes away."""
AT_HOME = HOME - 2
FAR = (1 << 26) - (1 << 19)
"""The other side's home, and the bar."""
WALL = (1 << 12) - 2
"""The points where a wall hinders checkers that have not come far."""
PLACES = tuple(sum(1 << place for place in range(BAR + 1) if place >> digit & 1) for digit in range(5))
"""For each binary digit, the places whose number has it."""
FEATURES = (
    "pips", "home", "pairs", "primes", "anchors", "far", "trapped", "bar", "shut_out", "heaps", "off",
    "shots", "shot_pips", "shots_home", "blots_home",
)  # fmt: skip
WEIGHTS = (
    -0.012, 0.0701, 0.0048, 0.0988, -0.1264, -0.0258, -0.0677, 0.0127, -0.0959, -0.0061, 0.2436,
    0.0046, 0.0005, -0.0131, -0.0683,
)  # fmt: skip
"""What each feature of the side to roll is worth, in points, less that of the other side; fitted to games with itself."""
WAITING = (0.0062, -0.0105, -0.0037, -0.118)
"""By how much more each of the last four features counts for the side that is not to roll: the other one hits first."""
ON_TURN = 0.0941


def equity(s: State, checkers: int) -> float:
    """Return the points that the side to move or to roll can hope for, between what it can lose and what it can win."""
    mine, theirs = occupied(s.mine_few, s.mine_many), occupied(s.their_few, s.their_many)
    if mine == 0 or theirs == 0:
        return 1.0 if mine == 0 else -1.0
    if highest_bit(mine) + highest_bit(theirs) < BAR:
        return race(s, checkers)
    lead = contact(s)
    most = stake(s.their_few, s.their_many, checkers) if lead > 0 else stake(s.mine_few, s.mine_many, checkers)
    return most * lead / (most + abs(lead))


def stake(few: int, many: int, checkers: int) -> float:
    """Return the most points that a side can lose: 3 until it has borne off its first checker, then 1."""
    return 3.0 if count(few, many) == checkers else 1.0


def race(s: State, checkers: int) -> float:
    """Return the equity where nothing can be hit any more: the lead in pips against the spread of what dice bring."""
    mine, theirs = pips(s.mine_few, s.mine_many), pips(s.their_few, s.their_many)
    my_count, their_count = count(s.mine_few, s.mine_many), count(s.their_few, s.their_many)
    spread = SPREAD_OF_PIPS * (mine + theirs) + SPREAD_OF_CHECKERS * (my_count + their_count) - END_OF_SPREAD
    lead = (theirs - mine + WASTE * (their_count - my_count) + ON_ROLL) / sqrt(max(spread, 4.0))
    chance = 1.0 / (1.0 + exp(-1.7 * lead))
    won = 1.0 + gammon(s.mine_few, s.mine_many, s.their_few, s.their_many, checkers, 0.5)
    lost = 1.0 + gammon(s.their_few, s.their_many, s.mine_few, s.mine_many, checkers, -0.5)
    return chance * won - (1.0 - chance) * lost


def gammon(few: int, many: int, other_few: int, other_many: int, checkers: int, ahead: float) -> float:
    """Return how likely the first side, if it wins, does so before the other has borne off a checker."""
    if count(other_few, other_many) < checkers:
        return 0.0
    needed = max(pips(few, many) / ROLL, count(few, many) / 2.15)
    outside = ~AT_HOME & PLANE | (~AT_HOME & PLANE) << 32
    strays = pips(other_few & outside, other_many & outside) - 6 * count(other_few & outside, other_many & outside)
    return 1.0 / (1.0 + exp(1.5 * (needed - ahead - 1.0 - strays / ROLL)))


def contact(s: State) -> float:
    """Return the lead of the side to roll as a weighted sum of features."""
    mine, theirs = side_features(s, True), side_features(s, False)
    lead = ON_TURN
    for place in range(len(FEATURES)):
        lead += WEIGHTS[place] * (mine[place] - theirs[place])
    for place in range(len(WAITING)):
        lead -= WAITING[place] * theirs[len(FEATURES) - len(WAITING) + place]
    return lead


def side_features(s: State, is_mover: bool) -> tuple[int, ...]:
    """Return the features of one side, in the order of `FEATURES`."""
    few, many = (s.mine_few, s.mine_many) if is_mover else (s.their_few, s.their_many)
    other_few, other_many = (s.their_few, s.their_many) if is_mover else (s.mine_few, s.mine_many)
    stacks, others = stacked(few, many), stacked(other_few, other_many)
    facing = mirrored(occupied(other_few, other_many)) & POINTS
    single = occupied(few, many) & ~stacks & POINTS
    pairs, wall = stacks & stacks >> 1, others & others >> 1
    reach = facing << 1 | facing << 2 | facing << 3
    reach |= reach << 3
    exposed = single & reach
    shots = 0
    for distance in range(1, 7):
        shots += popcount(single & facing << distance)
    back = count(few & (FAR | FAR << 32), many & (FAR | FAR << 32))
    on_bar = count(few & (1 << BAR | 1 << BAR + 32), many & (1 << BAR | 1 << BAR + 32))
    home = popcount(others & AT_HOME)
    return (
        pips(few, many),
        popcount(stacks & AT_HOME),
        popcount(pairs & WALL),
        popcount(pairs & pairs >> 2 & WALL),
        popcount(stacks & FAR & POINTS),
        back,
        back * popcount(wall & WALL),
        on_bar,
        on_bar * home,
        popcount(many & PLANE | many >> 32),
        15 - count(few, many),
        shots,
        BAR * popcount(exposed) - pips(exposed, 0),
        shots * home,
        popcount(single & AT_HOME),
    )


def pips(few: int, many: int) -> int:
    """Return how many points a side has still to go: the places of all checkers added up."""
    total = 0
    for digit in range(5):
        places = PLACES[digit]
        twos = popcount(few & places) + 2 * popcount(few >> 32 & places)
        total += twos + 4 * popcount(many & places) + 8 * popcount(many >> 32 & places) << digit
    return total
