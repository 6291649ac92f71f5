"""OpenSpiel's games as games of Kibitz: interpreted, for every textbook search, matches, sessions and pictures of trees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kibitz.bridges.openspiel.library import pyspiel
from kibitz.bridges.openspiel.opening import opened
from kibitz.core.errors import IllegalMoveError, PositionError, unknown
from kibitz.core.game import CHANCE, game

NO_COPIES = ("morpion_solitaire",)
"""Games whose states share memory with their copies in OpenSpiel 2.0: there each position is made anew from its moves."""
INITIAL = "initial"
"""The position in which no move has been made, as text."""


class Position:
    """A state of OpenSpiel and the moves that led to it, which say when two are equal: its states do not.

    Two ways to the same board are two positions, since nothing that OpenSpiel tells of a state is sure to be all of it.
    """

    __slots__ = ("_chances", "moves", "name", "state")

    def __init__(self, name: str, moves: tuple[int, ...], state: Any) -> None:
        self.name = name
        self.moves = moves
        self.state = state
        self._chances: dict[int, float] | None = None

    @property
    def chances(self) -> dict[int, float]:
        """The outcomes of chance with their probabilities, of which there are thousands in some games."""
        if self._chances is None:
            self._chances = dict(self.state.chance_outcomes())
        return self._chances

    def __eq__(self, other: object) -> bool:
        """Return whether the same moves of the same game were made."""
        return isinstance(other, Position) and (self.moves, self.name) == (other.moves, other.name)

    def __hash__(self) -> int:
        """Return a hash of the moves."""
        return hash(self.moves)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what another process makes the position anew from: the moves."""
        return position_after, (self.name, self.moves)

    def __repr__(self) -> str:
        """Return the moves, for messages."""
        return f"Position({self.name}: {' '.join(map(str, self.moves)) or INITIAL})"


def position_after(name: str, moves: tuple[int, ...]) -> Position:
    """Return the position after some moves and outcomes of chance, each of which must be legal."""
    state = opened(name).new_initial_state()
    for place, move in enumerate(moves):
        if state.is_terminal() or move not in state.legal_actions():
            raise PositionError(f"move {place + 1}, {move}, is not legal there in {name}")
        state.apply_action(move)
    return Position(name, moves, state)


@game(constant_sum=None)
class OpenSpielGame(NamedTuple):
    """A game of OpenSpiel, by its rules. Positions are the moves that lead to them, by their numbers."""

    name: str
    players: int
    constant_sum: float | None

    @classmethod
    def named(cls, text: str) -> OpenSpielGame:
        """Return the game of that name and those parameters, or say in one sentence why it cannot be played here."""
        name = text.strip()
        loaded = opened(name)
        kind = loaded.get_type()
        fixed = kind.utility in (pyspiel().GameType.Utility.ZERO_SUM, pyspiel().GameType.Utility.CONSTANT_SUM)
        return cls(name, loaded.num_players(), float(loaded.utility_sum()) + 0.0 if fixed else None)

    def initial(self) -> Position:
        """Return the state in which a game begins."""
        return Position(self.name, (), opened(self.name).new_initial_state())

    def to_move(self, s: Position) -> int:
        """Return the player to move, or `CHANCE`."""
        mover = int(s.state.current_player())
        return mover if mover >= 0 or mover == CHANCE else 0  # a finished game is nobody's turn

    def actions(self, s: Position) -> Iterator[int]:
        """Yield the legal moves, or the outcomes of chance."""
        yield from s.state.legal_actions()

    def result(self, s: Position, a: int) -> Position:
        """Return the state after a move."""
        moves = (*s.moves, int(a))
        if s.name.startswith(NO_COPIES):
            return position_after(s.name, moves)
        after = s.state.clone()
        after.apply_action(a)
        return Position(s.name, moves, after)

    def is_terminal(self, s: Position) -> bool:
        """Return whether the game is over."""
        return bool(s.state.is_terminal())

    def utility(self, s: Position, player: int) -> float:
        """Return what the game has brought a player."""
        return float(s.state.returns()[player]) + 0.0  # not -0

    def probability(self, s: Position, a: int) -> float:
        """Return how likely an outcome of chance is."""
        return float(s.chances[a])

    def action_name(self, s: Position, a: int) -> str:
        """Return what OpenSpiel calls a move; its number where two moves are called the same."""
        names = self._names(s)
        return names.get(a) or str(a)

    def parse_action(self, s: Position, text: str) -> int:
        """Return the legal move of that name or number."""
        names = {} if s.state.is_terminal() else self._names(s)
        for a, name in names.items():
            if text == name:
                return a
        if text.isdecimal() and int(text) in names:
            return int(text)
        raise IllegalMoveError(unknown("move", text, names.values()))

    def _names(self, s: Position) -> dict[int, str]:
        """Return the names of the legal moves, each its own."""
        names = {a: s.state.action_to_string(s.state.current_player(), a).strip() for a in s.state.legal_actions()}
        taken = list(names.values())
        return {a: name if name and taken.count(name) == 1 else str(a) for a, name in names.items()}

    def show(self, s: Position) -> str:
        """Return the state as OpenSpiel writes it."""
        return str(s.state)

    def notation(self, s: Position) -> str:
        """Return the numbers of the moves so far."""
        return " ".join(map(str, s.moves)) or INITIAL

    def parse(self, text: str) -> Position:
        """Return the position after moves, outcomes of chance among them, by their numbers or their names."""
        s = self.initial()
        for word in [] if text.strip() == INITIAL else text.split():
            s = self.result(s, self.parse_action(s, word))
        return s
