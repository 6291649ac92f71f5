"""How likely what chance brings is, and what opponents do who follow a model; of many outcomes, a sample."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.bits import add, multiply, shift_right
from kibitz.core.game import CHANCE
from kibitz.core.randomness import GOLDEN
from kibitz.search.expectiminimax.models import models
from kibitz.search.expectiminimax.traits import Traits
from kibitz.search.expectiminimax.workspace import FLOORS, MOVES, SAMPLES, SEED


def outcomes(game: Any, jit: Jit, traits: Traits) -> Any:
    """Build `weigh_outcomes(s, key, mover, start, end, words, numbers, stop)`."""
    samples, weigh = traits.samples, models(game, jit, traits)

    @jit
    def sample(key: int, start: int, end: int, words: Any, numbers: Any) -> None:
        """Turn probabilities into the shares of a sample; the same position always gives the same one."""
        shares = start - MOVES
        for place in range(shares, end - MOVES):
            numbers[FLOORS + place] = 0.0
        number = key ^ words[SEED]
        for _ in range(words[SAMPLES]):
            number = add(multiply(number ^ shift_right(number, 29), GOLDEN), 1)
            point = shift_right(number, 11) / (1 << 53)
            place = shares
            while place < end - MOVES - 1 and point >= numbers[place]:
                point -= numbers[place]
                place += 1
            numbers[FLOORS + place] += 1.0 / words[SAMPLES]
        for place in range(shares, end - MOVES):
            numbers[place] = numbers[FLOORS + place]

    @jit
    def weigh_outcomes(s: Any, key: int, mover: int, start: int, end: int, words: Any, numbers: Any, stop: Any) -> None:
        """Write how likely each outcome, or each move of a player who follows a model, is."""
        if mover != CHANCE:
            weigh(s, key, mover, start, end, words, numbers, stop)
            return
        whole = 0.0
        for place in range(start, end):
            share = game.probability(s, words[place])
            numbers[place - MOVES] = share
            whole += share
        game.require_whole(s, whole)
        if samples and 0 < words[SAMPLES] < end - start:
            sample(key, start, end, words, numbers)

    return weigh_outcomes
