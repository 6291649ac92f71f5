"""Every error Kibitz raises on purpose; each message is one sentence that says what was wrong and what is accepted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

LONGEST_WORD, LONGEST = 200, 600
"""How many letters a word of a message has at most, a path say, and a whole message."""


def shortened(message: str) -> str:
    """Return a message without the middle of what it quotes at too great a length."""
    return re.sub(rf"\S{{{LONGEST_WORD + 1},}}", lambda found: _ends(found[0], LONGEST_WORD), _ends(message, LONGEST))


def _ends(text: str, length: int) -> str:
    """Return a text of at most so many letters: a longer one's beginning and its end."""
    last = length // 3
    return text if len(text) <= length else f"{text[: length - last - 1]}…{text[-last:]}"


def _rebuilt(kind: type[KibitzError], arguments: tuple[Any, ...], fields: dict[str, Any]) -> KibitzError:
    """Return an error that was raised in another process."""
    error = kind.__new__(kind, *arguments)
    error.args = arguments
    error.__dict__.update(fields)
    return error


class KibitzError(Exception):
    """The base of all errors raised by Kibitz; what a message quotes is shortened."""

    def __init__(self, message: str) -> None:
        super().__init__(shortened(message))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what another process builds the same error from, whatever its own class is built with."""
        return _rebuilt, (type(self), self.args, self.__dict__)


class InputError(KibitzError, ValueError):
    """Something the caller gave is wrong: a name, an option, a position, a file."""


def unknown(kind: str, name: str, known: Iterable[str], meant: str | None = None) -> str:
    """Return the sentence for a name that nobody knows: what was `meant` or else the nearest match, then all known names."""
    choices = list(known)
    nearest = [meant] if meant else get_close_matches(name[:LONGEST_WORD], choices, n=1)
    hint = f" (did you mean {nearest[0]}?)" if nearest else ""
    return f"unknown {kind} {name!r}{hint}; known: {', '.join(choices) if choices else 'none'}"


class UnknownNameError(InputError):
    """A name that nobody knows; the message lists the known ones and the nearest match."""

    def __init__(self, kind: str, name: str, known: Iterable[str], meant: str | None = None) -> None:
        self.name = name
        self.known = sorted(known)
        super().__init__(unknown(kind, name, self.known, meant))


class PositionError(InputError):
    """A text that does not describe a position of the game."""


class IllegalMoveError(InputError):
    """A move that the rules do not allow here."""


class RulesError(KibitzError):
    """A game that breaks the contract: a missing method, an illegal state, probabilities that do not sum to one."""


class BrokenRule(RulesError):
    """A rule that broke the contract in one `state` of a game."""

    def __init__(self, message: str, state: Any) -> None:
        super().__init__(message)
        self.state = state


class RaisedInKernel(Exception):
    """An error that a rule raised while compiled code asked it; where, only the written rules can tell."""

    def __init__(self, failure: Exception) -> None:
        super().__init__(str(failure))
        self.failure = failure


class UnsupportedError(InputError):
    """A search that cannot play this kind of game."""


class AgentError(KibitzError):
    """An agent of a user's own that raised something; the message has its file and line."""


class ResourceError(KibitzError):
    """Something that the system does not give, such as a thread."""


class CompileError(KibitzError):
    """A game or kernel that does not compile; `path` and `line` say where."""

    def __init__(self, message: str, path: str | None = None, line: int | None = None) -> None:
        place = f"{path}:{line}: " if path is not None and line is not None else ""
        super().__init__(place + message)
        self.reason = shortened(message)
        self.path = path
        self.line = line


class TooLargeError(CompileError):
    """A constant of the rules that 64 bits do not hold: the game is sound, and runs interpreted."""
