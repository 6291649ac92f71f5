"""What a search writes on: counters, the moves along its path, what models have answered, and a table of positions.

Four arrays are quick to hand down a recursion. The parts of `words`, each with its place:

    counters[16] | history[2, ACTIONS] | moves[MOST_MOVES] | ranks[MOST_MOVES] | asked[parts, ANSWERS] | answers[parts, ANSWERS]
    | plans[parts, 3]

and of `numbers`: shares[MOST_MOVES] | floors[MOST_MOVES] | ceilings[MOST_MOVES] | weights[1 + parts], the probability of an
outcome, the lowest and highest value that it can have, and how often an opponent moves at random or follows each part of
its model that searches. A model is data, so that one kernel serves them all.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.search.expectiminimax.traits import Part
from kibitz.search.move_picker import MOST_MOVES

NODES, STOPPED, CUTOFFS, CROWDED, ENDLESS, CHOSEN = range(6)
"""Counters: states looked at, has stopped, depth limits met, too many moves for the room, path too long, the
root's best move."""

PLAYER, TEAM, BY_ROUNDS, NODE_LIMIT, SAMPLES, SEED = range(6, 12)
"""The plan: MAX, the players on its side as a set of bits, whether rounds are counted or moves, how many states may be
looked at, how many outcomes, and from which random numbers they come."""
STUCK = 12
"""A counter too: a position that is not over has no moves."""
SEARCHING = 13
"""How many parts of the opponents' model search; each part's plan is its depth, whether that counts rounds, and whether
it averages over the others."""

ACTIONS = 4096
"""History is kept for so many different moves; larger action numbers share places."""
ANSWERS = 1 << 16
"""How many answers of each part of a model are remembered."""

HISTORY = 16
MOVES = HISTORY + 2 * ACTIONS
ASKED = MOVES + 2 * MOST_MOVES
"""Where the parts of `words` begin."""
FLOORS, CEILINGS, WEIGHTS = MOST_MOVES, 2 * MOST_MOVES, 3 * MOST_MOVES
"""Where the parts of `numbers` begin."""

WORDS_PER_ENTRY = 3
BYTES_PER_ENTRY = 8 * (WORDS_PER_ENTRY + 1)


class Desk(NamedTuple):
    """The arrays that the kernel takes."""

    words: Any
    numbers: Any
    table: Any
    """int64[entries, 3]: key, note and best move; a note is made of what was left to look at plus one, of whether the
    depth limit was met below, and of what the value says of the true one, and it is 0 where there is no entry"""
    values: Any
    """float64[entries]"""

    @classmethod
    def empty(cls, megabytes: int, model: tuple[Part, ...]) -> Desk:
        """Return a desk with a table of at most so many megabytes, and a model of the opponents; none moves at random."""
        size = 1 << max(1, (megabytes << 20) // BYTES_PER_ENTRY).bit_length() - 1
        parts = [part for part in model if part.depth > 0]
        plans = ASKED + 2 * len(parts) * ANSWERS
        words, numbers = np.zeros(plans + 3 * len(parts), np.int64), np.zeros(WEIGHTS + 1 + len(parts))
        words[ASKED + len(parts) * ANSWERS : plans] = -1
        words[SEARCHING], words[plans:] = len(parts), [number for part in parts for number in part[1:]]
        numbers[WEIGHTS] = sum(part.weight for part in model if part.depth == 0) if model else 1.0
        numbers[WEIGHTS + 1 :] = [part.weight for part in parts]
        return cls(words, numbers, np.zeros(size * WORDS_PER_ENTRY, np.int64), np.zeros(size))
