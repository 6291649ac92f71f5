"""Help as people read it: on a terminal of 80 columns."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
import typer
from commands import kibitz

from kibitz.cli.main import app

COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
BORDER, BOLD = re.compile(r"[│╭╮╰╯─]"), re.compile(r"\[/?bold\]")


def shown(monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """Return the lines of a help on 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")
    answer = kibitz(*words, "--help")
    assert answer.code == 0
    return [line.rstrip() for line in answer.out.splitlines()]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_and_cuts_no_word(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(monkeypatch, *([command] if command else []))
    assert max(map(len, lines)) <= 80
    told = COMMANDS[command] if command else typer.main.get_command(app)
    words = [word for param in told.params for word in (getattr(param, "help", None) or "").split()] + (told.help or "").split()
    there = {word for line in lines for word in BORDER.sub(" ", line).split()}
    assert [word for word in words if word not in there] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_example_stands_on_one_line(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(monkeypatch, command)
    for row in COMMANDS[command].epilog.splitlines()[2:]:
        assert " " + BOLD.sub("", row) in lines


def test_paragraphs_are_broken_only_where_the_terminal_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(monkeypatch, "check")
    start = next(place for place, line in enumerate(lines) if line.startswith(" What does not compile"))
    paragraph = lines[start : lines.index("", start)]
    for line, following in pairwise(paragraph):
        assert len(line) + 1 + len(following.split()[0]) > 78, "the next word had room"
