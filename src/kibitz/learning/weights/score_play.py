"""Play that learns what MAX can expect of a game for a score, by TD(lambda): weights of features, one move ahead.

MAX, player 0, takes the move after which the weighted sum of the features is largest. Each of the others takes the one after
which it is smallest, or a random one: so they are neither as harmless as in expectimax nor as perfect as in minimax. What is
learnt is the value of a position after MAX's move (an afterstate), from the next such position and from the end of the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.core.game import CHANCE
from kibitz.core.randomness import advance, below, scramble, stream, unit
from kibitz.learning.weights.coherence import coherent_step
from kibitz.search.move_sampling import move_sampling

LONGEST = 2000
"""A game with more moves of MAX is broken off, and is worth what MAX can expect then."""
MOVE_BUFFER = 1024

GAMES, SCORE, SQUARES = range(3)
"""The totals: games, the sum of the scores and of their squares."""
TOTALS = 3
STEP, LAMBDA, DISCOUNT, EXPLORATION, HOSTILITY = range(5)
SETTINGS = 5
"""The settings, float64: the step of learning (0: nothing is learnt), lambda, what a point is worth that is made a move
later, how often MAX's move is random, and how often that of another player is its worst for MAX."""


def score_play(game: Any, jit: Jit, *, features: int) -> Any:  # noqa: C901, PLR0915
    """Build `play(first, games, seed, settings, weights, theirs, scales, errors, totals, stop)`: play these games.

    `weights`, `theirs`, `scales` and `errors` are float64 [features], the last [2 * features]: MAX's weights, those by
    which the others judge, the usual size of each feature, the sums of errors and of their sizes. The first feature is the
    score so far, and its weight stays 1.
    """
    _, sample_outcome = move_sampling(game, jit, MOVE_BUFFER)
    move = coherent_step(jit)

    @jit
    def learn(length: int, end: float, settings: Any, weights: Any, scales: Any, errors: Any, rows: Any, skipped: Any) -> None:
        """Learn from the positions of a game backwards; `end` is what it came to.

        Learnt is what is still to come: the points beyond the score so far, later ones counting less.

        `skipped` says which positions were followed by a random move of MAX, which says nothing of them.
        """
        outcome, following, score = 0.0, 0.0, end
        for number in range(length - 1, -1, -1):
            gain = score - rows[number * features]
            target = gain + settings[DISCOUNT] * ((1.0 - settings[LAMBDA]) * following + settings[LAMBDA] * outcome)
            value, norm = 0.0, 0.0
            for place in range(1, features):
                part = rows[number * features + place]
                value += weights[place] * part
                norm += (part / scales[place]) ** 2
            error = target - value
            for place in range(1, features if skipped[number] == 0.0 else 1):
                share = error * rows[number * features + place] / scales[place]
                move(place, settings[STEP] / (1.0 + norm), share, scales, weights, errors)
            outcome = target if skipped[number] == 0.0 else value
            following, score = value, rows[number * features]

    @jit
    def play(  # noqa: PLR0912
        first: int, games: int, seed: int, settings: Any, weights_array: Any, theirs_array: Any, scales_array: Any,
        errors_array: Any, totals: Any, stop: Any,
    ) -> int:  # fmt: skip
        moves_array, rows_array = np.zeros(MOVE_BUFFER, np.int64), np.zeros((LONGEST + 1) * features)
        skipped_array = np.zeros(LONGEST + 1)
        actions, rows, skipped = memory(moves_array), memory(rows_array), memory(skipped_array)
        weights, theirs, scales = memory(weights_array), memory(theirs_array), memory(scales_array)
        errors = memory(errors_array)
        played = 0
        while played < games and stop[0] == 0:
            random = stream(seed, first + played)
            s = game.initial()
            length = 0
            while not game.is_terminal(s) and length < LONGEST:
                mover = game.to_move(s)
                random = advance(random)
                if mover == CHANCE:
                    s = game.result(s, sample_outcome(s, scramble(random), actions))
                    continue
                count = min(MOVE_BUFFER, game.fill_actions(s, actions, 0))
                choice = unit(scramble(random))
                is_random = choice < settings[EXPLORATION] if mover == 0 else choice >= settings[HOSTILITY]
                chosen = 0
                if is_random:
                    random = advance(random)
                    chosen = below(scramble(random), count)
                elif count > 1:
                    best = -np.inf
                    for number in range(count):
                        after = game.result(s, actions[number])
                        if game.is_terminal(after):
                            worth = game.utility(after, 0)
                        else:
                            worth = game.points(after, weights) if mover == 0 else game.points(after, theirs)
                        worth = worth if mover == 0 else -worth
                        if worth > best:
                            best, chosen = worth, number
                if mover == 0 and is_random and length > 0:
                    skipped[length - 1] = 1.0
                s = game.result(s, actions[chosen])
                if mover == 0 and not game.is_terminal(s):
                    for place, feature in enumerate(game.score_features(s)):
                        rows[length * features + place] = feature
                    skipped[length] = 0.0
                    length += 1
            end = game.utility(s, 0) if game.is_terminal(s) else game.points(s, weights)
            if settings[STEP] > 0.0:
                learn(length, end, settings, weights, scales, errors, rows, skipped)
            totals[GAMES] += 1
            got = end if game.is_terminal(s) else float(game.score_features(s)[0])  # what is to come does not count as made
            totals[SCORE] += got
            totals[SQUARES] += got * got
            played += 1
        # the arrays must live as long as what `memory` made of them is used
        return played + 0 * (len(moves_array) + len(rows_array) + len(skipped_array))

    return play
