"""Laws about numbers: utilities, their total, probabilities, and what the game itself thinks of positions and moves."""

from __future__ import annotations

from math import isfinite
from typing import Any

from kibitz.checking.asking import Asked
from kibitz.checking.effort import spread
from kibitz.checking.report import NotLookedAt
from kibitz.checking.walk import Walk
from kibitz.core.contract import Evaluation, Ordering, Probabilities, Score, WeightedFeatures, implements
from kibitz.core.game import CHANCE, constant_sum
from kibitz.core.places import short

SMALL = 1e-9
NO_END = "no random game came to an end"
MOST_OUTCOMES = 200_000
"""The probabilities of so many outcomes are asked for."""
FEW_ENDINGS = 5
"""A game with no more different utilities than this is won, drawn or lost: its evaluations must lie between them."""
MOST_ORDER = 1 << 30
"""Searches add to the order of a move what they have learnt of it: larger numbers would leave no room for that."""


def endings(asked: Asked, walk: Walk) -> str:
    """Check that the utility of a finished game is a finite number for every player, and with features one from -1 to 1."""
    for position in asked.effort.through(walk.finished, NO_END):
        for player in range(asked.game.players):
            utility = asked("endings", "utility", position.state, player, moves=position.moves)
            _require_number(asked, "endings", "utility", utility, position.moves)
            if implements(asked.game, WeightedFeatures) and abs(utility) > 1 + SMALL:
                message = f"returned {utility:g}; a game with features is won at 1 and lost at -1"
                raise asked.breach("endings", "utility", message, position.moves)
    return f"{asked.effort.looked:,} final positions"


def adding_up(asked: Asked, walk: Walk) -> str:
    """Check that the utilities of a finished game add up to what the game claims."""
    claim = constant_sum(asked.game)
    if claim is None:
        raise NotLookedAt("the game makes no claim (constant_sum=None)")
    for position in asked.effort.through(walk.finished, NO_END):
        utilities = [
            asked("constant_sum", "utility", position.state, player, moves=position.moves)
            for player in range(asked.game.players)
        ]
        if abs(sum(utilities) - claim) > SMALL * max(1.0, *map(abs, utilities)):
            added = " + ".join(f"{utility:g}" for utility in utilities)
            claimed = f"@kibitz.game says constant_sum={claim:g} (constant_sum=None where there is no constant sum)"
            message = f"gave {added} = {sum(utilities):g}, and {claimed}"
            raise asked.breach("constant_sum", "utility", message, position.moves)
    return f"utilities add up to {claim:g}"


def probabilities(asked: Asked, walk: Walk) -> str:
    """Check that the outcomes of a chance node have probabilities above 0 that sum to one."""
    chances = [position for position in walk.open if position.mover == CHANCE]
    if not chances:
        raise NotLookedAt("no chance nodes came up")
    if not implements(asked.game, Probabilities):
        return f"{len(chances):,} chance nodes, all outcomes equally likely"
    for position in asked.effort.through(spread(chances, lambda position: len(position.actions), MOST_OUTCOMES)):
        found = []
        for action in position.actions:
            probability = asked("probabilities", "probability", position.state, action, moves=position.moves)
            _require_number(asked, "probabilities", "probability", probability, position.moves)
            if not 0 < probability <= 1 + SMALL:
                message = f"gave outcome {action} the probability {probability:g}, which is not above 0 and at most 1"
                raise asked.breach("probabilities", "probability", message, position.moves)
            found.append(probability)
        if abs(sum(found) - 1) > SMALL:
            raise asked.breach(
                "probabilities", "probability", f"gave probabilities that sum to {sum(found):.12g}, not 1", position.moves
            )
    return f"{asked.effort.looked:,} chance nodes"


def evaluation(asked: Asked, walk: Walk) -> str:
    """Check that evaluations are finite, and lie between the utilities of finished games."""
    if not implements(asked.game, Evaluation):
        raise NotLookedAt("no evaluation of the game's own")
    low, high = _range(asked, walk)
    for position in asked.effort.through(walk.positions):
        for player in range(asked.game.players):
            value = asked("evaluation", "evaluate", position.state, player, moves=position.moves)
            _require_number(asked, "evaluation", "evaluate", value, position.moves)
            if not low - SMALL <= value <= high + SMALL:
                message = f"returned {value:g}, and finished games are worth {low:g} to {high:g}"
                raise asked.breach("evaluation", "evaluate", message, position.moves)
    return f"within {low:g} to {high:g}"


def _range(asked: Asked, walk: Walk) -> tuple[float, float]:
    """Return the least and the most that an evaluation may be; wider than what was seen where utilities are of many kinds."""
    players = range(asked.game.players)
    seen = {float(asked("evaluation", "utility", position.state, player)) for position in walk.finished for player in players}
    if len(seen) < 2:
        return float("-inf"), float("inf")
    slack = max(seen) - min(seen) if len(seen) > FEW_ENDINGS else 0.0
    return min(seen) - slack, max(seen) + slack


def ordering(asked: Asked, walk: Walk) -> str:
    """Check that the order of moves is told by whole numbers."""
    if not implements(asked.game, Ordering):
        raise NotLookedAt("no order of the game's own")
    for position in asked.effort.through(walk.open):
        for action in position.tried:
            order = asked("order", "order", position.state, action, moves=position.moves)
            if not isinstance(order, int) or abs(order) > MOST_ORDER:
                message = f"returned {short(order)}, which is not a whole number from -{MOST_ORDER:,} to {MOST_ORDER:,}"
                raise asked.breach("order", "order", message, position.moves)
    return "moves are ordered by whole numbers"


def scores(asked: Asked, walk: Walk) -> str:
    """Check that the game's own score is a number, whole at all endings or at none, and never higher for lower utility."""
    if not implements(asked.game, Score):
        raise NotLookedAt("no score of the game's own")
    found = []
    for position in asked.effort.through(walk.finished, NO_END):
        for player in range(asked.game.players):
            score = asked("score", "score", position.state, player, moves=position.moves)
            _require_number(asked, "score", "score", score, position.moves)
            found.append(
                (float(asked("score", "utility", position.state, player, moves=position.moves)), float(score), position.moves)
            )
    _require_one_kind(asked, walk)
    highest, below = float("-inf"), float("-inf")
    last: float | None = None
    for utility, score, moves in sorted(found, key=lambda one: one[0]):
        if utility != last:
            below, last = highest, utility
        if score < below - SMALL:
            message = f"gave {score:g} for an ending of utility {utility:g}, and {below:g} for one of lower utility"
            raise asked.breach("score", "score", message, moves)
        highest = max(highest, score)
    return f"{len(found):,} scores agree with the utilities"


def _require_one_kind(asked: Asked, walk: Walk) -> None:
    """Raise if some scores are whole numbers (int) and others are not: who solves the game counts in one kind."""
    kinds: dict[type, float] = {}
    for position in walk.finished:
        score = asked("score", "score", position.state, 0, moves=position.moves)
        kinds.setdefault(type(score), score)
        if int in kinds and len(kinds) > 1:
            message = (
                f"gave {' and '.join(map(short, kinds.values()))}: scores are whole numbers (int) at all endings, or at none"
            )
            raise asked.breach("score", "score", message, position.moves)


def _require_number(asked: Asked, law: str, method: str, value: Any, moves: tuple[int, ...]) -> None:
    """Raise unless the value is a finite number."""
    if not isinstance(value, int | float) or not isfinite(value):
        raise asked.breach(law, method, f"returned {short(value)}, which is not a finite number", moves)
