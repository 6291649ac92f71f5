"""Steps from point to point, all points of a set at once: neighbours, chains, liberties.

`way` says how a set is shifted up and down: the bits from a row to the next, and from the last row of a word to its first.
What is shifted off the board leaves bits that are no points, so who asks for neighbours takes only those of some set of points.
"""

from __future__ import annotations

from kibitz.core.bits import with_item
from kibitz.games.go.sets import Points, both, count, either, without

Way = tuple[int, int]


def around(points: Points, way: Way) -> Points:
    """Return the neighbours of all `points`, and bits that are no points."""
    step, across = way
    found = points
    for place in range(len(points)):
        word = points[place]
        near = word << 1 | word >> 1 | word << step | word >> step
        if place > 0:
            near |= points[place - 1] >> across
        if place + 1 < len(points):
            near |= points[place + 1] << across
        found = with_item(found, place, near)
    return found


def grown(points: Points, within: Points, way: Way) -> Points:
    """Return all points of `within` that are connected there with some of `points`, which are among them."""
    found = points
    larger = either(found, both(around(found, way), within))
    while larger != found:
        found = larger
        larger = either(found, both(around(found, way), within))
    return found


def cornered(stone: Points, stones: Points, empty: Points, way: Way) -> Points:
    """Return the chain of a stone if it has one liberty, else no points: then it is seldom looked at as a whole."""
    chain = stone
    while True:
        near = around(chain, way)
        if count(both(near, empty)) > 1:
            return without(chain, chain)
        larger = either(chain, both(near, stones))
        if larger == chain:
            return chain
        chain = larger


def roomy(empty: Points, way: Way) -> Points:
    """Return the points with two empty neighbours or more, and bits that are no points."""
    step, across = way
    found = empty
    for place in range(len(empty)):
        word = empty[place]
        up, down = word << step, word >> step
        if place > 0:
            up |= empty[place - 1] >> across
        if place + 1 < len(empty):
            down |= empty[place + 1] << across
        left, right = word << 1, word >> 1
        found = with_item(found, place, up & down | left & right | (up | down) & (left | right))
    return found


def undermined(stones: Points, edge: Points, way: Way) -> Points:
    """Return the points that have two of these stones diagonally next to them, or one, on the `edge` of the board."""
    step, across = way
    found = stones
    for place in range(len(stones)):
        word = stones[place]
        up, down = word << step, word >> step
        if place > 0:
            up |= stones[place - 1] >> across
        if place + 1 < len(stones):
            down |= stones[place + 1] << across
        two = (up << 1) & (up >> 1) | (down << 1) & (down >> 1) | (up << 1 | up >> 1) & (down << 1 | down >> 1)
        one = (up << 1 | up >> 1 | down << 1 | down >> 1) & edge[place]
        found = with_item(found, place, two | one)
    return found
