"""Help as people read it: on a terminal of 80 columns."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
import typer
from commands import kibitz

import kibitz.cli as kibitz_cli
from kibitz.cli.main import MODULES, SUMMARIES, app, command

COMMANDS = {name: command(name) for name in SUMMARIES}
BORDER, BOLD = re.compile(r"[│╭╮╰╯─]"), re.compile(r"\[/?bold\]")


def shown(monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """Return the lines of a help on 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")
    answer = kibitz(*words, "--help")
    assert answer.code == 0
    return [line.rstrip() for line in answer.out.splitlines()]


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits_and_cuts_no_word(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(monkeypatch, *([name] if name else []))
    assert max(map(len, lines)) <= 80
    told = COMMANDS[name] if name else typer.main.get_command(app)
    words = [word for param in told.params for word in (getattr(param, "help", None) or "").split()] + (told.help or "").split()
    there = {word for line in lines for word in BORDER.sub(" ", line).split()}
    assert [word for word in words if word not in there] == []


def test_the_list_says_of_each_command_how_its_own_help_begins() -> None:
    assert {name: (found.name, found.help.partition("\n\n")[0]) for name, found in COMMANDS.items()} == {
        name: (name, summary) for name, summary in SUMMARIES.items()
    }


def test_every_command_is_listed() -> None:
    paths = Path(kibitz_cli.__file__).parent.rglob("*.py")
    with_help = {
        path.parent.name if path.stem == "__init__" else path.stem for path in paths if "\nEPILOG = " in path.read_text()
    }
    assert with_help == {MODULES.get(name, name) for name in SUMMARIES}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_stands_on_one_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(monkeypatch, name)
    for row in COMMANDS[name].epilog.splitlines()[2:]:
        assert " " + BOLD.sub("", row) in lines


def test_paragraphs_are_broken_only_where_the_terminal_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(monkeypatch, "check")
    start = next(place for place, line in enumerate(lines) if line.startswith(" What does not compile"))
    paragraph = lines[start : lines.index("", start)]
    for line, following in pairwise(paragraph):
        assert len(line) + 1 + len(following.split()[0]) > 78, "the next word had room"
