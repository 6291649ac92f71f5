"""What a record of a game holds, whatever the format."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Record:
    """A game as it was played: enough to play it over."""

    game: str
    """The game as `kibitz.load` reads it."""
    position: str
    """The position in which it began, in the game's notation."""
    moves: tuple[str, ...]
    """The names of the moves, outcomes of chance among them."""
    agents: tuple[str, ...] = ()
    """Who played, the first player first; empty where it is not known."""
    utilities: tuple[float, ...] | None = None
    """What the game brought to each player, or None if it is not over."""
    seed: int = 0
    event: str = ""
    round: str = ""
    date: str = ""
    """The day, as 2026.11.18; empty where it is not known, as the event and its round are."""
    ending: str = ""
    """How it ended where the rules do not say: `lost on time`, `illegal move` and so on."""
