"""The sequential probability ratio test: a match that ends as soon as it knows (Wald, 1945).

Two hypotheses are held against each other: the first agent leads by elo0, or by elo1. The test follows the logarithm of how
much likelier the results are under the second, and accepts one of them where that leaves the bounds ln(beta / (1 - alpha))
and ln((1 - beta) / alpha). What the hypotheses do not say, how often draws come and how the games of a pair hang together, is
taken as it fits the results best (the generalised test, as chess engines are tested).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import isfinite, log, sqrt
from typing import Any, Literal

from kibitz.arena.elo import NORMALISED_UNIT, expected_share
from kibitz.arena.likelihood import with_mean
from kibitz.arena.score import Sample, Score
from kibitz.core.errors import InputError
from kibitz.core.specs import convert_options, split_outside_brackets

EMPTY = 1e-3
"""What an empty bin counts, so that nothing is impossible."""
MOST_ELO = 1000.0
"""Hypotheses further away are not between what results can tell apart."""

Model = Literal["logistic", "normalised"]


class Verdict(StrEnum):
    """What a test has come to."""

    H0 = "H0 accepted"
    H1 = "H1 accepted"
    OPEN = "open"


@dataclass(frozen=True)
class Sprt:
    """A test of elo1 against elo0 for the first agent; `alpha` and `beta` bound the errors of the first and second kind."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        """Refuse tests that could never end, or end at once."""
        if not (-MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO):
            raise InputError(
                f"elo0 must be below elo1, and both between {-MOST_ELO:g} and {MOST_ELO:g}, "
                f"not elo0={self.elo0:g},elo1={self.elo1:g}"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not (isfinite(value) and 0.0 < value < 0.5):
                raise InputError(f"{name}, how often the test may be wrong, must be between 0 and 0.5, not {value:g}")

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Return the test that `elo0=0,elo1=10` names, with alpha=, beta= and model=logistic|normalised where given."""
        options: dict[str, str] = {}
        for part in split_outside_brackets(text, ","):
            key, equals, value = (word.strip() for word in part.partition("="))
            if not equals or not key or not value or key in options:
                raise InputError(f"{part!r} in the test {text!r} is not of the form key=value, once; write elo0=0,elo1=10")
            options[key] = value
        kinds = {"elo0": float, "elo1": float, "alpha": float, "beta": float, "model": Model}
        values = convert_options("the test", options, kinds)
        missing = [name for name in ("elo0", "elo1") if name not in values]
        if missing:
            raise InputError(f"the test {text!r} does not say {missing[0]}; write elo0=0,elo1=10")
        return cls(**values)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which elo0 and elo1 are accepted."""
        return log(self.beta / (1.0 - self.alpha)), log((1.0 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, score: Score) -> float:
        """Return how much likelier the score is under elo1 than under elo0, as a logarithm; of pairs where games are paired."""
        sample = score.sample
        if not sample.count:
            return 0.0
        seen = replace(sample, counts=tuple(count or EMPTY for count in sample.counts))
        return self._normalised_ratio(seen) if self.model == "normalised" else self._logistic_ratio(seen)

    def _logistic_ratio(self, sample: Sample) -> float:
        """Return the ratio for leads in expected points: of the likeliest distributions with these means."""
        shares = [count / sample.count for count in sample.counts]
        first, second = (with_mean(shares, sample.points, expected_share(elo)) for elo in (self.elo0, self.elo1))
        return sample.count * sum(q * log(p1 / p0) for q, p0, p1 in zip(shares, first, second, strict=True))

    def _normalised_ratio(self, sample: Sample) -> float:
        """Return the ratio for leads in standard deviations: that of Student's test, of a mean whose variance is not known.

        Where nearly all games are won the results are far from normal, and the formula would fall again; it is held at its
        peak.
        """
        first, second = (elo / NORMALISED_UNIT * sqrt(sample.games_each) for elo in (self.elo0, self.elo1))
        middle, peak = (first + second) / 2.0, sqrt(1.0 + ((second - first) / 2.0) ** 2)
        lead = middle + max(-peak, min(peak, (sample.mean - 0.5) / sqrt(sample.variance) - middle))
        return sample.count / 2.0 * log((1.0 + (lead - first) ** 2) / (1.0 + (lead - second) ** 2))

    def verdict(self, score: Score) -> Verdict:
        """Return which hypothesis the score decides for, if it does."""
        ratio, (low, high) = self.log_likelihood_ratio(score), self.bounds
        return Verdict.H1 if ratio >= high else Verdict.H0 if ratio <= low else Verdict.OPEN

    def __str__(self) -> str:
        """Return the test as `parse` reads it."""
        return f"elo0={self.elo0:g},elo1={self.elo1:g},alpha={self.alpha:g},beta={self.beta:g},model={self.model}"

    def fields(self, score: Score) -> dict[str, Any]:
        """Return where the test stands, for JSON."""
        low, high = self.bounds
        facts = {"elo0": self.elo0, "elo1": self.elo1, "alpha": self.alpha, "beta": self.beta, "model": self.model}
        state = {"llr": self.log_likelihood_ratio(score), "lower": low, "upper": high, "verdict": str(self.verdict(score))}
        return facts | state
