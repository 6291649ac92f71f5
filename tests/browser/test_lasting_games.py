"""A game outlives what happens around it: a reload, another tab, a lost server, a saved file, a click too many."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from table import (
    THINKER,
    button,
    compiled,
    expect_address,
    expect_moves,
    expect_playable,
    middle,
    moves,
    open_table,
    reload,
    status,
    tap,
)

from running_studio import RunningStudio, running_studio

BARE_GAME = '''from typing import NamedTuple

import kibitz


class State(NamedTuple):
    sticks: int
    player: int


@kibitz.game(players=2)
class Sticks:
    """Two players take one or two sticks; who takes the last one wins."""

    def initial(self):
        return State(5, 0)

    def to_move(self, s):
        return s.player

    def actions(self, s):
        yield from range(1, min(2, s.sticks) + 1)

    def result(self, s, a):
        return State(s.sticks - a, 1 - s.player)

    def is_terminal(self, s):
        return s.sticks == 0

    def utility(self, s, player):
        return -1 if player == s.player else 1
'''


def test_reload_keeps_the_game(page: Page, studio: RunningStudio) -> None:
    """The address holds the game, and without it the browser does."""
    open_table(page, studio.url, "connect_four", ["human", "human"])
    tap(page, "4")
    expect_moves(page, "4")
    tap(page, "3")
    expect_moves(page, "4", "3")
    expect_address(page, "moves=4,3")
    reload(page)
    expect_moves(page, "4", "3")
    page.goto("about:blank")
    page.goto(studio.url)
    expect_moves(page, "4", "3")


def test_two_tabs_play_two_games(page: Page, studio: RunningStudio) -> None:
    """What is played in one tab does not reach into another."""
    open_table(page, studio.url, "connect_four", ["human", "human"])
    other = page.context.new_page()
    open_table(other, studio.url, "tic_tac_toe", ["human", "human"])
    tap(page, "4")
    other.locator(".board-picture .is-playable").first.click(force=True)
    expect(moves(other)).to_have_count(1)
    expect_moves(page, "4")
    reload(page)
    expect_moves(page, "4")
    expect(other.locator(".board-picture .is-playable")).to_have_count(8)


def test_a_second_click_does_no_harm(page: Page, studio: RunningStudio) -> None:
    """A double click is one move, on a cell and on a button, and not one for whoever is next."""
    open_table(page, studio.url, "go:size=5", ["human", "human"])
    page.mouse.dblclick(*middle(page, "C3"))
    expect_moves(page, "C3")
    button(page, "pass").dblclick()
    expect_moves(page, "C3", "pass")
    expect(status(page)).to_contain_text("Black is to move")


def test_clicks_while_an_engine_thinks_are_not_kept_for_later(page: Page, studio: RunningStudio) -> None:
    """Whoever is impatient neither moves for the engine nor in advance."""
    compiled(studio, "connect_four")
    open_table(page, studio.url, "connect_four", ["human", THINKER])
    tap(page, "4")
    expect(button(page, "Move now")).to_be_enabled()  # as soon as there is a move to play
    tap(page, "1", "2", "1")
    expect_moves(page, "4")
    button(page, "Move now").click()
    expect(moves(page)).to_have_count(2)
    expect(status(page)).to_contain_text("Your move")
    expect(moves(page)).to_have_count(2)


def test_a_server_that_comes_back_finds_the_game_going_on(browser: Browser) -> None:
    """While the server is away the page says so; a move made meanwhile is played, and answered, when it is back."""
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    with running_studio() as first:
        open_table(page, first.url, "connect_four", ["human", "alphabeta:depth=2"])
        tap(page, "4")
        expect(moves(page)).to_have_count(2)
        expect_playable(page)
    expect(page.locator("#connection")).to_contain_text("lost")
    tap(page, "1")
    expect_address(page, ",1&seats")
    with running_studio("--port", first.url.rstrip("/").rpartition(":")[2]):
        expect(moves(page)).to_have_count(4)
        expect(page.locator("#connection")).to_be_empty()
        expect(status(page)).to_contain_text("Your move")
        reload(page)
        expect(moves(page)).to_have_count(4)
        page.close()
    assert faults == []


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the system does not tell which processes the studio has")
def test_a_turn_that_failed_is_tried_again(page: Page) -> None:
    """The process that thinks is killed: the page says so, keeps the game, and asks again when it is told to."""
    with running_studio() as own:
        compiled(own, "connect_four")
        open_table(page, own.url, "connect_four", ["human", THINKER])
        tap(page, "4")
        expect(button(page, "Move now")).to_be_enabled()
        children = Path(f"/proc/{own.process.pid}/task/{own.process.pid}/children").read_text().split()
        for process in map(int, children):
            os.kill(process, signal.SIGKILL)
        expect(status(page)).to_contain_text("Something is wrong")
        expect_moves(page, "4")
        button(page, "Try again").click()
        expect(status(page)).to_contain_text("Yellow is to move")
        expect(page.get_by_role("button", name="Try again")).to_be_hidden()
        expect(button(page, "Move now")).to_be_enabled()
        button(page, "Move now").click()
        expect(moves(page)).to_have_count(2)
        expect(status(page)).to_contain_text("Your move")
        page.goto("about:blank")  # before its server goes


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningStudio, Path, Path]]:
    """Yield a studio with two games of a user, and their files."""
    files = [tmp_path_factory.mktemp("own") / name for name in ("sticks.py", "other.py")]
    for file in files:
        file.write_text(BARE_GAME, encoding="utf-8")
    with running_studio(*map(str, files)) as started:
        yield started, files[0], files[1]


def test_a_users_game_without_a_picture(page: Page, own: tuple[RunningStudio, Path, Path]) -> None:
    """A file of a few lines is played by buttons, stands first among the games, and is read again when it is saved."""
    studio, file, _ = own
    open_table(page, studio.url, str(file), ["human", "human"])
    expect(page.locator(".board-text")).to_be_visible()
    expect(page.get_by_label("Game", exact=True).locator("optgroup").first).to_have_attribute("label", "Your games")
    buttons = page.locator(".board-buttons button")
    buttons.first.click()
    expect_moves(page, "1")
    expect(buttons).to_have_count(2)
    file.write_text(BARE_GAME.replace("min(2, s.sticks)", "min(3, s.sticks)"), encoding="utf-8")
    expect(buttons).to_have_count(3)
    expect_moves(page, "1")
    for _ in range(2):
        button(page, "2").click()
    expect(status(page)).to_contain_text("wins")


def test_a_users_game_that_was_spoilt_is_told_and_can_be_mended(page: Page, own: tuple[RunningStudio, Path, Path]) -> None:
    """A file that cannot be read says why; when it is mended the game goes on."""
    studio, _, file = own
    open_table(page, studio.url, str(file), ["human", "human"])
    button(page, "2").click()
    expect_moves(page, "2")
    file.write_text(BARE_GAME.replace("def initial", "def initial("), encoding="utf-8")
    expect(status(page)).to_contain_text("Something is wrong")
    file.write_text(BARE_GAME, encoding="utf-8")
    expect(status(page)).to_contain_text("Second is to move")
    expect_moves(page, "2")
