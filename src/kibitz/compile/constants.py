"""Constants of the rules, in the form compilers take."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from kibitz.compile.rewrite.source import Place
from kibitz.core.errors import TooLargeError

LONGEST_TUPLE = 16
"""Longer tuples of numbers become arrays: compilers take long over long tuples."""
LARGE_TABLE = 1024
"""Arrays of so many whole numbers are kept as narrow as may be: all constants of a kernel have 64 KiB on a GPU."""


def checked(value: Any, name: str, place: Place, node: ast.AST) -> Any:
    """Return a constant in the form compilers take, or refuse an integer of more than 64 bits."""
    numbers = value if isinstance(value, tuple) else (value,)
    if any(isinstance(number, int) and not -(1 << 63) <= number < 1 << 63 for number in numbers):
        raise place.error(f"{name} does not fit in a signed 64-bit integer; write bits.wrap({name})", node, TooLargeError)
    return constant(value)


def constant(value: Any) -> Any:
    """Return a constant in the form compilers take: long tuples of numbers as arrays."""
    if isinstance(value, tuple) and len(value) > LONGEST_TUPLE and all(isinstance(item, int | float) for item in value):
        kind = np.float64 if any(isinstance(item, float) for item in value) else np.int64
        array = np.array(value, kind)
        return array if len(value) < LARGE_TABLE or kind is np.float64 else narrowed(array)
    return value


def narrowed(array: Any) -> Any:
    """Return whole numbers in the narrowest signed kind of at least 16 bits that holds them all."""
    kinds = (np.int16, np.int32)
    return next((array.astype(kind) for kind in kinds if np.array_equal(array.astype(kind), array)), array)
