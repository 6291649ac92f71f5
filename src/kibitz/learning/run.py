"""A run of training: games in chunks, figures of progress, checkpoints written whole, and resuming after a kill."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.core.files import require_writable
from kibitz.core.tasks import Task
from kibitz.models.file import Arrays, new_header, read_model, write_model

KIND = "an unfinished run"
"""What a checkpoint holds."""
CHUNK_SECONDS = 2.0
"""About so long games are learnt from until the clock is looked at again."""
MOST_GROWTH = 4
"""A chunk has at most so many times the games of the one before."""


@dataclass(frozen=True)
class Figure:
    """A figure of progress with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    @classmethod
    def of_mean(cls, total: float, squares: float, count: int) -> Figure:
        """Return a mean, given the sum of so many numbers and that of their squares."""
        mean = total / count
        spread = max(0.0, squares / count - mean * mean) / max(1, count - 1)
        margin = 1.96 * spread**0.5
        return cls(mean, mean - margin, mean + margin)


@dataclass(frozen=True)
class Moment:
    """Where a run stood: after so many games and seconds of learning, with these figures."""

    games: int
    seconds: float
    figures: Mapping[str, Figure]


class Learner(Protocol):
    """What learns: it plays games of its own, or reads others', and its state is a few arrays."""

    @property
    def game(self) -> Game:
        """The game that is learnt."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """All that its result depends on but the number of games, in values that JSON has."""

    def arrays(self) -> Arrays:
        """Return what was learnt so far, as a checkpoint keeps it."""

    def restore(self, arrays: Arrays) -> None:
        """Take what a checkpoint has kept."""

    def learn(self, first: int, games: int, stop: Any) -> int:
        """Learn from the games `first`, `first + 1` and so on; return of how many. It ends early once `stop[0]` is 1."""

    def measure(self) -> dict[str, Figure]:
        """Return how good what was learnt is."""

    def save(self, path: str | Path, told: Told) -> None:
        """Write what was learnt."""


@dataclass(frozen=True)
class Budget:
    """How long a run learns: so many games, or so many seconds."""

    games: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Refuse a budget that is none."""
        if self.games is None and self.seconds is None:
            raise InputError("say how long to learn: a number of games or of seconds")
        for name, value in vars(self).items():
            if value is not None and not value > 0:
                raise InputError(f"{name} must be above 0, not {value}")

    def share(self, games: int, seconds: float) -> float:
        """Return how much of the budget is used up."""
        of_games = games / self.games if self.games is not None else 0.0
        of_seconds = seconds / self.seconds if self.seconds is not None else 0.0
        return max(of_games, of_seconds)


@dataclass
class Told:
    """What a run says of itself: by what command, from what seed, and how it went."""

    command: str = ""
    seed: int = 0
    games: int = 0
    seconds: float = 0.0
    moments: list[Moment] = field(default_factory=list)
    is_complete: bool = True
    """Whether the budget was used up: Ctrl-C ends a run before."""


Listen = Callable[[Told, float], None]
"""Told how a run goes, and which share of it is done."""


def checkpoint_of(out: str | Path) -> Path:
    """Return the file that keeps an unfinished run beside the file that it is to write."""
    return Path(f"{out}.unfinished")


def run(
    learner: Learner, out: str | Path, budget: Budget, *, command: str = "", seed: int = 0, every: float = 30.0,
    listen: Listen = lambda told, share: None,
) -> Told:  # fmt: skip
    """Learn within the budget and write what was learnt to `out`; a run that was killed goes on where it was saved last.

    About every so many seconds it is measured and saved. Ctrl-C ends the learning: what there is is measured and written, and
    the unfinished run kept, so that the same command goes on.
    """
    require_writable(out)
    told = _resumed(learner, out, command, seed)
    stop = np.zeros(1, np.int64)
    chunk, saved = 1, told.seconds
    learner.learn(told.games, 0, stop)  # compiled before a clock runs
    if not told.moments:
        _measure(learner, told, stop)
    listen(told, 0.0)
    while stop[0] == 0 and budget.share(told.games, told.seconds) < 1.0:
        games = chunk if budget.games is None else min(chunk, budget.games - told.games)
        begun = time.perf_counter()
        learnt = _interruptible(lambda: learner.learn(told.games, games, stop), stop)  # noqa: B023 - it is called at once
        took = time.perf_counter() - begun
        told.games += learnt
        told.seconds += took
        left = CHUNK_SECONDS if budget.seconds is None else min(CHUNK_SECONDS, budget.seconds - told.seconds)
        chunk = max(1, min(MOST_GROWTH * chunk, int(learnt * max(left, 0.0) / max(took, 1e-3))))
        if told.seconds - saved >= every and stop[0] == 0:
            saved = told.seconds
            _measure(learner, told, stop)
            _save_on_the_way(learner, out, told, stop)
        listen(told, budget.share(told.games, told.seconds))
    told.is_complete = bool(stop[0] == 0)
    if told.moments[-1].games != told.games:
        _measure(learner, told, stop)
    if not told.is_complete:
        _save(learner, out, told)
    learner.save(out, told)
    if told.is_complete:
        checkpoint_of(out).unlink(missing_ok=True)
    return told


def _measure(learner: Learner, told: Told, stop: Any) -> None:
    """Note how good what was learnt is; Ctrl-C leaves the figures out and ends the run."""
    figures: dict[str, Figure] = {}
    try:
        figures = learner.measure()
    except KeyboardInterrupt:
        stop[0] = 1
    told.moments.append(Moment(told.games, told.seconds, figures))


def _interruptible(work: Callable[[], int], stop: Any) -> int:
    """Return `work()`; Ctrl-C makes it end early, and whatever else a signal raises too, which is raised then."""

    def hurry() -> None:
        stop[0] = 1

    task = Task(work)
    task.wait(None, hurry)
    if task.interruption is not None and not isinstance(task.interruption, KeyboardInterrupt):
        raise task.interruption
    return task.answer()


def _save_on_the_way(learner: Learner, out: str | Path, told: Told, stop: Any) -> None:
    """Keep a run that goes on; Ctrl-C ends the run, which then writes what there is."""
    try:
        _save(learner, out, told)
    except KeyboardInterrupt:
        stop[0] = 1


def _save(learner: Learner, out: str | Path, told: Told) -> None:
    """Keep a run that goes on."""
    details = {"settings": dict(learner.settings), "games": told.games, "moments": [asdict(moment) for moment in told.moments]}
    header = new_header(
        KIND, learner.game, command=told.command, seed=told.seed, seconds=told.seconds, details=details
    )  # fmt: skip
    write_model(checkpoint_of(out), header, learner.arrays())


def _resumed(learner: Learner, out: str | Path, command: str, seed: int) -> Told:
    """Return what is told of the run that was kept, which goes on, or of a new one."""
    path = checkpoint_of(out)
    if not path.exists():
        return Told(command, seed)
    kept = read_model(path, KIND, learner.game)
    details = kept.header.details
    if details["settings"] != dict(learner.settings) or kept.header.seed != seed:
        raise InputError(
            f"{path} keeps a run with other settings ({kept.header.command}); go on with those, or remove the file"
        )
    learner.restore(kept.arrays)
    moments = [
        Moment(moment["games"], moment["seconds"], {name: Figure(**figure) for name, figure in moment["figures"].items()})
        for moment in details["moments"]
    ]
    return Told(command, seed, details["games"], kept.header.seconds, moments)
