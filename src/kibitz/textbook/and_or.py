"""AND-OR search: a conditional plan that wins whatever nature and the opponents do.

AND-OR-GRAPH-SEARCH, Russell and Norvig, 4th edition, Figure 4.11. At OR nodes the player to move at the root chooses one
move; at AND nodes (chance, or any other player) the plan must have an answer to every outcome. The goal is a win: a
terminal state with more than an equal share of what there is, or with more than nothing where one plays alone or the
utilities have no fixed sum. A state that comes back on the same path is a failure there, so a plan never runs in circles.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.content import identity
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, MoveValue
from kibitz.core.game import constant_sum
from kibitz.core.questions import legal_actions, moves_at, player_at, utility_at
from kibitz.textbook.depth_first import within_recursion
from kibitz.textbook.plans import Act, Branch, Case, Done, Plan, guaranteed_utility
from kibitz.textbook.recorder import Recorder
from kibitz.textbook.trace import Trace


def and_or_search(game: Game, state: Any, recorder: Recorder) -> Plan | None:
    """Return a plan that reaches a win from `state` for sure, or None where there is none without circles."""
    player = player_at(game, state)

    def search(state: Any, action: int | None, path: list[Any]) -> Plan | None:
        is_or = game.to_move(state) == player
        recorder.enter(state, "or" if is_or else "and", action)
        if game.is_terminal(state):
            is_goal = utility_at(game, state, player) > fair_share(game)
            recorder.leaf("terminal", float(is_goal))
            return Done() if is_goal else None
        if identity(state, game) in path:
            recorder.leaf("cycle", 0.0)
            return None
        return or_search(state, path) if is_or else and_search(state, path)

    def or_search(state: Any, path: list[Any]) -> Plan | None:
        actions = legal_actions(game, state)
        for place, action in enumerate(actions):
            plan = search(game.result(state, action), action, [identity(state, game), *path])
            if plan is not None:
                recorder.conclude(1.0, action, actions[place + 1 :], "a plan is found")
                return Act(action, game.action_name(state, action), plan)
        recorder.conclude(0.0)
        return None

    def and_search(state: Any, path: list[Any]) -> Plan | None:
        cases: list[Case] = []
        outcomes = moves_at(game, state)
        for place, outcome in enumerate(outcomes):
            successor = game.result(state, outcome)
            if any(identity(successor, game) == identity(case.state, game) for case in cases):
                continue  # RESULTS of the figure is a set: a state that several outcomes lead to is planned for once
            plan = search(successor, outcome, [identity(state, game), *path])
            if plan is None:
                recorder.conclude(0.0, None, outcomes[place + 1 :], "one outcome has no plan")
                return None
            cases.append(Case(successor, game.notation(successor), plan))
        recorder.conclude(1.0)
        return Branch(tuple(cases))

    return search(state, None, [])


def fair_share(game: Game) -> float:
    """Return the utility that a win must exceed."""
    whole = constant_sum(game)
    return 0.0 if whole is None or game.players == 1 else whole / game.players


@agent("andor")
def decide(game: Game, state: Any, *, trace: Trace | None = None) -> Decision:
    """AND-OR search: a conditional plan that wins for sure, in `details`; no action where there is no such plan.

    `value` is the lowest utility with which the plan may end. Without a plan it is the equal share: more is not sure.
    """
    recorder = Recorder(game, trace)
    with within_recursion("AND-OR search cannot plan that far"):
        plan = and_or_search(game, state, recorder)
        value = fair_share(game) if plan is None else guaranteed_utility(game, state, plan)
        text = None if plan is None else str(plan)
    action = plan.action if isinstance(plan, Act) else None
    listed = [] if action is None else legal_actions(game, state)
    return Decision(
        action=action,
        value=value,
        actions=() if action is None else (action,),
        line=() if action is None else (action,),
        moves=tuple(MoveValue(move, value if move == action else None) for move in listed),
        depth=recorder.deepest,
        nodes=recorder.nodes,
        seconds=perf_counter() - recorder.began,
        exact=plan is not None,
        details={"plan": text},
    )
