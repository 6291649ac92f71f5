"""The triangular PV table: row `ply` holds the principal variation from that ply on."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.workspace import MAX_PV, PV_LENGTHS, PV_TABLE


def pv_table(jit: Jit) -> Any:
    """Build `update_pv(a, ply, workspace)`: the principal variation at `ply` becomes the move and the one below it."""

    @jit
    def update_pv(a: int, ply: int, workspace: Any) -> None:
        if ply < MAX_PV - 1:
            length = min(workspace[PV_LENGTHS + ply + 1], MAX_PV - 1 - ply)
            workspace[PV_TABLE + ply * MAX_PV] = a
            for step in range(length):
                workspace[PV_TABLE + ply * MAX_PV + 1 + step] = workspace[PV_TABLE + (ply + 1) * MAX_PV + step]
            workspace[PV_LENGTHS + ply] = length + 1

    return update_pv
