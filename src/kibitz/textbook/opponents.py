"""Opponent models: what the other players are expected to do, as a probability for each of their moves.

A model is an agent or a mixture of agents. An agent that searches takes its move for certain; `random` takes any. In each
position the model is queried once.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.agents import find
from kibitz.core.content import identity
from kibitz.core.contract import Game
from kibitz.core.mixtures import parse_mixture
from kibitz.core.questions import legal_actions


class Model:
    """What the other players of one game are expected to do."""

    def __init__(self, game: Game, text: str) -> None:
        self.game = game
        self.parts = [(one.weight, *find(game, one.agent, engines=("textbook",))) for one in parse_mixture(text)]
        self._known: dict[Any, list[tuple[int, float]]] = {}

    def likely(self, state: Any) -> list[tuple[int, float]]:
        """Return the moves of `state`, each with its probability."""
        name = identity(state, self.game)
        if name not in self._known:
            self._known[name] = self._queried(state)
        return self._known[name]

    def _queried(self, state: Any) -> list[tuple[int, float]]:
        """Return what the agents of the mixture say about a position."""
        actions = legal_actions(self.game, state)
        chances = dict.fromkeys(actions, 0.0)
        for weight, search, options in self.parts:
            if search.name == "random":
                for action in actions:
                    chances[action] += weight / len(actions)
            else:
                chosen = search.decide(self.game, state, **options).action
                assert chosen is not None
                chances[chosen] += weight
        return list(chances.items())
