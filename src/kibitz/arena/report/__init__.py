"""The report on a match: one HTML file with everything in it, to be read in any browser, light or dark."""

from __future__ import annotations

from kibitz.arena.report.page import report

__all__ = ["report"]
