"""How long to think: what `go` allows for one move."""

from __future__ import annotations

from kibitz.protocols.clock import OVERHEAD, Allotment, allotment, fixed
from kibitz.protocols.uci.commands import Go


def allotted(wanted: Go, player: int, overhead: float = OVERHEAD) -> Allotment | None:
    """Return what `go` allows for the move of a player, or None where it sets no time."""
    clock = wanted.clock(player)
    found = [] if clock is None else [allotment(clock, wanted.increments[player], wanted.moves_to_go, overhead)]
    found += [] if wanted.seconds is None else [fixed(wanted.seconds, overhead)]
    return Allotment(min(each.enough for each in found), min(each.hard for each in found)) if found else None
