"""Retrograde analysis over moves that are kept: each position is decided once, by the first loss or the last win after it.

It takes two more arrays of the size of the moves, and looks at every move once. The kernel does not know the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native
from kibitz.core.errors import UnsupportedError
from kibitz.endgames.codes import LONGEST
from kibitz.endgames.enumeration import Positions


def reversing(game: Any, jit: Jit) -> Any:
    """Build `reverse(degrees, targets, first, sources)`: the positions before each, from first[i] to first[i + 1]."""

    @jit
    def reverse(degrees: Any, targets: Any, first: Any, sources: Any) -> None:
        for edge in range(len(targets)):
            first[targets[edge] + 1] += 1
        for position in range(len(degrees)):
            first[position + 1] += first[position]
        edge = len(targets)
        for position in range(len(degrees) - 1, -1, -1):
            for _ in range(degrees[position]):
                edge -= 1
                first[targets[edge] + 1] -= 1
                sources[first[targets[edge] + 1]] = position

    return reverse


def deciding(game: Any, jit: Jit) -> Any:
    """Build `decide(movers, left, first, sources, codes, queue)`: the codes of all positions from those of finished games.

    Returns the longest distance; the queue holds what is decided, in order of distance.
    """

    @jit
    def decide(movers: Any, left: Any, first: Any, sources: Any, codes: Any, queue: Any) -> int:
        decided, done, distance = 0, 0, 0
        for position in range(len(codes)):
            if codes[position] != 0:
                queue[decided] = position
                decided += 1
        while done < decided and distance < LONGEST:
            position = int(queue[done])
            done += 1
            code = int(codes[position])
            distance = abs(code)
            last = first[position + 1]
            for edge in range(first[position], last):
                before = int(sources[edge])
                if codes[before] != 0:
                    continue
                if (code > 0) == (movers[before] == movers[position]):
                    codes[before] = distance + 1
                else:
                    left[before] -= 1
                    if left[before] > 0:
                        continue
                    codes[before] = -(distance + 1)
                queue[decided] = before
                decided += 1
        return distance

    return decide


def solved(found: Positions) -> Any:
    """Return the codes of all positions."""
    count, moves = len(found.codes), len(found.targets)
    first, sources = np.zeros(count + 2, np.int64), np.zeros(moves, np.int32)
    native(reversing, None)(found.degrees, found.targets, first[: count + 1], sources)
    codes, left = found.codes.copy(), found.degrees.copy()
    offsets = np.append(first[1 : count + 1], moves)
    if native(deciding, None)(found.movers, left, offsets, sources, codes, np.zeros(count, np.int32)) >= LONGEST:
        raise UnsupportedError(f"wins of more than {LONGEST:,} moves do not fit in a table")
    return codes
