"""What is told of a search that is wrong: its mistake, or what can be seen of one that is not known."""

from __future__ import annotations

from typing import Any

from kibitz.bridges.grading.examining import Diagnosis, Difference
from kibitz.bridges.grading.variants import ALPHABETA

MEMORY = "keeps something from one decision to the next that changes what it does: begin each getAction afresh"


def reasons(agent: str, found: Diagnosis) -> list[str]:
    """Return why a search is wrong, in sentences for the student."""
    if all(case.answer.action is None for case in found.wrong) and len(found.wrong) == found.trees:
        return [not_an_action(found.wrong[0].answer.returned, ", ".join(_actions(found.wrong[0])))]
    if found.is_astray:
        return [_astray(found.wrong[0].answer.astray)]
    told = [mistake.told.format(**_depths(found)) for mistake in found.mistakes]
    if found.varies == "memory":
        return [MEMORY]
    if found.is_sure:
        return [f"{one}: it picks one at random" for one in told] if found.varies else told
    if found.varies:
        return ["its answers depend on random numbers: a search draws nothing at random"]
    like = [f"something like this, which explains {_explained(found)}: {one}" for one in told]
    return like or [f"no known mistake explains what it does; {'; '.join(_symptoms(agent, found.wrong))}"]


def not_an_action(returned: Any, legal: str) -> str:
    """Return what is wrong with an answer that is not a legal action."""
    shown = repr(returned)
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    if returned is None:
        return "getAction returns None: is a return missing?"
    if isinstance(returned, bool | int | float):
        return f"getAction returns the number {shown}, not an action: return the action, not its value"
    if isinstance(returned, tuple | list):
        return f"getAction returns {shown}: return the action alone"
    return f"getAction returns {shown}, which is no legal action; here these are: {legal}"


def _actions(case: Difference) -> list[str]:
    """Return the names of the actions at the root of a tree."""
    return [action for action, _, _ in case.tree.graph.successors[case.tree.start]]


def _astray(told: str) -> str:
    """Return what is wrong with a search that moves somebody whose turn it is not."""
    return (
        f"{told}: give generateSuccessor the number of the agent to move, and make each successor of the state just reached. "
        "In the trees that changes nothing, in a game it does"
    )


def _depths(found: Diagnosis) -> dict[str, int]:
    """Return the depth asked in a tree that went wrong, above one if there is such a tree, and the depths beside it."""
    asked = [case.tree.rounds for case in found.wrong]
    depth = next((rounds for rounds in asked if rounds > 1), asked[0])
    return {"depth": depth, "less": depth - 1, "more": depth + 1}


def _explained(found: Diagnosis) -> str:
    """Return how many of the wrong trees a mistake explains."""
    right = found.trees - len(found.wrong)
    return f"{found.resembles - right} of the {len(found.wrong)} wrong trees"


def _symptoms(agent: str, wrong: tuple[Difference, ...]) -> list[str]:
    """Return what can be seen of a mistake that is not known."""
    more = sum(bool(case.answer.made - case.right.made) for case in wrong)
    fewer = sum(bool(case.right.made - case.answer.made) for case in wrong)
    chose = sum(case.answer.action != case.right.action for case in wrong)
    told = []
    if not more and not fewer:
        told.append(
            "it generates the right states and values them wrongly: look at what is taken at each agent's moves, and returned"
        )
    prunes = agent == ALPHABETA
    if more:
        where = "look at when it cuts, and at how alpha and beta are changed" if prunes else "look at where it stops"
        told.append(f"it generates too many states in {_trees(more)}: {where}")
    if fewer:
        where = "look at when it cuts or stops" if prunes else "look at where it stops"
        told.append(f"it generates too few states in {_trees(fewer)}: {where}")
    if chose:
        told.append(f"it chooses another action in {_trees(chose)}")
    return told


def _trees(count: int) -> str:
    """Return a number of trees in words."""
    return f"{count} tree{'s' * (count != 1)}"
