"""Conditional plans: what AND-OR search finds, how the book prints it, and what happens when it is followed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.content import identity
from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.core.playouts import sample
from kibitz.core.questions import player_at, utility_at
from kibitz.core.randomness import Random


class _Printed:
    """A plan prints itself as the book does: `[Suck, if State=5 then [Right, Suck] else []]`."""

    def __str__(self) -> str:
        """Return the plan as a list of its steps."""
        return f"[{', '.join(_steps(self))}]"


@dataclass(frozen=True)
class Done(_Printed):
    """The empty plan: the goal is reached."""


@dataclass(frozen=True)
class Act(_Printed):
    """Make a move, then follow the rest of the plan."""

    action: int
    name: str
    then: Plan


@dataclass(frozen=True)
class Case:
    """A state that may come about at an AND node, and the plan for it."""

    state: Any
    name: str
    plan: Plan


@dataclass(frozen=True)
class Branch(_Printed):
    """See which state has come about, then follow its plan."""

    cases: tuple[Case, ...]

    def plan_for(self, state: Any) -> Plan:
        """Return the plan for one of the states."""
        for case in self.cases:
            if identity(case.state) == identity(state):
                return case.plan
        raise InputError(f"the plan has no answer to the state {state}")


Plan = Done | Act | Branch


def _steps(plan: Any) -> list[str]:
    """Return the steps of a plan as text; the plan that has nothing left to do goes to the `else`."""
    if isinstance(plan, Act):
        return [plan.name, *_steps(plan.then)]
    if not isinstance(plan, Branch):
        return []
    *tested, last = sorted(plan.cases, key=lambda case: isinstance(case.plan, Done))
    if not tested:
        return _steps(last.plan)
    return [" else ".join([*(f"if State={case.name} then {case.plan}" for case in tested), str(last.plan)])]


@dataclass(frozen=True)
class Execution:
    """The result of following a plan: the states from the first to the last, and the utility for the one who planned."""

    states: tuple[Any, ...]
    utility: float


def execute(game: Game, state: Any, plan: Plan, random: Random) -> Execution:
    """Return what happens when the plan is followed from `state` while everything else is left to chance."""
    player = player_at(game, state)
    states = [state]
    while not game.is_terminal(state):
        if isinstance(plan, Act) and game.to_move(state) == player:
            state, plan = game.result(state, plan.action), plan.then
        elif isinstance(plan, Branch) and game.to_move(state) != player:
            state = game.result(state, sample(game, state, random))
            plan = plan.plan_for(state)
        else:
            raise InputError(f"the plan {plan} is not for the state {game.notation(state)}")
        states.append(state)
    return Execution(tuple(states), utility_at(game, state, player))


def guaranteed_utility(game: Game, state: Any, plan: Plan) -> float:
    """Return the lowest utility with which a plan from `state` may end, for the one who planned."""
    player = player_at(game, state)

    def lowest(state: Any, plan: Plan) -> float:
        if isinstance(plan, Branch):
            return min(lowest(case.state, case.plan) for case in plan.cases)
        return lowest(game.result(state, plan.action), plan.then) if isinstance(plan, Act) else utility_at(game, state, player)

    return lowest(state, plan)
