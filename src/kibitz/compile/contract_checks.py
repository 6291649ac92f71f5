"""The rules of a user's game with their answers held to the contract while a compiled search asks them.

A search cannot go on from an answer that means nothing: a utility that is no number, a player who does not play, an outcome of
probability 0, no move where the game is not over. The guards raise `RulesFault` with the state, and what is wrong with it is
then found by asking the rules as they are written.
"""

from __future__ import annotations

import ast
from math import isfinite
from typing import Any

from kibitz.core.game import CHANCE
from kibitz.core.questions import CLOSE, MOST_ACTIONS


class RulesFault(Exception):
    """A compiled rule gave an answer that breaks the contract; the argument is the state."""


GUARDED_END = f"if emitted__ == 0:\n    no_move__(state__)\nelif emitted__ > {MOST_ACTIONS}:\n    fault__(state__)"
GUARDED_STEP = f"if emitted__ > {MOST_ACTIONS}:\n    fault__(state__)"
"""What is added to the forms of `actions`: at their ends and, where they might have none, after each move."""

_ENDING = ("range", "enumerate", "zip", "reversed", "len", "min", "max")


def may_never_end(actions: ast.FunctionDef) -> bool:
    """Return whether a function has loops of which its source does not show that they end."""
    loops = [node for node in ast.walk(actions) if isinstance(node, ast.While | ast.For | ast.comprehension)]
    return any(isinstance(loop, ast.While) or not _ends(loop.iter) for loop in loops)


def _ends(items: ast.expr) -> bool:
    """Return whether what is gone through is a container, or made by a function that ends."""
    calls = [node for node in ast.walk(items) if isinstance(node, ast.Call)]
    return all(isinstance(call.func, ast.Name) and call.func.id in _ENDING for call in calls)


def fault(s: Any) -> None:
    """Raise the fault of a state."""
    raise RulesFault(s)


def guarded_end(is_terminal: Any, fault: Any) -> Any:
    """Return `no_move(s)`: a fault unless the game is over."""

    def no_move(s: Any) -> None:
        if not is_terminal(s):
            fault(s)

    return no_move


def guarded(rules: dict[str, Any], fault: Any, players: int, given: frozenset[str]) -> dict[str, Any]:
    """Return guarded forms of the rules that the author has `given`; a state whose answer breaks the contract is at fault."""
    plain_mover, plain_utility, plain_probability = rules["to_move"], rules["utility"], rules["probability"]
    plain_estimate = rules["evaluate"]

    def to_move(s: Any) -> int:
        mover = plain_mover(s)
        if mover < CHANCE or mover >= players:
            fault(s)
        return int(mover)

    def utility(s: Any, player: int) -> float:
        value = plain_utility(s, player)
        if not isfinite(value):
            fault(s)
        return value  # type: ignore[no-any-return]

    def evaluate(s: Any, player: int) -> float:
        value = plain_estimate(s, player)
        if not isfinite(value):
            fault(s)
        return value  # type: ignore[no-any-return]

    def probability(s: Any, a: int) -> float:
        share = plain_probability(s, a)
        if not 0 < share <= 1 + CLOSE:
            fault(s)
        return share  # type: ignore[no-any-return]

    def require_whole(s: Any, whole: float) -> None:
        if abs(whole - 1.0) > CLOSE:
            fault(s)

    forms: dict[str, Any] = {"to_move": to_move, "utility": utility}
    if given & {"evaluate", "features"}:
        forms["evaluate"] = evaluate
    if "probability" in given:
        forms |= {"probability": probability, "require_whole": require_whole}
    return forms
