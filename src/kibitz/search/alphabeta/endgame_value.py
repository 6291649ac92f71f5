"""Values of endgame databases in points: exact, with the distance to the end, so that nothing below need be searched."""

from __future__ import annotations

from math import floor
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.endgames.block_cache import FAILED, NOWHERE, lead_of, lookup
from kibitz.endgames.codes import HOLE, UNKNOWN
from kibitz.search.alphabeta.evaluation import signed_ordinal
from kibitz.search.alphabeta.node_functions import UNDECIDED
from kibitz.search.alphabeta.scale import FINE_UNIT, STEPS
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.workspace import ROOT_PLAYER, STOPPED, TABLE_FAILED, TABLE_HITS

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
    unit, equal_share, is_ordinal = traits.unit, traits.equal_share, traits.is_ordinal

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
        if is_ordinal:
            is_for_root = (code > 0) == (mover == workspace[ROOT_PLAYER])
            return ordinal_for(mover, equal_share + (gain if is_for_root else -gain), workspace)
        points = max(floor(gain * unit) - min(ply + abs(code) - 1, MOST_PLIES), 0)
        return points if code > 0 else -points

    return table_value
