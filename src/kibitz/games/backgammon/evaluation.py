"""What a position of backgammon is worth, at a glance: by the race once the sides have passed, else by a sum of features."""

from __future__ import annotations

from math import exp, sqrt

from kibitz.core.bits import highest_bit, lowest_bit, popcount
from kibitz.games.backgammon.board import BAR, HOME, ON_BAR, PLANE, State, mirrored, occupied, stacked

ON_ROLL = 4.0
"""Pips that the turn is worth: half a roll."""
SPREAD = 2.3
"""Variance of the rolls for each pip still to go."""
BACK = (1 << 25) - (1 << 19)
"""The far six points, the other side's home."""
FRONT = (1 << 12) - 2
"""The points where a wall hinders checkers that have not come far."""


def equity(s: State, checkers: int) -> float:
    """Return the points that the side to move or to roll can hope for, between -3 and 3."""
    mine, theirs = occupied(s.mine_few, s.mine_many), occupied(s.their_few, s.their_many)
    if mine == 0 or theirs == 0:
        return 1.0 if mine == 0 else -1.0
    my_pips, their_pips = pips(s.mine_few, s.mine_many), pips(s.their_few, s.their_many)
    if highest_bit(mine) + highest_bit(theirs) < BAR:
        return _race(s, my_pips, their_pips, checkers)
    my_stacks, their_stacks = stacked(s.mine_few, s.mine_many), stacked(s.their_few, s.their_many)
    facing_me, facing_them = mirrored(theirs), mirrored(mine)
    lead = 0.012 * (their_pips - my_pips + ON_ROLL)
    lead += _standing(mine, my_stacks, facing_me) - _standing(theirs, their_stacks, facing_them)
    lead += _danger(theirs & ~their_stacks, facing_them, my_stacks) - 0.7 * _danger(mine & ~my_stacks, facing_me, their_stacks)
    return 3.0 * lead / (3.0 + abs(lead))


def pips(few: int, many: int) -> int:
    """Return how many points a side has still to go: the places of all checkers added up."""
    total = 0
    for weight in range(5):
        places = PLACES[weight]
        ones = popcount(few & places) + 2 * popcount(few >> 32 & places)
        total += ones + 4 * popcount(many & places) + 8 * popcount(many >> 32 & places) << weight
    return total


PLACES = tuple(sum(1 << place for place in range(BAR + 1) if place >> weight & 1) for weight in range(5))
"""For each binary digit, the places whose number has it."""


def _race(s: State, my_pips: int, their_pips: int, checkers: int) -> float:
    """Return the equity where nothing can be hit any more: the lead in pips against the spread of what dice bring."""
    lead = (their_pips - my_pips + ON_ROLL) / sqrt(SPREAD * (my_pips + their_pips) + 8.0)
    chance = 1.0 / (1.0 + exp(-1.7 * lead))
    return 2.0 * chance - 1.0


def _standing(places: int, stacks: int, facing: int) -> float:
    """Return what a side's points are worth: those made at home, anchors, walls, and checkers on the bar."""
    home = popcount(stacks & HOME - 2)
    pairs = stacks & stacks >> 1
    fours = popcount(pairs & pairs >> 2 & FRONT)
    worth = 0.08 * home + 0.12 * fours + 0.05 * popcount(pairs & FRONT)
    if stacks & BACK:
        worth += 0.15
    if places & ON_BAR:
        worth -= 0.2
    return worth


def _danger(blots: int, facing: int, closed: int) -> float:
    """Return what single checkers stand to lose: their way so far, and more if the other home is strong."""
    reach = facing << 1
    reach |= reach << 1
    reach |= reach << 2
    direct = (reach | reach << 2) & blots & PLANE & ~ON_BAR
    worth = 0.0
    cost = 0.1 + 0.06 * popcount(closed & HOME - 2)
    while direct != 0:
        place = lowest_bit(direct)
        direct &= direct - 1
        worth += 0.35 * (cost + 0.012 * (BAR - place))
    return worth
