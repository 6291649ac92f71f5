"""Numba's long messages, told in one sentence with the line of the game they speak of."""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

from kibitz.compile.diagnosis.constructs import construct_at
from kibitz.core.contract import Game
from kibitz.core.errors import CompileError
from kibitz.core.places import is_rules_file

_PLACE = re.compile(r'File "(?P<path>[^"]+)", line (?P<line>\d+)|(?:at|from) (?P<at>[^\n]+?\.py) \((?P<of>\d+)\)')
_RETURNS = re.compile(
    r"Return of: IR name '[^']*', type '(?P<type>[^']*)', location: \s*File \"(?P<path>[^\"]+)\", line (?P<line>\d+)"
)
_TELLING = (
    "Cannot unify",
    "No implementation of function",
    "Invalid use of",
    "Use of unsupported",
    "unsupported",
    "cannot determine",
)
"""What the lines of a numba message that say the reason contain, the most telling first."""
_NOISE = re.compile(r"\x1b\[[0-9;]*m")
_KNOWN: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"name '(\w+)' is not defined"), "the name {0} is not defined"),
    (
        re.compile(r"Unknown attribute '(_replace|_asdict|_make)'"),
        "{0} does not compile; write the state's class with all its fields",
    ),
    (re.compile(r"Unknown attribute '(\w+)' of type (\w+)\("), "{1} has no field {0}"),
    (re.compile(r"Unknown attribute '(\w+)' of type (\w+)"), "a value of type {1} has no attribute {0}"),
    (re.compile(r"(a field annotated int is given a value of type \w+; [^\n]+)"), "{0}"),
    (re.compile(r"(memory\(\) takes a contiguous array [^\n]+)"), "{0}"),
    (re.compile(r"Int value is too large: (-?\d+)"), "{0} does not fit in a signed 64-bit integer; write bits.wrap({0})"),
    (re.compile(r"missing a required argument: '(\w+)'"), "the argument {0} is missing in a call"),
    (re.compile(r"(too many positional arguments|got an unexpected keyword argument '\w+')"), "a call has {0}"),
)
"""Messages with one clear reason, and the sentence for each; `{0}` is what stood in the message."""
_CONSTANT = re.compile(r"Untyped global name '(\w+)'|assigned to variable '(\w+)' in globals")
_INDEX = re.compile(r">>> getitem\((?:Uni)?Tuple\([^\n]*, (slice<|int64\))")


def diagnosis(error: Exception, game: Game | None, rule: Any = None) -> CompileError:
    """Return the error in one sentence, with the innermost line of the game's own files that numba mentions.

    `rule` is the method that was being compiled, if it is known: where numba mentions no line, it is searched.
    """
    text = _NOISE.sub("", str(error))
    own = (inspect.getsourcefile(type(game)) or "") if game is not None else ""
    unequal = _unequal_returns(text)
    if unequal is not None:
        return unequal
    path, line = next(_places(error, text), (own, None))
    if line is None and rule is not None:
        path, line = rule.__code__.co_filename, rule.__code__.co_firstlineno
    told = _known(text, game) or _index_reason(text)
    if told is None and line is not None:
        found = construct_at(path, line)
        if found is not None:
            told, line = found
    return CompileError(told or _reason(text), path, line)


def _places(error: Exception, text: str) -> Iterator[tuple[str, int | None]]:
    """Yield the places in games that a message mentions, the innermost first."""
    found = [(match["path"] or match["at"], int(match["line"] or match["of"])) for match in _PLACE.finditer(text)]
    where = getattr(error, "loc", None)
    if where is not None:
        found.append((where.filename, where.line))
    for name, line in found:
        path = os.path.abspath(name)
        if is_rules_file(path) and os.path.isfile(path):
            yield path, line


def _known(text: str, game: Game | None) -> str | None:
    """Return the sentence for a message with one clear reason."""
    for pattern, sentence in _KNOWN:
        match = pattern.search(text)
        if match:
            return sentence.format(*match.groups())
    match = _CONSTANT.search(text)
    if match is None:
        return None
    name = match[1] or match[2]
    kind = type(getattr(sys.modules.get(type(game).__module__), name, None)).__name__
    return (
        f"{name} is a {kind}, which does not compile; make it a tuple of numbers"
        if kind != "NoneType"
        else f"{name} does not compile"
    )


def _unequal_returns(text: str) -> CompileError | None:
    """Return the error for a function that returns now this, now that."""
    returns = list(_RETURNS.finditer(text))
    if not returns:
        return None
    kinds = " or ".join(f"{_plain(match['type'])} (line {match['line']})" for match in returns)
    odd = max(returns, key=lambda match: (match["type"].startswith(("none", "UniTuple", "Tuple")), int(match["line"])))
    return CompileError(
        f"a method returns {kinds}; every return must give the same type", os.path.abspath(odd["path"]), int(odd["line"])
    )


def _plain(kind: str) -> str:
    """Return the name of a numba type in Python's words."""
    name = kind.partition("(")[0]
    words = {
        "int64": "an int",
        "float64": "a float",
        "bool": "a bool",
        "none": "None",
        "UniTuple": "a plain tuple",
        "Tuple": "a plain tuple",
    }
    return words.get(name, f"a {name}")


def _index_reason(text: str) -> str | None:
    """Return the sentence for a tuple that is indexed as only lists can be."""
    match = _INDEX.search(text)
    if match is None:
        return None
    if match[1] == "slice<":
        return "a tuple is cut at a place known only in play; compiled tuples have a fixed length"
    return "a tuple of numbers of several kinds is indexed by a variable; let all be int or all be float"


def _reason(text: str) -> str:
    """Return the sentence of a numba message that says what is wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for word in _TELLING:
        for line in reversed(lines):
            if word.lower() in line.lower():
                return line.rstrip(":")
    return next((line for line in lines if not line.startswith("Failed in")), "numba does not compile this")
