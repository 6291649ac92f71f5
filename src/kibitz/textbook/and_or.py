"""AND-OR search: a conditional plan that wins whatever nature and the opponents do.

AND-OR-GRAPH-SEARCH, Russell and Norvig, 4th edition, Figure 4.11. At OR nodes the player to move at the root chooses one
move; at AND nodes (chance, or any other player) the plan must have an answer to every outcome. The goal is a win: a
terminal state with more than an equal share of what there is, or with more than nothing where one plays alone or the
utilities have no fixed sum. A state that comes back on the same path is a failure there, so a plan never runs in circles.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.content import identity
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, MoveValue
from kibitz.core.errors import InputError
from kibitz.core.game import constant_sum
from kibitz.core.playouts import sample
from kibitz.core.questions import legal_actions, moves_at, player_at, utility_at
from kibitz.core.randomness import Random
from kibitz.textbook.deciding import Report, within_recursion
from kibitz.textbook.trace import Trace


@dataclass(frozen=True)
class Done:
    """The empty plan: the goal is reached."""

    def __str__(self) -> str:
        """Return the plan as the book prints it."""
        return _printed(self)


@dataclass(frozen=True)
class Act:
    """Make a move, then follow the rest of the plan."""

    action: int
    name: str
    then: Plan

    def __str__(self) -> str:
        """Return the plan as the book prints it."""
        return _printed(self)


@dataclass(frozen=True)
class Case:
    """A state that may come about at an AND node, and the plan for it."""

    state: Any
    name: str
    plan: Plan


@dataclass(frozen=True)
class Branch:
    """See which state has come about, then follow its plan."""

    cases: tuple[Case, ...]

    def __str__(self) -> str:
        """Return the plan as the book prints it."""
        return _printed(self)

    def plan_for(self, state: Any) -> Plan:
        """Return the plan for one of the states."""
        for case in self.cases:
            if identity(case.state) == identity(state):
                return case.plan
        raise InputError(f"the plan has no answer to the state {state}")


Plan = Done | Act | Branch


def _printed(plan: Plan) -> str:
    """Return the plan as a list of its steps: `[Suck, if State=5 then [Right, Suck] else []]`."""
    return f"[{', '.join(_steps(plan))}]"


def _steps(plan: Plan) -> list[str]:
    """Return the steps of a plan as text; the plan that has nothing left to do goes to the `else`."""
    if isinstance(plan, Done):
        return []
    if isinstance(plan, Act):
        return [plan.name, *_steps(plan.then)]
    *tested, last = sorted(plan.cases, key=lambda case: isinstance(case.plan, Done))
    if not tested:
        return _steps(last.plan)
    return [" else ".join([*(f"if State={case.name} then {case.plan}" for case in tested), str(last.plan)])]


def fair_share(game: Game) -> float:
    """Return the utility that a win must exceed."""
    whole = constant_sum(game)
    return 0.0 if whole is None or game.players == 1 else whole / game.players


def and_or_search(game: Game, state: Any, report: Report) -> Plan | None:
    """Return a plan that reaches a win from `state` for sure, or None where there is none without circles."""
    player = player_at(game, state)

    def search(state: Any, action: int | None, path: list[Any]) -> Plan | None:
        is_or = game.to_move(state) == player
        report.enter(state, "or" if is_or else "and", action)
        if game.is_terminal(state):
            is_goal = utility_at(game, state, player) > fair_share(game)
            report.leaf("terminal", float(is_goal))
            return Done() if is_goal else None
        if identity(state, game) in path:
            report.leaf("cycle", 0.0)
            return None
        return or_search(state, path) if is_or else and_search(state, path)

    def or_search(state: Any, path: list[Any]) -> Plan | None:
        actions = legal_actions(game, state)
        for place, action in enumerate(actions):
            plan = search(game.result(state, action), action, [identity(state, game), *path])
            if plan is not None:
                report.value(1.0)
                report.cut(actions[place + 1 :], "a plan is found")
                report.choose(action, 1.0)
                return Act(action, game.action_name(state, action), plan)
        report.value(0.0)
        report.choose(None, 0.0)
        return None

    def and_search(state: Any, path: list[Any]) -> Plan | None:
        cases: list[Case] = []
        actions = moves_at(game, state)
        for place, action in enumerate(actions):
            successor = game.result(state, action)
            if any(identity(successor, game) == identity(case.state, game) for case in cases):
                continue
            plan = search(successor, action, [identity(state, game), *path])
            if plan is None:
                report.value(0.0)
                report.cut(actions[place + 1 :], "one outcome has no plan")
                report.choose(None, 0.0)
                return None
            cases.append(Case(successor, game.notation(successor), plan))
        report.value(1.0)
        report.choose(None, 1.0)
        return Branch(tuple(cases))

    return search(state, None, [])


@dataclass(frozen=True)
class Execution:
    """What came of a plan: the states from the first to the last, and the utility for the one who planned."""

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


def guaranteed(game: Game, state: Any, plan: Plan) -> float:
    """Return the lowest utility with which a plan from `state` may end, for the one who planned."""
    player = player_at(game, state)

    def lowest(state: Any, plan: Plan) -> float:
        if isinstance(plan, Branch):
            return min(lowest(case.state, case.plan) for case in plan.cases)
        return lowest(game.result(state, plan.action), plan.then) if isinstance(plan, Act) else utility_at(game, state, player)

    return lowest(state, plan)


@agent("andor")
def decide(game: Game, state: Any, *, trace: Trace | None = None) -> Decision:
    """AND-OR search: a conditional plan that wins for sure, in `details`; no action where there is no such plan.

    `value` is the lowest utility with which the plan may end. Without a plan it is the equal share: more is not sure.
    """
    report = Report(game, trace)
    with within_recursion("AND-OR search cannot plan that far"):
        plan = and_or_search(game, state, report)
        value = fair_share(game) if plan is None else guaranteed(game, state, plan)
        text = None if plan is None else str(plan)
    action = plan.action if isinstance(plan, Act) else None
    return Decision(
        action=action,
        value=value,
        actions=() if action is None else (action,),
        line=() if action is None else (action,),
        moves=()
        if action is None
        else tuple(MoveValue(move, value if move == action else None) for move in legal_actions(game, state)),
        depth=report.deepest,
        nodes=report.nodes,
        seconds=perf_counter() - report.began,
        exact=plan is not None,
        details={"plan": text},
    )
