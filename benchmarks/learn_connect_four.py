"""Learn Connect Four on a GPU and measure the net against perfect play: run from the root of a checkout.

    timeout -s INT 590 python benchmarks/learn_connect_four.py --minutes 18 --out connect_four.net --scores move_scores.csv

What is interrupted goes on with the same command. `--scores` has exact scores of every column (set,moves,score,s1..s7).
`--positions` are files with a position, as the moves that led to it, at the beginning of each line: what the net plays there
is written to `chosen.json`, to be judged by a solver. Only PyTorch, numba and numba-cuda are needed.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.intervals import wilson_interval
from kibitz.core.registry import load
from kibitz.learning.nets.batched_search import raw_moves, searched
from kibitz.learning.nets.learner import NetLearner
from kibitz.learning.nets.settings import Settings
from kibitz.learning.run import Budget, Figure, Told, run

BEGUN = time.perf_counter()
GPU = {
    "games": 32768, "ring": 128, "width": 512, "blocks": 3, "full": 32, "batch": 8192, "rate": 1e-3, "average": 0.999,
    "reuse": 2.0,
}  # fmt: skip
"""Settings to begin with on a GPU; none has been measured there yet."""


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


def arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=18, help="of all parts of the run together")
    parser.add_argument("--out", default="connect_four.net")
    parser.add_argument("--scores")
    parser.add_argument("--positions", nargs="*", default=[])
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

    run(
        learner,
        wanted.out,
        budget,
        command=f"learn_connect_four.py {wanted}",
        seed=wanted.seed,
        every=wanted.every,
        listen=listen,
    )
    if states:
        say(f"raw net: {told(kept(positions, raw_moves(learner.training, states)))}")
        say(f"{wanted.sims} simulations: {told(kept(positions, searched(learner.training, states, wanted.sims)))}")
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
