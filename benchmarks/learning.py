"""Patterns trained with many threads, and how well 2048 is played with them: the runs behind the figures in docs/learning.md.

    python benchmarks/learning.py train 2048 big.patterns --seconds 300 --threads 12
    python benchmarks/learning.py match othello alphabeta:time=0.1,patterns=othello.patterns alphabeta:time=0.1
    python benchmarks/learning.py play big.patterns --depth 2 --games 1000 --processes 16

`kibitz learn patterns` does the same training; this needs none of the command line's libraries.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from typing import Any

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.core.intervals import wilson_interval
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.learning.patterns.learner import Method, PatternLearner
from kibitz.learning.patterns.self_play import TOTALS, Tables, self_play
from kibitz.learning.run import Budget, Figure, Told, run
from kibitz.learning.strength import points_of_games
from kibitz.models.pattern_shape import Tuples
from kibitz.models.patterns import Patterns, read_patterns
from kibitz.search.expectiminimax.engine import Engine
from kibitz.search.expectiminimax.traits import AVERAGE

TEST_GAMES = 1 << 50
"""The number of the first game that is played to measure."""


def train(arguments: argparse.Namespace) -> None:
    """Train patterns, and print a line of JSON now and then."""
    game = load(arguments.game)
    given = {name: getattr(arguments, name) for name in ("step", "decay", "exploration", "stages", "optimism")}
    method = Method(**{**vars(Method.usual(game)), **{name: value for name, value in given.items() if value is not None}})
    tuples: Tuples = tuple(tuple(cells) for cells in json.loads(arguments.tuples)) if arguments.tuples else ()
    learner = PatternLearner(game, method, seed=arguments.seed, threads=arguments.threads, tuples=tuples)
    last = [0]

    def listen(told: Told, share: float) -> None:
        if len(told.moments) != last[0]:
            last[0] = len(told.moments)
            moment = told.moments[-1]
            figures = {name: [figure.value, figure.low, figure.high] for name, figure in moment.figures.items()}
            said = {"games": moment.games, "seconds": moment.seconds, "moves": learner.totals[1], **figures}
            print(json.dumps({"game": arguments.game, **said}), flush=True)

    told = run(
        learner, arguments.out, Budget(arguments.games, arguments.seconds), command=" ".join(["python", *sys.argv]),
        seed=arguments.seed, every=arguments.every, listen=listen,
    )  # fmt: skip
    moves = learner.totals[1]
    print(json.dumps({"done": arguments.out, "games": told.games, "moves": moves, "moves a second": moves / told.seconds}))


def play(arguments: argparse.Namespace) -> None:
    """Play 2048 with patterns, greedily or by expectimax, and print the mean result with its error."""
    game = load("2048")
    patterns = read_patterns(arguments.patterns, game)
    begun = time.perf_counter()
    if arguments.depth == 0:
        kernel = native(self_play, game, shape=patterns.shape, alone=True, learns=False)
        kernel(TEST_GAMES, 0, 0, *_layout(patterns), np.zeros(3), _tables(patterns), np.zeros(TOTALS), np.zeros(1, np.int64))
    else:
        _engine(game, patterns, arguments.hash).warm_up(game.parse("2,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0:0"))
    _shared.update(patterns=patterns, arguments=arguments)  # other processes have it from the beginning
    with multiprocessing.get_context("fork").Pool(arguments.processes) as pool:
        results = pool.map(_greedy if arguments.depth == 0 else _expectimax, range(arguments.games), chunksize=1)
    points = np.array([one[0] for one in results])
    tiles = np.array([one[1] for one in results])
    moves = sum(one[2] for one in results)
    figure = Figure.of_mean(points.sum(), (points * points).sum(), len(points))
    seconds = time.perf_counter() - begun
    print(json.dumps({
        "depth": arguments.depth, "games": len(points), "points": figure.value, "from": figure.low, "to": figure.high,
        "share of 16384": float((tiles >= 14).mean()), "share of 32768": float((tiles >= 15).mean()), "moves": moves,
        "seconds": seconds, "processes": arguments.processes,
    }), flush=True)  # fmt: skip


_shared: dict[str, Any] = {}


def _layout(patterns: Patterns) -> tuple[Any, Any]:
    """Return the two arrays of a layout."""
    return patterns.layout.cells, patterns.layout.begins


def _tables(patterns: Patterns) -> Tables:
    """Return tables that are not learnt."""
    return Tables(patterns.values, np.zeros(2, np.float32))


def _engine(game: Game, patterns: Patterns, megabytes: int) -> Engine:
    """Return this process's engine."""
    if "engine" not in _shared:
        _shared["engine"] = Engine(game, 0, opponents=AVERAGE, patterns=patterns, megabytes=megabytes)
    engine: Engine = _shared["engine"]
    return engine


def _greedy(number: int) -> tuple[float, int, int]:
    """Return points, largest tile and moves of a game played greedily."""
    arguments, patterns = _shared["arguments"], _shared["patterns"]
    game, totals = load("2048"), np.zeros(TOTALS)
    kernel = native(self_play, game, shape=patterns.shape, alone=True, learns=False)
    kernel(
        TEST_GAMES + number,
        1,
        arguments.seed,
        *_layout(patterns),
        np.zeros(3),
        _tables(patterns),
        totals,
        np.zeros(1, np.int64),
    )
    return float(totals[2]), 0, int(totals[1])


def _expectimax(number: int) -> tuple[float, int, int]:
    """Return points, largest tile and moves of a game played by expectimax, `depth` moves deep."""
    arguments, patterns = _shared["arguments"], _shared["patterns"]
    game, random = load("2048"), Random(arguments.seed, number)
    engine = _engine(game, patterns, arguments.hash)
    s, moves = game.initial(), 0
    while not game.is_terminal(s):
        if game.to_move(s) == CHANCE:
            s = game.result(s, sample(game, s, random))
            continue
        engine.new_search()
        engine.value(s, arguments.depth)
        s = game.result(s, engine.best_move)
        moves += 1
    tile = max(s.cells >> 4 * cell & 15 for cell in range(16))
    return float(s.points), tile, moves


def match(arguments: argparse.Namespace) -> None:
    """Play one agent against another from openings by chance, and print the first one's share of points."""
    begun = time.perf_counter()
    next(points_of_games(load(arguments.game), arguments.one, arguments.other, range(1)))  # everything is compiled once
    _shared["arguments"] = arguments
    with multiprocessing.get_context("fork").Pool(arguments.processes) as pool:
        points = [one for pair in pool.map(_pair, range(arguments.games // 2), chunksize=1) for one in pair]
    share = sum(points) / len(points)
    low, high = wilson_interval(share, len(points))
    said = {"game": arguments.game, "one": arguments.one, "other": arguments.other, "games": len(points), "share": share}
    print(json.dumps({**said, "from": low, "to": high, "seconds": time.perf_counter() - begun}), flush=True)


def _pair(number: int) -> list[float]:
    """Return the results of the two games of an opening."""
    arguments = _shared["arguments"]
    numbers = range(2 * number, 2 * number + 2)
    return list(points_of_games(load(arguments.game), arguments.one, arguments.other, numbers, arguments.seed))


def main() -> None:
    """Read the command line and do what it says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    training = commands.add_parser("train")
    training.set_defaults(work=train)
    training.add_argument("game")
    training.add_argument("out")
    training.add_argument("--games", type=int)
    training.add_argument("--tuples", help="cells that belong together, a JSON list of lists")
    for name in ("seconds", "step", "decay", "exploration", "optimism"):
        training.add_argument(f"--{name}", type=float)
    training.add_argument("--stages", type=int)
    training.add_argument("--threads", type=int, default=1)
    training.add_argument("--seed", type=int, default=0)
    training.add_argument("--every", type=float, default=30.0)
    playing = commands.add_parser("play")
    playing.set_defaults(work=play)
    playing.add_argument("patterns")
    playing.add_argument("--depth", type=int, default=0)
    playing.add_argument("--games", type=int, default=1000)
    playing.add_argument("--processes", type=int, default=2)
    playing.add_argument("--hash", type=int, default=8)
    playing.add_argument("--seed", type=int, default=0)
    matching = commands.add_parser("match")
    matching.set_defaults(work=match)
    for name in ("game", "one", "other"):
        matching.add_argument(name)
    matching.add_argument("--games", type=int, default=400)
    matching.add_argument("--processes", type=int, default=2)
    matching.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    arguments.work(arguments)


if __name__ == "__main__":
    main()
