"""Probabilities of the outcomes of chance, and of the moves of opponents who follow a model; of many outcomes, a sample."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.bits import add, multiply, shift_right
from kibitz.core.game import CHANCE
from kibitz.core.randomness import GOLDEN
from kibitz.search.expectiminimax.opponent_model import opponent_model
from kibitz.search.expectiminimax.traits import Traits
from kibitz.search.expectiminimax.workspace import LOWER_BOUNDS, MOVES, SAMPLES, SEED


def probabilities(game: Any, jit: Jit, traits: Traits) -> Any:
    """Build `write_probabilities(s, key, mover, start, end, arrays)`: of outcomes, or of the moves of opponents."""
    samples, model_probabilities = traits.samples, opponent_model(game, jit, traits)

    @jit
    def sample(key: int, start: int, end: int, words: Any, outcomes: Any) -> None:
        """Turn probabilities into the shares of a sample; the same position always gives the same one."""
        first = start - MOVES
        for index in range(first, end - MOVES):
            outcomes[LOWER_BOUNDS + index] = 0.0
        random = key ^ words[SEED]
        for _ in range(words[SAMPLES]):
            random = add(multiply(random ^ shift_right(random, 29), GOLDEN), 1)
            draw = shift_right(random, 11) / (1 << 53)
            index = first
            while index < end - MOVES - 1 and draw >= outcomes[index]:
                draw -= outcomes[index]
                index += 1
            outcomes[LOWER_BOUNDS + index] += 1.0 / words[SAMPLES]
        for index in range(first, end - MOVES):
            outcomes[index] = outcomes[LOWER_BOUNDS + index]

    @jit
    def write_probabilities(s: Any, key: int, mover: int, start: int, end: int, arrays: Any) -> None:
        """Write how likely each outcome, or each move of a player who follows a model, is."""
        words, outcomes = arrays.words, arrays.outcomes
        if mover != CHANCE:
            model_probabilities(s, key, mover, start, end, arrays)
            return
        total = 0.0
        for index in range(start, end):
            probability = game.probability(s, words[index])
            outcomes[index - MOVES] = probability
            total += probability
        game.require_whole(s, total)
        if samples and 0 < words[SAMPLES] < end - start:
            sample(key, start, end, words, outcomes)

    return write_probabilities
