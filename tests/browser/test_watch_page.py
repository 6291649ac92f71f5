"""Watching agents play each other in a browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from table import button, expect_address, moves, open_table, reload, status

from running_studio import RunningStudio

AGENTS = ["alphabeta:depth=2", "alphabeta:depth=1"]


def test_a_game_is_watched_to_its_end_and_another_begins(page: Page, studio: RunningStudio) -> None:
    """Started, a game goes on by itself until it is over; values are drawn along the way."""
    open_table(page, studio.url, "connect_four:width=5,height=4", AGENTS, at="watch")
    page.get_by_label("Speed").select_option(label="as fast as they think")
    expect(moves(page)).to_have_count(0)
    button(page, "Start").click()
    expect(status(page)).to_contain_text(re.compile("wins|draw", re.IGNORECASE))
    expect(button(page, "Start")).to_be_visible()
    played = moves(page).count()
    expect(page.locator(".value-graph-dot")).to_have_count(played)
    button(page, "New game").click()
    expect(moves(page)).to_have_count(0)


def test_steps_and_pauses(page: Page, studio: RunningStudio) -> None:
    """A step is one move, and a pause stays one."""
    open_table(page, studio.url, "connect_four", AGENTS, at="watch")
    for count in (1, 2, 3):
        button(page, "Step").click()
        expect(moves(page)).to_have_count(count)
        expect(status(page)).to_contain_text("is to move")
    page.get_by_label("Speed").select_option(label="fast")
    button(page, "Start").click()
    expect(moves(page).nth(4)).to_be_visible()
    button(page, "Pause").click()
    expect(button(page, "Start")).to_be_visible()
    page.locator(".move-list-move").first.click()
    expect(status(page)).to_contain_text("After move 1 of")


def test_the_same_seed_is_the_same_game(page: Page, studio: RunningStudio) -> None:
    """Dice and agents are decided by the seed alone."""
    games = []
    for _ in range(2):
        open_table(page, studio.url, "pig:goal=10", ["random", "random"], at="watch", seed="7")
        page.get_by_label("Speed").select_option(label="as fast as they think")
        button(page, "Start").click()
        expect(status(page)).to_contain_text("wins")
        games.append(moves(page).all_text_contents())
        page.goto("about:blank")
    assert games[0] == games[1]


def test_reload_waits_where_the_game_was(page: Page, studio: RunningStudio) -> None:
    """After a reload the game stands where it stood, and waits to be started."""
    open_table(page, studio.url, "connect_four", AGENTS, at="watch")
    button(page, "Step").click()
    expect(moves(page)).to_have_count(1)
    expect_address(page, "moves=")
    reload(page)
    expect(moves(page)).to_have_count(1)
    expect(button(page, "Start")).to_be_visible()


def test_people_are_not_among_those_who_are_watched(page: Page, studio: RunningStudio) -> None:
    """Every seat has an agent, whatever the address says."""
    open_table(page, studio.url, "connect_four", ["human", "random"], at="watch")
    expect(page.get_by_label("Red, first").locator("option").first).not_to_have_text("a person")
    button(page, "Step").click()
    expect(moves(page)).to_have_count(1)
