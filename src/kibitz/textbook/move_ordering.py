"""The order in which alpha-beta tries the moves of a state: as the rules list them, at random, best first or worst first.

How much alpha-beta prunes hangs on it: Russell and Norvig, 4th edition, section 5.2.4; Knuth and Moore, "An analysis of
alpha-beta pruning", Artificial Intelligence 6, 1975. Best and worst go by the true minimax values within the horizon. No
search could know them beforehand: they are for seeing how much a good order is worth, and the states that it takes to find
them are not counted.
"""

from __future__ import annotations

from typing import Any, Literal

from kibitz.core.content import identity
from kibitz.core.contract import Game
from kibitz.core.questions import legal_actions
from kibitz.core.randomness import Random
from kibitz.textbook.horizon import Horizon
from kibitz.textbook.minimax import minimax_search
from kibitz.textbook.recorder import Recorder

Order = Literal["given", "best", "worst", "random"]


class MoveOrdering:
    """Orders the moves of one game; of moves with equal values the one that is listed first comes first."""

    def __init__(self, game: Game, order: Order = "given", seed: int = 0) -> None:
        self.game = game
        self.order = order
        self.random = Random(seed)
        self._values: dict[Any, float] = {}

    def actions(self, state: Any, horizon: Horizon) -> list[int]:
        """Return the legal moves in the order in which they are to be tried."""
        actions = legal_actions(self.game, state)
        if self.order == "given":
            return actions
        if self.order == "random":
            return self.random.shuffled(actions)
        is_max = self.game.to_move(state) == horizon.player
        deeper = horizon.after(self.game, state)._replace(budget=None)
        values = {action: self._minimax_value(self.game.result(state, action), deeper) for action in actions}
        return sorted(actions, key=values.__getitem__, reverse=is_max == (self.order == "best"))

    def _minimax_value(self, state: Any, horizon: Horizon) -> float:
        """Return the true value of a state within the horizon; each is searched once."""
        key = identity(state, self.game), horizon
        if key not in self._values:
            self._values[key], _ = minimax_search(self.game, state, horizon, Recorder(self.game))
        return self._values[key]
