"""Backup of a batch: the average results of its leaves are added along their paths."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.search.montecarlo.backup import backup, root_statistics_backup, utility_scale
from kibitz.search.montecarlo.gpu.leaf_batch import GROUP_MOVERS, GROUP_PATH, GROUP_PATH_LENGTH, GROUP_SIZE
from kibitz.search.montecarlo.raw_arrays import raw_arrays
from kibitz.search.montecarlo.statistics import accumulation
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import UNOBSERVED, VALUE_SUM, VISITS
from kibitz.search.montecarlo.workspace import PATH_LENGTH


def leaf_backup(jit: Jit, *, traits: Traits) -> Any:
    """Build `back_up_leaf(edge, utilities, tree, workspace)`: add a result to a leaf below the path in the workspace.

    It is also added to the utilities in the workspace, which are those of the whole group.
    """
    players, add = traits.players, accumulation(jit, traits=traits)
    widen_scale, add_to_root = utility_scale(jit, traits=traits), root_statistics_backup(jit, traits=traits)

    @jit
    def back_up_leaf(edge: int, utilities: Any, tree: Any, workspace: Any) -> None:
        length = workspace.registers[PATH_LENGTH]
        widen_scale(utilities, tree)
        for player in range(players):
            workspace.utilities[player] += utilities[player]
        if edge == workspace.path[length - 1]:
            return  # an unexpanded position is on the path itself
        add(tree.ints, edge + VISITS, -UNOBSERVED)
        add(tree.floats, edge + VALUE_SUM, utilities[workspace.movers[length - 1]])
        if length == 1:
            add_to_root(edge, 1, utilities, tree, workspace)

    return back_up_leaf


def batch_backup(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `back_up_batch(count, means, tree, workspace, batch)`: back up the leaves of so many groups.

    `means` is float64 [leaves, players], the average utilities.
    """
    players = traits.players
    back_up, back_up_leaf = backup(jit, traits=traits), leaf_backup(jit, traits=traits)
    raw = raw_arrays(jit, traits=traits)

    @jit
    def read_group(group: int, workspace: Any, groups: Any) -> int:
        """Put the path of a group into the workspace and return the number of its leaves."""
        length = workspace.registers[PATH_LENGTH] = groups[group, GROUP_PATH_LENGTH]
        for ply in range(length):
            workspace.path[ply] = groups[group, GROUP_PATH + ply]
            workspace.movers[ply] = groups[group, GROUP_MOVERS + ply]
        return int(groups[group, GROUP_SIZE])

    @jit
    def back_up_batch(count: int, means: Any, tree_arrays: Any, workspace_arrays: Any, batch: Any) -> None:
        tree, workspace = raw(tree_arrays, workspace_arrays)
        first = 0
        for group in range(count):
            size = read_group(group, workspace, batch.groups)
            for player in range(players):
                workspace.utilities[player] = 0.0
            for leaf in range(first, first + size):
                back_up_leaf(batch.edges[leaf], memory(means[leaf]), tree, workspace)
            back_up(size, tree, workspace)
            first += size

    return back_up_batch
