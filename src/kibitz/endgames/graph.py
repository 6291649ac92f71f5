"""The graph of all positions that can come up from a state, as arrays; small ones by the rules as they are written.

Shapes: N positions, E moves or outcomes, P players. The children of position i are the indices first[i] to first[i + 1] of
the move arrays; position 0 is where exploring began.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kibitz.core.content import identity
from kibitz.core.contract import Game
from kibitz.core.errors import UnsupportedError
from kibitz.core.game import CHANCE
from kibitz.core.questions import is_over_at, mover_at, moves_at, outcomes_at, utility_at
from kibitz.core.tasks import Stopped

MAX_POSITIONS = 30_000_000
MAX_EDGES = 1 << 28


class Graph(NamedTuple):
    """Positions and moves."""

    movers: Any
    """int64[N]: the player to move, CHANCE, or TERMINAL."""
    first: Any
    """int64[N + 1]: where a position's moves begin."""
    actions: Any
    """int64[E]."""
    targets: Any
    """int64[E]: the position a move leads to."""
    probabilities: Any
    """float64[E]: 1 for moves."""
    utilities: Any
    """float64[N, P]: of finished games, else 0."""

    def moves(self, position: int) -> range:
        """Return the indices of a position's moves."""
        return range(int(self.first[position]), int(self.first[position + 1]))


TERMINAL = -2
FEW_POSITIONS = 1000
"""So many are looked at in plain Python, faster than the compiler could be started."""


@dataclass(frozen=True)
class Values:
    """The values of all positions for one player."""

    values: Any
    """float64[N]."""
    certain: Any
    """bool[N]: whether a value is exact."""
    low: Any
    """float64[N]: what sweeps from below come to; `high`, from above."""
    high: Any
    rounding: float
    """Values no farther apart than that differ by rounding only; 0 where nothing is rounded."""


def too_large() -> UnsupportedError:
    """Return the refusal of a game with too many positions."""
    return UnsupportedError(
        f"more than {MAX_POSITIONS:,} positions or {MAX_EDGES:,} moves can come up; this game is too large to solve this way"
    )


def small_graph(game: Game, state: Any, stop: Any, most: int) -> Graph | None:
    """Return all that can come up from `state` by the rules as they are written, or None if that is over `most` positions."""
    numbers: dict[Any, int] = {identity(state, game): 0}
    states = [state]
    movers, first, actions, targets, probabilities, utilities = [], [0], [], [], [], []
    for number, s in enumerate(states):
        if stop[0]:
            raise Stopped
        if len(states) > most:
            return None
        over = is_over_at(game, s)
        movers.append(TERMINAL if over else mover_at(game, s))
        utilities.append([utility_at(game, s, player) if over else 0.0 for player in range(game.players)])
        by_chance = movers[number] == CHANCE
        edges = () if over else outcomes_at(game, s) if by_chance else [(action, 1.0) for action in moves_at(game, s)]
        for action, probability in edges:
            after = game.result(s, action)
            name = identity(after, game)
            if name not in numbers:
                numbers[name] = len(states)
                states.append(after)
            actions.append(action)
            targets.append(numbers[name])
            probabilities.append(probability)
        first.append(len(actions))
    return Graph(
        np.array(movers, np.int64),
        np.array(first, np.int64),
        np.array(actions, np.int64),
        np.array(targets, np.int64),
        np.array(probabilities, np.float64),
        np.array(utilities, np.float64),
    )
