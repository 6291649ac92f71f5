"""Experiments over the protocol are those of the library, as text and pictures."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

import pytest

from kibitz.analysis.context import Context, Emit
from kibitz.analysis.verbs.experiment import Chosen, experiment, experiments
from kibitz.analysis.verbs.library import Nothing
from kibitz.core.errors import UnknownNameError
from kibitz.experiments import experiments as all_experiments
from kibitz.experiments import find_experiment, run
from kibitz.experiments.tables import cell_text

Fields = dict[str, Any]


def asked(fields: Fields, emit: Emit = lambda message: None) -> Fields:
    return experiment(Chosen.model_validate(fields), Context(emit=emit))


def test_all_experiments_are_listed() -> None:
    listed = experiments(Nothing(), Context())["experiments"]
    assert {one["experiment"]: (one["asks"], one["games"], one["counted"]) for one in listed} == {
        name: (one.asks, one.games, one.counted) for name, one in all_experiments().items()
    }


def test_the_table_is_the_report_and_progress_comes_to_its_end() -> None:
    told: list[Fields] = []
    answer = asked({"name": "monotone", "games": 4, "seed": 3}, told.append)
    report = run(find_experiment("monotone"), 4, 3).report
    assert answer["columns"] == list(report.rows[0])
    assert answer["rows"] == [[cell_text(cell) for cell in row.values()] for row in report.rows]
    assert (answer["says"], answer["complete"], answer["games"], answer["seed"]) == (report.says, True, 4, 3)
    progress = [message for message in told if "done" in message]
    assert progress[-1]["done"] == progress[-1]["total"] > 0
    assert len(answer["charts"]) == len(report.charts) > 0
    assert answer["titles"] == [chart.title for chart in report.charts]
    assert all("<svg" in chart and chart.rstrip().endswith("</svg>") for chart in answer["charts"])


def test_the_csv_has_a_row_for_each_of_the_table() -> None:
    answer = asked({"name": "monotone", "games": 2})
    rows = list(csv.DictReader(StringIO(answer["csv"])))
    assert len(rows) == len(answer["rows"])
    assert all(None not in row and None not in row.values() for row in rows)
    for place, column in enumerate(answer["columns"]):
        if not answer["numeric"][place]:
            assert [row[column] for row in rows] == [row[place] for row in answer["rows"]]


def test_one_that_is_stopped_reports_on_what_is_finished() -> None:
    def interrupting(message: Fields) -> None:
        if "done" in message:
            raise KeyboardInterrupt

    answer = asked({"name": "monotone", "games": 50}, interrupting)
    assert answer["complete"] is False
    assert answer["rows"]


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="monotone"):
        asked({"name": "monoton"})
