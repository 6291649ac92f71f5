"""`kibitz experiment`: the list, a table with its plot, JSON, and what is refused."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import kibitz, refusal


def test_the_list() -> None:
    lines = kibitz("experiment").out.splitlines()
    assert lines[0].split()[:2] == ["name", "asks"]
    assert any(line.startswith("alphabeta ") for line in lines)
    rows = {row["experiment"]: row for row in kibitz("experiment", "--json").jsons}
    assert rows["assumptions"]["games"] == 5


def test_a_table_a_plot_and_a_paragraph(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "plots"
    answer = kibitz("experiment", "alphabeta", "--games", "2", "--seed", "3", "--out", str(folder))
    assert (answer.code, answer.err) == (0, "")
    assert "2 positions, seed 3" in answer.out
    assert "Both searches find the same value" in answer.out
    assert f"plot: {folder / 'alphabeta.png'}, {folder / 'alphabeta.svg'}" in answer.out
    assert sorted(file.name for file in folder.iterdir()) == ["alphabeta.png", "alphabeta.svg"]
    assert ElementTree.parse(folder / "alphabeta.svg").getroot().tag.endswith("svg")


def test_json(tmp_path: Path) -> None:
    found = kibitz("experiment", "alphabeta", "--games", "2", "--out", str(tmp_path), "--json").json
    assert (found["experiment"], found["games"], found["seed"], found["complete"]) == ("alphabeta", 2, 0, True)
    assert [row["depth"] for row in found["rows"]] == [1, 2, 3, 4, 5]
    assert found["rows"][0]["minimax, states"].keys() == {"mean", "error", "count"}
    assert [Path(file).exists() for file in found["files"]] == [True, True]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["alphabet"], "did you mean alphabeta?"),
        (["alphabeta", "--games", "0"], "games must be at least 1"),
        (["alphabeta", "--games", "many"], "--games"),
        (["alphabeta", "--seed", "x"], "--seed"),
        (["alphabeta", "--out", "{file}"], "is no folder that can be written"),
        (["alphabeta", "star"], "unexpected extra argument"),
    ],
)
def test_bad_input_is_one_line(words: list[str], said: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert said in refusal(kibitz("experiment", *(word.format(file=file) for word in words)))
