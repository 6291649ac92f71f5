"""Constants of the rules, in the form compilers take."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from kibitz.compile.rewrite.source import Place
from kibitz.core.errors import TooLargeError

LONGEST_TUPLE = 16
"""Longer tuples of numbers become arrays: compilers take long over long tuples."""


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
        return np.array(value, kind)
    return value
