"""A search: what decides on a move, with its name and its options.

It is a function `decide(game, state, *, option=default, ...) -> Decision`; its keyword parameters are the agent's options, but
for those in RESERVED, which the caller sets.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, get_type_hints

from kibitz.core.contract import Game
from kibitz.core.decision import Decision

RESERVED = ("seed", "trace", "past", "listen")
ENGINES = ("search", "textbook", "protocols", "bridges")
"""Where searches are looked for, the preferred first; the option `engine=` picks one by name."""
HUMAN = "human"
"""The word for a person in the place of an agent."""
OWN = "own"
"""The engine of agents that users write."""


class Decide(Protocol):
    """A search: a game and a state in, a decision out."""

    def __call__(self, game: Game, state: Any, **options: Any) -> Decision:
        """Return the decision."""


def supports_all(game: Game) -> str | None:
    """Return None: every game will do."""
    return None


@dataclass(frozen=True)
class Search:
    """One registered search."""

    name: str
    engine: str
    decide: Decide
    supports: Callable[[Game], str | None] = supports_all
    summary: str = ""
    first: str = ""
    """The option whose name may be left out where it stands first: `uci:stockfish` is `uci:program=stockfish`."""

    @property
    def options(self) -> dict[str, inspect.Parameter]:
        """The options that an agent string may set, with their defaults."""
        found = inspect.signature(self.decide).parameters.values()
        return {option.name: option for option in found if option.kind is option.KEYWORD_ONLY and option.name not in RESERVED}

    @property
    def kinds(self) -> dict[str, Any]:
        """The type of every option, as its text is read."""
        hints = get_type_hints(self.decide) if inspect.isfunction(self.decide) else {}
        return {name: hints.get(name, option.annotation) for name, option in self.options.items()}

    @property
    def can_trace(self) -> bool:
        """Whether the search records what it does."""
        return "trace" in inspect.signature(self.decide).parameters

    def ask(self, game: Game, state: Any, options: dict[str, Any], given: dict[str, Any]) -> Decision:
        """Return the decision; what the caller gives, such as the seed, goes only to those searches that take it."""
        takes = inspect.signature(self.decide).parameters
        return self.decide(game, state, **options, **{name: value for name, value in given.items() if name in takes})
