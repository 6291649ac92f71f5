"""What a position of Go holds, as sets of points: where one may play, what is caught, eyes, territory.

`board` is the set of all points, `way` how a set is shifted from row to row, as in `flow`.
"""

from __future__ import annotations

from kibitz.games.go.flood_fill import around, grown, roomy, undermined
from kibitz.games.go.sets import Points, both, count, either, is_any, without
from kibitz.games.go.state import Features, State


def open_points(s: State, board: Points, way: tuple[int, int]) -> Points:
    """Return the points where a stone may be put as far as captures and suicide go.

    These are the empty points next to another one, to a chain of the other in atari, which is captured, or to a chain of
    one's own that is not in atari, which has another liberty than this one.
    """
    empty = without(board, either(s.mine, s.theirs))
    helping = either(empty, either(both(s.theirs, s.atari), without(s.mine, s.atari)))
    return both(empty, around(helping, way))


def captured(s: State, near: Points, way: tuple[int, int]) -> Points:
    """Return the stones of the other that a stone captures whose neighbours are `near`."""
    caught = both(s.theirs, s.atari)
    found = both(near, caught)
    if is_any(found):
        found = grown(found, caught, way)
    return found


def urgent(s: State, near: Points, board: Points, way: tuple[int, int]) -> Points:
    """Return the points that capture stones, and those where a chain in atari that has stones in `near` gets two liberties."""
    found = around(both(s.theirs, s.atari), way)
    caught = both(s.mine, s.atari)
    fresh = both(near, caught)
    if is_any(fresh):
        empty = without(board, either(s.mine, s.theirs))
        ways = around(grown(fresh, caught, way), way)
        found = either(found, both(ways, either(roomy(empty, way), around(without(s.mine, s.atari), way))))
    return found


def eyes(s: State, board: Points, edge: Points, way: tuple[int, int]) -> Points:
    """Return the empty points all of whose neighbours are the mover's stones, unless the other holds the corners too.

    Of the points diagonally next to an eye the other may hold one, at the edge of the board none.
    """
    found = without(without(board, s.mine), around(without(board, s.mine), way))
    found = without(found, s.theirs)
    if is_any(found):
        found = without(found, undermined(s.theirs, edge, way))
    return found


def area(s: State, board: Points, way: tuple[int, int]) -> int:
    """Return how many points more the mover has than the other: stones, and empty points that only one side surrounds."""
    empty = without(board, either(s.mine, s.theirs))
    by_mine = grown(both(around(s.mine, way), empty), empty, way)
    by_theirs = grown(both(around(s.theirs, way), empty), empty, way)
    return count(s.mine) + count(without(by_mine, by_theirs)) - count(s.theirs) - count(without(by_theirs, by_mine))


def features(s: State, komi: int, board: Points, way: tuple[int, int]) -> Features:
    """Return what the evaluation looks at, each for the mover less the other; `komi` is twice what the mover gives away."""
    empty = without(board, either(s.mine, s.theirs))
    by_mine, by_theirs = both(around(s.mine, way), empty), both(around(s.theirs, way), empty)
    nearer = count(s.mine) - count(s.theirs)
    mine, theirs, free = by_mine, by_theirs, empty
    while is_any(either(mine, theirs)):
        free = without(free, either(mine, theirs))
        mine, theirs = without(mine, theirs), without(theirs, mine)
        nearer += count(mine) - count(theirs)
        mine, theirs = both(around(mine, way), free), both(around(theirs, way), free)
    in_atari = count(both(s.mine, s.atari)) - count(both(s.theirs, s.atari))
    return Features(2 * nearer - komi, count(by_mine) - count(by_theirs), in_atari)
