"""Numbers with their errors: means with standard errors, shares with Wilson's interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import Any

from kibitz.core.intervals import wilson_interval


@dataclass(frozen=True)
class Mean:
    """The mean of a sample and its standard error, which a single number does not have."""

    value: float
    error: float
    count: int

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Mean:
        """Return the mean of numbers."""
        count = len(numbers)
        if count == 0:
            return cls(nan, nan, 0)
        mean = sum(numbers) / count
        if count == 1:
            return cls(mean, nan, 1)
        variance = sum((number - mean) ** 2 for number in numbers) / (count - 1)
        return cls(mean, sqrt(variance / count), count)

    @property
    def low(self) -> float:
        """The lower end of the error bar: one standard error below the mean."""
        return self.value - self.error if self.error == self.error else self.value

    @property
    def high(self) -> float:
        """The upper end of the error bar."""
        return self.value + self.error if self.error == self.error else self.value

    def __str__(self) -> str:
        """Return the mean with its error, both to the same digit."""
        if self.count == 0:
            return "-"
        digits = 0 if max(abs(self.value), self.error) >= 1000 else 1 if abs(self.value) >= 10 else 3
        error = "" if self.error != self.error else f" ± {self.error:,.{digits}f}"
        return f"{self.value:,.{digits}f}{error}"

    def fields(self) -> dict[str, Any]:
        """Return the estimate for JSON."""
        return {"mean": self.value, "error": self.error, "count": self.count}


@dataclass(frozen=True)
class Share:
    """How many of so many trials were successes; the interval is Wilson's at 95 % (Wilson, 1927)."""

    successes: int
    count: int

    @classmethod
    def of(cls, outcomes: Sequence[bool]) -> Share:
        """Return the share of the outcomes that are true."""
        return cls(sum(map(bool, outcomes)), len(outcomes))

    @property
    def value(self) -> float:
        """The share, from 0 to 1."""
        return self.successes / self.count if self.count else nan

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self._interval[0] if self.successes else 0.0

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self._interval[1] if self.successes < self.count else 1.0

    @property
    def _interval(self) -> tuple[float, float]:
        """The interval, (nan, nan) without trials."""
        return wilson_interval(self.value, self.count) if self.count else (nan, nan)

    def __str__(self) -> str:
        """Return the successes, the trials and the interval in per cent."""
        if self.count == 0:
            return "-"
        return f"{self.successes}/{self.count} ({100 * self.low:.0f}-{100 * self.high:.0f} %)"

    def fields(self) -> dict[str, Any]:
        """Return the estimate for JSON."""
        return {"share": self.value, "low": self.low, "high": self.high, "successes": self.successes, "count": self.count}


Estimate = Mean | Share
