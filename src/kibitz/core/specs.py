"""The one grammar for games and agents, `name:key=value,key=value`, and the reading of values by type.

Brackets keep their content together, so a value may hold another spec: `expectimax:model=[0.8*minimax:depth=2+0.2*random]`.
Several values in one are joined by plus signs: `nim:piles=3+4+5`.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal, Union, get_args, get_origin

from kibitz.core.errors import InputError, UnknownNameError


@dataclass(frozen=True)
class Spec:
    """A name with its options, still as text."""

    name: str
    options: Mapping[str, str]

    def __str__(self) -> str:
        """Return the spec in the grammar it was read from."""
        listed = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.name}:{listed}" if listed else self.name


def parse_spec(text: str) -> Spec:
    """Return the name and options written in `text`."""
    name, colon, rest = text.strip().partition(":")
    if not name:
        raise InputError(f"{text!r} has no name; write name:key=value,key=value")
    options: dict[str, str] = {}
    for part in split_outside_brackets(rest, ",") if colon else []:
        key, equals, value = part.partition("=")
        if not equals or not key.strip() or not value.strip():
            raise InputError(f"{part!r} in {text!r} is not of the form key=value")
        if key.strip() in options:
            raise InputError(f"{key.strip()!r} is given twice in {text!r}")
        options[key.strip()] = value.strip()
    return Spec(name, options)


def split_outside_brackets(text: str, separator: str) -> list[str]:
    """Return the parts of `text` between separators that stand outside square brackets."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "[") - (letter == "]")
        if depth < 0:
            break
        if letter == separator and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    if depth != 0:
        raise InputError(f"the brackets in {text!r} do not match")
    return [*parts, text[start:]]


def convert_options(owner: str, options: Mapping[str, str], kinds: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options as values of the types in `kinds`; unknown keys and unreadable values are refused."""
    for key in options:
        if key not in kinds:
            raise UnknownNameError(f"option of {owner}", key, kinds)
    return {key: _converted(owner, key, text, kinds[key]) for key, text in options.items()}


def _converted(owner: str, key: str, text: str, kind: Any) -> Any:
    """Return one option's text as a value of type `kind`."""
    if get_origin(kind) in (Union, types.UnionType):
        (kind,) = (choice for choice in get_args(kind) if choice is not type(None))
    if get_origin(kind) is Literal:
        if text not in get_args(kind):
            raise UnknownNameError(f"value of {owner}'s option {key}", text, get_args(kind))
        return text
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        return tuple(_converted(owner, key, part, inner) for part in text.split("+"))
    try:
        return _READERS[kind](text)
    except (ValueError, OverflowError):
        words = {int: "a whole number", float: "a number", bool: "true or false"}
        raise InputError(f"option {key} of {owner} must be {words.get(kind, kind.__name__)}, not {text!r}") from None


def _whole(text: str) -> int:
    """Return a whole number, also one written as 1e6."""
    try:
        return int(text)
    except ValueError:
        if float(text) != int(float(text)):
            raise
        return int(float(text))


def _truth(text: str) -> bool:
    """Return the truth value called `text`."""
    names = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    if text.lower() not in names:
        raise ValueError(text)
    return names[text.lower()]


def _number(text: str) -> float:
    """Return a finite number."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


_READERS: Mapping[type, Any] = {int: _whole, float: _number, bool: _truth, str: str}


def not_negative(value: float, name: str = "c") -> float:
    """Return the value of an option, by default the exploration constant `c`, which must not be below 0."""
    if value < 0:
        raise InputError(f"{name} must be at least 0, not {value:g}")
    return value
