"""Learn Connect Four on one GPU and measure the net against perfect play.

    python benchmarks/learn_connect_four.py --minutes 9 --total 18 --out DIR [--resume DIR/connect_four.run] [--scores CSV]

`--scores` is a file of exact scores of every column (set,moves,score,s1..s7). Files in `--positions` have a position, as the
moves that led to it, at the beginning of each line: what the net plays there is written to `chosen.json`, to be judged by a solver.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from pathlib import Path

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack

import torch

from kibitz.core.registry import load
from kibitz.learning.nets.batched_search import raw_moves, searched
from kibitz.learning.nets.checkpoint import resumed, save_checkpoint
from kibitz.learning.nets.settings import Settings
from kibitz.learning.nets.training import Training
from kibitz.models.file import new_header
from kibitz.models.net.network import save_network

BEGUN = time.time()


def say(text: str) -> None:
    """Print a line with the time since the start."""
    print(f"{time.time() - BEGUN:7.1f} s  {text}", flush=True)


def exact(game, path):
    """Return positions that have something to lose, with the outcome of each column."""
    found = []
    with open(path) as file:
        for row in csv.DictReader(file):
            scores = {column - 1: int(row[f"s{column}"]) for column in range(1, 8) if row[f"s{column}"] != ""}
            outcomes = {column: (score > 0) - (score < 0) for column, score in scores.items()}
            if len(set(outcomes.values())) > 1:
                found.append((row["set"], game.parse(row["moves"]), outcomes))
    return found


def kept(positions, chosen) -> str:
    """Return in how many positions the outcome was kept, in words."""
    sets: dict[str, list[bool]] = {}
    for (name, _, outcomes), move in zip(positions, chosen, strict=True):
        sets.setdefault(name, []).append(outcomes[move] == max(outcomes.values()))
    whole = [good for each in sets.values() for good in each]
    parts = ", ".join(f"{name} {100 * np.mean(each):.2f} % of {len(each)}" for name, each in sorted(sets.items()))
    return f"{100 * np.mean(whole):.2f} % of {len(whole)} ({parts})"


def main() -> None:
    """Learn for so many minutes, then measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=9)
    parser.add_argument("--total", type=float, default=9, help="minutes of all runs together, by which the learning rate falls")
    parser.add_argument("--out", default=".")
    parser.add_argument("--resume")
    parser.add_argument("--scores")
    parser.add_argument("--positions", nargs="*", default=[])
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sims", type=int, default=1000)
    parser.add_argument("--every", type=float, default=20)
    for name, kind in Settings.__annotations__.items():
        if kind in ("int", "float"):
            parser.add_argument(f"--{name}", type=int if kind == "int" else float)
    told = parser.parse_args()
    settings = Settings(**{
        name: getattr(told, name) for name, kind in Settings.__annotations__.items()
        if kind in ("int", "float") and getattr(told, name) is not None
    })  # fmt: skip
    out = Path(told.out)
    game = load("connect_four")
    command = " ".join(sys.argv)
    if told.resume:
        training = resumed(told.resume, game, settings, seed=told.seed, device=told.device, threads=1)
    else:
        training = Training(game, settings, seed=told.seed, device=told.device)
    say(f"{torch.__version__} {settings} {training.encoding.inputs} inputs")
    positions = exact(game, told.scores) if told.scores else []
    states = [state for _, state, _ in positions]
    earlier, last, saved = training.progress.seconds, time.time(), time.time()
    started, before = time.time(), training.progress.positions
    while time.time() - BEGUN < told.minutes * 60:
        training.round(training.progress.seconds / (told.total * 60))
        progress = training.progress
        if training.progress.rounds <= 2 or time.time() - last > told.every:
            rate = (progress.positions - before) / (time.time() - started)
            say(
                f"round {progress.rounds}, {progress.updates} updates, {progress.positions:.3g} positions ({rate:,.0f}/s), "
                f"{progress.games:.3g} games of {progress.length:.1f}, policy {progress.policy_loss:.4f}, value "
                f"{progress.value_loss:.4f}, first player {progress.utilities[0]:+.3f}, playing {training.playing_share:.2f}"
                + (f"; raw keeps {kept(positions, raw_moves(training, states))}" if states else "")
            )
            last = time.time()
        if time.time() - saved > 60:
            save_checkpoint(out / "connect_four.run", training, light=told.device != "cpu", command=command)
            saved = time.time()
    say(f"trained for {training.progress.seconds - earlier:.0f} s")
    save_checkpoint(out / "connect_four.run", training, light=told.device != "cpu", command=command)
    header = new_header("net", game, command=command, seed=told.seed, seconds=training.progress.seconds)
    save_network(out / "connect_four.net", header, training.network())
    if states:
        say(f"raw net: {kept(positions, raw_moves(training, states))}")
        say(f"with {told.sims} simulations: {kept(positions, searched(training, states, told.sims))}")
    chosen = {}
    for path in told.positions:
        names = [line.split()[0] for line in Path(path).read_text().splitlines() if line.strip()]
        found = [game.parse(name) for name in names]
        chosen[Path(path).name] = {
            "positions": names, "raw": raw_moves(training, found), "searched": searched(training, found, told.sims)
        }  # fmt: skip
    (out / "chosen.json").write_text(json.dumps(chosen))
    say("done")


main()
