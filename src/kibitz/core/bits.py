"""Integers as games use them: 64 bits, two's complement, the same on every target.

A compiled integer has 64 bits and wraps around; a Python integer has as many as it needs. The two agree on `&`, `|`,
`^`, `~`, `>>` and on all arithmetic that stays within 64 bits; what a compiler does with arithmetic that does not is
undefined. Where a result may not fit, the functions here make it so: bit 63 is the sign, so `bit(63)` is negative on every
target, and `shift_right` brings in zeros where `>>` repeats the sign. `wrap(a + b * c)` is compiled as sums and products that
wrap around.
"""

from __future__ import annotations

from typing import TypeVar

Item = TypeVar("Item")

_MASK = (1 << 64) - 1
_SIGN = 1 << 63


def wrap(number: int) -> int:
    """Return `number` cut to 64 bits: the value that compiled arithmetic leaves after an overflow."""
    return ((number + _SIGN) & _MASK) - _SIGN


def bit(index: int) -> int:
    """Return the integer whose only set bit is `index` (0 to 63)."""
    return wrap(1 << (index & 63))


def shift_left(number: int, count: int) -> int:
    """Return `number` moved up by `count` bits (0 to 63); what leaves at the top is lost."""
    return wrap(number << (count & 63))


def shift_right(number: int, count: int) -> int:
    """Return `number` moved down by `count` bits (0 to 63), with zeros coming in at the top."""
    return wrap((number & _MASK) >> (count & 63))


def add(left: int, right: int) -> int:
    """Return the low 64 bits of a sum."""
    return wrap(left + right)


def subtract(left: int, right: int) -> int:
    """Return the low 64 bits of a difference."""
    return wrap(left - right)


def multiply(left: int, right: int) -> int:
    """Return the low 64 bits of a product."""
    return wrap(left * right)


def popcount(number: int) -> int:
    """Return how many of the 64 bits are set."""
    return (number & _MASK).bit_count()


def lowest_bit(number: int) -> int:
    """Return the index of the lowest set bit, or 64 if there is none."""
    return ((number & -number) & _MASK).bit_length() - 1 if number & _MASK else 64


def highest_bit(number: int) -> int:
    """Return the index of the highest set bit, or -1 if there is none."""
    return (number & _MASK).bit_length() - 1


def with_item(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """Return a copy of the fixed-length tuple `items` in which place `index` holds `item`."""
    return (*items[:index], item, *items[index + 1 :])
