"""The game checker: does a game keep its word, does it compile, do all targets agree on it, and how fast is it."""

from kibitz.checking.checker import check
from kibitz.checking.report import Finding, Report, Speed

__all__ = ["Finding", "Report", "Speed", "check"]
