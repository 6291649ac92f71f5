"""What a match brings: the result of every game, by seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class End(StrEnum):
    """Why a game ended."""

    RULES = "rules"
    REPETITION = "repetition"
    RESIGNED = "resigned"
    ADJUDICATED = "adjudicated"
    MAX_PLIES = "max plies"
    ILLEGAL = "illegal move"
    CRASH = "crash"
    HANG = "hang"
    TIME = "lost on time"
    RUBBISH = "rubbish"
    MEMORY = "memory"
    VOID = "void"
    """It could not be played to its end, by no fault of a player: nobody has points."""


ORDINARY = frozenset((End.RULES, End.REPETITION))
"""The ends that the rules of a game bring about."""
FORFEITS = frozenset((End.ILLEGAL, End.CRASH, End.HANG, End.TIME, End.RUBBISH, End.MEMORY))
"""The ends by which a player loses whatever the position."""


@dataclass(frozen=True)
class GameResult:
    """One game of a match. What is known of each player stands in the order of the seats, the first to move first."""

    number: int
    """Its number in the match, from 1 on; games may be missing where a match is not finished."""
    pair: int
    """Games with the same number have the same players and the same opening, with the seats changed: two games, or one for each
    seat where more than two play."""
    round: int
    """From 1 on."""
    players: tuple[str, ...]
    """The names of the players, which differ within a match."""
    utilities: tuple[float, ...]
    """What the game brought to each, empty if it is void. Who forfeits has what a loser has, and the others share the rest."""
    points: tuple[float, ...]
    """1 for a win, 1/2 for a draw, 0 for a loss; with more players, the share of the others that one is better than, where
    equals count half. Empty if the game is void or for one player alone."""
    end: End
    forfeiter: int | None
    """The seat that forfeited or resigned, if one did."""
    explanation: str
    """What there is to say about the end, such as what an agent raised; else empty."""
    plies: int
    """How many moves were made, those of chance and of the opening included."""
    start: str
    """The position in which the record begins, in the game's notation."""
    opening: tuple[str, ...]
    """The names of the moves that were made for the players from there."""
    seed: int
    seconds: float
    thinking: tuple[float, ...]
    """The seconds that each player was charged."""


@dataclass(frozen=True)
class MatchResults:
    """The games of a match so far, by their numbers."""

    game: str
    """The game as `kibitz.load` reads it."""
    players: tuple[str, ...]
    """The names of all players, as they were given."""
    games: tuple[GameResult, ...]
    planned: int
    """How many games there are to be."""
    seed: int

    def __iter__(self) -> Iterator[GameResult]:
        """Yield the games in the order of their numbers."""
        return iter(self.games)

    def __len__(self) -> int:
        """Return how many games there are."""
        return len(self.games)

    @property
    def is_complete(self) -> bool:
        """Whether all games were played that were planned."""
        return len(self.games) >= self.planned
