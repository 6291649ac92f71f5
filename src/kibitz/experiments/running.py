"""Running an experiment: one task after the other, until all are done or Ctrl-C says that it is enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import InputError
from kibitz.core.interrupts import interrupts
from kibitz.experiments.experiment import Experiment, Key, Report

Progress = Callable[[int, int], None]
"""Is told how many tasks are done, and of how many."""


@dataclass(frozen=True)
class Finished:
    """An experiment's report, and whether all its tasks were done."""

    experiment: Experiment
    report: Report
    games: int
    seed: int
    complete: bool


def run(experiment: Experiment, games: int | None = None, seed: int = 0, progress: Progress | None = None) -> Finished:
    """Return the report of an experiment with so many games (its own number by default); Ctrl-C ends it early."""
    count = experiment.games if games is None else games
    if count < 1:
        raise InputError(f"games must be at least 1, not {count}")
    tasks = list(experiment.tasks(count, seed))
    results: dict[Key, list[Any]] = {}
    done = 0
    with interrupts() as was_interrupted:
        try:
            for task in tasks:
                outcome = task.work()
                # searches answer Ctrl-C with the best they have so far, which is not what was to be measured
                if was_interrupted():
                    break
                results.setdefault(task.key, []).append(outcome)
                done += 1
                if progress is not None:
                    progress(done, len(tasks))
        except KeyboardInterrupt:
            pass
    if not done:
        raise KeyboardInterrupt
    return Finished(experiment, experiment.report(results), count, seed, done == len(tasks))
