"""The options that are tuned, and the values each may have: `c=0.2..3`, `depth=2..6`, `pruning=none|quiescence|full`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite, log

from kibitz.core.agents import find
from kibitz.core.contract import Game
from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.specs import parse_spec

WIDE = 10.0
"""A range whose ends are so many times apart is searched by ratios: 0.1 to 0.2 is then as far as 1 to 2."""

Value = float | int | str


@dataclass(frozen=True)
class Parameter:
    """An option and what it may be: a range of numbers, whole ones or not, or a list of words."""

    name: str
    low: float = 0.0
    high: float = 0.0
    is_whole: bool = False
    choices: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str, is_whole: bool) -> Parameter:
        """Return the parameter that a text such as `c=0.2..3` describes; `is_whole` says that its numbers are."""
        name, equals, values = (part.strip() for part in text.partition("="))
        if not name or not equals or not values:
            raise InputError(f"{text!r} is no parameter; write c=0.2..3, depth=2..6 or pruning=none|quiescence|full")
        if ".." not in values:
            choices = tuple(word.strip() for word in values.split("|"))
            if len(set(choices)) < 2 or "" in choices:
                raise InputError(
                    f"the parameter {text!r} leaves nothing to choose; write c=0.2..3 or pruning=none|quiescence|full"
                )
            return cls(name, choices=choices)
        low, high = (_number(end, text) for end in values.split("..", 1))
        if not low < high:
            raise InputError(f"the range of {text!r} must go from a lower number to a higher one")
        if is_whole and not (low.is_integer() and high.is_integer()):
            raise InputError(f"{name} is a whole number, so the range of {text!r} must go from one to another")
        return cls(name, low, high, is_whole)

    @property
    def by_ratio(self) -> bool:
        """Whether the range is searched by ratios."""
        return not self.choices and self.low > 0.0 and self.high >= WIDE * self.low

    def place(self, value: Value) -> float:
        """Return where in its range a value lies, from 0 to 1."""
        if self.choices:
            return self.choices.index(str(value)) / (len(self.choices) - 1)
        low, high, at = self.low, self.high, float(value)
        return log(at / low) / log(high / low) if self.by_ratio else (at - low) / (high - low)

    def value(self, place: float) -> Value:
        """Return the value at a place of the range, from 0 to 1."""
        if self.choices:
            return self.choices[round(place * (len(self.choices) - 1))]
        found = self.low * (self.high / self.low) ** place if self.by_ratio else self.low + place * (self.high - self.low)
        return round(found) if self.is_whole else found


def _number(text: str, where: str) -> float:
    """Return the number at one end of a range."""
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise InputError(f"{text.strip()!r} in the parameter {where!r} is no number; write c=0.2..3")
    return number


def read_parameters(game: Game, agent: str, texts: list[str]) -> tuple[Parameter, ...]:
    """Return the parameters of an agent that these texts describe; each must be an option of the agent."""
    search, _ = find(game, agent)
    found: list[Parameter] = []
    for text in texts:
        name = text.partition("=")[0].strip()
        if "=" in text and name not in search.kinds:
            raise UnknownNameError(f"option of {search.name}", name, search.kinds)
        found.append(Parameter.parse(text, _is_whole(search.kinds.get(name))))
    names = [parameter.name for parameter in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"the parameter {twice} is given twice")
    return tuple(found)


def _is_whole(kind: object) -> bool:
    """Return whether values of an option are whole numbers."""
    return kind is int or (kind is not None and str(kind) in ("int | None", "typing.Optional[int]"))


def with_values(agent: str, values: Mapping[str, Value]) -> str:
    """Return an agent's string with these options."""
    name, colon, rest = agent.partition(":")
    spec = parse_spec(agent) if colon and "=" in rest else None
    kept = {} if spec is None else {key: value for key, value in spec.options.items() if key not in values}
    told = {key: f"{value:.6g}" if isinstance(value, float) else str(value) for key, value in values.items()}
    return f"{name}:" + ",".join(f"{key}={value}" for key, value in {**kept, **told}.items())
