"""Many fast games of the engine with itself, two threads and one memory: no crash, no hang, no illegal move."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import chess
import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.decision import Limits
from kibitz.core.game import is_threefold_repetition
from kibitz.core.randomness import Random
from kibitz.games.chess.notation import uci_name
from kibitz.games.chess.start import start_position
from kibitz.search.alphabeta.agent import pruning_level
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.iterative_deepening import Query, iterative_deepening
from kibitz.search.running import stoppable

GAMES = 200
LONGEST = 400
"""Plies, after which a game is given up."""
PATIENCE = 300.0
"""Seconds; in so many at least one game ends, unless something hangs."""

Ask = Callable[[Any, Sequence[Any], Limits], int | None]
"""A position, those before it, and limits: what is the move?"""


def by_engine(game: Game) -> Ask:
    """Return the engine itself, which keeps what it learns through all games."""
    engine = Engine(game, pruning_level(game, ""), megabytes=4, threads=2)

    def ask(s: Any, past: Sequence[Any], limits: Limits) -> int | None:
        engine.new_search(past, limits.nodes)
        engine.stop[0] = 0
        return stoppable(lambda _: iterative_deepening(engine, Query(s, limits)), limits.seconds, engine.stop).action

    return ask


def by_protocol(game: Game) -> Ask:
    """Return `kibitz uci` in a process of its own."""
    program = f"uci:[{sys.executable} -m kibitz uci],options=[Threads=2,Hash=4]"

    def ask(s: Any, past: Sequence[Any], limits: Limits) -> int | None:
        limit = f"time={limits.seconds}" if limits.nodes is None else f"nodes={limits.nodes}"
        return kibitz.decide(game, s, f"{program},{limit}", past=past).action

    return ask


def is_legal(game: Game, s: Any, action: int) -> bool:
    """Return whether a move is legal by the game's rules, and in chess by another program's too."""
    if action not in list(game.actions(s)):
        return False
    return game != kibitz.load("chess") or chess.Board(game.notation(s), chess960=True).is_legal(
        chess.Move.from_uci(uci_name(s, action, True))
    )


def opening(game: Game, random: Random, number: int) -> list[Any]:
    """Return the positions of some random moves; every fourth game of chess begins as one of Chess960."""
    is_unusual = game == kibitz.load("chess") and number % 4 == 0
    states = [start_position(random.below(960)) if is_unusual else game.initial()]
    for _ in range(4):
        states.append(game.result(states[-1], random.choice(list(game.actions(states[-1])))))
    return states


def result(game: Game, ask: Ask, random: Random, number: int) -> float | None:
    """Return what one game is worth to the first player, or None if it is given up."""
    *past, s = opening(game, random, number)
    while not game.is_terminal(s):
        if is_threefold_repetition(game, past, s):
            return 0.0
        if len(past) > LONGEST:
            return None
        limits = Limits(nodes=random.choice((100, 1000))) if random.below(10) else Limits(seconds=0.002)
        action = ask(s, past, limits)
        assert action is not None
        assert is_legal(game, s, action), (game.notation(s), action)
        past.append(s)
        s = game.result(s, action)
    return game.utility(s, 0)


@pytest.mark.conformance
@pytest.mark.parametrize(
    ("spec", "asked"), [("othello", by_engine), ("checkers", by_engine), ("connect_four", by_engine), ("chess", by_protocol)]
)
def test_two_hundred_games(spec: str, asked: Callable[[Game], Ask]) -> None:
    results: Counter[float | None] = Counter()
    errors: list[BaseException] = []

    def games() -> None:
        try:
            game, random = kibitz.load(spec), Random(3)
            ask = asked(game)
            for number in range(GAMES):
                results[result(game, ask, random, number)] += 1
        except BaseException as error:
            errors.append(error)

    playing = threading.Thread(target=games, daemon=True)
    playing.start()
    ended = -1
    while playing.is_alive() and results.total() > ended:
        ended = results.total()
        playing.join(PATIENCE)
    assert not playing.is_alive(), f"a game hangs, after {results.total()}"
    assert errors == []
    assert results.total() == GAMES
    assert min(results[1.0], results[-1.0]) > GAMES // 20, results
