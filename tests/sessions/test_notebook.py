"""Sessions, decisions and traces draw themselves in a notebook: a real kernel runs the cells."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parents[2] / "examples"
CELLS = (
    "import kibitz",
    "session = kibitz.Session('chess').play('e4').play('e5')\nsession",
    "session.analyse('alphabeta:depth=3')",
    "kibitz.trace('tree:name=lecture', agent='alphabeta')",
    f"kibitz.Session({str(EXAMPLES / 'cant_stop.py')!r})",
    "[name for name in ('play', 'Session', 'analyse_many', 'games') if name not in dir(kibitz)]",
)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """Return what each cell shows."""
    folder: Path = tmp_path_factory.mktemp("notebook")
    os.environ.setdefault("IPYTHONDIR", str(folder))
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
    return [cell.outputs[0].data if cell.outputs else {} for cell in notebook.cells]


def test_a_session_is_a_board_with_its_moves(outputs: list[Any]) -> None:
    assert outputs[1]["text/html"].startswith("<div><svg")
    assert "<polygon" in outputs[1]["text/html"]
    assert "e4 e5" in outputs[1]["text/html"]


def test_a_decision_is_a_board_with_an_arrow_and_a_table(outputs: list[Any]) -> None:
    shown = outputs[2]["text/html"]
    assert "<polygon" in shown
    assert "<b>alphabeta:depth=3</b> says" in shown
    assert shown.count("<table>") == 2
    assert "and 17 more moves" in shown
    assert outputs[2]["text/plain"].startswith("Decision(action=")


def test_a_trace_is_a_tree(outputs: list[Any]) -> None:
    assert outputs[3]["image/svg+xml"].startswith("<svg")


def test_a_game_without_a_picture_is_text(outputs: list[Any]) -> None:
    assert outputs[4]["text/html"].startswith("<div><pre>")


def test_everything_public_can_be_completed(outputs: list[Any]) -> None:
    assert outputs[5]["text/plain"] == "[]"
