"""The workspace of an expectiminimax search: its arrays and their parts.

`words`, int64:

    counters        [16]                              named here and in `common/node_count.py`
    HISTORY         [2, HISTORY_SIZE]                 history heuristic: MIN's moves, MAX's moves
    MOVES           [MAX_MOVES]                       moves and outcomes of the positions along the path
    move scores     [MAX_MOVES]                       of the move MAX_MOVES words before
    MODEL_KEYS      [parts, MODEL_CACHE_SIZE]         positions in which a part of the opponents' model was asked
    model moves     [parts, MODEL_CACHE_SIZE]         the move that it chose there
    model settings  [parts, 3]                        depth, whether that counts rounds, whether it averages over the others

`outcomes`, float64, all but the last by index in `MOVES`:

    probabilities   [MAX_MOVES]
    LOWER_BOUNDS    [MAX_MOVES]                       the lowest value that an outcome can have
    UPPER_BOUNDS    [MAX_MOVES]                       the highest one
    MODEL_WEIGHTS   [1 + parts]                       how often an opponent moves at random, or follows each searching part

A model is data, so that one kernel serves them all.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.search.expectiminimax.traits import Part
from kibitz.search.move_picker import MOST_MOVES

NO_MOVES = 7
"""A counter: a position that is not over has no moves."""
MAX_PLAYER, MAX_TEAM, BY_ROUNDS, SAMPLES, SEED, SEARCHING_PARTS = range(8, 14)
"""Settings: MAX, the players on its side as a set of bits, whether rounds are counted or moves, how many outcomes of a chance
node are searched, from which random numbers they come, and how many parts of the opponents' model search."""

MAX_MOVES = MOST_MOVES
"""So many moves along one path there is memory for."""
HISTORY_SIZE = 4096
"""History is kept for so many different moves; larger action numbers share words."""
MODEL_CACHE_SIZE = 1 << 16
"""How many moves of each part of a model are remembered."""

HISTORY = 16
MOVES = HISTORY + 2 * HISTORY_SIZE
MODEL_KEYS = MOVES + 2 * MAX_MOVES
"""Where the parts of `words` begin."""
LOWER_BOUNDS, UPPER_BOUNDS, MODEL_WEIGHTS = MAX_MOVES, 2 * MAX_MOVES, 3 * MAX_MOVES
"""Where the parts of `outcomes` begin."""

ENTRY_WORDS = 3
ENTRY_BYTES = 8 * (ENTRY_WORDS + 1)


class Arrays(NamedTuple):
    """The arrays that the search hands down its recursion."""

    words: Any
    outcomes: Any
    table: Any
    """int64 [entries, 3]: key, best move and info of the positions of the transposition table."""
    values: Any
    """float64 [entries]: their values."""
    stop: Any
    """int64 [1]: the stop flag."""

    @classmethod
    def empty(cls, megabytes: int, model: tuple[Part, ...], stop: Any) -> Arrays:
        """Return arrays with a table of at most so many megabytes, and a model of the opponents; none moves at random."""
        size = 1 << max(1, (megabytes << 20) // ENTRY_BYTES).bit_length() - 1
        parts = [part for part in model if part.depth > 0]
        settings = MODEL_KEYS + 2 * len(parts) * MODEL_CACHE_SIZE
        words, outcomes = np.zeros(settings + 3 * len(parts), np.int64), np.zeros(MODEL_WEIGHTS + 1 + len(parts))
        words[MODEL_KEYS + len(parts) * MODEL_CACHE_SIZE : settings] = -1
        words[SEARCHING_PARTS], words[settings:] = len(parts), [number for part in parts for number in part[1:]]
        outcomes[MODEL_WEIGHTS] = sum(part.weight for part in model if part.depth == 0) if model else 1.0
        outcomes[MODEL_WEIGHTS + 1 :] = [part.weight for part in parts]
        return cls(words, outcomes, np.zeros(size * ENTRY_WORDS, np.int64), np.zeros(size), stop)
