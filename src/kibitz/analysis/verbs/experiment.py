"""`experiments`, `experiment`: the lectures' tables and curves."""

from __future__ import annotations

from time import monotonic
from typing import Any

from pydantic import Field

from kibitz.analysis.compiling import compiling_reported
from kibitz.analysis.context import Context
from kibitz.analysis.messages import Request, Seed
from kibitz.analysis.verbs import verb
from kibitz.analysis.verbs.library import Nothing
from kibitz.experiments import experiments as all_experiments
from kibitz.experiments import find_experiment, run
from kibitz.experiments.tables import Table, csv_text
from kibitz.pictures.charts import drawn

MOST_GAMES = 100_000
REPORT_SECONDS = 0.1
"""Reports of progress are no closer together."""


class Chosen(Request):
    """An experiment, and how much of it."""

    name: str = Field(max_length=100, description="Which experiment.")
    games: int | None = Field(None, ge=1, le=MOST_GAMES, description="How many games, trees or positions; without it, its own.")
    seed: Seed = Field(0, description="The seed; the same one gives the same figures.")


@verb("experiments")
def experiments(request: Nothing, context: Context) -> dict[str, Any]:
    """Return the experiments: what each asks, and how many games, trees or positions it takes by itself."""
    found = all_experiments().values()
    return {
        "experiments": [{"experiment": one.name, "asks": one.asks, "games": one.games, "counted": one.counted} for one in found]
    }


@verb("experiment", is_long=True)
def experiment(request: Chosen, context: Context) -> dict[str, Any]:
    """Return an experiment's table, its pictures and what they show; one that is told to end reports on what is finished."""
    chosen = find_experiment(request.name)
    last = 0.0

    def progress(done: int, total: int) -> None:
        nonlocal last
        if monotonic() - last >= REPORT_SECONDS or done == total:
            last = monotonic()
            context.emit({"done": done, "total": total})

    with compiling_reported(context):
        finished = run(chosen, request.games, request.seed, progress)
    report, table = finished.report, Table.of(finished.report.rows)
    return {
        "experiment": chosen.name,
        "asks": chosen.asks,
        "games": finished.games,
        "counted": chosen.counted,
        "seed": finished.seed,
        "complete": finished.complete,
        "columns": table.columns,
        "numeric": table.numeric,
        "rows": table.rows,
        "says": report.says,
        "csv": csv_text(report.rows),
        "titles": [chart.title for chart in report.charts],
        "charts": [drawn([chart], "svg").decode() for chart in report.charts],
    }
