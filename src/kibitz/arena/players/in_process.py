"""Agents of Kibitz in the process of the game, whose compiled kernels last from game to game."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from kibitz.api import Seat, ask_agent
from kibitz.arena.players.player import Answer, Forfeit, Turn, answer_of, forfeit_for
from kibitz.arena.results import End
from kibitz.core.agents import Agent
from kibitz.core.contract import Game
from kibitz.core.deadline import OutOfTime, deadline, has_alarm
from kibitz.core.errors import CompileError, KibitzError, RulesError
from kibitz.search.montecarlo.search import forget_trees
from kibitz.stand_in import COMPILED_ENGINE, ask_briefly

TRIAL = 1.0
"""Seconds after which a search that is only tried out is broken off."""
_ready: set[tuple[Any, ...]] = set()
"""The games and agents whose kernels this process has."""


class InProcess:
    """An agent asked where the game is played. It has no time to lose: what takes too long is broken off by a signal."""

    def __init__(self, game: Game, agent: Agent) -> None:
        self._game = game
        self._seat = Seat.of(game, agent)

    def begin(self, state: Any) -> None:
        """Compile or load what the agent needs, and forget what it remembers of other games."""
        forget_trees()
        warm(self._game, state, self._seat)

    def move(self, turn: Turn) -> Answer:
        """Return the agent's move."""
        try:
            with deadline(turn.deadline):
                return answer_of(ask_seat(self._game, self._seat, turn))
        except OutOfTime:
            raise Forfeit(End.TIME) from None
        except (RulesError, CompileError):
            raise  # it is the game that is wrong, and not its player
        except (KibitzError, MemoryError, RecursionError) as error:
            raise forfeit_for(error) from error

    def close(self) -> None:
        """Leave all as it is: the next game goes on with the same kernels."""


def ask_seat(game: Game, seat: Seat, turn: Turn) -> Any:
    """Return the decision of an agent, told how long it should think if it has an option for that."""
    options = dict(seat.options)
    if turn.seconds is not None and "time" in seat.search.options:
        own = options.get("time")
        options["time"] = turn.seconds if own is None else min(own, turn.seconds)
    return ask_agent(game, turn.state, replace(seat, options=options), seed=turn.seed, past=turn.past)


def try_out(game: Game, state: Any, seat: Seat) -> None:
    """Raise `InputError` if an agent does not take its own options: it is asked for a move, but not for long."""
    if seat.search.engine == COMPILED_ENGINE:
        warm(game, state, seat)
    elif has_alarm() and not game.is_terminal(state):
        with suppress(OutOfTime), deadline(TRIAL):
            ask_briefly(game, state, seat)


def warm(game: Game, state: Any, seat: Seat) -> None:
    """Compile or load the kernels of an agent, once in a process."""
    if seat.search.engine != COMPILED_ENGINE or game.is_terminal(state):
        return
    key = type(game), str(game), seat.name
    if key not in _ready:
        ask_briefly(game, state, seat)
        _ready.add(key)
