"""What an entry of a transposition table says: a bound on the value, how deep it was searched, and in which search.

These are packed into one word, `info`: bound (2 bits), depth-limited (1), generation (8), depth + 1 (the rest). It is 0 where
there is no entry.
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit

EXACT, LOWER_BOUND, UPPER_BOUND = range(1, 4)
"""What the stored value says of the true one."""
BOUND_MASK = 3
DEPTH_LIMITED = 4
"""Set where the depth limit was met below, or something was pruned that may matter."""
GENERATION_SHIFT = 3
GENERATION_MASK = 255
DEPTH_SHIFT = 11


def table_entry(jit: Jit) -> tuple[Any, Any, Any]:
    """Build `bound_of(value, alpha, beta)`, `is_cutoff(info, value, alpha, beta)` and `pack_info`.

    `bound_of` says what a fail-soft value is a bound of. `is_cutoff` says whether an entry's value can be returned for the
    window (alpha, beta), given that it was searched deep enough.
    """

    @jit
    def bound_of(value: Any, alpha: Any, beta: Any) -> int:
        return LOWER_BOUND if value >= beta else EXACT if value > alpha else UPPER_BOUND

    @jit
    def is_cutoff(info: int, value: Any, alpha: Any, beta: Any) -> bool:
        bound = info & BOUND_MASK
        return (
            bound == EXACT or (bound == LOWER_BOUND and value >= beta) or (bound == UPPER_BOUND and value <= alpha)
        )  # fmt: skip

    @jit
    def pack_info(bound: int, limited: bool, generation: int, depth: int) -> int:
        return ((depth + 1) << DEPTH_SHIFT) + (generation << GENERATION_SHIFT) + (DEPTH_LIMITED if limited else 0) + bound

    return bound_of, is_cutoff, pack_info
