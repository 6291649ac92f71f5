"""The game as the front end tells it: a position and the moves since, again with every move that is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.core.contract import Game
from kibitz.games.chess.notation import from_uci
from kibitz.protocols.uci.commands import Position

START = Position(None, ())


class Record:
    """The states of one game in their order; the last one is what is asked about."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._told = START
        self._states: list[Any] = [game.initial()]

    @property
    def state(self) -> Any:
        """The position to think about."""
        return self._states[-1]

    @property
    def past(self) -> Sequence[Any]:
        """The positions before it, the oldest first."""
        return self._states[:-1]

    def tell(self, told: Position) -> None:
        """Take over a position and moves, or raise `InputError` and keep what there was.

        Only those moves are read that are new: on a short clock, reading a long game anew would cost moves.
        """
        known = _common(told.moves, self._told.moves) if told.fen == self._told.fen else None
        if known is None:
            known, states = 0, [self._game.initial() if told.fen is None else self._game.parse(told.fen)]
        else:
            states = self._states[: known + 1]
        for word in told.moves[known:]:
            states.append(self._game.result(states[-1], from_uci(self._game, states[-1], word)))
        self._told, self._states = told, states


def _common(moves: Sequence[str], others: Sequence[str]) -> int:
    """Return with how many of the same moves two games begin."""
    for place, (move, other) in enumerate(zip(moves, others, strict=False)):
        if move != other:
            return place
    return min(len(moves), len(others))
