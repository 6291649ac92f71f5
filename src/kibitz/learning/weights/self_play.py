"""Self-play that learns the weights of features: TD(lambda), and TDLeaf(lambda) at the leaf of a search (Baxter et al. 1998).

Each side plays a game by the weights as they are and something at random (exploration in the space of weights): so they play
in different ways, and it shows which ones win. The two sides look one move ahead and from there `depth` moves deeper. What is
moved towards the lambda-return is the value of the position after a move, by the features of the leaf that it comes from: with
depth 0 that is the position itself, or the quiet one that noisy moves lead to, and the method is TD(lambda).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.core.game import CHANCE
from kibitz.core.randomness import advance, below, scramble, stream, unit
from kibitz.learning.weights.coherence import coherent_step
from kibitz.learning.weights.leaf_search import Scratch, leaf_search
from kibitz.search.move_sampling import move_sampling

LONGEST = 300
"""A game with more moves is a draw."""
MOVE_BUFFER = 1024
LATER = 4.0
"""The mean of the weights counts those after game n as n to the power of one less: the noise of the last games averages out."""

GAMES, MOVES, FIRST_WINS, DRAWS = range(4)
"""The totals: games, moves, games that the first player won, draws."""
TOTALS = 4
STEP, LAMBDA, EXPLORATION, OPENING, DISCOUNT, VARIETY = range(6)
SETTINGS = 6
"""The settings, float64: the step of learning, lambda, how often a move is random, how many first moves are, what a
value is worth a move later, and how far apart the weights are that the two sides play by."""
VALUES, LEARNT, SIGNS, GAINS = range(4)
"""What is noted of each position, float64: its value, whether it is learnt, with which sign the next one's value is for it, and
what the game's end was worth if it came next."""
NOTES = 4
RESULTS = 1
"""A row of samples begins with so many numbers before the features."""


def self_play(game: Any, jit: Jit, *, features: int, noisy_moves: bool, ordered: bool) -> Any:  # noqa: C901, PLR0915
    """Build `play(first, games, seed, depth, settings, weights, means, scales, errors, samples, ...)`: play these games.

    `weights`, `means`, `scales` and `errors` are float64 [features], the last one [2 * features]: the weights in units of half
    a win, their mean over the later games, the usual size of each feature, the sums of errors and of their sizes. `samples` is
    float64 [rows * (1 + features)]: as long as there is room, the result of the game and the features of each position are
    written there, for the player to move. What is returned is how many samples were written.
    """
    search, squashed = leaf_search(game, jit, features=features, noisy_moves=noisy_moves, ordered=ordered)
    _, sample_outcome = move_sampling(game, jit, MOVE_BUFFER)
    move = coherent_step(jit)

    @jit
    def vary(random: int, variety: float, weights: Any, scales: Any, varied: Any) -> int:
        """Draw the weights that one side plays by; return the random numbers that follow."""
        usual = 0.0
        for place in range(features):
            usual += abs(weights[place]) * scales[place] / features
        for place in range(features):
            normal = -6.0  # very nearly: the sum of twelve numbers between 0 and 1 has a spread of 1
            for _ in range(12):
                random = advance(random)
                normal += unit(scramble(random))
            varied[place] = weights[place] + variety * normal * usual / scales[place]
        return random

    @jit
    def learn(length: int, settings: Any, weights: Any, scales: Any, errors: Any, notes: Any, rows: Any) -> None:
        """Learn from the positions of a finished game, backwards."""
        outcome, following = 0.0, 0.0
        for number in range(length - 1, -1, -1):
            note = NOTES * number
            sign = notes[note + SIGNS]
            target = notes[note + GAINS] + settings[DISCOUNT] * sign * (
                (1.0 - settings[LAMBDA]) * following + settings[LAMBDA] * outcome
            )  # fmt: skip
            lead, norm = 0.0, 0.0
            for place in range(features):
                feature = rows[number * features + place]
                lead += weights[place] * feature
                norm += (feature / scales[place]) ** 2
            value = squashed(lead)
            if notes[note + LEARNT] == 0.0:
                outcome = value
            else:
                if norm > 0.0 and settings[STEP] > 0.0:
                    error = target - value
                    for place in range(features):
                        share = error * rows[number * features + place] / scales[place]
                        move(place, settings[STEP] / (1.0 + norm), share, scales, weights, errors)
                outcome = target
            following = value

    @jit
    def note_samples(length: int, notes: Any, rows: Any, samples: Any, written: int) -> int:
        """Write the positions of a game with its result for the player to move, and return how many samples there are then."""
        wide, result, last = RESULTS + features, 0.0, written
        for number in range(length - 1, -1, -1):
            result = notes[NOTES * number + GAINS] + notes[NOTES * number + SIGNS] * result
            if wide * (last + 1) <= len(samples):
                samples[wide * last] = result
                for place in range(features):
                    samples[wide * last + RESULTS + place] = rows[number * features + place]
                last += 1
        return last

    @jit
    def play(  # noqa: PLR0915
        first: int, games: int, seed: int, depth: int, settings: Any, weights_array: Any, means_array: Any, scales_array: Any,
        errors_array: Any, samples_array: Any, totals: Any, stop: Any, arrays: Any,
    ) -> int:  # fmt: skip
        moves_array, rows_array = np.zeros(MOVE_BUFFER, np.int64), np.zeros((LONGEST + 1) * features)
        notes_array = np.zeros((LONGEST + 1) * NOTES)
        ours_array, theirs_array = np.zeros(features), np.zeros(features)
        ours, theirs = memory(ours_array), memory(theirs_array)
        actions, rows, notes = memory(moves_array), memory(rows_array), memory(notes_array)
        weights, means = memory(weights_array), memory(means_array)
        scales, errors = memory(scales_array), memory(errors_array)
        scratch, samples = Scratch(memory(arrays.moves), memory(arrays.left), memory(arrays.leaves)), memory(samples_array)
        zero: Any = np.int64(0)  # literals would be types of their own, and so a second signature
        written, played = 0, 0
        while played < games and stop[0] == 0:
            random = stream(seed, first + played)
            s = game.initial()
            random = vary(random, settings[VARIETY], weights, scales, ours)
            random = vary(random, settings[VARIETY], weights, scales, theirs)
            length, moves = 0, 0
            while not game.is_terminal(s) and moves < LONGEST:
                mover = game.to_move(s)
                if mover == CHANCE:
                    random = advance(random)
                    s = game.result(s, sample_outcome(s, scramble(random), actions))
                    continue
                count = min(MOVE_BUFFER, game.fill_actions(s, actions, 0))
                random = advance(random)
                is_random = moves < settings[OPENING] or unit(scramble(random)) < settings[EXPLORATION]
                begin = 0
                if is_random:
                    random = advance(random)
                    begin = below(scramble(random), count)
                    count = begin + 1
                best, chosen, gain, sign_of_best = -2.0, begin, 0.0, 0.0
                for number in range(begin, count):
                    after = game.result(s, actions[number])
                    is_over = game.is_terminal(after)
                    sign = 0.0 if is_over else 1.0 if game.to_move(after) == mover else -1.0
                    utility = game.utility(after, mover) if is_over else 0.0
                    # an open window, so that the leaf is known of every move that may be the best
                    low, high = (-1.0 if is_random else best), 2.0
                    value = 0.0
                    if sign > 0.0:
                        value = search(after, zero + depth, low, high, zero, zero, ours if mover == 0 else theirs, scratch)
                    elif sign < 0.0:
                        value = search(after, zero + depth, -high, -low, zero, zero, ours if mover == 0 else theirs, scratch)
                    worth = utility + sign * value
                    if worth > best or number == begin:
                        best, chosen, gain, sign_of_best = worth, number, utility, sign
                        for place in range(features):
                            rows[length * features + place] = scratch.leaves[place]
                if length > 0:
                    before = NOTES * (length - 1)
                    notes[before + SIGNS], notes[before + GAINS] = sign_of_best, gain
                    notes[before + LEARNT] = 0.0 if is_random else 1.0
                s = game.result(s, actions[chosen])
                notes[NOTES * length + SIGNS], notes[NOTES * length + GAINS] = 0.0, 0.0  # a game broken off is a draw
                notes[NOTES * length + LEARNT] = 0.0
                length += 0 if game.is_terminal(s) else 1
                moves += 1
            learn(length, settings, weights, scales, errors, notes, rows)
            for place in range(features):
                means[place] += (weights[place] - means[place]) * LATER / (first + played + LATER)
            result = game.utility(s, 0) if game.is_terminal(s) else 0.0
            written = note_samples(length, notes, rows, samples, written)
            totals[GAMES] += 1
            totals[MOVES] += moves
            totals[FIRST_WINS] += 1.0 if result > 0.0 else 0.0
            totals[DRAWS] += 1.0 if result == 0.0 else 0.0
            played += 1
        return written + 0 * (len(ours_array) + len(theirs_array) + len(moves_array) + len(rows_array) + len(notes_array))

    return play
