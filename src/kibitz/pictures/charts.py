"""Charts as data, drawn by matplotlib, which is imported only then. Colours are Okabe and Ito's: all eyes tell them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from math import isfinite
from typing import Any, Literal

from kibitz.core.estimates import Estimate

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
WIDE, HIGH = 6.4, 4.2
"""The size of one chart in inches."""
SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "kibitz", "axes.spines.top": False, "axes.spines.right": False}
MOST_INSIDE = 4
"""The names of more series stand below the chart, where they hide nothing."""
Format = Literal["png", "svg"]


@dataclass(frozen=True)
class Series:
    """What belongs together: one line, or the bars of one colour. `dashed` lines are drawn without marks, for comparison."""

    label: str
    x: Sequence[float]
    y: Sequence[Estimate | float]
    dashed: bool = False


@dataclass(frozen=True)
class Chart:
    """A chart of several series, over numbers or, with `groups`, over names: then the x of series are the groups' places."""

    title: str
    x_label: str
    y_label: str
    series: Sequence[Series]
    groups: Sequence[str] = ()
    log_x: bool = False
    log_y: bool = False
    unit: bool = False
    """The values are shares, from 0 to 1."""


def drawn(charts: Sequence[Chart], kind: Format) -> bytes:
    """Return the charts side by side as a picture file."""
    with _figure(charts) as figure:
        out = BytesIO()
        # no date and no version: the same numbers make the same file
        metadata = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
        figure.savefig(out, format=kind, dpi=120, metadata=metadata)
        return out.getvalue()


@contextmanager
def _figure(charts: Sequence[Chart]) -> Iterator[Any]:
    """Draw the charts; the figure is closed at the end."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with mpl.rc_context({**mpl.rcParamsDefault, **SETTINGS, "backend": "agg"}):
        figure = Figure(figsize=(WIDE * len(charts), HIGH), layout="constrained")
        FigureCanvasAgg(figure)
        for axes, chart in zip(figure.subplots(1, len(charts), squeeze=False)[0], charts, strict=True):
            _draw(axes, chart)
        yield figure


def _draw(axes: Any, chart: Chart) -> None:
    """Draw one chart."""
    for number, series in enumerate(chart.series):
        look = {"color": COLOURS[number % len(COLOURS)], "label": series.label}
        heights = [_height(value) for value in series.y]
        if series.dashed:
            axes.plot(series.x, heights, linestyle="--", linewidth=1.5, **look)
        elif chart.groups:
            _bars(axes, chart, series, number, look)
        else:
            axes.errorbar(series.x, heights, yerr=_errors(series.y), marker=MARKERS[number % len(MARKERS)], capsize=3, **look)
    if chart.groups:
        axes.set_xticks(range(len(chart.groups)), chart.groups)
        axes.axhline(0, color="black", linewidth=0.8)
    if chart.log_x:
        axes.set_xscale("log")
    if chart.log_y:
        axes.set_yscale("log")
    if chart.unit:
        axes.set_ylim(-0.02, 1.02)
    axes.set(title=chart.title, xlabel=chart.x_label, ylabel=chart.y_label)
    axes.grid(visible=True, axis="y", alpha=0.3)
    axes.set_axisbelow(True)
    if not chart.groups and not chart.log_x:
        _whole_ticks(axes, chart)
    if len(chart.series) > MOST_INSIDE:
        axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2)
    elif chart.series:
        axes.legend(frameon=False)


def _bars(axes: Any, chart: Chart, series: Series, number: int, look: dict[str, Any]) -> None:
    """Draw the bars of one series, beside those of the others."""
    count = sum(not other.dashed for other in chart.series)
    wide = 0.8 / count
    places = [x + (number - (count - 1) / 2) * wide for x in series.x]
    heights = [_height(value) for value in series.y]
    axes.bar(places, heights, wide * 0.94, yerr=_errors(series.y), capsize=3, **look)


def _whole_ticks(axes: Any, chart: Chart) -> None:
    """Mark every x that was measured, where they are few and whole, such as depths."""
    places = sorted({x for series in chart.series for x in series.x})
    if len(places) <= 12 and all(float(x).is_integer() for x in places):
        axes.set_xticks(places, [f"{x:g}" for x in places])


def _height(value: Estimate | float) -> float:
    """Return the number itself."""
    return value if isinstance(value, int | float) else value.value


def _errors(values: Sequence[Estimate | float]) -> list[list[float]]:
    """Return how far the error bars reach down and up."""
    known = [None if isinstance(value, int | float) or not isfinite(value.value) else value for value in values]
    down = [0.0 if value is None else max(0.0, value.value - value.low) for value in known]
    return [down, [0.0 if value is None else max(0.0, value.high - value.value) for value in known]]
