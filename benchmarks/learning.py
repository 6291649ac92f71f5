"""Patterns and nets trained with many threads, and what is played with them: the runs behind the figures in docs/learning.md.

    python benchmarks/learning.py train 2048 big.patterns --seconds 300 --threads 12
    python benchmarks/learning.py values backgammon backgammon.net --seconds 300 --threads 4
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
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from learning_packs import pack, unpack

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
from kibitz.learning.values.learner import Method as ValueMethod
from kibitz.learning.values.learner import ValueLearner
from kibitz.learning.weights.learner import Method as WeightMethod
from kibitz.learning.weights.learner import WeightLearner
from kibitz.models.pattern_shape import Tuples
from kibitz.models.patterns import Patterns, read_patterns
from kibitz.search.expectiminimax.engine import Engine
from kibitz.search.expectiminimax.traits import AVERAGE

TEST_GAMES = 1 << 50
"""The number of the first game that is played to measure."""


def train(arguments: argparse.Namespace) -> None:
    """Train patterns, and print a line of JSON now and then."""
    game = load(arguments.game)
    given = {name: getattr(arguments, name) for name in ("step", "trace_decay", "exploration", "stages", "optimism")}
    method = Method(**{**vars(Method.usual(game)), **{name: value for name, value in given.items() if value is not None}})
    tuples: Tuples = tuple(tuple(cells) for cells in json.loads(arguments.tuples)) if arguments.tuples else ()
    learner = PatternLearner(game, method, seed=arguments.seed, threads=arguments.threads, tuples=tuples)
    before = {"games": 0, "moves": 0.0, "seconds": 0.0}
    if arguments.packs and Path(f"{arguments.packs}.0").exists():
        before = unpack(Path(arguments.packs), learner.tables.values, learner.tables.errors)
    told = _run(learner, arguments)
    if arguments.packs:
        seconds = before["seconds"] + told.seconds
        done = {"games": before["games"] + told.games, "moves": before["moves"] + learner.totals[1], "seconds": seconds}
        pack(learner.tables.values, learner.tables.errors, done, Path(arguments.packs))
        print(json.dumps({"packed": arguments.packs, **done}), flush=True)


def values(arguments: argparse.Namespace) -> None:
    """Train a net by temporal differences, and print a line of JSON now and then."""
    game = load(arguments.game)
    given = {name: getattr(arguments, name) for name in ("width", "step", "halving", "trace_decay", "exploration")}
    method = ValueMethod(
        **{**vars(ValueMethod.usual(game)), **{name: value for name, value in given.items() if value is not None}}
    )
    _run(ValueLearner(game, method, arguments.seed, arguments.threads), arguments)


def weights(arguments: argparse.Namespace) -> None:
    """Train the weights of features, and print a line of JSON now and then."""
    _run(WeightLearner(load(arguments.game), WeightMethod(depth=arguments.depth), arguments.seed), arguments)


def _run(learner: Any, arguments: argparse.Namespace) -> Told:
    """Learn, and print a line of JSON at every measurement."""
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
    print(json.dumps({"done": arguments.out, "games": told.games, "moves": moves, "seconds": told.seconds}), flush=True)
    return told


def play(arguments: argparse.Namespace) -> None:
    """Play 2048 with patterns, greedily or by expectimax, and print the mean result with its error."""
    game = load("2048")
    patterns = read_patterns(arguments.patterns, game)
    if arguments.depth == 0:
        kernel = native(self_play, game, shape=patterns.shape, alone=True, learns=False)
        kernel(TEST_GAMES, 0, 0, *_layout(patterns), np.zeros(3), _tables(patterns), np.zeros(TOTALS), np.zeros(1, np.int64))
    else:
        _engine(game, patterns, arguments.hash).warm_up(game.parse("2,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0:0"))
    begun = time.perf_counter()
    _shared.update(patterns=patterns, arguments=arguments)  # other processes have it from the beginning
    for results in _in_quarters(_greedy if arguments.depth == 0 else _expectimax, arguments.games, arguments.processes):
        points = np.array([one[0] for one in results])
        tiles = np.array([one[1] for one in results])
        figure = Figure.of_mean(points.sum(), (points * points).sum(), len(points))
        print(json.dumps({
            "depth": arguments.depth, "games": len(points), "points": figure.value, "from": figure.low, "to": figure.high,
            "share of 16384": float((tiles >= 14).mean()), "share of 32768": float((tiles >= 15).mean()),
            "moves": sum(one[2] for one in results), "seconds": time.perf_counter() - begun, "processes": arguments.processes,
        }), flush=True)  # fmt: skip


def _in_quarters(work: Callable[[int], Any], count: int, processes: int) -> Iterator[list[Any]]:
    """Yield what processes make of the numbers below a count: the first quarter of it, the first half and so on."""
    found: list[Any] = []
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        for one in pool.imap(work, range(count), chunksize=1):
            found.append(one)
            if len(found) in {count, count // 4, count // 2, count * 3 // 4}:
                yield found


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
    next(points_of_games(load(arguments.game), arguments.one, arguments.other, range(1)))  # everything is compiled once
    _shared["arguments"] = arguments
    begun = time.perf_counter()
    for pairs in _in_quarters(_pair, arguments.games // 2, arguments.processes):
        points = [one for pair in pairs for one in pair]
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
    training, netting, weighing = (commands.add_parser(name) for name in ("train", "values", "weights"))
    for parsed, work in ((training, train), (netting, values), (weighing, weights)):
        parsed.set_defaults(work=work)
        parsed.add_argument("game")
        parsed.add_argument("out")
        parsed.add_argument("--games", type=int)
        parsed.add_argument("--seconds", type=float)
        parsed.add_argument("--threads", type=int, default=1)
        parsed.add_argument("--seed", type=int, default=0)
        parsed.add_argument("--every", type=float, default=30.0)
    for name in ("step", "trace_decay", "exploration"):
        training.add_argument(f"--{name}", type=float)
        netting.add_argument(f"--{name}", type=float)
    training.add_argument("--tuples", help="cells that belong together, a JSON list of lists")
    training.add_argument("--optimism", type=float)
    training.add_argument("--stages", type=int)
    training.add_argument("--packs", metavar="PREFIX", help="go on from the tables in these files, and write them at the end")
    netting.add_argument("--width", type=int)
    netting.add_argument("--halving", type=float)
    weighing.add_argument("--depth", type=int, default=1)
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
