"""Self-play that learns tables of patterns by temporal differences, compiled for one game.

What is learnt is the value of a position after a move (an afterstate; Szubert and Jaskowski 2014): for a single player the
points still to come, for two the utility that the side to move can expect, squashed to between -1 and 1. Moves are chosen by
looking one move ahead. After each segment of a game its positions are brought nearer to the lambda-return, each number of the
tables with its own step, which temporal coherence adapts (Beal and Smith 1999; Jaskowski 2018): the sum of its errors divided
by the sum of their sizes, which is small where they cancel out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory, prefetch
from kibitz.core.game import CHANCE
from kibitz.core.randomness import advance, below, scramble, stream, unit
from kibitz.models.pattern_lookup import cell_reading, pattern_index
from kibitz.models.pattern_shape import PatternShape
from kibitz.search.move_sampling import move_sampling

SEGMENT = 128
"""So many moves are played before they are learnt from, or as many as a game has left."""
MOVE_BUFFER = 1024
"""So many moves of a position are listed."""
LONGEST_GAME = 1_000_000
"""A game with more moves is broken off."""

GAMES, MOVES, UTILITY, SQUARES, ABANDONED, LARGEST = range(6)
"""The totals: games, moves of players, the sum of the first player's utilities and of their squares, games broken off, and the
largest utility."""
TOTALS = 6

STEP, LAMBDA, EXPLORATION = range(3)
"""The settings, float64: the step of learning (0: nothing is learnt), lambda, and how often a move is random."""


class Tables(NamedTuple):
    """What is learnt, shared by all threads."""

    values: Any
    """float32 [size]."""
    errors: Any
    """float32 [size, 2], in one row: the sum of the errors of each number, and the sum of their sizes."""


def self_play(game: Any, jit: Jit, *, shape: PatternShape, alone: bool, learns: bool) -> Any:  # noqa: C901, PLR0915
    """Build `play(first, games, seed, cells, begins, settings, tables, totals, stop)`: play the games `first`, `first + 1` ...

    Each game has its own random numbers, so that it does not matter in how many calls they are played. `alone` says that there
    is one player, whose points count.
    """
    instances, words, state_words = shape.instances, shape.cells + 1, game.words
    read, index = cell_reading(game, jit, shape), pattern_index(jit, shape)
    _, sample_outcome = move_sampling(game, jit, MOVE_BUFFER)

    @jit
    def find(s: Any, slot: int, cells: Any, begins: Any, values: Any, scratch: Any, places: Any) -> None:
        """Note the places of a position's numbers, and ask for them ahead: most are far away in memory."""
        base = read(s, scratch, 0)
        for instance in range(instances):
            place = base + index(instance, cells, begins, scratch, 0)
            places[slot * instances + instance] = place
            prefetch(values, place)

    @jit
    def sum_of(slot: int, values: Any, places: Any) -> float:
        """Return the sum of the numbers at the places of a slot."""
        total = 0.0
        for instance in range(instances):
            total += values[places[slot * instances + instance]]
        return total

    @jit
    def squashed(total: float) -> float:
        return total if alone else total / (1.0 + abs(total))

    @jit
    def learn(length: int, end: float, settings: Any, places: Any, facts: Any, tables: Any) -> None:
        """Learn from the positions of a segment backwards; `end` is the value of the last one, which is not learnt.

        `facts` has of each move what it made at once, with which sign what followed counts for whom it is seen by, and whether
        it was chosen at random.
        """
        values, errors = tables.values, tables.errors
        step, trace_decay = settings[STEP], settings[LAMBDA]
        following, outcome = end, end
        for number in range(length - 1, 0, -1):
            # position number - 1 was followed by move `number`, which led to a position of the value `following`
            target = facts[3 * number] + facts[3 * number + 1] * ((1.0 - trace_decay) * following + trace_decay * outcome)
            first = (number - 1) * instances
            for instance in range(instances if number > 1 else 0):
                prefetch(errors, 2 * places[first - instances + instance])
            value = squashed(sum_of(number - 1, values, places))
            if facts[3 * number + 2] != 0.0:  # a random move says nothing of the position before it
                outcome = value
            else:
                error = target - value
                change = step * error / instances
                for instance in range(instances):
                    place = places[first + instance]
                    size = float(errors[2 * place + 1])
                    rate = abs(float(errors[2 * place])) / size if size > 0.0 else 1.0
                    values[place] = np.float32(values[place] + change * rate)
                    errors[2 * place] = np.float32(errors[2 * place] + error)
                    errors[2 * place + 1] = np.float32(size + abs(error))
                outcome = target
            following = value

    @jit
    def play(  # noqa: C901, PLR0912, PLR0915
        first: int,
        games: int,
        seed: int,
        cells_array: Any,
        begins_array: Any,
        settings: Any,
        arrays: Any,
        totals: Any,
        stop: Any,
    ) -> int:
        scratch_array = np.zeros(words, np.int64)
        places_array = np.zeros((SEGMENT + MOVE_BUFFER) * instances, np.int64)
        facts_array = np.zeros(3 * (SEGMENT + 1))
        actions_array = np.zeros(MOVE_BUFFER, np.int64)
        afters_array = np.zeros(MOVE_BUFFER * state_words, np.int64)
        afters = memory(afters_array)
        scratch, places, facts = memory(scratch_array), memory(places_array), memory(facts_array)
        actions, cells, begins = memory(actions_array), memory(cells_array), memory(begins_array)
        tables = Tables(memory(arrays.values), memory(arrays.errors))
        exploration = settings[EXPLORATION]
        played = 0
        while played < games and stop[0] == 0:
            random = stream(seed, first + played)
            s = game.initial()
            length, moves = 0, 0
            while moves < LONGEST_GAME:
                while not game.is_terminal(s) and game.to_move(s) == CHANCE:
                    random = advance(random)
                    s = game.result(s, sample_outcome(s, scramble(random), actions))
                if game.is_terminal(s):
                    if alone and length > 0:  # nothing follows the last position
                        facts[3 * length], facts[3 * length + 1], facts[3 * length + 2] = 0.0, 0.0, 0.0
                        if learns:
                            learn(length + 1, 0.0, settings, places, facts, tables)
                    break

                mover = game.to_move(s)
                count = min(MOVE_BUFFER, game.fill_actions(s, actions, 0))
                random = advance(random)
                is_random = exploration > 0.0 and unit(scramble(random)) < exploration
                begin = 0
                if is_random:
                    random = advance(random)
                    begin = below(scramble(random), count)
                    count = begin + 1
                for number in range(begin, count):
                    after = game.result(s, actions[number])
                    game.pack_at(after, afters, number * state_words)
                    find(after, SEGMENT + number, cells, begins, tables.values, scratch, places)
                chosen, best_worth, best_value, best_gain, best_sign = -1, 0.0, 0.0, 0.0, 0.0
                points = game.score(s, mover) if alone else 0.0
                for number in range(begin, count):
                    after = game.unpack_at(afters, number * state_words)
                    is_over = game.is_terminal(after)
                    gain = sign = value = 0.0
                    if alone:
                        gain, sign = game.score(after, mover) - points, 0.0 if is_over else 1.0
                    elif is_over:
                        gain = game.utility(after, mover)
                    else:
                        sign = 1.0 if game.to_move(after) == mover else -1.0
                    if not is_over:
                        value = squashed(sum_of(SEGMENT + number, tables.values, places))
                    worth = gain + sign * value
                    if chosen < 0 or worth > best_worth:
                        chosen, best_worth, best_value, best_gain, best_sign = number, worth, value, gain, sign
                s = game.unpack_at(afters, chosen * state_words)
                facts[3 * length], facts[3 * length + 1] = best_gain, best_sign
                facts[3 * length + 2] = 1.0 if is_random else 0.0
                for instance in range(instances):
                    places[length * instances + instance] = places[(SEGMENT + chosen) * instances + instance]
                length += 1
                moves += 1
                if game.is_terminal(s):
                    if learns:
                        learn(length, 0.0, settings, places, facts, tables)
                    break
                if length == SEGMENT:
                    if learns:
                        learn(length, best_value, settings, places, facts, tables)
                    for instance in range(instances):  # the last position begins the next segment
                        places[instance] = places[(SEGMENT - 1) * instances + instance]
                    length = 1
            utility = game.utility(s, 0) if game.is_terminal(s) else 0.0
            totals[ABANDONED] += 0.0 if game.is_terminal(s) else 1.0
            totals[GAMES] += 1
            totals[MOVES] += moves
            totals[UTILITY] += utility
            totals[SQUARES] += utility * utility
            totals[LARGEST] = max(totals[LARGEST], utility)
            played += 1
        return played + 0 * (len(scratch_array) + len(places_array) + len(facts_array) + len(actions_array) + len(afters_array))

    return play
