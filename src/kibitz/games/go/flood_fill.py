"""Steps from point to point, all points of a set at once: neighbours, chains, liberties.

`way` says how a set is shifted up and down: the bits from a row to the next, and from the last row of a word to its first.
What is shifted off the board leaves bits that are no points, so who asks for neighbours takes only those of some set of points.
"""

from __future__ import annotations

from kibitz.core.bits import with_item
from kibitz.games.go.sets import Points, both, count, either, without

Way = tuple[int, int]


def up_and_down(points: Points, index: int, way: Way) -> tuple[int, int]:
    """Return word number `index` of a set of points, shifted a row up and a row down."""
    step, across = way
    word = points[index]
    up, down = word << step, word >> step
    if index > 0:
        up |= points[index - 1] >> across
    if index + 1 < len(points):
        down |= points[index + 1] << across
    return up, down


def around(points: Points, way: Way) -> Points:
    """Return the neighbours of all `points`, and bits that are no points."""
    found = points
    for index in range(len(points)):
        up, down = up_and_down(points, index, way)
        found = with_item(found, index, points[index] << 1 | points[index] >> 1 | up | down)
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
    found = empty
    for index in range(len(empty)):
        up, down = up_and_down(empty, index, way)
        left, right = empty[index] << 1, empty[index] >> 1
        found = with_item(found, index, up & down | left & right | (up | down) & (left | right))
    return found


def undermined(stones: Points, edge: Points, way: Way) -> Points:
    """Return the points that have two of these stones diagonally next to them, or one, on the `edge` of the board."""
    found = stones
    for index in range(len(stones)):
        up, down = up_and_down(stones, index, way)
        two = (up << 1) & (up >> 1) | (down << 1) & (down >> 1) | (up << 1 | up >> 1) & (down << 1 | down >> 1)
        one = (up << 1 | up >> 1 | down << 1 | down >> 1) & edge[index]
        found = with_item(found, index, two | one)
    return found
