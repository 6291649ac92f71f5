"""Search trees in a browser: grown, stopped, opened and closed, and never slow."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from table import PATIENCE, button, expect_address

from running_studio import RunningStudio

MOST_MILLISECONDS = 300
"""A click is answered by the page within this time."""
MOST_NODES = 2000
PHONE = {"width": 390, "height": 844}


def open_search(page: Page, studio: RunningStudio, game: str, agent: str, *, until: str = "finished", **address: str) -> None:
    page.set_default_timeout(PATIENCE)
    fields = {"game": game, "agent": agent, **address}
    page.goto(f"{studio.url}search#" + "&".join(f"{name}={value}" for name, value in fields.items()))
    expect(words(page)).to_have_text(re.compile(until), timeout=PATIENCE)


def words(page: Page) -> Locator:
    """Return what the page says of the search."""
    return page.locator(".search-words")


def rows(page: Page, level: int | None = None) -> Locator:
    """Return the rows of the tree, or those at one depth."""
    return page.locator(".outline-body .outline-row" + ("" if level is None else f'[aria-level="{level}"]'))


def row(page: Page, level: int, name: str) -> Locator:
    """Return the row of a move at a depth, the first of that name."""
    return rows(page, level).filter(has=page.get_by_text(name, exact=True)).first


def visits(page: Page) -> int:
    """Return the visits of the root."""
    return int(rows(page).first.locator(":scope > *").nth(2).inner_text().replace(",", "") or 0)


def names(page: Page, level: int) -> list[str]:
    """Return the moves at a depth."""
    return [text.strip("▸▾ \n") for text in rows(page, level).locator(".outline-move").all_inner_texts()]


def test_a_tree_grows_and_is_stopped(page: Page, studio: RunningStudio) -> None:
    """UCT is followed while it searches; stopped, its tree stays and can be opened further."""
    open_search(page, studio, "connect_four", "uct:time=25", until="growing")
    before = visits(page)
    expect(rows(page).first).not_to_contain_text(f"{before:,}")
    assert visits(page) > before > 0
    button(page, "Stop").click()
    expect(words(page)).to_have_text("stopped")
    kept = visits(page)
    assert kept > before
    closed = page.locator('.outline-row[aria-level="2"][aria-expanded="false"]').last
    closed.focus()
    page.keyboard.press("ArrowRight")
    expect(button(page, "Search")).to_be_visible()
    expect(page.locator('.outline-row[aria-level="2"][aria-expanded="true"]')).not_to_have_count(0)
    page.wait_for_timeout(500)
    assert visits(page) == kept, "the tree that is looked at further is the one that was stopped"


def test_cuts_are_shown_with_their_reason(page: Page, studio: RunningStudio) -> None:
    """Alpha-beta's cut branches name the moves that were not looked at, and why."""
    open_search(page, studio, "tic_tac_toe", "alphabeta:depth=4")
    row(page, 2, "b1").focus()
    page.keyboard.press("ArrowRight")
    cut = rows(page, 3).filter(has_text="not looked at")
    expect(cut.first).to_contain_text(re.compile(r"c2, a3, b3, c3\s*not looked at: \S+ ≤ α = \S+"))
    page.keyboard.press("Enter")
    expect(page.locator(".node-numbers")).to_contain_text(re.compile(r"Not looked at\s*c2, a3, b3, c3, since"))


def test_a_node_is_opened_and_closed_and_shows_its_board(page: Page, studio: RunningStudio) -> None:
    """The keyboard walks the tree; Enter shows the board after the moves to a node."""
    open_search(page, studio, "connect_four", "minimax:depth=3")
    assert names(page, 2) == list("1234567")
    row(page, 2, "7").focus()
    page.keyboard.press("ArrowRight")
    expect(row(page, 2, "7")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".node-title")).to_have_text("7 → 2")
    expect(page.locator(".node-board .board-picture")).to_be_visible()
    expect(page.locator(".node-board .visually-hidden")).to_contain_text(re.compile(r"[Oo●○xX].*"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(row(page, 2, "7")).to_have_attribute("aria-expanded", "false")
    expect(row(page, 2, "7")).to_be_focused()


def test_the_picture_is_clicked_dragged_and_scaled(page: Page, studio: RunningStudio) -> None:
    """The knob of the root closes the whole tree; dragging moves the picture away, and Fit brings it back."""
    open_search(page, studio, "tree:name=lecture", "minimax")
    place = knob_of_root(page)
    assert place is not None
    page.mouse.click(*place)
    expect(rows(page)).to_have_count(1)
    page.mouse.click(*(knob_of_root(page) or (0, 0)))
    expect(rows(page)).not_to_have_count(1)
    frame = page.locator(".search-canvas").bounding_box()
    assert frame is not None
    page.mouse.move(frame["x"] + 5, frame["y"] + 5)
    page.mouse.down()
    page.mouse.move(frame["x"] + frame["width"] - 5, frame["y"] + frame["height"] - 5, steps=4)
    page.mouse.up()
    assert knob_of_root(page) is None
    button(page, "Fit the tree").click()
    assert knob_of_root(page) == place
    page.mouse.move(*place)
    page.mouse.wheel(0, -200)
    expect_moved(page, place)
    rows(page).first.focus()
    page.keyboard.press("0")
    assert knob_of_root(page) == place
    page.keyboard.press("Shift+ArrowLeft")
    expect_moved(page, place)


def expect_moved(page: Page, place: tuple[float, float]) -> None:
    """Wait until the root is elsewhere."""
    for _ in range(100):
        if knob_of_root(page) != place:
            return
        page.wait_for_timeout(50)
    pytest.fail("the picture does not move")


def knob_of_root(page: Page) -> tuple[float, float] | None:
    """Return the right end of the first node from the left, found as people do: where the pointer becomes a hand."""
    found: Any = page.locator(".search-canvas").evaluate(
        """(canvas) => {
          const { left, top, width, height } = canvas.getBoundingClientRect();
          const isOn = (x, y) => {
            canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: x, clientY: y, pointerId: 99 }));
            return canvas.classList.contains("is-on-item");
          };
          for (let y = top + 4; y < top + height; y += 6) {
            if (!isOn(left + 40, y)) continue;
            let x = left + 40;
            while (x < left + width && isOn(x + 2, y)) x += 2;
            return [x - 10, y + 6];
          }
          return null;
        }"""
    )
    return None if found is None else (found[0], found[1])


def test_a_large_trace_stays_quick(page: Page, studio: RunningStudio) -> None:
    """Of a search with over 100,000 events only what is seen is sent, and opening a node takes no time to speak of."""
    counts: list[int] = []

    def note(payload: str | bytes) -> None:
        counts.append(len(json.loads(payload).get("nodes", [])))

    page.on("websocket", lambda socket: socket.on("framereceived", note))
    open_search(page, studio, "tic_tac_toe", "minimax:depth=6")
    expect(page.locator(".search-status")).to_contain_text(re.compile(r"1\d\dk events"))
    times: list[float] = page.locator(".search-stage").evaluate(
        """(stage) => [1, 2, 3, 4, 5, 6].map((place) => {
          const knob = stage.querySelectorAll(".outline-row[aria-expanded] .outline-knob")[place];
          const began = performance.now();
          knob.click();
          document.body.getBoundingClientRect();
          return performance.now() - began;
        })"""
    )
    assert min(times) < MOST_MILLISECONDS, times
    expect(words(page)).to_have_text("finished")
    assert 0 < max(counts) <= MOST_NODES


def test_what_is_left_out_is_loaded(page: Page, studio: RunningStudio) -> None:
    """Of twenty moves some are shown, and the others when they are asked for."""
    open_search(page, studio, "chess", "minimax:depth=1")
    assert len(names(page, 2)) == 13
    more = rows(page, 2).last
    expect(more).to_contain_text("8 more moves")
    more.focus()
    page.keyboard.press("Enter")
    expect(rows(page, 2)).to_have_count(20)


def test_too_long_a_trace_is_refused_in_a_sentence(page: Page, studio: RunningStudio) -> None:
    """Somebody who asks for too much is told what to do."""
    open_search(page, studio, "nim:piles=9+9+9", "minimax", until="smaller depth=")
    expect(words(page)).to_have_class(re.compile("error"))
    expect(button(page, "Search")).to_be_visible()


def test_links_lead_in_and_on(page: Page, studio: RunningStudio) -> None:
    """An address names the position; an agent without a tree is replaced by one like it; a node leads to further searches."""
    open_search(page, studio, "connect_four", "alphabeta:time=1", moves="4,4")
    expect_address(page, "agent=alphabeta:depth=3")
    expect(page.locator(".search-from")).to_have_text("after 4 4")
    row(page, 2, "3").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Play from here")).to_have_attribute("href", "/#game=connect_four&moves=4,4,3")
    button(page, "Search from here").click()
    expect_address(page, "moves=4,4,3")
    expect(page.locator(".search-from")).to_have_text("after 4 4 3")
    page.reload()
    expect(page.locator(".search-from")).to_have_text("after 4 4 3")
    expect(words(page)).to_have_text("finished")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_has_room_for_all(new_page: Callable[..., Page], studio: RunningStudio, theme: str) -> None:
    """Nothing is wider than a phone, and the tree takes the theme's colours."""
    page = new_page(viewport=PHONE, color_scheme=theme, has_touch=True)
    open_search(page, studio, "tic_tac_toe", "alphabeta:depth=3")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    button(page, "List").click()
    row(page, 2, "a1").tap()
    expect(page.locator(".node-title")).to_have_text("a1")
    button(page, "List").click()
    lightness: float = (
        page.locator(".legend-bar span")
        .nth(3)
        .evaluate("(patch) => Math.max(...getComputedStyle(patch).backgroundColor.match(/\\d+/g).map(Number))")
    )
    assert (lightness > 128) == (theme == "light")
    page.get_by_role("button", name="Colours: system").click()
    page.get_by_role("button", name="Colours: light").click()
    expect(page.locator(".legend-bar span").nth(3)).to_have_css("background-color", "rgb(58, 63, 71)")
