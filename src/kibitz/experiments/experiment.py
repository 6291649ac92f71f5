"""What an experiment is, and finding it: any file of this folder that holds `EXPERIMENT`.

An experiment is a series of tasks, each with random numbers of its own, and a report on those that are finished. So it can be
broken off at any time, and tells what it has found until then.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kibitz.core.errors import UnknownNameError
from kibitz.pictures.charts import Chart

PACKAGE = "kibitz.experiments"

Key = tuple[Any, ...]
"""Which measurement: the agent and the depth, say."""
Results = Mapping[Key, Sequence[Any]]
"""What the finished tasks of each measurement came to, in the order of the tasks."""


class Task(NamedTuple):
    """One thing to do: which measurement it belongs to, and the work, which returns what it came to."""

    key: Key
    work: Callable[[], Any]


@dataclass(frozen=True)
class Report:
    """What was found: a table, its pictures, and a paragraph on what they show."""

    rows: Sequence[Mapping[str, Any]]
    """The table, row by row; cells are texts, numbers and estimates with their errors."""
    charts: Sequence[Chart]
    says: str
    pictures: Mapping[str, str] = field(default_factory=dict)
    """Further pictures as SVG, by name."""


@dataclass(frozen=True)
class Experiment:
    """An experiment: what it asks, how many games it plays by default, its tasks, and the report on what they came to."""

    asks: str
    games: int
    tasks: Callable[[int, int], Iterable[Task]]
    """`tasks(games, seed)`: the tasks in order; equal seeds give equal tasks."""
    report: Callable[[Results], Report]
    counted: str = "games"
    """What `--games` counts."""
    name: str = field(default="", compare=False)


def experiments() -> dict[str, Experiment]:
    """Return all experiments by name: the file's, with dashes."""
    found = {}
    for module in pkgutil.iter_modules(importlib.import_module(PACKAGE).__path__):
        held = getattr(importlib.import_module(f"{PACKAGE}.{module.name}"), "EXPERIMENT", None)
        if held is not None:
            name = module.name.replace("_", "-")
            found[name] = Experiment(**{**vars(held), "name": name})
    return found


def find_experiment(name: str) -> Experiment:
    """Return the experiment of that name."""
    known = experiments()
    if name not in known:
        raise UnknownNameError("experiment", name, known)
    return known[name]
