"""The HTML report: whole in itself, and what the results say stands in it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.database import Database
from kibitz.arena.report import report
from kibitz.arena.report.tables import cross_table, forfeit_rows, opening_rows
from kibitz.arena.results import End, MatchResults
from kibitz.arena.running import play_match
from kibitz.arena.settings import MatchSettings
from kibitz.arena.standings import Standings
from kibitz.arena.terms import Adjudication, Terms, TimeControl

PLAYERS = ("alphabeta:depth=2", "alphabeta:depth=1", "random")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a match."""
    found = tmp_path_factory.mktemp("report") / "matches.db"
    kibitz.match("tic_tac_toe", *PLAYERS, games=18, seed=2, openings="random:plies=1", processes=1, database=found)
    return found


@pytest.fixture(scope="module")
def results(file: Path) -> MatchResults:
    """Return its results."""
    with Database.read(file) as database:
        return database.results()


def test_a_report_needs_nothing_else(file: Path) -> None:
    """It loads nothing, runs nothing, and is the same each time."""
    with Database.read(file) as database:
        page = report(database)
        assert page == report(database)
    addresses = set(re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?([^"' >)]*)""", page))
    assert all(address.startswith(("data:", "#")) for address in addresses)
    assert "<script" not in page
    assert page.count("<svg") == 2
    for words in ("Standings", "Cross table", "Score over time", "Openings", "The longest game", "color-scheme: light dark"):
        assert words in page


def test_the_terms_of_the_games_are_told_in_words(tmp_path: Path) -> None:
    terms = Terms(TimeControl(clock=60.0, increment=0.5), adjudication=Adjudication(after=9))
    settings = MatchSettings(kibitz.load("tic_tac_toe"), ("random", "random"), 2, terms=terms)
    play_match(settings, database=tmp_path / "m.db", processes=1)
    with Database.read(tmp_path / "m.db") as database:
        page = report(database)
    assert "Time in seconds 60+0.5, and a move may be 0.1 late" in page
    assert "draws adjudicated after 9 moves, where all take it for even within 0.02 8 times" in page
    assert "{" not in page.partition("<footer>")[2]


def test_the_tables_add_up(results: MatchResults) -> None:
    standings = Standings.of(results)
    cells = re.findall(r">([\d.]+)/(\d+)<", cross_table(results, standings))
    assert sum(float(points) for points, _ in cells) == len(results)
    assert sum(int(games) for _, games in cells) == 2 * len(results)
    assert sum(int(row["games"]) for row in opening_rows(results)) == len(results)
    assert forfeit_rows(results) == []


def test_forfeits_are_told_with_what_was_said(results: MatchResults) -> None:
    lost = replace(results.games[0], end=End.CRASH, forfeiter=1, explanation="<b>division by zero</b>")
    told = replace(results, games=(lost, *results.games[1:]))
    (row,) = forfeit_rows(told)
    assert row == {"game": "1", "who lost": lost.players[1], "why": "crash", "what there is to say": "<b>division by zero</b>"}
    assert Standings.of(told).forfeits[lost.players[1]] == 1


def test_names_are_text_in_the_page(tmp_path: Path) -> None:
    agent = tmp_path / "odd&name.py"
    agent.write_text(
        "import kibitz\n\n@kibitz.agent('odd')\ndef odd(game, state):\n    return next(iter(game.actions(state)))\n"
    )
    db = tmp_path / "odd.db"
    kibitz.match("tic_tac_toe", str(agent), "random", games=2, processes=1, database=db)
    with Database.read(db) as database:
        page = report(database)
    assert "odd&amp;name.py" in page
    assert "odd&name.py" not in page
