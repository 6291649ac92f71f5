"""Pages in the middle of something: everybody can read them then too, and nothing is to be pressed that does nothing yet."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from table import PATIENCE, button

from running_studio import RunningStudio

SERIOUS = {"serious", "critical"}
THEMES: tuple[Any, ...] = ("light", "dark")
WINDOWS: tuple[Any, ...] = ({"width": 1400, "height": 900}, {"width": 390, "height": 844})


def values_and_review(page: Page) -> None:
    button(page, "Show values").click()
    expect(page.locator(".board-value").first).to_be_visible()
    button(page, "What was my worst move?").click()
    expect(page.locator(".review-verdict").first).to_be_visible()
    page.get_by_text("Position and record").click()


def choice_of_moves(page: Page) -> None:
    page.get_by_label("Move by name").wait_for()
    for name in ("b7", "b8"):
        page.locator(f'.board-picture [data-cell="{name}"]').first.click(force=True)
    page.get_by_role("dialog").wait_for()


def quiz(page: Page) -> None:
    page.get_by_role("tab", name="Quiz").click()
    button(page, "Ask me").click()
    page.locator(".quiz-question").wait_for()


def edited_node(page: Page) -> None:
    page.locator('.tree-node[data-path="a1 b1"]').click()
    page.locator(".node-editor h3").wait_for()


def chosen_node(page: Page) -> None:
    expect(page.locator(".search-words")).to_have_text("finished")
    button(page, "List").click()
    page.locator(".outline-row[aria-level='2']").first.click()
    expect(page.locator(".node-title")).to_have_text("a1")


def running_game(page: Page) -> None:
    button(page, "Step").click()
    expect(page.locator(".timeline-text")).to_have_text(re.compile("^1 of"))


def experiment(page: Page) -> None:
    button(page, "Run").click()
    page.get_by_role("region", name="What was found").wait_for()


USES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "play": ("play#game=connect_four:width=5,height=4,connect=3&moves=1,3,1&seats=human,human", values_and_review),
    "promotion": ("play#game=chess&position=4k2r/1P6/8/8/8/8/8/R3K2R w KQk - 0 1&seats=human,human", choice_of_moves),
    "quiz": ("trees#game=tree:name=lecture&agent=alphabeta", quiz),
    "editor": ("trees#game=tree:name=lecture&agent=alphabeta&step=33", edited_node),
    "search": ("search#game=tic_tac_toe&agent=alphabeta:depth=3", chosen_node),
    "pacman": ("pacman#layout=testClassic&pacman=ReflexAgent&seed=1", running_game),
    "experiment": ("experiments#name=monotone&games=1", experiment),
}


@pytest.mark.parametrize("use", USES)
def test_a_page_in_use_is_accessible_and_fits(studio: RunningStudio, browser: Browser, use: str) -> None:
    """Light and wide, then dark and narrow; the checker adds styles of its own, which the studio's pages forbid."""
    address, prepare = USES[use]
    for theme, window in zip(THEMES, WINDOWS, strict=True):
        context = browser.new_context(viewport=window, color_scheme=theme, reduced_motion="reduce", bypass_csp=True)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{studio.url}{address}")
        prepare(page)
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in SERIOUS] == [], theme
        assert page.evaluate("document.documentElement.scrollWidth") <= window["width"]
        context.close()


def test_before_there_is_a_game_nothing_of_it_can_be_asked_for(page: Page, studio: RunningStudio) -> None:
    """A review of no moves would look like one that found nothing."""
    page.route_web_socket(re.compile("/api/socket$"), lambda socket: None)  # a server that never answers
    page.goto(f"{studio.url}play#game=connect_four&moves=4,4&seats=human,human")
    for name in ("What was my worst move?", "Hint", "Undo", "Redo", "Show values", "Flip", "Resign"):
        expect(button(page, name)).to_be_disabled()


@pytest.mark.parametrize("name", ["trees", "search", "experiments", "tournaments"])
def test_a_phone_shows_in_the_navigation_where_one_is(new_page: Callable[..., Page], studio: RunningStudio, name: str) -> None:
    """There is no room for the names of all pages, but for that of this one."""
    page = new_page(viewport=WINDOWS[1])
    page.goto(f"{studio.url}{name}")
    expect(page.locator("nav a[aria-current='page']")).to_be_in_viewport(ratio=0.8)
