"""Experiments are found, refused, repeated and broken off."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial

import pytest

from kibitz.core.errors import InputError
from kibitz.core.randomness import Random
from kibitz.experiments import Experiment, Report, Task, experiments, find_experiment, run
from kibitz.experiments.experiment import Results


def tasks(games: int, seed: int) -> Iterator[Task]:
    for number in range(games):
        yield Task(("die",), partial(Random(seed, number).below, 6))


def report(results: Results) -> Report:
    return Report([{"die": tuple(results["die",])}], [], "dice")


DICE = Experiment("What falls?", 3, tasks, report)


def test_every_experiment_has_a_question_and_a_number_of_games() -> None:
    found = experiments()
    assert found.keys() == {
        "alphabeta", "assumptions", "better-eval", "deepening", "informed", "mcts-ladder", "monotone", "monster", "optimism",
        "ordering",
        "pathology", "star", "uct-convergence",
    }  # fmt: skip
    for name, one in found.items():
        assert one.name == name
        assert one.asks.endswith("?")
        assert one.games >= 1


def test_an_unknown_experiment_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"unknown experiment 'asumptions' \(did you mean assumptions\?\)"):
        find_experiment("asumptions")


def test_the_same_seed_gives_the_same_figures() -> None:
    first, again, other = (run(DICE, 50, seed).report.rows for seed in (1, 1, 2))
    assert first == again != other
    assert len(run(DICE).report.rows[0]["die"]) == 3


def test_no_games_are_refused() -> None:
    with pytest.raises(InputError, match="games must be at least 1, not 0"):
        run(DICE, 0)


def test_ctrl_c_keeps_what_is_finished() -> None:
    """Even where the work takes Ctrl-C for itself and answers early, as searches do."""

    def interrupted() -> int:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            signal.pause()
        except KeyboardInterrupt:
            pass
        return 99

    def broken(games: int, seed: int) -> Iterator[Task]:
        yield Task(("die",), lambda: 4)
        yield Task(("die",), interrupted)
        yield Task(("die",), lambda: 5)

    before = signal.getsignal(signal.SIGINT)
    found = run(Experiment("Broken?", 1, broken, report))
    assert (found.complete, found.report.rows) == (False, [{"die": (4,)}])
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_before_anything_is_finished_is_no_answer() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(Experiment("Nothing?", 1, lambda games, seed: [Task((), stop)], report))
