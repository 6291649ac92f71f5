"""Charts as data, drawn by matplotlib, which is imported only then. Colours are Okabe and Ito's: all eyes tell them apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO, StringIO
from math import isfinite
from typing import Any, Literal

from kibitz.core.estimates import Estimate

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
WIDE, HIGH = 6.4, 4.2
"""The size of one chart in inches."""
ROW, MARGIN = 0.3, 1.0
"""The height of a name in a sideways chart, and of what stands above and below all of them."""
SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "kibitz", "axes.spines.top": False, "axes.spines.right": False}
MOST_INSIDE = 4
"""The names of more series stand below the chart, where they hide nothing."""
Format = Literal["png", "svg"]
INK, PLACEHOLDER = "currentColor", "#010203"
"""The colour of the page's text, and what stands for it while a chart is drawn: matplotlib knows no such colour."""
BLUE = "light-dark(#0072b2, #3d9be0)"
"""The first of the colours as it is seen on a dark page too."""


@dataclass(frozen=True)
class Series:
    """What belongs together: one line, or the bars of one colour. `dashed` lines are drawn without marks, for comparison."""

    label: str
    x: Sequence[float]
    y: Sequence[Estimate | float]
    dashed: bool = False
    band: bool = False
    """The errors are a band along a line."""
    points: bool = False
    """Marks alone, without a line between them."""


@dataclass(frozen=True)
class Chart:
    """A chart of several series, over numbers or, with `groups`, over names: then the x of series are the groups' places."""

    title: str
    x_label: str
    y_label: str
    series: Sequence[Series]
    groups: Sequence[str] = ()
    names: Sequence[str] = ()
    """Words in the place of the numbers 0, 1, 2 ... along the axis."""
    sideways: bool = False
    """The groups stand one below the other, each with a mark and its error bar: for long names."""
    log_x: bool = False
    log_y: bool = False
    bare: bool = False
    """Lines have no marks: for many points."""
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


def inline_svg(chart: Chart) -> str:
    """Return a chart to stand within a page, without a background and with the page's own colour of text."""
    inks = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")
    with _figure([chart], {**dict.fromkeys(inks, PLACEHOLDER), "font.family": "sans-serif"}) as figure:
        out = StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    drawing = out.getvalue()
    drawing = drawing[drawing.index("<svg") :].replace(PLACEHOLDER, INK).replace("#000000", INK)
    return drawing.replace(COLOURS[0].lower(), BLUE)


@contextmanager
def _figure(charts: Sequence[Chart], settings: Mapping[str, Any] | None = None) -> Iterator[Any]:
    """Draw the charts; the figure is closed at the end."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with mpl.rc_context({**mpl.rcParamsDefault, **SETTINGS, **(settings or {}), "backend": "agg"}):
        high = max(HIGH, *(ROW * len(chart.groups) + MARGIN for chart in charts if chart.sideways), HIGH)
        figure = Figure(figsize=(WIDE * len(charts), high), layout="constrained")
        FigureCanvasAgg(figure)
        for axes, chart in zip(figure.subplots(1, len(charts), squeeze=False)[0], charts, strict=True):
            _draw(axes, chart)
        yield figure


def _draw(axes: Any, chart: Chart) -> None:
    """Draw one chart."""
    if chart.sideways:
        _draw_sideways(axes, chart)
        return
    for number, series in enumerate(chart.series):
        _draw_series(axes, chart, series, number)
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
    if chart.names:
        axes.set_xticks(range(len(chart.names)), chart.names)
    elif not chart.groups and not chart.log_x:
        _whole_ticks(axes, chart)
    if len(chart.series) > MOST_INSIDE or (chart.bare and len(chart.series) > 1):  # lines without marks fill their room
        axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2)
    elif chart.series:
        axes.legend(frameon=False)


def _draw_series(axes: Any, chart: Chart, series: Series, number: int) -> None:
    """Draw the series with that number."""
    look = {"color": COLOURS[number % len(COLOURS)], "label": series.label}
    heights = [_height(value) for value in series.y]
    if series.dashed or chart.bare:
        axes.plot(series.x, heights, linestyle="--" if series.dashed else "-", linewidth=1.5, **look)
    elif series.band:
        axes.plot(series.x, heights, linewidth=1.5, **look)
        down, up = _errors(series.y)
        low, high = ([y + sign * error for y, error in zip(heights, way, strict=True)] for sign, way in ((-1, down), (1, up)))
        axes.fill_between(series.x, low, high, color=look["color"], alpha=0.2, linewidth=0)
    elif chart.groups:
        _bars(axes, chart, series, number, look)
    else:
        line = "none" if series.points else "-"
        marker = MARKERS[number % len(MARKERS)]
        axes.errorbar(series.x, heights, yerr=_errors(series.y), marker=marker, linestyle=line, capsize=3, **look)


def _draw_sideways(axes: Any, chart: Chart) -> None:
    """Draw a chart whose groups stand one below the other, the first one on top."""
    for number, series in enumerate(chart.series):
        colour = COLOURS[number % len(COLOURS)]
        values = [_height(value) for value in series.y]
        axes.errorbar(
            values, series.x, xerr=_errors(series.y), fmt=MARKERS[number], color=colour, capsize=3, label=series.label
        )
    axes.set_yticks(range(len(chart.groups)), chart.groups)
    axes.set_ylim(len(chart.groups) - 0.5, -0.5)
    axes.set(title=chart.title, xlabel=chart.x_label, ylabel=chart.y_label)
    axes.grid(visible=True, axis="x", alpha=0.3)
    axes.set_axisbelow(True)
    if len(chart.series) > 1:
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
