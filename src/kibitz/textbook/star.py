"""Star1 and Star2: expectiminimax with alpha-beta windows that reach through chance nodes.

Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial Intelligence 21, 1983; Hauk, Buro and
Schaeffer, "*-Minimax performance in backgammon", 2004. Every outcome's value lies between the game's `utility_bounds`, so the
average is bounded before all outcomes are known. Star1 cuts the rest once the average lies outside the window whatever they
come to. Star2 first probes: one answer to an outcome bounds its value from below where MAX answers, from above where MIN does.
The answer probed is the first by the game's `order`; what a probe looked at is looked at again when its outcome is searched.

Contract: let m be the expectiminimax value of a node. From the window alpha < beta the node returns v with v = m where
alpha < v < beta, with m <= v where v <= alpha, and with m >= v where v >= beta, up to rounding.
"""

from __future__ import annotations

from math import inf, isfinite
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.core.questions import legal_actions, outcomes_at
from kibitz.textbook.average_bounds import AverageBounds, utility_bounds
from kibitz.textbook.horizon import Horizon
from kibitz.textbook.recorder import Recorder, comparison
from kibitz.textbook.trace import Role


def star_search(
    game: Game, state: Any, horizon: Horizon, recorder: Recorder, *, probing: bool
) -> tuple[float, int | None]:  # fmt: skip
    """Return the expected value of `state` for MAX and the best move (None at leaves and chance nodes).

    Star2 is `probing`, Star1 is not.
    """
    return StarSearch(game, recorder, horizon.player, probing).value_of(state, None, None, horizon, -inf, inf)


class StarSearch:
    """Star1, or with `probing` Star2, for one game and one MAX."""

    def __init__(self, game: Game, recorder: Recorder, player: int, probing: bool) -> None:
        self.game = game
        self.recorder = recorder
        self.player = player
        self.probing = probing

    def value_of(
        self, state: Any, action: int | None, probability: float | None, horizon: Horizon, alpha: float, beta: float
    ) -> tuple[float, int | None]:
        """Return the value of a state, or a bound on it outside the window, and the best move."""
        role = self.role_of(state)
        leaf = self.recorder.leaf_value(state, horizon, role, action, probability=probability, alpha=alpha, beta=beta)
        if leaf is not None:
            return leaf, None
        if role == "chance":
            return self.exp_value(state, horizon, alpha, beta), None
        return self.max_value(state, horizon, alpha, beta) if role == "max" else self.min_value(state, horizon, alpha, beta)

    def role_of(self, state: Any) -> Role:
        """Return who decides at a state: MAX, MIN or chance."""
        mover = self.game.to_move(state)
        return "max" if mover == self.player else "chance" if mover == CHANCE else "min"

    def max_value(self, state: Any, horizon: Horizon, alpha: float, beta: float) -> tuple[float, int | None]:
        """Return the highest value of the moves, as alpha-beta does."""
        value, move, actions = -inf, None, legal_actions(self.game, state)
        for place, action in enumerate(actions):
            value2, _ = self.value_of(
                self.game.result(state, action), action, None, horizon.after(self.game, state), alpha, beta
            )
            if value2 > value:
                value, move = value2, action
                self.recorder.value(value)
            if value >= beta:
                self.recorder.cut(actions[place + 1 :], comparison(value, ">=", "beta", beta))
                break
            if value > alpha:
                alpha = value
                self.recorder.window(alpha, beta)
        self.recorder.choose(move, value)
        return value, move

    def min_value(self, state: Any, horizon: Horizon, alpha: float, beta: float) -> tuple[float, int | None]:
        """Return the lowest value of the moves, as alpha-beta does."""
        value, move, actions = inf, None, legal_actions(self.game, state)
        for place, action in enumerate(actions):
            value2, _ = self.value_of(
                self.game.result(state, action), action, None, horizon.after(self.game, state), alpha, beta
            )
            if value2 < value:
                value, move = value2, action
                self.recorder.value(value)
            if value <= alpha:
                self.recorder.cut(actions[place + 1 :], comparison(value, "<=", "alpha", alpha))
                break
            if value < beta:
                beta = value
                self.recorder.window(alpha, beta)
        self.recorder.choose(move, value)
        return value, move

    def exp_value(self, state: Any, horizon: Horizon, alpha: float, beta: float) -> float:
        """Return the average over the outcomes, or a bound on it outside the window."""
        outcomes = outcomes_at(self.game, state)
        bounds = AverageBounds([share for _, share in outcomes], *utility_bounds(self.game, state, horizon.player))
        bounds.test(alpha, beta)
        if self.probing and isfinite(bounds.lowest) and isfinite(bounds.highest):
            self.probe(state, outcomes, horizon, alpha, beta, bounds)
        value, searched = 0.0, 0
        while searched < len(outcomes) and not bounds.is_below and not bounds.is_above:
            outcome, probability = outcomes[searched]
            low, high = bounds.window(searched, alpha, beta)
            value2, _ = self.value_of(
                self.game.result(state, outcome), outcome, probability, horizon.after(self.game, state),
                max(low, bounds.low[searched]), min(high, bounds.high[searched]),
            )  # fmt: skip
            if value2 > low:
                bounds.raise_low(searched, value2, high)
            if value2 < high:
                bounds.lower_high(searched, value2, low)
            value += probability * value2
            searched += 1
        return self.concluded(value, bounds, alpha, beta, [outcome for outcome, _ in outcomes[searched:]])

    def concluded(self, value: float, bounds: AverageBounds, alpha: float, beta: float, unseen: list[int]) -> float:
        """Return the average, or a bound on it where that is outside the window; record which, and why outcomes are cut."""
        reason = ""
        if bounds.is_below:
            value = min(bounds.highest, alpha)
            reason = f"at most {comparison(value, '<=', 'alpha', alpha)}"
        elif bounds.is_above:
            value = max(bounds.lowest, beta)
            reason = f"at least {comparison(value, '>=', 'beta', beta)}"
        self.recorder.conclude(value, None, unseen, reason)
        return value

    def probe(
        self, state: Any, outcomes: list[tuple[int, float]], horizon: Horizon, alpha: float, beta: float, bounds: AverageBounds
    ) -> None:
        """Bound the outcomes by one answer to each, until the average is known to be outside the window."""
        for place, (outcome, probability) in enumerate(outcomes):
            successor, deeper = self.game.result(state, outcome), horizon.after(self.game, state)
            role, (low, high) = self.role_of(successor), bounds.window(place, alpha, beta)
            if bounds.is_below or bounds.is_above or deeper.leaf(self.game, successor):
                continue
            if role == "max" and beta < bounds.highest:
                window = bounds.low[place], min(high, bounds.high[place])
                bounds.raise_low(place, self.answer_value(successor, outcome, probability, deeper, *window), high)
            elif role == "min" and alpha > bounds.lowest:
                window = max(low, bounds.low[place]), bounds.high[place]
                bounds.lower_high(place, self.answer_value(successor, outcome, probability, deeper, *window), low)

    def answer_value(
        self, state: Any, outcome: int, probability: float, horizon: Horizon, alpha: float, beta: float
    ) -> float:  # fmt: skip
        """Return the value of the answer to an outcome that looks best, or a bound on it outside the window."""
        self.recorder.enter(state, self.role_of(state), outcome, probability=probability, alpha=alpha, beta=beta)
        actions = legal_actions(self.game, state)
        first = max(actions, key=lambda action: self.game.order(state, action))
        value, _ = self.value_of(self.game.result(state, first), first, None, horizon.after(self.game, state), alpha, beta)
        self.recorder.conclude(value, first, [action for action in actions if action != first], "a probe tries one answer")
        return value
