"""The agent `uci:PROGRAM`: another chess engine on any agent's seat."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.bits import bit
from kibitz.core.contract import Game, Repetition, implements
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import IllegalMoveError, InputError, UnsupportedError
from kibitz.core.specs import split_outside_brackets
from kibitz.games.chess import Chess
from kibitz.games.chess.notation import uci_name
from kibitz.games.chess.state import RANK_1, RANK_8, State, kings
from kibitz.protocols.child import EngineError, without_brackets
from kibitz.protocols.uci.process import PATIENCE, EngineProcess
from kibitz.protocols.uci.thoughts import Thoughts

_running: dict[tuple[str, int | None, str], EngineProcess] = {}
"""The engines that were asked so far; starting one takes longer than many a move."""


def is_chess(game: Game) -> str | None:
    """Return why a game cannot be played by UCI engines, or None for chess."""
    return None if isinstance(game, Chess) else "UCI engines play chess and no other game"


@agent("uci", supports=is_chess, first="program")
def decide(
    game: Game, state: Any, *, program: str = "", depth: int | None = None, nodes: int | None = None, time: float | None = None,
    elo: int | None = None, options: str = "", every: bool = False,
    past: Sequence[Any] = (), listen: Callable[[Decision], None] | None = None,
) -> Decision:  # fmt: skip
    """Another engine: `uci:stockfish,time=0.1`; `elo=2200` limits its strength, `options=[Hash=64,Threads=2]` are its own."""
    limits = Limits(depth=depth, nodes=nodes, seconds=time)
    if limits == Limits():
        limits = Limits(seconds=1.0)
    engine = engine_of(program, elo, options)
    with engine.turn:
        try:
            return _asked(engine, game, state, past, limits, sum(1 for _ in game.actions(state)) if every else 1, listen)
        except InputError:
            engine.close()  # whatever state it is in, the next question goes to a new one
            raise


def engine_of(program: str, elo: int | None = None, options: str = "") -> EngineProcess:
    """Return the running engine of that program with these settings, started if need be."""
    command = without_brackets(program)
    if not command:
        raise InputError("the agent uci needs a program, as in uci:stockfish or uci:./my_engine,time=0.1")
    settings = _settings(elo, options)
    engine = _running.get((program, elo, options))
    if engine is not None and engine.is_running:
        return engine
    engine = EngineProcess(command)
    try:
        for name, value in settings.items():
            engine.set(name, value)
        engine.tell("ucinewgame")
    except InputError:
        engine.close()
        raise
    _running[program, elo, options] = engine
    return engine


def _settings(elo: int | None, options: str) -> Mapping[str, str]:
    """Return an engine's options by name."""
    settings = {} if elo is None else {"UCI_Elo": str(elo)}
    for part in split_outside_brackets(without_brackets(options), ",") if options else []:
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise InputError(f"{part!r} is no option of an engine; write options=[Hash=64,Threads=2]")
        settings[name.strip()] = value.strip()
    names = {name.lower() for name in settings}
    if "uci_elo" in names and "uci_limitstrength" not in names:  # without it the strength counts for nothing
        settings["UCI_LimitStrength"] = "true"
    return settings


def _asked(
    engine: EngineProcess, game: Game, state: Any, past: Sequence[Any], limits: Limits, lines: int,
    listen: Callable[[Decision], None] | None,
) -> Decision:  # fmt: skip
    """Return what the engine answers."""
    if engine.has("MultiPV"):
        engine.set("MultiPV", str(lines))
    if engine.has("UCI_Chess960"):
        engine.set("UCI_Chess960", str(is_unusual(state)).lower())
    elif is_unusual(state):
        raise UnsupportedError(f"{engine.command} has no option UCI_Chess960, and this is a position of Chess960")
    engine.ready()
    engine.tell(position_line(game, state, past))
    engine.tell(go_line(limits))
    begun = clock.perf_counter()
    thoughts = Thoughts(game, state)
    for line in _answers(engine, limits.seconds):
        if thoughts.hear(line) and listen is not None:
            listen(thoughts.decision(clock.perf_counter() - begun))
    try:
        return thoughts.decision(clock.perf_counter() - begun)
    except IllegalMoveError as error:
        raise EngineError(f"{engine.command} answered with a move that is not legal here: {error}", "illegal move") from None


def _answers(engine: EngineProcess, seconds: float | None) -> Iterator[str]:
    """Yield what the engine says until it has a move; Ctrl-C and much more than the time allowed make it move at once."""

    def hurry() -> None:
        engine.tell("stop")

    try:
        yield from engine.until("bestmove", None if seconds is None else seconds + PATIENCE, hurry)
    except KeyboardInterrupt:
        hurry()
        yield from engine.until("bestmove", PATIENCE)


def position_line(game: Game, state: Any, past: Sequence[Any] = ()) -> str:
    """Return the command that sets up a position, with those moves before it that could make it a repetition."""
    back = game.halfmove_clock(state) if implements(game, Repetition) else 0
    states = [*past[len(past) - min(len(past), back) :], state]
    moves: list[str] = []
    for before, after in pairwise(states):
        made = [action for action in game.actions(before) if game.result(before, action) == after]
        if not made:
            return position_line(game, state)
        moves.append(uci_name(before, made[0], is_unusual(state)))
    start = "startpos" if states[0] == Chess().initial() else f"fen {game.notation(states[0])}"
    return f"position {start}" + (f" moves {' '.join(moves)}" if moves else "")


def go_line(limits: Limits) -> str:
    """Return the command to search within limits."""
    words = {"depth": limits.depth, "nodes": limits.nodes}
    words["movetime"] = None if limits.seconds is None else max(1, round(1000 * limits.seconds))
    return " ".join(["go", *(f"{word} {limit}" for word, limit in words.items() if limit is not None)])


def is_unusual(state: State) -> bool:
    """Return whether somebody may castle who does not stand as in ordinary chess."""
    usual = 0
    for home, king, rooks in ((RANK_1, bit(4), bit(0) | bit(7)), (RANK_8, bit(60), bit(56) | bit(63))):
        usual |= home & rooks if kings(state) & king else 0
    return state.castling & ~usual != 0
