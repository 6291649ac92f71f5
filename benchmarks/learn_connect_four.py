"""Learn Connect Four on a GPU and measure the net against perfect play: run from the root of a checkout.

    timeout -s INT 590 python benchmarks/learn_connect_four.py --minutes 18 --out connect_four.net --scores move_scores.csv

What is interrupted goes on with the same command: the learning, and then what follows it, without learning again; `OUT.done`
keeps the nets for that, and a new run begins once it is removed. `--scores` has exact scores of every column
(set,moves,score,s1..s7).
`--positions` are files with a position, as the moves that led to it, at the beginning of each line: what the net plays there
is written to `chosen.json`, to be judged by a solver. `--small FILE` then teaches a smaller net, quick enough for searches on a
processor, from games that the large one goes on playing. Only PyTorch, numba and numba-cuda are needed.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.intervals import wilson_interval
from kibitz.core.registry import load
from kibitz.learning.nets.batched_search import raw_moves, searched
from kibitz.learning.nets.learner import NetLearner
from kibitz.learning.nets.settings import Settings
from kibitz.learning.nets.training import Training
from kibitz.learning.run import Budget, Figure, Listen, Told, run
from kibitz.models.file import new_header, read_model, write_model
from kibitz.models.net.network import KIND, save_network

BEGUN = time.perf_counter()
GPU = {
    "games": 32768, "ring": 256, "width": 1024, "blocks": 4, "full": 32, "batch": 8192, "rate": 1e-3, "average": 0.999,
    "reuse": 6.0,
}  # fmt: skip
DONE = "a finished run"
"""What OUT.done holds."""
SMALL = {"width": 512, "blocks": 3}


def say(text: str) -> None:
    """Print a line with the time since the start."""
    print(f"{time.perf_counter() - BEGUN:7.1f} s  {text}", flush=True)


def exact(game: Any, path: str) -> list[tuple[str, Any, dict[int, int]]]:
    """Return positions that have something to lose, with the outcome of each column."""
    found = []
    with open(path) as file:
        for row in csv.DictReader(file):
            scores = {column: int(row[f"s{column + 1}"]) for column in range(7) if row[f"s{column + 1}"] != ""}
            outcomes = {column: (score > 0) - (score < 0) for column, score in scores.items()}
            if len(set(outcomes.values())) > 1:
                found.append((row["set"], game.parse(row["moves"]), outcomes))
    return found


def kept(positions: Sequence[tuple[str, Any, dict[int, int]]], chosen: Sequence[int]) -> dict[str, Figure]:
    """Return the share of positions in which the outcome was kept, for each set and for all."""
    sets: dict[str, list[bool]] = {}
    for (name, _, outcomes), move in zip(positions, chosen, strict=True):
        for each in (name, "all"):
            sets.setdefault(each, []).append(outcomes[move] == max(outcomes.values()))
    return {
        f"{name}: outcome kept": Figure(float(np.mean(good)), *wilson_interval(float(np.mean(good)), len(good)))
        for name, good in sorted(sets.items())
    }


def told(figures: dict[str, Figure]) -> str:
    """Return figures in words."""
    return ", ".join(f"{name} {figure.value:.4f} [{figure.low:.4f}, {figure.high:.4f}]" for name, figure in figures.items())


def learnt(learner: NetLearner, wanted: argparse.Namespace, command: str, listen: Listen) -> Told:
    """Learn, or take what an earlier call has learnt to the end: what follows may have been interrupted."""
    done = Path(f"{wanted.out}.done")
    if done.exists():
        kept = read_model(done, DONE, learner.game)
        if kept.header.details["settings"] != learner.settings:
            raise SystemExit(f"{done} was learnt with other settings; remove it, and a new run begins")
        learner.restore(kept.arrays)
        return Told(command, wanted.seed, kept.header.details["games"], kept.header.seconds)
    said = run(learner, wanted.out, learner.budget, command=command, seed=wanted.seed, every=wanted.every, listen=listen)
    if said.is_complete:
        details = {"settings": learner.settings, "games": said.games}
        header = new_header(DONE, learner.game, command=command, seed=wanted.seed, seconds=said.seconds, details=details)
        write_model(done, header, learner.arrays())
    return said


def small_net(learner: NetLearner, minutes: float, say_figures: Callable[[Training], None]) -> Training:
    """Return the training of a smaller net from the games of the large one."""
    large = learner.training
    small = Training(
        large.game,
        replace(large.settings, **SMALL),
        seed=learner.seed,
        device=large.device,
        threads=learner.threads,
        teacher=large,
    )
    reported = 0.0
    while small.progress.seconds < 60 * minutes:
        small.round(small.progress.seconds / (60 * minutes))
        if small.progress.seconds - reported > 30:
            reported = small.progress.seconds
            say_figures(small)
    return small


def arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=18, help="of all parts of the run together")
    parser.add_argument("--out", default="connect_four.net")
    parser.add_argument("--scores")
    parser.add_argument("--positions", nargs="*", default=[])
    parser.add_argument("--small", help="the file of the smaller net")
    parser.add_argument("--small-minutes", type=float, default=2)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--sims", type=int, default=1000)
    parser.add_argument("--every", type=float, default=20, help="seconds between two reports")
    for name, value in GPU.items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    return parser.parse_args()


def main() -> None:
    """Learn for so many minutes, then measure."""
    wanted, game = arguments(), load("connect_four")
    positions = exact(game, wanted.scores) if wanted.scores else []
    states, budget = [state for _, state, _ in positions], Budget(seconds=60 * wanted.minutes)
    settings = Settings(**{name: getattr(wanted, name) for name in GPU})
    learner = NetLearner(game, settings, budget, wanted.seed, wanted.threads, wanted.device)
    if states:
        learner.measures = lambda _: kept(positions, raw_moves(learner.training, states))
    say(str(settings))
    last = [-1]

    def listen(so_far: Told, share: float) -> None:
        if len(so_far.moments) != last[0]:
            last[0], progress = len(so_far.moments), learner.training.progress
            say(
                f"{100 * share:.0f} %, {learner.speed(so_far.seconds)}, {so_far.games:,} games of "
                f"{progress.length:.1f}, playing {learner.training.playing_share:.2f}; {told(dict(so_far.moments[-1].figures))}"
            )

    command = "python benchmarks/learn_connect_four.py " + " ".join(sys.argv[1:])
    said = learnt(learner, wanted, command, listen)

    def judge(training: Training) -> None:
        if states:
            say(f"raw net: {told(kept(positions, raw_moves(training, states)))}")

    judge(learner.training)
    if states:
        say(f"{wanted.sims} simulations: {told(kept(positions, searched(learner.training, states, wanted.sims)))}")
    if wanted.small and said.is_complete:
        small = small_net(learner, wanted.small_minutes, judge)
        judge(small)
        seconds = said.seconds + small.progress.seconds
        header = new_header(
            KIND, game, command=command, seed=wanted.seed, seconds=seconds, details={"games": said.games},
            device=learner.training.device_name,
        )  # fmt: skip
        save_network(wanted.small, header, small.network())
    chosen = {}
    for path in wanted.positions:
        names = [line.split()[0] for line in Path(path).read_text().splitlines() if line.strip()]
        found = [game.parse(name) for name in names]
        moves = {"raw": raw_moves(learner.training, found), "searched": searched(learner.training, found, wanted.sims)}
        chosen[Path(path).name] = {"positions": names, **moves}
    if chosen:
        Path(wanted.out).with_name("chosen.json").write_text(json.dumps(chosen))


if __name__ == "__main__":
    main()
