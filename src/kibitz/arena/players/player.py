"""What a game asks of its players, whatever process they are in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from kibitz.arena.results import End
from kibitz.core.decision import Decision
from kibitz.core.errors import AgentError, IllegalMoveError
from kibitz.protocols.child import EngineError

MOST_LETTERS = 300
"""So long may be what is kept of what went wrong."""


class Turn(NamedTuple):
    """A position in which a player is to move."""

    state: Any
    past: Sequence[Any]
    """The states before it."""
    seed: int
    seconds: float | None
    """How long the player should think; None where it may do as its agent string says."""
    deadline: float | None
    """How long it may take at the very most, before it has lost on time; None where there is no limit."""


class Answer(NamedTuple):
    """A player's move, and what it thought."""

    action: int | None
    value: float | None = None
    depth: int | None = None
    nodes: int | None = None
    simulations: int | None = None
    resigned: bool = False


class Forfeit(Exception):
    """A player has lost, whatever the position."""

    def __init__(self, end: End, explanation: str = "") -> None:
        super().__init__(explanation)
        self.end = end
        self.explanation = " ".join(explanation.split())[:MOST_LETTERS]


class Player(Protocol):
    """An agent on its seat for one game. What it does wrong is raised as a `Forfeit`."""

    def begin(self, state: Any) -> None:
        """Get ready, before any clock runs."""

    def move(self, turn: Turn) -> Answer:
        """Return a move, which need not be legal."""

    def close(self) -> None:
        """End whatever was begun."""


def answer_of(decision: Decision) -> Answer:
    """Return a decision as an answer."""
    resigned = bool((decision.details or {}).get("resigned", False))
    return Answer(
        decision.action, float(decision.value), decision.depth, decision.nodes or None, decision.simulations, resigned
    )  # fmt: skip


def forfeit_for(error: BaseException) -> Forfeit:
    """Return what an error in an agent means for its player."""
    if isinstance(error, IllegalMoveError):
        return Forfeit(End.ILLEGAL, str(error))
    if isinstance(error, EngineError):
        return Forfeit(End(error.fault), str(error))
    cause = error.__cause__ if isinstance(error, AgentError) else error
    if isinstance(cause, MemoryError):
        return Forfeit(End.MEMORY, "it asked for more memory than it may have")
    if isinstance(error, AgentError):
        return Forfeit(End.CRASH, str(error))
    return Forfeit(End.CRASH, f"{type(error).__name__}: {error}")
