"""A real browser on a real studio, for tests: any error of a page, and any request that fails, is a failure of the test."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ABORTED = "net::ERR_ABORTED"
PATIENCE = 180_000
"""Milliseconds for what takes one or two on an idle machine."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield Chromium, or skip where there is none."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Yield a function that opens a page in a browser without a past; options are those of a context, such as a size."""
    faults: list[str] = []
    with ExitStack() as closing:

        def opened(**options: Any) -> Page:
            context = browser.new_context(**{"viewport": {"width": 1400, "height": 900}, "reduced_motion": "reduce", **options})
            closing.callback(context.close)
            context.set_default_timeout(PATIENCE)
            _watch(context, faults)
            return context.new_page()

        yield opened
        assert not faults, faults


def _watch(context: BrowserContext, faults: list[str]) -> None:
    """Collect what goes wrong on the pages of a context."""
    context.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
    context.on("weberror", lambda error: faults.append(str(error.error)))
    context.on("response", lambda answer: faults.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
    # whoever leaves a page aborts what it still asks for, such as its icon: that is no fault
    context.on(
        "requestfailed",
        lambda request: None if request.failure == ABORTED else faults.append(f"{request.failure} {request.url}"),
    )


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """Return a page of a wide, light window."""
    return new_page()
