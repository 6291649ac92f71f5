"""The lines of the protocol: commands as they are read, answers as they are written, colours and vertices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core.errors import InputError

LONGEST_ANSWER = 400
"""Letters of a failure's message."""
COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Failure(InputError):
    """What a command could not do; the message is the answer, some in the protocol's own words."""


@dataclass(frozen=True)
class Command:
    """A line that was read: its number, if it has one, the command and its arguments."""

    number: str
    name: str
    words: tuple[str, ...]


def read(line: str) -> Command | None:
    """Return the command in a line, or None if there is none: control characters, comments and empty lines are passed over."""
    words = _CONTROLS.sub("", line).partition("#")[0].split()
    number = words.pop(0) if words and words[0].isascii() and words[0].isdigit() else ""
    return Command(number, words[0], tuple(words[1:])) if words else None


def success(number: str, answer: str) -> str:
    """Return the answer of a command that has done what it should; an empty line within would end it."""
    return f"={number} {_without_empty_lines(answer)}\n"


def failure(number: str, message: str) -> str:
    """Return the answer of a command that has not, in one line of plain letters."""
    plain = " ".join(message.split()).encode("ascii", "backslashreplace").decode()
    return f"?{number} {plain if len(plain) <= LONGEST_ANSWER else plain[:LONGEST_ANSWER] + '...'}\n"


def colour(words: Sequence[str], place: int = 0) -> int:
    """Return the player whose colour an argument names: 0 for black."""
    name = words[place].lower() if place < len(words) else ""
    if name not in COLOURS:
        raise Failure("syntax error: a colour is b, black, w or white")
    return COLOURS[name]


def whole(words: Sequence[str], place: int = 0) -> int:
    """Return an argument that is a whole number."""
    word = words[place] if place < len(words) else ""
    if not re.fullmatch(r"-?[0-9]{1,9}", word):
        raise Failure(f"syntax error: {word[:40]!r} is no whole number" if word else "syntax error: a whole number is missing")
    return int(word)


def number(words: Sequence[str], place: int = 0) -> float:
    """Return an argument that is a number, perhaps with a fraction."""
    word = words[place] if place < len(words) else ""
    if not re.fullmatch(r"[-+]?[0-9]{1,9}(\.[0-9]*)?|[-+]?\.[0-9]+", word):
        raise Failure(f"syntax error: {word[:40]!r} is no number" if word else "syntax error: a number is missing")
    return float(word)


def _without_empty_lines(text: str) -> str:
    """Return a text whose lines all hold something."""
    return "\n".join([text.split("\n", 1)[0], *(line for line in text.split("\n")[1:] if line.strip())])
