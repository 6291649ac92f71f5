"""Takes the pictures of the studio in this folder, with Chromium: `python docs/pictures/studio.py`."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

FOLDER = Path(__file__).parent
PATIENCE = 120_000
"""Milliseconds for what takes one or two when everything has been compiled."""
COLOURS = 256
"""So many are kept, which makes a picture a third as large."""
WIDE: ViewportSize = {"width": 1440, "height": 860}
PHONE: ViewportSize = {"width": 390, "height": 760}


class View(NamedTuple):
    """One picture: the file, the address, when it is taken, and on what."""

    name: str
    address: str
    prepare: Callable[[Page], None]
    window: ViewportSize = WIDE
    theme: Literal["light", "dark"] = "light"


def values(page: Page) -> None:
    """Show what every move is worth."""
    page.get_by_role("button", name="Show values").click()
    expect(page.locator(".board-value").first).to_be_visible()


def board(page: Page) -> None:
    """Wait for the board, and for the names of the games beside it."""
    expect(page.locator(".board-frame > *").first).to_be_visible()
    expect(page.locator(".game-picker option").nth(1)).to_be_attached()


def cuts(page: Page) -> None:
    """Wait until branches are cut."""
    expect(page.locator(".tree-edge.is-cut").first).to_be_attached()


def tree(page: Page) -> None:
    """Wait for a tree that has grown to its end."""
    expect(page.locator(".outline-row").nth(1)).to_be_attached()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_hidden()


def maze(page: Page) -> None:
    """Wait for the maze."""
    expect(page.locator("main canvas").first).to_be_visible()


VIEWS = (
    View("studio-play", "play#game=connect_four&moves=4,4,5,3&seats=human,human&seed=0", values),
    View("studio-backgammon", "play#game=backgammon&moves=16,24/23 24/18,63&seats=human,human&seed=0", board, theme="dark"),
    View("studio-trees", "trees#game=tree:name=lecture&agent=alphabeta&step=21", cuts),
    View("studio-search", "search#game=tic_tac_toe&moves=b2,a1&agent=uct:sims=3000", tree, theme="dark"),
    View("studio-pacman", "pacman#layout=mediumClassic&pacman=ReflexAgent&seed=1", maze),
    View("studio-phone", "play#game=chess&moves=e4,e5,Nf3&seats=human,human&seed=0", board, PHONE),
)


def take(browser: Browser, url: str, view: View) -> None:
    """Write one picture."""
    context = browser.new_context(viewport=view.window, color_scheme=view.theme, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{url}{view.address}")
    view.prepare(page)
    page.wait_for_load_state("networkidle")
    page.evaluate("scrollTo(0, 0)")
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    context.close()
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(FOLDER / f"{view.name}.png", optimize=True)


def main() -> None:
    """Start a studio and take all pictures, or those that are named."""
    expect.set_options(timeout=PATIENCE)
    command = [sys.executable, "-m", "kibitz", "studio", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as studio, sync_playwright() as playwright:
        assert studio.stdout is not None
        url = studio.stdout.readline().split()[2]
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("google-chrome"), args=["--no-sandbox", "--disable-gpu"]
        )
        for view in VIEWS:
            if view.name in sys.argv[1:] or len(sys.argv) == 1:
                take(browser, url, view)
        browser.close()
        studio.terminate()


if __name__ == "__main__":
    main()
