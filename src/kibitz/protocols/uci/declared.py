"""What an engine says of its options when it is asked `uci`, and the values that it therefore takes."""

from __future__ import annotations

import re

WORD = re.compile(r"(?:^| )(default|min|max|var) (.*?)(?= (?:default|min|max|var) |$)")
"""What follows the type of an option: a word of the protocol, and what belongs to it."""


def why_refused(declared: str, value: str) -> str | None:
    """Return what an option takes, where it does not take a value: engines leave such ones out or end; None if it does.

    `declared` is what the engine said after `type`, such as `spin default 16 min 1 max 1024`.
    """
    kind, _, rest = declared.partition(" ")
    told = WORD.findall(f" {rest}")
    if kind == "spin":
        return _why_no_number(dict(told), value)
    if kind == "check":
        return None if value.lower() in ("true", "false") else "true or false"
    if kind == "combo":
        choices = [text for word, text in told if word == "var"]
        return None if value.lower() in map(str.lower, choices) else f"one of {', '.join(choices)}"
    return None


def _why_no_number(told: dict[str, str], value: str) -> str | None:
    """Return what an option that is a whole number takes, where it does not take a value."""
    try:
        number, low, high = int(value), int(told["min"]), int(told["max"])
    except (KeyError, ValueError):
        return None if re.fullmatch(r"[+-]?\d+", value) else "a whole number"
    return None if low <= number <= high else f"a whole number from {low} to {high}"
