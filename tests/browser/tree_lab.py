"""The tree lab as tests see it: opened at a tree, stepped through, and read as people read it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

PATIENCE = 180_000
"""Milliseconds for what takes a moment on an idle machine."""

expect.set_options(timeout=PATIENCE)


@dataclass(frozen=True)
class TreeLab:
    """The page of the tree lab."""

    page: Page

    @classmethod
    def at(cls, page: Page, url: str, **address: str | int) -> TreeLab:
        """Return the lab, opened at what the address says, when its tree is drawn."""
        fields = "&".join(f"{name}={quote(str(value), safe=':=,+/')}" for name, value in address.items())
        page.goto(f"{url}trees#{fields}")
        lab = cls(page)
        expect(lab.node("")).to_be_visible()
        return lab

    def node(self, path: str) -> Locator:
        """Return the node at the end of some branches, `a1 b2`; of none, the root."""
        return self.page.locator(f'.tree-node[data-path="{path}"]')

    @property
    def cuts(self) -> Locator:
        """The branches that are drawn as cut."""
        return self.page.locator(".tree-edge.is-cut")

    @property
    def caption(self) -> Locator:
        """What happened at this step."""
        return self.page.locator("#caption")

    @property
    def result(self) -> Locator:
        """What the search found in the end."""
        return self.page.locator("#result")

    @property
    def code_line(self) -> Locator:
        """The line of the pseudocode that is executed."""
        return self.page.locator(".code-lines [aria-current]")

    @property
    def text(self) -> Locator:
        """The tree as text."""
        return self.page.get_by_label("Tree as text", exact=True)

    def press(self, name: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def field(self, name: str) -> Locator:
        """Return a field of the editor of a node."""
        return self.page.locator(".node-editor").get_by_label(name, exact=True)

    def choice(self, name: str) -> Locator:
        """Return a list to choose from."""
        return self.page.get_by_role("combobox", name=name, exact=True)

    def tab(self, name: str) -> None:
        """Show another panel beside the tree."""
        self.page.get_by_role("tab", name=name, exact=True).click()

    def ask_about(self, what: str) -> None:
        """Begin a quiz."""
        self.tab("Quiz")
        self.choice("Ask about").select_option(label=what)
        self.press("Ask me")

    @property
    def question(self) -> Locator:
        """What the quiz asks."""
        return self.page.locator(".quiz-question legend")

    @property
    def verdict(self) -> Locator:
        """What the quiz says of an answer."""
        return self.page.locator(".quiz-verdict")

    @property
    def score(self) -> Locator:
        """How many answers were right."""
        return self.page.get_by_label("Score", exact=True)

    def expect_step(self, step: int, last: int) -> None:
        """Wait until a step is shown."""
        expect(self.page.locator(".tree-count")).to_have_text(f"{step} / {last}")

    def expect_cuts(self, *paths: str) -> None:
        """Wait until these branches are cut and no others."""
        expect(self.cuts).to_have_count(len(paths))
        assert sorted(self.cuts.evaluate_all("edges => edges.map((edge) => edge.dataset.path)")) == sorted(paths)

    def expect_address(self, part: str) -> None:
        """Wait until the address says this."""
        expect(self.page).to_have_url(re.compile(re.escape(part)))
