"""Backup: the result of a simulation is added to all edges on its path."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE
from kibitz.search.montecarlo.rave import amaf_backup
from kibitz.search.montecarlo.statistics import value_accumulation
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import (
    CHILDREN,
    HIGHEST,
    LOWEST,
    OUT_OF_RANGE,
    ROOT,
    UTILITY_MAX,
    UTILITY_MIN,
    edge_size,
    first_child,
)
from kibitz.search.montecarlo.virtual_loss import virtual_loss_removal
from kibitz.search.montecarlo.workspace import PATH_LENGTH


def utility_scale(jit: Jit, *, traits: Traits) -> Any:
    """Build `widen_scale(utilities, tree)`: widen the scale of UCB1 to hold these utilities.

    One outside the range that proofs are based on is flagged.
    """
    players, solver = traits.players, traits.solver

    @jit
    def widen_scale(utilities: Any, tree: Any) -> None:
        scale = tree.scale
        for player in range(players):
            utility = utilities[player]
            if not scale[LOWEST] <= utility <= scale[HIGHEST]:  # else nothing is written: all threads read it all the time
                scale[LOWEST], scale[HIGHEST] = min(scale[LOWEST], utility), max(scale[HIGHEST], utility)
        if solver and not tree.constants[UTILITY_MIN] <= utilities[0] <= tree.constants[UTILITY_MAX]:
            tree.counters[OUT_OF_RANGE] = 1

    return widen_scale


def root_statistics_backup(jit: Jit, *, traits: Traits) -> Any:
    """Build `add_to_root(edge, visits, utilities, tree, workspace)`: add results to the root statistics of a root move."""
    players, size = traits.players, edge_size(traits)

    @jit
    def add_to_root(edge: int, visits: int, utilities: Any, tree: Any, workspace: Any) -> None:
        index = (edge - first_child(tree.ints[ROOT + CHILDREN])) // size * (players + 1)
        for player in range(players):
            workspace.root_statistics[index + player] += utilities[player]
        workspace.root_statistics[index + players] += visits

    return add_to_root


def backup(jit: Jit, *, traits: Traits) -> Any:
    """Build `back_up(visits, tree, workspace)`: add the utilities in the workspace to the edges on the path.

    They are the sums over so many visits, all of which went along the path.
    """
    rave, virtual_loss, back_up_amaf = traits.rave, traits.virtual_loss, amaf_backup(jit, traits=traits)
    remove_virtual_loss, add_value = virtual_loss_removal(jit, traits=traits), value_accumulation(jit, traits=traits)
    add_to_root = root_statistics_backup(jit, traits=traits)

    @jit
    def back_up(visits: int, tree: Any, workspace: Any) -> None:
        path, utilities = workspace.path, workspace.utilities
        for ply in range(workspace.registers[PATH_LENGTH]):
            chooser = workspace.movers[ply - 1] if ply > 0 else CHANCE
            if virtual_loss:
                remove_virtual_loss(path[ply], ply, visits, tree, workspace)
            if chooser != CHANCE:
                add_value(path[ply], ply, utilities[chooser], tree, workspace)
        if workspace.registers[PATH_LENGTH] > 1:
            add_to_root(path[1], visits, utilities, tree, workspace)
        if rave:
            back_up_amaf(tree, workspace)

    return back_up
