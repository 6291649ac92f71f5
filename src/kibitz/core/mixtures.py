"""Mixtures of agents, `[0.8*minimax:depth=2+0.2*random]`: how likely each of them is to choose the move."""

from __future__ import annotations

from math import isclose
from typing import NamedTuple

from kibitz.core.errors import InputError
from kibitz.core.specs import split_outside_brackets

UNIFORM = "uniform"
"""Another name for the agent `random` alone: every move equally likely."""


class Ingredient(NamedTuple):
    """An agent and how likely it is to choose."""

    weight: float
    agent: str


def parse_mixture(text: str) -> tuple[Ingredient, ...]:
    """Return the agents of a mixture, or the one agent that `text` names, each with its weight; weights must sum to 1."""
    inner = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    found = tuple(_ingredient(part.strip(), text) for part in split_outside_brackets(inner, "+"))
    whole = sum(one.weight for one in found)
    if not isclose(whole, 1.0, abs_tol=1e-9):
        raise InputError(f"the weights in the model {text!r} sum to {whole:g}, not 1")
    return found


def _ingredient(part: str, text: str) -> Ingredient:
    """Return one agent of a mixture; without a weight it is alone."""
    weight, star, agent = part.partition("*")
    if not star:
        weight, agent = "1", part
    try:
        number = float(weight)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= 1.0 or not agent.strip():
        raise InputError(f"{part!r} in the model {text!r} is not of the form 0.8*agent, with a weight from 0 to 1")
    return Ingredient(number, "random" if agent.strip() == UNIFORM else agent.strip())
