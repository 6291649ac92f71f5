"""The shape of a state: which whole numbers, fractions and truth values it holds, nested in tuples of fixed length.

A state that has a shape can be compiled, hashed and stored as a row of 64-bit words. The functions that do so are
written here as source text, one for each game, and compiled like the rules themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args, get_origin, get_type_hints

from kibitz.core.errors import CompileError


@dataclass(frozen=True)
class Shape:
    """A number (`kind` int, float or bool) or a tuple of `parts`; `cls` is the class of a named tuple."""

    kind: str
    parts: tuple[Shape, ...] = ()
    names: tuple[str, ...] = ()
    cls: type | None = None

    def leaves(self, path: str) -> Iterator[tuple[str, str]]:
        """Yield the source of each number inside the value called `path`, with its kind."""
        if self.kind != "tuple":
            yield path, self.kind
        for place, part in enumerate(self.parts):
            yield from part.leaves(f"{path}.{self.names[place]}" if self.names else f"{path}[{place}]")

    @property
    def words(self) -> int:
        """How many 64-bit words the value takes."""
        return sum(1 for _ in self.leaves(""))

    def classes(self) -> Iterator[Shape]:
        """Yield the shapes of all named tuples inside, innermost first."""
        for part in self.parts:
            yield from part.classes()
        if self.cls is not None:
            yield self


def shape_of(value: Any, hint: Any = None, place: str = "the state") -> Shape:
    """Return the shape of `value`, read as its annotation `hint` says; what has no shape is refused in one sentence."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        cls = type(value)
        hints = get_type_hints(cls)
        names: tuple[str, ...] = value._fields
        parts = [shape_of(item, hints.get(name), f"field {name}") for name, item in zip(names, value, strict=True)]
        if not parts:
            raise CompileError(f"{cls.__name__} has no fields; a compiled state needs at least one")
        return Shape("tuple", tuple(parts), names, cls)
    if isinstance(value, tuple):
        if not value:
            raise CompileError(f"{place} is an empty tuple; compiled tuples need at least one item")
        inner = [item for item in get_args(hint) if item is not Ellipsis] if get_origin(hint) is tuple else []
        hints_by_place = [inner[min(index, len(inner) - 1)] if inner else None for index in range(len(value))]
        return Shape("tuple", tuple(shape_of(item, hints_by_place[i], f"{place}[{i}]") for i, item in enumerate(value)))
    for kind in (bool, int, float):
        if hint is kind or (hint not in (bool, int, float) and type(value) is kind):
            return Shape(kind.__name__)
    raise CompileError(
        f"{place} is a {type(value).__name__}; a compiled state is a NamedTuple of int, float, bool and fixed tuples of them"
    )


def too_large(shape: Shape, value: Any, name: str = "") -> str | None:
    """Return the name of a field that holds a whole number of more than 64 bits, or None."""
    if shape.kind != "tuple":
        return name if shape.kind == "int" and not -(1 << 63) <= value < 1 << 63 else None
    inner = (
        too_large(part, item, f"{name}.{shape.names[place]}".lstrip(".") if shape.names else f"{name}[{place}]")
        for place, (part, item) in enumerate(zip(shape.parts, value, strict=True))
    )
    return next((field for field in inner if field is not None), None)


_CASTS = {"int": "as_int", "float": "as_float", "bool": "as_bool"}
_TO_WORD = {"int": "{}", "float": "float_to_bits({})", "bool": "as_int({})"}
_FROM_WORD = {"int": "as_int({})", "float": "bits_to_float({})", "bool": "{} != 0"}


def constructor_source(shape: Shape, plain: str) -> str:
    """Return the source of a function that builds the named tuple `shape.cls` (called `plain`) with every field cast."""
    assert shape.cls is not None
    defaults: dict[str, Any] = getattr(shape.cls, "_field_defaults", {})
    listed = ", ".join(f"{name}=default_{name}" if name in defaults else name for name in shape.names)
    casts = ", ".join(_cast_source(part, name) for part, name in zip(shape.parts, shape.names, strict=True))
    return f"def construct({listed}):\n    return {plain}({casts})\n"


def _cast_source(shape: Shape, path: str) -> str:
    """Return source that casts each number in the value called `path` to its kind."""
    if shape.cls is not None:
        return path
    if shape.kind != "tuple":
        return f"{_CASTS[shape.kind]}({path})"
    return "(" + "".join(_cast_source(part, f"{path}[{place}]") + ", " for place, part in enumerate(shape.parts)) + ")"


def row_source(shape: Shape) -> str:
    """Return the source of `pack(s, row)`, `unpack(row)` and `key_of_fields(s)`; the `_at` ones begin at `row[at]`."""
    words = [(_TO_WORD[kind].format(path)) for path, kind in shape.leaves("s")]
    packing, packing_at = (
        "".join(f"    row[{start}{place}] = {word}\n" for place, word in enumerate(words)) for start in ("", "at + ")
    )
    mixing = "".join(f"    h = scramble(advance(h ^ {word}))\n" for word in words)
    unpacked = _unpack_source(shape, iter(range(len(words))))
    return (
        f"def pack(s, row):\n{packing}\n"
        f"def unpack(row):\n    return {unpacked}\n"
        f"def pack_at(s, row, at):\n{packing_at}\n"
        f"def unpack_at(row, at):\n    return {unpacked.replace('row[', 'row[at + ')}\n"
        f"def key_of_fields(s):\n    h = 0\n{mixing}    return h\n"
    )


def points_source(names: tuple[str, ...]) -> str:
    """Return the source of `points(s, weights)`: the sum of the features times their weights, rounded."""
    terms = " + ".join(f"weights[{place}] * f.{name}" for place, name in enumerate(names))
    return f"def points(s, weights):\n    f = features(s)\n    return int(floor({terms} + 0.5))\n"


def score_points_source(names: tuple[str, ...]) -> str:
    """Return the source of `points(s, weights)`: the sum of the features times their weights, as a fraction."""
    terms = " + ".join(f"weights[{place}] * f.{name}" for place, name in enumerate(names))
    return f"def points(s, weights):\n    f = score_features(s)\n    return {terms}\n"


def _unpack_source(shape: Shape, counter: Iterator[int]) -> str:
    """Return source that rebuilds a value from `row`."""
    if shape.kind != "tuple":
        return _FROM_WORD[shape.kind].format(f"row[{next(counter)}]")
    inside = "".join(_unpack_source(part, counter) + ", " for part in shape.parts)
    return f"{shape.cls.__name__}({inside})" if shape.cls is not None else f"({inside})"
