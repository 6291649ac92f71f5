"""Every page of the studio: it opens without an error, can be read by everybody, and fits every window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from kibitz.studio.files import pages
from running_studio import RunningStudio

WINDOWS = {"wide": (1400, 900), "phone": (390, 844)}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SERIOUS = {"serious", "critical"}


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("name", [*pages(), "api"])
def test_a_page_opens_without_an_error_and_fits(
    studio: RunningStudio, new_page: Callable[..., Page], name: str, window: str
) -> None:  # fmt: skip
    width, height = WINDOWS[window]
    page = new_page(viewport={"width": width, "height": height})
    _opened(page, f"{studio.url}{name}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", [*pages(), "api"])
def test_a_page_is_accessible(studio: RunningStudio, browser: Browser, name: str) -> None:
    """In every window and theme; the checker adds styles of its own, which the studio's pages forbid."""
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    faults = []
    for window, (width, height) in WINDOWS.items():
        page.set_viewport_size({"width": width, "height": height})
        _opened(page, f"{studio.url}{name}")
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            found = Axe().run(page).response["violations"]
            faults += [(window, theme, one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in SERIOUS]
    context.close()
    assert faults == []


def _opened(page: Page, address: str) -> None:
    """Open a page and wait until it has its content."""
    page.goto(address)
    page.locator("main").wait_for()
    page.wait_for_load_state("networkidle")
