"""Self-play that learns a playout policy by its policy gradient, compiled for one game.

A move is drawn in proportion to e to the power of the weight of its kind (a softmax policy). After a game the weights of the
kinds that a player chose more often than its policy would are raised if it did better than the others, and else lowered:
REINFORCE (Williams 1992), whose expected step is the gradient of the expected result.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.core.game import CHANCE
from kibitz.core.playouts import LONGEST
from kibitz.core.randomness import advance, scramble, stream, unit
from kibitz.core.weights import MOVE_KINDS
from kibitz.search.move_sampling import move_sampling

MOVE_BUFFER = 1024
"""So many moves of a position are listed."""
PULL = 0.02
"""How much of itself each weight loses with every step: the policy stays soft, for playouts all alike tell UCT little."""

GAMES, MOVES, ABANDONED = range(3)
"""The totals: games, moves, games that did not end."""
TOTALS = 3


def self_play(game: Any, jit: Jit, *, by_kind: bool) -> Any:  # noqa: C901
    """Build `play(first, games, seed, step, weights, totals, stop)`: play these games and learn; return how many there were.

    `weights` is float64 [kinds of moves].
    """
    players = game.players
    _, sample_outcome = move_sampling(game, jit, MOVE_BUFFER)

    @jit
    def kind_of(s: Any, action: int) -> int:
        return int(game.move_kind(s, action) if by_kind else action) & (MOVE_KINDS - 1)

    @jit
    def choose(s: Any, random: int, actions: Any, chances: Any, weights: Any, gradient: Any, mover: int) -> int:
        """Return a move by the policy, and add to the mover's gradient of the logarithm of its probability."""
        count = min(MOVE_BUFFER, game.fill_actions(s, actions, 0))
        whole = 0.0
        for place in range(count):
            chances[place] = exp(weights[kind_of(s, actions[place])])
            whole += chances[place]
        left, chosen = unit(random) * whole, count - 1
        for place in range(count - 1):
            left -= chances[place]
            if left < 0.0:
                chosen = place
                break
        for place in range(count):
            gradient[mover * MOVE_KINDS + kind_of(s, actions[place])] -= chances[place] / whole
        gradient[mover * MOVE_KINDS + kind_of(s, actions[chosen])] += 1.0
        return int(actions[chosen])

    @jit
    def learn(s: Any, length: int, step: float, weights: Any, gradient: Any) -> None:
        """Move the weights along the gradients of the players, as far as each has done better than all on average."""
        mean = 0.0
        for player in range(players):
            mean += game.utility(s, player) / players
        for player in range(players):
            lead = min(max(game.utility(s, player) - mean, -1.0), 1.0)
            for kind in range(MOVE_KINDS if lead != 0.0 else 0):
                weights[kind] += step * lead * gradient[player * MOVE_KINDS + kind] / sqrt(1.0 + length)
                weights[kind] -= step * PULL * weights[kind] / players

    @jit
    def play(first: int, games: int, seed: int, step: float, weights_array: Any, totals: Any, stop: Any) -> int:
        actions_array, chances_array = np.zeros(MOVE_BUFFER, np.int64), np.zeros(MOVE_BUFFER)
        gradient_array = np.zeros(players * MOVE_KINDS)
        actions, chances = memory(actions_array), memory(chances_array)
        gradient, weights = memory(gradient_array), memory(weights_array)
        played = 0
        while played < games and stop[0] == 0:
            random = stream(seed, first + played)
            s, length = game.initial(), 0
            for place in range(players * MOVE_KINDS):
                gradient[place] = 0.0
            while not game.is_terminal(s) and length < LONGEST:
                random = advance(random)
                mover = game.to_move(s)
                if mover == CHANCE:
                    s = game.result(s, sample_outcome(s, scramble(random), actions))
                else:
                    s = game.result(s, choose(s, scramble(random), actions, chances, weights, gradient, mover))
                length += 1
            if game.is_terminal(s):
                learn(s, length, step, weights, gradient)
            totals[GAMES] += 1
            totals[MOVES] += length
            totals[ABANDONED] += 0 if game.is_terminal(s) else 1
            played += 1
        return played + 0 * (len(actions_array) + len(chances_array) + len(gradient_array))

    return play
