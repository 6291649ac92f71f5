"""What a search is allowed (`Limits`) and what it answers (`Decision`, `Paths`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isclose
from typing import Any, NamedTuple

from kibitz.core.contract import Game
from kibitz.core.errors import InputError

ANSWERS = WEAK, EXACT, STRONG = ("weak", "exact", "strong")
"""How much a solver is asked: who wins; the exact value with all best moves and best play; the value of every move too."""

OTHER_TIES = "other_tie_breaking"
"""In a decision's details: what each player would get if ties were broken the other way, where that differs."""


@dataclass(frozen=True)
class Limits:
    """How far a search may go; `None` means without limit.

    `depth` counts single moves. `rounds` counts as the Pacman lectures do: one round (their "ply") is over when every
    agent has moved once. Chance outcomes cost no depth.
    """

    depth: int | None = None
    rounds: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        """Refuse limits that allow nothing."""
        options = {"seconds": "time", "simulations": "sims"}
        for name, value in vars(self).items():
            if value is not None and value <= 0:
                raise InputError(f"{options.get(name, name)} must be positive, not {value}")


@dataclass(frozen=True)
class MoveValue:
    """What a search thinks of one move: its value for the side to move, how often it was tried, its line and score.

    Searches by random games say more of it. `interval` is where a value that is an average lies with 95 % confidence,
    `bounds` between what it lies for certain, and `proved` whether it is the true value and no average.
    """

    action: int
    value: float | None
    visits: int | None = None
    utilities: tuple[float, ...] | None = None
    line: tuple[int, ...] = ()
    score: float | None = None
    interval: tuple[float, float] | None = None
    bounds: tuple[float, float] | None = None
    proved: bool | None = None


def equally_good(moves: Iterable[MoveValue], value: float, *, averaged: bool) -> tuple[int, ...]:
    """Return the moves that are worth `value`; of values that are `averaged`, what differs by rounding only is equal."""
    near = 1e-9 if averaged else 0.0
    return tuple(
        move.action
        for move in moves
        if move.value is not None and isclose(move.value, value, rel_tol=near, abs_tol=near / 1000)
    )


@dataclass(frozen=True)
class Decision:
    """A search's answer. `value` is the utility that the side to move can expect; `actions` are all equally good moves."""

    action: int | None
    value: float
    actions: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    moves: tuple[MoveValue, ...] = ()
    utilities: tuple[float, ...] | None = None
    score: float | None = None
    depth: int | None = None
    nodes: int = 0
    simulations: int | None = None
    seconds: float = 0.0
    exact: bool = False
    details: dict[str, Any] | None = None
    game: Game | None = field(default=None, repr=False, compare=False)
    """The game, the position and the agent that decided, known of every decision that `decide` or `solve` returns."""
    state: Any = field(default=None, repr=False, compare=False)
    agent: str = field(default="", repr=False, compare=False)
    tree: Any = field(default=None, repr=False, compare=False)
    """The root of the search tree, a `TreeNode`, where a search was asked to keep it (`uct:keep_tree=true`)."""

    def named(self, action: int) -> str:
        """Return the name of a move in the position that was decided on; its number where the game is not known."""
        return str(action) if self.game is None else self.game.action_name(self.state, action)

    def __str__(self) -> str:
        """Return the decision for people: the position, the answer, then the moves."""
        from kibitz.core.reports import decision_text

        return decision_text(self)

    def _repr_html_(self) -> str:
        """Return what notebooks show: the board with the move drawn in, the answer, and a table of the moves."""
        from kibitz.core.reports import decision_html

        return decision_html(self)


class Paths(NamedTuple):
    """How many paths have the depth asked for, and how many games ended before."""

    paths: int
    ended: int
