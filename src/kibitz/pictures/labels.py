"""How numbers and names are written in pictures, and how much room a text takes."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from math import isinf, isnan

from kibitz.textbook.trace import Node, Value

LONGEST_WHOLE = 1e16
"""Larger numbers are not written out; there, floats are whole numbers apart anyway."""
_SLIM = frozenset("iIjl.,:;'|!")
_NARROW = frozenset('frt ()[]{}-/\\"`')
_WIDE = frozenset("mwMWOQGD<>=+~%@∞…≤≥")


def number(value: float) -> str:
    """Return a number, a whole one and the whole part of any other in full, a fraction in three digits: `3`, `-0.125`, `∞`."""
    if isnan(value):
        return "?"
    if isinf(value):
        return "∞" if value > 0 else "-∞"
    if abs(value) < LONGEST_WHOLE and (value == int(value) or abs(value) >= 100):
        return str(round(value))
    return f"{value:.3g}"


def value_text(value: Value) -> str:
    """Return a value, a tuple of utilities in parentheses."""
    return f"({', '.join(number(part) for part in value)})" if isinstance(value, tuple) else number(value)


def result_text(node: Node) -> str:
    """Return the value of a node as far as it is known; in a plan, whether it succeeds."""
    if node.value is None:
        return ""
    if node.role in ("or", "and"):
        return "✓" if node.value else "✗"
    return value_text(node.value)


def window_text(node: Node) -> str:
    """Return the window as `[alpha, beta]`, or nothing where the search has none."""
    return "" if node.alpha is None or node.beta is None else f"[{number(node.alpha)}, {number(node.beta)}]"


def probability_text(probability: float) -> str:
    """Return a probability as the fraction it most likely is, or with three digits."""
    fraction = Fraction(probability).limit_denominator(64)
    return str(fraction) if abs(fraction - probability) < 1e-9 else f"{probability:.3g}"


def reason_text(reason: str) -> str:
    """Return the reason for a cut with long fractions written as elsewhere."""
    return re.sub(r"-?\d+\.\d{4,}(?!\d|e)", lambda match: number(float(match[0])), reason)


def clipped(text: str, length: int) -> str:
    """Return the text on one line without control characters, cut to `length` characters with an ellipsis."""
    line = "".join(letter if letter.isprintable() else "·" for letter in " ".join(text.split()))
    return line if len(line) <= length else line[: length - 1] + "…"


def text_width(text: str, size: float) -> float:
    """Return the room for a text in a sans-serif font of that size: that of a wide font, so that others fit too."""
    return sum(_letter_width(letter) for letter in text) * size


def _letter_width(letter: str) -> float:
    """Return a letter's width as a part of the font's size."""
    if letter in _SLIM:
        return 0.34
    if letter in _NARROW:
        return 0.42
    if letter in _WIDE:
        return 1.0
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in ("W", "F") or ord(letter) > 0x2000:
        return 1.05
    return 0.7 if letter.isupper() else 0.64
