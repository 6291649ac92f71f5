"""Trees as text: what the verb `tree_text` gives back can be asked about as it stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.analysis.context import Context
from kibitz.analysis.verbs.trace import Traced, trace
from kibitz.analysis.verbs.tree_text import NamedTree, tree_text
from kibitz.core.errors import InputError
from kibitz.games.tree import examples


def events_of(**fields: Any) -> list[dict[str, Any]]:
    """Return the events of a search that suits the tree."""
    events: list[dict[str, Any]] = trace(Traced(**fields), Context())["events"]
    return events


def text_of(game: str) -> str | None:
    """Return the text of a tree."""
    text: str | None = tree_text(NamedTree(game=game), Context())["text"]
    return text


@pytest.mark.parametrize("name", examples())
def test_the_text_of_an_example_is_the_example(name: str) -> None:
    assert events_of(tree=text_of(f"tree:name={name}")) == events_of(game=f"tree:name={name}")


def test_a_file_of_ones_own_is_read(tmp_path: Path) -> None:
    file = tmp_path / "own.tree"
    file.write_text("top MAX: 1, 2\n", encoding="utf-8")
    assert text_of(str(file)) == text_of(f"tree:file={file}") == "top MAX: 1, 2\n"
    assert kibitz.load(str(file)).notation(kibitz.load(str(file)).initial()) == "top"


def test_the_lectures_tree_is_the_tree_without_a_name() -> None:
    assert text_of("tree") == text_of("tree:name=lecture")


@pytest.mark.parametrize("game", ["chess", "vacuum"])
def test_other_games_are_no_text(game: str) -> None:
    assert text_of(game) is None


@pytest.mark.parametrize("game", ["tree:name=nothing", "tree:size=3", "tree:file=missing.tree"])
def test_a_tree_that_is_not_there_is_refused(game: str) -> None:
    with pytest.raises(InputError):
        text_of(game)
