"""Arguments of kernels as rows of 64-bit words, and words for their types: all that calling machine code takes.

A whole number, a fraction or a truth value is one word. An array is the address of its data, then its shape, then its strides.
Tuples are their items one after the other. What a kernel returns comes back in the same form.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

WORD_BYTES = 8

Kind = Any
"""What a kernel returns: a word of FORMATS, "none", or the kinds of a tuple's items: a list, or a dict with the class too.

Classes are there by name, in which form they can be written down, or `resolved`.
"""

FORMATS = {"int": "q", "bool": "q", "float": "d"}
"""The kinds of numbers, each with its format in `struct`."""


class UnsupportedType(Exception):
    """Something has no form in words: an argument, what is returned, or a class."""


class NumberTooLarge(OverflowError):
    """A whole number among a kernel's arguments does not fit in a word."""


def flattened(arguments: tuple[Any, ...]) -> tuple[str, str, list[Any]]:
    """Return the types of a kernel's arguments in words, the format of their row for `struct`, and the row itself."""
    kinds: list[str] = []
    formats: list[str] = []
    values: list[Any] = []
    for argument in arguments:
        _flatten(argument, kinds, formats, values)
    return " ".join(kinds), "".join(formats), values


def _flatten(value: Any, kinds: list[str], formats: list[str], values: list[Any]) -> None:
    """Add one value to all three."""
    kind = type(value)
    if kind is int or kind is np.int64:
        kinds.append("int")
        formats.append("q")
        values.append(value)
    elif kind is bool or kind is np.bool_:
        kinds.append("bool")
        formats.append("q")
        values.append(int(value))
    elif kind is float or kind is np.float64:
        kinds.append("float")
        formats.append("d")
        values.append(value)
    elif kind is np.ndarray:
        _flatten_array(value, kinds, formats, values)
    elif isinstance(value, tuple):
        kinds.append(f"{kind.__module__}.{kind.__qualname__}(")
        for item in value:
            _flatten(item, kinds, formats, values)
        kinds.append(")")
    else:
        raise UnsupportedType(kind.__name__)


def _flatten_array(array: Any, kinds: list[str], formats: list[str], values: list[Any]) -> None:
    """Add an array to all three."""
    flags = array.flags
    if array.dtype.kind not in "biuf" or not flags.aligned or not array.dtype.isnative:
        raise UnsupportedType(str(array.dtype))
    layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
    kinds.append(f"{array.dtype.str}[{array.ndim}{layout}{'' if flags.writeable else ' readonly'}]")
    formats.append("q" * (1 + 2 * array.ndim))
    values += (array.ctypes.data, *array.shape, *array.strides)


def row_of(format: str, values: list[Any], words: int) -> bytearray:  # noqa: A002 - the word of the module struct
    """Return values as a row of at least so many words."""
    row = bytearray(max(len(values), words) * WORD_BYTES)
    try:
        struct.pack_into(f"={format}", row, 0, *values)
    except struct.error:
        raise NumberTooLarge("a whole number has more than 64 bits") from None
    return row


def items_of(kind: Kind) -> list[Kind]:
    """Return the kinds of a tuple's items."""
    return kind["items"] if isinstance(kind, dict) else kind  # type: ignore[no-any-return]


def format_of(kind: Kind) -> str:
    """Return the format of what a kernel returns, for `struct`."""
    if isinstance(kind, list | dict):
        return "".join(map(format_of, items_of(kind)))
    return FORMATS.get(kind, "")


def resolved(kind: Kind) -> Kind:
    """Return a kind with its classes in place of their names; a LookupError or an AttributeError if one is not loaded."""
    if not isinstance(kind, list | dict):
        return kind
    items = [resolved(part) for part in items_of(kind)]
    return {"class": class_named(kind["class"]), "items": items} if isinstance(kind, dict) else items


def value_from(kind: Kind, row: bytearray) -> Any:
    """Return what a kernel has left in a row, of a kind that is resolved."""
    return _value(kind, iter(struct.unpack_from(f"={format_of(kind)}", row)))


def _value(kind: Kind, words: Iterator[Any]) -> Any:
    """Return the next value of a kind."""
    if isinstance(kind, list | dict):
        items = tuple(_value(part, words) for part in items_of(kind))
        return kind["class"](*items) if isinstance(kind, dict) else items
    if kind == "none":
        return None
    return bool(next(words)) if kind == "bool" else next(words)


def class_name(kind: type) -> str:
    """Return the name by which `class_named` finds a class again; `UnsupportedType` if that would find none, or another one."""
    name = f"{kind.__module__}:{kind.__qualname__}"
    try:
        found = class_named(name)
    except (LookupError, AttributeError):
        found = None
    if found is not kind:
        raise UnsupportedType(name)
    return name


def class_named(name: str) -> Any:
    """Return the class of a name, from a module that is loaded."""
    module, _, path = name.partition(":")
    found: Any = sys.modules[module]
    for part in path.split("."):
        found = getattr(found, part)
    return found
