"""The page of tournaments in a browser: ratings, cross table, every game on the board, and matches that go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import kibitz
from browsing import PATIENCE
from kibitz.arena.database import Database
from kibitz.arena.standings import Standings
from running_studio import RunningStudio, running_studio

expect.set_options(timeout=PATIENCE)
PLAYERS = ("alphabeta:depth=2", "alphabeta:depth=1", "random")


def play(file: Path, games: int) -> None:
    """Play the match of these tests so far, in the file."""
    kibitz.match("tic_tac_toe", *PLAYERS, games=games, seed=1, openings="random:plies=1", processes=1, database=file)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a finished match."""
    found = tmp_path_factory.mktemp("matches") / "matches.db"
    play(found, 12)
    return found


@pytest.fixture(scope="module")
def arena(file: Path) -> Iterator[RunningStudio]:
    """Yield a studio that shows the file."""
    with running_studio(str(file)) as started:
        yield started


def test_a_tournament_is_shown_with_its_ratings_and_games(page: Page, arena: RunningStudio, file: Path) -> None:
    """The list is the library's, and a game is gone through move by move."""
    page.goto(f"{arena.url}tournaments")
    with Database.read(file) as database:
        results = database.results()
        last = results.games[-1]
        moves = [move.name for move in database.moves(1, last.number)]
    rows = Standings.of(results).rows()
    ratings = page.get_by_role("region", name="Ratings").locator("tbody td")
    expect(ratings).to_have_text([cell for row in rows for cell in row.values()])
    expect(page.get_by_role("region", name="Cross table").locator("tbody tr")).to_have_count(len(PLAYERS))
    page.get_by_role("button", name=f"Show game {last.number}", exact=True).click()
    replay = page.get_by_role("region", name="Replay")
    expect(replay.locator(".replay-status")).to_contain_text(f"Move {len(moves)} of {len(moves)}")
    expect(replay.locator(".replay-status")).to_contain_text("ended by its rules")
    expect(replay.locator(".replay-moves button")).to_have_text(moves)
    page.get_by_role("button", name="To the beginning").click()
    expect(replay.locator(".replay-status")).to_have_text("The beginning.")
    page.get_by_role("button", name="One move on").click()
    expect(replay.locator(".replay-status")).to_contain_text(f"Move 1 of {len(moves)}")
    expect(replay.locator(".replay-moves [aria-current=true]")).to_have_text(moves[0])
    page.reload()
    expect(replay.locator(".replay-status")).to_contain_text(f"Move {len(moves)} of {len(moves)}")


def test_games_that_are_played_meanwhile_appear(page: Page, tmp_path: Path) -> None:
    """A match that was broken off is shown as unfinished; when it goes on, the page follows."""
    file = tmp_path / "going.db"
    play(file, 6)
    with Database.read(file) as database:
        began = database.match().played
    with running_studio(str(file)) as started:
        page.goto(f"{started.url}tournaments")
        expect(page.get_by_role("button", name="Show game")).to_have_count(began)
        play(file, 12)
        page.reload()
        expect(page.get_by_role("button", name="Show game")).to_have_count(12)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1400, 900), (390, 844)], ids=["wide", "phone"])
def test_a_shown_tournament_is_accessible_and_fits(
    browser: Browser, arena: RunningStudio, theme: Any, size: tuple[int, int]
) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=theme, bypass_csp=True)
    page = context.new_page()
    page.goto(f"{arena.url}tournaments")
    page.get_by_role("button", name="Show game 1", exact=True).click()
    expect(page.locator(".replay-board svg")).to_be_visible()
    found = Axe().run(page).response["violations"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    context.close()
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []


def test_only_files_of_the_command_line_are_opened(arena: RunningStudio, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    play(other, 6)
    for verb in ("tournament", "tournament_game"):
        status, answer = arena.post(f"/api/{verb}", {"file": str(other)})
        assert status == 400
        assert "named on the command line" in answer["error"]
