"""The report of a run of training: one HTML page that needs nothing beside it, with curves, tables and heat maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from kibitz.core.files import write_whole
from kibitz.learning.run import Moment

WIDE, HIGH, MARGIN = 640, 260, 56
"""The size of a chart in pixels, and the room for its numbers."""
CELL = 54
"""The width of a cell of a heat map."""
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
body { color: #222; background: #fff; }
table { border-collapse: collapse; } td, th { padding: .15rem .8rem .15rem 0; text-align: left; } td.n { text-align: right; }
svg { max-width: 100%; height: auto; } code { overflow-wrap: anywhere; }
"""


@dataclass(frozen=True)
class Table:
    """A table of a report."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class HeatMap:
    """Numbers on the cells of a board, row by row."""

    title: str
    rows: Sequence[Sequence[float]]


def write_report(
    path: str | Path, title: str, facts: Mapping[str, str], moments: Sequence[Moment], parts: Sequence[Table | HeatMap]
) -> None:
    """Write the report of a run: what was done, how each figure grew, and what was learnt."""
    names = list(dict.fromkeys(name for moment in moments for name in moment.figures))
    body = [f"<h1>{escape(title)}</h1>", _table(Table("", (), [(name, fact) for name, fact in facts.items()]))]
    body += [_curve(name, [moment for moment in moments if name in moment.figures]) for name in names]
    body += [_heat_map(part) if isinstance(part, HeatMap) else _table(part) for part in parts]
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    write_whole(path, f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(body)}</body></html>\n'.encode())


def _table(table: Table) -> str:
    """Return a table."""
    heading = f"<h2>{escape(table.title)}</h2>" if table.title else ""
    head = "".join(f"<th>{escape(name)}</th>" for name in table.columns)
    rows = "".join(f"<tr>{''.join(_cell(text) for text in row)}</tr>" for row in table.rows)
    return f"{heading}<table>{f'<tr>{head}</tr>' if head else ''}{rows}</table>"


def _cell(text: str) -> str:
    """Return a cell of a table; numbers stand to the right."""
    is_number = text.lstrip("-+").replace(".", "", 1).replace(",", "").isdigit()
    kind = ' class="n"' if is_number else ""
    return f"<td{kind}>{escape(text)}</td>"


def _curve(name: str, moments: Sequence[Moment]) -> str:
    """Return how a figure grew over the seconds of learning, with its confidence interval as a band."""
    figures = [moment.figures[name] for moment in moments]
    low, high = min(figure.low for figure in figures), max(figure.high for figure in figures)
    low, high = (low, high) if high > low else (low - 0.5, high + 0.5)
    last = moments[-1].seconds or 1.0

    def x(seconds: float) -> float:
        return round(MARGIN + (WIDE - MARGIN - 20) * seconds / last, 1)

    def y(value: float) -> float:
        return round(HIGH - MARGIN / 2 - (HIGH - MARGIN) * (value - low) / (high - low), 1)

    above = [f"{x(moment.seconds)},{y(figure.high)}" for moment, figure in zip(moments, figures, strict=True)]
    below = [f"{x(moment.seconds)},{y(figure.low)}" for moment, figure in zip(moments, figures, strict=True)]
    line = [f"{x(moment.seconds)},{y(figure.value)}" for moment, figure in zip(moments, figures, strict=True)]
    marks = "".join(
        f'<text x="{MARGIN - 6}" y="{y(value) + 4}" text-anchor="end">{value:.4g}</text>'
        f'<line x1="{MARGIN}" x2="{WIDE - 20}" y1="{y(value)}" y2="{y(value)}" stroke="#ddd"/>'
        for value in (low + (high - low) * part / 4 for part in range(5))
    )
    times = "".join(
        f'<text x="{x(last * part / 4)}" y="{HIGH - 8}" text-anchor="middle">{last * part / 4:.4g} s</text>'
        for part in range(5)
    )
    return (
        f'<h2>{escape(name)}</h2><svg viewBox="0 0 {WIDE} {HIGH}" font-size="12" role="img" aria-label="{escape(name)}">'
        f"{marks}{times}"
        f'<polygon points="{" ".join([*above, *reversed(below)])}" fill="#0072B2" opacity="0.18"/>'
        f'<polyline points="{" ".join(line)}" fill="none" stroke="#0072B2" stroke-width="2"/></svg>'
    )


def _heat_map(part: HeatMap) -> str:
    """Return a board whose cells are blue where they are good to hold and orange where they are bad."""
    most = max((abs(value) for row in part.rows for value in row), default=0.0) or 1.0
    wide, high = CELL * max(map(len, part.rows)), CELL * len(part.rows)
    cells = []
    for down, row in enumerate(part.rows):
        for across, value in enumerate(row):
            colour = "#0072B2" if value > 0 else "#D55E00"
            place = f'x="{across * CELL}" y="{down * CELL}" width="{CELL}" height="{CELL}"'
            cells.append(f'<rect {place} fill="{colour}" fill-opacity="{abs(value) / most:.3f}" stroke="#999"/>')
            middle = f'x="{(across + 0.5) * CELL}" y="{(down + 0.5) * CELL + 5}" text-anchor="middle"'
            cells.append(f"<text {middle}>{value:.2f}</text>")
    label = escape(part.title)
    return (
        f'<h2>{label}</h2><svg viewBox="0 0 {wide} {high}" width="{wide}" font-size="13" role="img" aria-label="{label}">'
        f"{''.join(cells)}</svg>"
    )
