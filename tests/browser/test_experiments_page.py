"""The experiments in a browser: run to a table and charts, stopped early, taken along as files."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browsing import PATIENCE
from kibitz.experiments import experiments, find_experiment, run
from kibitz.experiments.tables import Table
from running_studio import RunningStudio

expect.set_options(timeout=PATIENCE)


def open_experiments(page: Page, studio: RunningStudio, address: str = "") -> None:
    """Open the page, and wait until it can be used."""
    page.goto(f"{studio.url}experiments#{address}")
    expect(button(page, "Run")).to_be_enabled()


def button(page: Page, name: str) -> Locator:
    """Return a button by all of its words."""
    return page.get_by_role("button", name=name, exact=True)


def status(page: Page) -> Locator:
    """Return the line that says how far it is."""
    return page.locator(".trial-status")


def report(page: Page) -> Locator:
    """Return what was found."""
    return page.get_by_role("region", name="What was found")


def test_all_experiments_are_listed_with_what_they_ask(page: Page, studio: RunningStudio) -> None:
    """The list is the library's, and choosing one asks its question."""
    open_experiments(page, studio)
    links = page.get_by_role("navigation", name="Experiments").get_by_role("link")
    expect(links).to_have_text([f"{name}{one.asks}" for name, one in experiments().items()])
    links.filter(has_text="pathology").click()
    expect(page.get_by_role("heading", name="Is deeper search always better?")).to_be_focused()
    expect(page.get_by_label("Boards of each kind")).to_have_attribute("placeholder", "400")
    expect(page.locator("nav [aria-current=true]")).to_contain_text("pathology")
    expect(page).to_have_url(re.compile("#name=pathology$"))


def test_an_experiment_is_run_to_its_table_and_chart(page: Page, studio: RunningStudio) -> None:
    """The table is that of the library, with the same seed; the chart is seen; both stay after a reload."""
    open_experiments(page, studio, "name=monotone")
    page.get_by_label("Trees").fill("5")
    page.get_by_label("Seed").fill("3")
    button(page, "Run").click()
    expect(status(page)).to_have_text(re.compile("^Finished after"))
    expect(page.locator("#announcement")).to_have_text(re.compile("^Finished after"))
    expected = run(find_experiment("monotone"), 5, 3).report
    table = Table.of(expected.rows)
    for _ in range(2):
        expect(report(page)).to_contain_text(expected.says)
        expect(report(page).get_by_role("columnheader")).to_have_text(table.columns)
        expect(report(page).locator("tbody :is(th, td)")).to_have_text([cell for row in table.rows for cell in row])
        expect(report(page).locator("caption")).to_have_text("5 trees, seed 3")
        chart = report(page).get_by_role("img", name=expected.charts[0].title)
        expect(chart).to_be_visible()
        assert chart.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
        expect(page).to_have_url(re.compile("#name=monotone&games=5&seed=3$"))
        expect(page.locator(".command-text")).to_have_text("kibitz experiment monotone --games 5 --seed 3")
        page.reload()


def test_the_table_and_the_charts_are_saved(page: Page, studio: RunningStudio, tmp_path: Path) -> None:
    """The files hold what is shown."""
    open_experiments(page, studio, "name=alphabeta&games=1")
    button(page, "Run").click()
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save the table as CSV").click()
    saving.value.save_as(tmp_path / saving.value.suggested_filename)
    rows = list(csv.DictReader((tmp_path / "alphabeta.csv").open(encoding="utf-8")))
    expect(report(page).locator("tbody tr")).to_have_count(len(rows))
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save chart 2 as SVG").click()
    saving.value.save_as(tmp_path / saving.value.suggested_filename)
    assert "</svg>" in (tmp_path / "alphabeta-2.svg").read_text(encoding="utf-8")


def test_one_that_is_stopped_shows_what_is_finished(page: Page, studio: RunningStudio) -> None:
    """The progress is seen before, and another run can begin."""
    open_experiments(page, studio, "name=monotone&games=50000")
    button(page, "Run").click()
    expect(status(page)).to_have_text(re.compile(r"^\d+ of \d+ measurements$"))
    expect(page.get_by_role("progressbar")).to_have_attribute("value", re.compile(r"^\d+$"))
    button(page, "Stop").click()
    expect(status(page)).to_have_text(re.compile("^Stopped after"))
    expect(report(page).get_by_role("heading")).to_have_text("What was found until it was stopped")
    expect(report(page).locator("tbody tr").first).to_be_visible()
    expect(page.get_by_role("progressbar")).to_be_hidden()
    page.get_by_label("Trees").fill("2")
    button(page, "Run").click()
    expect(status(page)).to_have_text(re.compile("^Finished after"))
    expect(report(page).locator("caption")).to_have_text("2 trees, seed 0")


def test_another_question_ends_the_one_that_runs(page: Page, studio: RunningStudio) -> None:
    """What was asked before does not come in later."""
    open_experiments(page, studio, "name=monotone&games=50000")
    button(page, "Run").click()
    expect(status(page)).to_have_text(re.compile("^[1-9]"))
    page.get_by_role("link", name="pathology").click()
    expect(button(page, "Run")).to_be_enabled()
    expect(status(page)).to_have_text("")
    page.wait_for_timeout(1500)
    expect(report(page)).to_be_hidden()
    expect(status(page)).to_have_text("")


def test_an_unknown_name_is_told(page: Page, studio: RunningStudio) -> None:
    """The page shows the first experiment instead."""
    open_experiments(page, studio, "name=monoton")
    expect(page.locator(".shell-notice")).to_contain_text("There is no experiment monoton.")
    expect(page.locator(".command-text")).to_have_text("kibitz experiment alphabeta")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_report_fits_a_phone_in_every_theme(new_page: Callable[..., Page], studio: RunningStudio, theme: str) -> None:
    """Wide tables scroll by themselves; the list is folded, and folds again after a choice; charts lie on white."""
    page = new_page(viewport={"width": 390, "height": 844}, color_scheme=theme)
    open_experiments(page, studio)
    page.locator("summary").click()
    page.get_by_role("link", name="alphabeta").click()
    expect(page.get_by_role("link", name="alphabeta")).to_be_hidden()
    page.get_by_label("Positions").fill("1")
    button(page, "Run").click()
    chart = report(page).get_by_role("img").first
    expect(chart).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(chart).to_have_css("background-color", "rgb(255, 255, 255)")
