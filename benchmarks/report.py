"""What was measured: sections with a table each, as text for the terminal and as the page of results."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib.metadata import version
from pathlib import Path

from peers import PEERS

import kibitz

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"

HEAD = """# Benchmarks: Kibitz beside its peers

Written by `make bench`, which measures everything in one run, side by side with the programs that install by name, and replaces
this page. Times are the best of several runs taken in turns, so that noise hits all alike. Everything was compiled before the
clock started. One thread, unless a row says otherwise.
"""

Row = Sequence[str]


def compared(ours: float, theirs: float) -> str:
    """Return in words how two costs compare, such as seconds: `2.10 times faster` where ours is less."""
    return f"{times_as(theirs / ours)} faster" if theirs >= ours else f"{times_as(ours / theirs)} slower"


def times_as(ratio: float) -> str:
    """Return a ratio in words: `2.10 times`."""
    return f"{ratio:,.0f} times" if ratio >= 20 else f"{ratio:.2f} times"


@dataclass(frozen=True)
class Comparison:
    """One thing that Kibitz and a peer both did, with what it cost each."""

    what: str
    peer: str
    ours: float
    theirs: float

    @property
    def words(self) -> str:
        """How they compare."""
        return compared(self.ours, self.theirs)


@dataclass
class Section:
    """One part of the results: what was measured and how, a table, and remarks."""

    title: str
    method: str
    header: Row = ()
    rows: list[Row] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    comparisons: list[Comparison] = field(default_factory=list)

    def compare(self, what: str, peer: str, ours: float, theirs: float) -> str:
        """Keep a comparison and return it in words."""
        self.comparisons.append(Comparison(what, peer, ours, theirs))
        return self.comparisons[-1].words

    @property
    def text(self) -> str:
        """The section for a terminal: columns aligned, words to the left and numbers to the right."""
        table = [self.header, *self.rows] if self.rows else []
        widths = [max(len(row[place]) for row in table) for place in range(len(self.header))] if table else []
        lines = [self.title]
        for row in table:
            cells = [
                cell.rjust(width) if place and _is_number(self.rows[0][place]) else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append("  " + "  ".join(cells).rstrip())
        return "\n".join([*lines, *(f"  {remark}" for remark in self.remarks)])

    @property
    def markdown(self) -> str:
        """The section for the page."""
        blocks = [f"## {self.title}", self.method.strip()]
        if self.rows:
            bar = ["---:" if place and _is_number(self.rows[0][place]) else "---" for place in range(len(self.header))]
            blocks.append("\n".join(f"| {' | '.join(row)} |" for row in (self.header, bar, *self.rows)))
        if self.remarks:
            blocks.append("\n".join(f"- {remark}" for remark in self.remarks))
        return "\n\n".join(blocks)


def _is_number(cell: str) -> bool:
    """Return whether a cell begins with a digit."""
    return cell[:1].isdigit()


def _processor() -> str:
    """Return the processor's name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    told = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor())
    return told or platform.machine()


def load() -> float:
    """Return how many processes have been wanting a core in the last minute, or 0 where the system does not say."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def setting(loads: Sequence[float]) -> str:
    """Return when, where and with which versions the results were made, and whether the machine had other work to do."""
    versions = [f"Kibitz {kibitz.__version__}", f"Python {platform.python_version()}", f"numba {version('numba')}"]
    versions += [f"NumPy {version('numpy')}", *(f"{peer.name} {peer.version}" for peer in PEERS if peer.is_here)]
    before = f"{loads[0]:.1f} processes were running when the measurements began"
    shared = (
        "so it was shared with other work, and gaps of less than 1.5 times may be noise"
        if loads[0] >= 0.7
        else "so it was idle"
    )
    return "\n".join(
        [
            f"- **When:** {date.today().isoformat()}.",
            f"- **Machine:** {_processor()}, {os.cpu_count()} cores, {platform.system()}. On average {before}, {shared}. "
            f"Later means: {', '.join(f'{one:.1f}' for one in loads[1:])} (the measurements themselves are 1).",
            f"- **Versions:** {', '.join(versions)}.",
            *(f"- {peer.absence}" for peer in PEERS if not peer.is_here),
        ]
    )


def summary(sections: Sequence[Section]) -> str:
    """Return where Kibitz is slower than a peer, and by how much; then how many comparisons it wins."""
    everything = [comparison for section in sections for comparison in section.comparisons]
    lost = [comparison for comparison in everything if comparison.ours > comparison.theirs]
    if not everything:
        return "Nothing was compared with a peer."
    counted = f"Of {len(everything)} comparisons Kibitz is faster in {len(everything) - len(lost)}."
    if not lost:
        return counted
    lines = "\n".join(f"- {one.what}: {one.words} than {one.peer}" for one in lost)
    return f"{counted} It loses here:\n\n{lines}"


def page(sections: Sequence[Section], loads: Sequence[float]) -> str:
    """Return the page of results."""
    return "\n\n".join([HEAD.rstrip(), setting(loads), summary(sections), *(one.markdown for one in sections)]) + "\n"


def write(text: str, path: Path) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        draft.write_text(text)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
