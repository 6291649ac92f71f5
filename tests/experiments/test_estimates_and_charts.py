"""Numbers with their errors, and charts that can be opened."""

from __future__ import annotations

from math import isnan, sqrt
from xml.etree import ElementTree

import pytest

from kibitz.core.estimates import Mean, Share
from kibitz.pictures.charts import Chart, Series, drawn


def test_a_mean_has_the_standard_error_of_its_sample() -> None:
    found = Mean.of([1.0, 2.0, 3.0, 4.0])
    assert found.value == 2.5
    assert found.error == pytest.approx(sqrt(5 / 3 / 4))
    assert [found.low, found.high] == pytest.approx([2.5 - found.error, 2.5 + found.error])
    assert str(found) == "2.500 ± 0.645"


def test_a_single_number_has_no_error() -> None:
    found = Mean.of([493])
    assert isnan(found.error)
    assert (found.low, found.high, str(found)) == (493, 493, "493.0")
    assert str(Mean.of([])) == "-"


def test_shares_have_wilsons_interval() -> None:
    """Five of five: from 0.5655 on, as in tables of the interval."""
    for share, interval in ((Share(5, 5), [0.5655, 1.0]), (Share(0, 5), [0.0, 0.4345]), (Share(3, 10), [0.1078, 0.6032])):
        assert [share.low, share.high] == pytest.approx(interval, abs=1e-4)
    assert str(Share(5, 5)) == "5/5 (57-100 %)"


CHART = Chart(
    "A title", "depth", "states", [Series("one", [1, 2], [Mean.of([1, 3]), 4.0]), Series("two", [1, 2], [2, 3], True)]
)


def test_pictures_say_what_they_show_and_are_the_same_every_time() -> None:
    svg = drawn([CHART], "svg")
    texts = " ".join(ElementTree.fromstring(svg).itertext())
    for word in ("A title", "depth", "states", "one", "two"):
        assert word in texts
    assert drawn([CHART], "svg") == svg
    png = drawn([CHART, CHART], "png")
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert png == drawn([CHART, CHART], "png")


def test_bars_stand_beside_each_other() -> None:
    bars = Chart("Bars", "who", "score", [Series("a", [0, 1], [1, 2]), Series("b", [0, 1], [3, Share(1, 2)])], ("x", "y"))
    texts = " ".join(ElementTree.fromstring(drawn([bars], "svg")).itertext())
    assert "x" in texts.split()
    assert "y" in texts.split()
