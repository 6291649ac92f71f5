"""Sets of points of a board: tuples of 64-bit words, one bit a point.

Loops over the words of a tuple compile to straight lines of code: their number is known.
"""

from __future__ import annotations

from kibitz.core.bits import lowest_bit, popcount, with_item

Points = tuple[int, ...]
"""A set of points; how many words it has, and which bit stands for which point, says `tables`."""


def both(first: Points, second: Points) -> Points:
    """Return the points that are in both sets."""
    found = first
    for place in range(len(first)):
        found = with_item(found, place, first[place] & second[place])
    return found


def either(first: Points, second: Points) -> Points:
    """Return the points that are in one of the sets, or in both."""
    found = first
    for place in range(len(first)):
        found = with_item(found, place, first[place] | second[place])
    return found


def without(first: Points, second: Points) -> Points:
    """Return the points of the first set that are not in the second."""
    found = first
    for place in range(len(first)):
        found = with_item(found, place, first[place] & ~second[place])
    return found


def is_any(points: Points) -> bool:
    """Return whether there is a point in the set."""
    found = 0
    for place in range(len(points)):
        found |= points[place]
    return found != 0


def count(points: Points) -> int:
    """Return how many points there are in the set."""
    found = 0
    for place in range(len(points)):
        found += popcount(points[place])
    return found


def one_of(points: Points) -> Points:
    """Return a set of one point, the first of `points`, which has at least one."""
    found = points
    is_found = False
    for place in range(len(points)):
        word = points[place]
        found = with_item(found, place, 0 if is_found else word & -word)
        is_found = is_found or word != 0
    return found


def nth_bit(word: int, number: int) -> int:
    """Return the index of set bit `number` of a word, counted from 0 at the lowest."""
    place = 0
    half = popcount(word & 0xFFFFFFFF)
    if number >= half:
        number -= half
        word >>= 32
        place = 32
    half = popcount(word & 0xFFFF)
    if number >= half:
        number -= half
        word >>= 16
        place += 16
    for _ in range(number):
        word &= word - 1
    return place + lowest_bit(word)
