"""Values of endgame databases in points, with the distance to the end, so that nothing below need be searched.

They are exact, but for wins that a rule may turn into draws because they take too long (endgames/draw_clock.py): these have the
highest values that a search takes for estimates, the sooner ones higher.
"""

from __future__ import annotations

from math import floor
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.endgames.block_cache import FAILED, NOWHERE, lead_of, lookup
from kibitz.endgames.codes import HOLE, UNKNOWN
from kibitz.endgames.draw_clock import LIKELY, timeliness
from kibitz.search.alphabeta.evaluation import signed_ordinal
from kibitz.search.alphabeta.node_functions import UNDECIDED
from kibitz.search.alphabeta.scale import FINE_UNIT, MAX_EVAL, STEPS
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.workspace import DEPTH_LIMIT_HITS, ROOT_PLAYER, STOPPED, TABLE_FAILED, TABLE_HITS

MOST_PLIES = FINE_UNIT // STEPS // 2 - 1
"""Longer wins all count the same: with more plies a win would no longer be told from a smaller one."""


def endgame_value(game: Any, jit: Jit, traits: Traits) -> Any:
    """Build `table_value(s, mover, ply, arrays)`: the value that a table has for a position `ply` moves deep, or UNDECIDED.

    As everywhere, a win that comes sooner counts more, except among ordinals. A table that cannot be read stops the search.
    """
    if not traits.tables:
        return None
    code_of = lookup(game, jit, sliced=traits.slices)
    lead, ordinal_for = lead_of(jit), signed_ordinal(jit)
    is_in_time = timeliness(game, jit, has_clock=traits.draw_clock)
    unit, equal_share, is_ordinal, in_points = traits.unit, traits.equal_share, traits.is_ordinal, traits.in_points

    @jit
    def table_value(s: Any, mover: int, ply: int, arrays: Any) -> Any:
        workspace = arrays.workspace
        code = code_of(s, arrays.blocks)
        if code in (NOWHERE, HOLE):
            return UNDECIDED
        if code == FAILED:
            workspace[TABLE_FAILED] = workspace[STOPPED] = 1
            return 0
        workspace[TABLE_HITS] += 1
        gain = 0.0 if code == UNKNOWN else lead(arrays.blocks) / 2
        if not is_in_time(s, code):
            workspace[DEPTH_LIMIT_HITS] += 1  # as if the search had stopped here with an estimate
            if in_points:
                return MAX_EVAL - code if code > 0 else -MAX_EVAL - code
            gain *= LIKELY
        if is_ordinal:
            is_for_root = (code > 0) == (mover == workspace[ROOT_PLAYER])
            return ordinal_for(mover, equal_share + (gain if is_for_root else -gain), workspace)
        points = max(floor(gain * unit) - min(ply + abs(code) - 1, MOST_PLIES), 0)
        return points if code > 0 else -points

    return table_value
