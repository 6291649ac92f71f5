"""The pages with a board as tests see them: opened at a position, played on by cells, read by their words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from running_studio import RunningStudio

PATIENCE = 180_000
"""Milliseconds for what takes one or two seconds on an idle machine: kernels may have to be compiled first."""

expect.set_options(timeout=PATIENCE)

THINKER = "alphabeta:time=110"
"""An agent that thinks for longer than any test."""


def open_table(page: Page, url: str, game: str, seats: Sequence[str], *, at: str = "", **address: str) -> None:
    """Open a page with a board at a game, and wait until the board is there."""
    fields = {"game": game, "seats": ",".join(seats), "seed": "0", **address}
    page.set_default_timeout(PATIENCE)
    page.goto(f"{url.rstrip('/')}/{at}#" + "&".join(f"{name}={quote(value, safe=':=,+/')}" for name, value in fields.items()))
    expect(page.locator(".board-frame > *").first).to_be_visible()
    page.wait_for_load_state("networkidle")


def compiled(studio: RunningStudio, game: str) -> None:
    """Have the kernels of `THINKER` compiled: until they are, a stand-in would play in its place, and at once."""
    status, told = studio.post("/api/analyse", {"game": game, "agent": "alphabeta:time=0.01"})
    assert status == 200, told


def reload(page: Page) -> None:
    """Load the page again, once everything it asked for is there."""
    page.wait_for_load_state("networkidle")
    page.reload()
    expect(page.locator(".board-frame > *").first).to_be_visible()
    page.wait_for_load_state("networkidle")


def status(page: Page) -> Locator:
    """Return the line that says how the game stands."""
    return page.locator(".status")


def cell(page: Page, name: str) -> Locator:
    """Return a cell of the board."""
    return page.locator(f'.board-picture [data-cell="{name}"]').first


def middle(page: Page, name: str) -> tuple[float, float]:
    """Return the middle of a cell in the window."""
    expect(cell(page, name)).to_be_visible()
    cell(page, name).scroll_into_view_if_needed()
    box = cell(page, name).bounding_box()
    assert box is not None, name
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap(page: Page, *names: str) -> None:
    """Click on cells, one after the other, whatever is drawn above them."""
    for name in names:
        page.mouse.click(*middle(page, name))


def expect_playable(page: Page) -> None:
    """Wait until a person may move on the board."""
    expect(page.locator(".board-picture .is-playable").first).to_be_attached()


def button(page: Page, name: str) -> Locator:
    """Return a button by all of its words."""
    return page.get_by_role("button", name=name, exact=True)


def moves(page: Page) -> Locator:
    """Return the names in the list of moves."""
    return page.locator(".move-list-name")


def expect_moves(page: Page, *names: str) -> None:
    """Wait until the game has these moves."""
    expect(moves(page)).to_have_text(list(names))


def expect_address(page: Page, part: str) -> None:
    """Wait until the address has this part."""
    expect(page).to_have_url(re.compile(re.escape(part)))
