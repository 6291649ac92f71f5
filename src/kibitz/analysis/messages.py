"""What requests hold, checked before anything is done with them, and how numbers travel in JSON."""

from __future__ import annotations

from math import isfinite, isnan
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

INITIAL = "initial"
"""The word for the position in which a game begins."""
MOST_MOVES = 10_000
MOST_SEED = 2**53
"""Larger whole numbers do not survive the way through JavaScript."""

Name = Annotated[str, Field(max_length=200)]
AgentText = Annotated[str, Field(max_length=2_000)]
Seed = Annotated[int, Field(ge=0, le=MOST_SEED)]


class Request(BaseModel):
    """What is asked; a field that nobody knows is refused, and so is a value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Point(Request):
    """A point in a game: the game, a position of it, and the moves made from there."""

    game: str = Field("tic_tac_toe", max_length=1_000, description="A game, `chess` or `connect_four:width=6`.")
    position: str = Field(INITIAL, max_length=20_000, description="Where the moves begin, in the game's own notation.")
    moves: tuple[Name, ...] = Field((), max_length=MOST_MOVES, strict=False, description="The names of the moves made since then.")
    tree: str | None = Field(None, max_length=100_000, description="A tree in the .tree format, in place of a game.")
    seed: Seed = Field(0, description="The seed of all random numbers.")


class AgentPoint(Point):
    """A point in a game, and an agent to think about it."""

    agent: AgentText | None = Field(None, description="Who thinks, `alphabeta:depth=8`; without one, an agent that suits the game.")


def json_value(value: Any) -> Any:
    """Return a value as JSON can hold it: infinite numbers as the words `inf` and `-inf`, no number as `nan`."""
    if isinstance(value, float):
        return value if isfinite(value) else "nan" if isnan(value) else "inf" if value > 0 else "-inf"
    if isinstance(value, dict):
        return {str(key): json_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [json_value(item) for item in value]
    if value is None or isinstance(value, str | bool | int):
        return value
    return json_value(value.item()) if hasattr(value, "item") else str(value)
