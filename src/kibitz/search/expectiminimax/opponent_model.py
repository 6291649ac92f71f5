"""Opponents who follow a model: at each of their nodes the model says how likely every move is."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.core.bits import multiply, shift_right
from kibitz.core.randomness import GOLDEN
from kibitz.search.common.horizon import horizon
from kibitz.search.common.node_count import STOPPED
from kibitz.search.common.plain_minimax import plain_minimax
from kibitz.search.expectiminimax.traits import Traits
from kibitz.search.expectiminimax.workspace import MODEL_CACHE_SIZE, MODEL_KEYS, MODEL_WEIGHTS, MOVES, SEARCHING_PARTS


def opponent_model(game: Any, jit: Jit, traits: Traits) -> Any:
    """Build `model_probabilities(s, key, mover, start, end, arrays)`, which writes the probabilities of the moves.

    A part of the model that searches is asked once in a position: its move is remembered.
    """

    @jit
    def random_probabilities(s: Any, key: int, mover: int, start: int, end: int, arrays: Any) -> None:
        """Write the probabilities of moving at random, as often as the model does that."""
        for index in range(start, end):
            arrays.outcomes[index - MOVES] = arrays.outcomes[MODEL_WEIGHTS] / (end - start)

    if not traits.searching_model:
        return random_probabilities
    remaining_depth = horizon(game, jit)
    plain_search = plain_minimax(game, jit, prunes=True, counts_leaves=False)

    @jit
    def model_move(s: Any, mover: int, part: int, words: Any, stop: Any) -> int:
        """Return the first best move of a part that searches."""
        settings = MODEL_KEYS + 2 * words[SEARCHING_PARTS] * MODEL_CACHE_SIZE + 3 * part
        depth, by_rounds, averages = words[settings], words[settings + 1] != 0, words[settings + 2] != 0
        ply = int(np.int64(1))
        best, best_move = -np.inf, -1
        for a in game.actions(s):
            after = game.result(s, a)
            new_depth = remaining_depth(depth, by_rounds, mover, mover, after)
            value = plain_search(after, mover, new_depth, by_rounds, averages, (best, np.inf), ply, (), words, stop)
            if best_move == -1 or value > best:
                best, best_move = value, a
        return int(best_move)

    @jit
    def model_probabilities(s: Any, key: int, mover: int, start: int, end: int, arrays: Any) -> None:
        words, outcomes = arrays.words, arrays.outcomes
        random_probabilities(s, key, mover, start, end, arrays)
        parts = words[SEARCHING_PARTS]
        entry = MODEL_KEYS + (shift_right(multiply(key, GOLDEN), 20) & (MODEL_CACHE_SIZE - 1))
        for part in range(parts):
            key_word = entry + part * MODEL_CACHE_SIZE
            move_word = key_word + parts * MODEL_CACHE_SIZE
            if words[key_word] != key or words[move_word] == -1:
                words[key_word], words[move_word] = key, model_move(s, mover, part, words, arrays.stop)
                if words[STOPPED] != 0:
                    words[move_word] = -1  # that search was not finished
            for index in range(start, end):
                if words[index] == words[move_word]:
                    outcomes[index - MOVES] += outcomes[MODEL_WEIGHTS + 1 + part]

    return model_probabilities
