"""The agent `gtp:PROGRAM`: another Go engine on any agent's seat."""

from __future__ import annotations

import math
import time as clock
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, cast

from kibitz.core.agents import agent
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import IllegalMoveError, InputError
from kibitz.games.go import Go
from kibitz.games.go.notation import COLOURS, PASS, point_name
from kibitz.games.go.state import State
from kibitz.protocols.child import EngineError, without_brackets
from kibitz.protocols.gtp.process import PATIENCE, GtpProcess, Move

_running: dict[str, GtpProcess] = {}
"""The engines that were asked so far, each with its board."""


def is_go(game: Game) -> str | None:
    """Return why a game cannot be played by GTP engines, or None for go."""
    return None if isinstance(game, Go) else "GTP engines play go and no other game"


@agent("gtp", supports=is_go, first="program")
def decide(game: Game, state: Any, *, program: str = "", time: float | None = None, past: Sequence[Any] = ()) -> Decision:
    """Another engine: `gtp:gnugo --mode gtp --level 5`; `time=10` sets its clock to so many seconds a move."""
    Limits(seconds=time)
    engine = engine_of(program)
    with engine.turn:
        try:
            return _asked(engine, cast(Go, game), state, past, time)
        except (InputError, KeyboardInterrupt):
            engine.kill()  # whatever state it is in, the next question goes to a new one
            raise


def engine_of(program: str) -> GtpProcess:
    """Return the running engine of that program, started if need be."""
    command = without_brackets(program)
    if not command:
        raise InputError("the agent gtp needs a program, as in gtp:gnugo --mode gtp")
    engine = _running.get(program)
    if engine is None or not engine.is_running:
        engine = _running[program] = GtpProcess(command)
    return engine


def _asked(engine: GtpProcess, game: Go, s: State, past: Sequence[State], seconds: float | None) -> Decision:
    """Return what the engine answers."""
    engine.set_up(game.size, game.komi, moves_to(game, s, past))
    if seconds is not None and "time_settings" in engine.commands:
        engine.ask(f"time_settings 0 {math.ceil(seconds)} 1", PATIENCE)
    begun = clock.perf_counter()
    vertex = engine.genmove(COLOURS[s.turn], None if seconds is None else seconds + PATIENCE)
    spent = clock.perf_counter() - begun
    if vertex == "resign":  # there is no such move: it passes, and says what it thinks
        return Decision(game.size * game.size, -1.0, seconds=spent, details={"resigned": True})
    try:
        action = game.parse_action(s, vertex)
    except IllegalMoveError as error:
        raise EngineError(f"{engine.command} answered with a move that is not legal here: {error}", "illegal move") from None
    return Decision(action, 0.0, actions=(action,), line=(action,), seconds=spent)


def moves_to(game: Go, s: State, past: Sequence[State] = ()) -> list[Move]:
    """Return moves that lead to a position from the empty board.

    These are the moves of the game, if it began there and `past` has all its positions. Else stones are put up one by one,
    which captures none: whatever is still missing of a chain is a liberty. After a ko the capture is made once more.
    """
    played = _played(game, s, past)
    if played is not None:
        return played
    black, white = (set(stones) for stones in game.stones(s))
    last: list[Move] = []
    if 0 <= s.last < game.size * game.size and s.ko >= 0:
        (black, white)[1 - s.turn].discard(s.last)
        (black, white)[s.turn].add(s.ko)
        last = [_move(game, 1 - s.turn, s.last)]
    return [*(_move(game, 0, point) for point in sorted(black)), *(_move(game, 1, point) for point in sorted(white)), *last]


def _played(game: Go, s: State, past: Sequence[State]) -> list[Move] | None:
    """Return the moves of a game from its positions, or None if they do not follow one another from the empty board."""
    states = [*past, s]
    if states[0] != game.initial():
        return None
    moves = []
    for before, after in pairwise(states):
        action = min(after.last, game.size * game.size)
        if action < 0 or game.result(before, action) != after:
            return None
        moves.append(_move(game, before.turn, action))
    return moves


def _move(game: Go, player: int, action: int) -> Move:
    """Return a move as the protocol writes it."""
    vertex = point_name(game.size, action)
    return COLOURS[player], vertex if vertex == PASS else vertex.lower()
