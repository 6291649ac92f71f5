"""Selection of leaves by the batch, for leaf parallelisation.

Selection ends at an unexpanded position. It is expanded, and all its children become leaves of the batch; where it cannot be
expanded it is the leaf itself.
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE
from kibitz.search.montecarlo.backup import backup, utility_scale
from kibitz.search.montecarlo.expansion import expansion
from kibitz.search.montecarlo.gpu.leaf_batch import GROUP_MOVERS, GROUP_PATH, GROUP_PATH_LENGTH, GROUP_SIZE
from kibitz.search.montecarlo.mcts_solver import leaf_proof
from kibitz.search.montecarlo.raw_arrays import raw_arrays
from kibitz.search.montecarlo.selection import selection
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import ACTION, CHILDREN, UNEXPANDED, edge_size, end_of_children, first_child
from kibitz.search.montecarlo.virtual_loss import virtual_loss_visit
from kibitz.search.montecarlo.workspace import DEPTH, MAX_DEPTH, PATH_LENGTH


def proven_leaf_backup(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `backed_up_proven(leaf, tree, workspace)`: whether the end of the path is proven; if so it is backed up."""
    prove_leaf = leaf_proof(game, jit, traits=traits)
    widen_scale, back_up = utility_scale(jit, traits=traits), backup(jit, traits=traits)

    @jit
    def backed_up_proven(leaf: Any, tree: Any, workspace: Any) -> bool:
        if not prove_leaf(leaf, tree, workspace):
            return False
        widen_scale(workspace.utilities, tree)
        back_up(1, tree, workspace)
        return True

    return backed_up_proven


def children_selection(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `select_children(s, children, count, capacity, tree, workspace, batch)`: visit the children of the path's end.

    Those that are not proven are added to the batch of `count` leaves, up to its capacity. Returned are the number of leaves
    then, and the visits.
    """
    backed_up_proven = proven_leaf_backup(game, jit, traits=traits)
    visit, size = virtual_loss_visit(jit, traits=traits), edge_size(traits)

    @jit
    def select_children(
        s: Any, children: int, count: int, capacity: int, tree: Any, workspace: Any, batch: Any
    ) -> tuple[int, int]:  # fmt: skip
        registers, path = workspace.registers, workspace.path
        length, visits = registers[PATH_LENGTH], 0
        workspace.movers[length - 1] = game.to_move(s)
        registers[MAX_DEPTH] = max(registers[MAX_DEPTH], registers[DEPTH] + 1)
        for child in range(first_child(children), end_of_children(children, size), size):
            if count == capacity:
                break
            if visits > 0:  # selection itself was one visit to all edges of the path
                for ply in range(length):
                    visit(path[ply], ply, tree, workspace)
            visits += 1
            leaf = game.result(s, tree.ints[child + ACTION])
            visit(child, length, tree, workspace)
            path[length], registers[PATH_LENGTH] = child, length + 1
            if not backed_up_proven(leaf, tree, workspace):
                game.pack(leaf, batch.states[count])
                batch.edges[count] = child
                count += 1
        registers[PATH_LENGTH] = length
        return count, visits

    return select_children


def leaf_selection(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `select_leaves(root, wanted, tree, workspace, batch)`: select until `wanted` visits are made.

    Returned are the number of leaves in the batch, the number of their groups, and the visits. Proven leaves are not in the
    batch: they are backed up at once.
    """
    select, expand = selection(game, jit, traits=traits), expansion(game, jit, traits=traits)
    backed_up_proven = proven_leaf_backup(game, jit, traits=traits)
    select_children = children_selection(game, jit, traits=traits)
    raw = raw_arrays(jit, traits=traits)

    @jit
    def expanded(s: Any, edge: int, tree: Any, workspace: Any) -> int:
        """Return the children index of the end of the path, expanded just now; UNEXPANDED where that cannot be."""
        if tree.ints[edge + CHILDREN] != UNEXPANDED or game.is_terminal(s) or game.to_move(s) == CHANCE:
            return UNEXPANDED
        return int(expand(s, edge, tree, workspace))

    @jit
    def write_group(group: int, size: int, workspace: Any, groups: Any) -> None:
        length = workspace.registers[PATH_LENGTH]
        groups[group, GROUP_SIZE], groups[group, GROUP_PATH_LENGTH] = size, length
        for ply in range(length):
            groups[group, GROUP_PATH + ply] = workspace.path[ply]
            groups[group, GROUP_MOVERS + ply] = workspace.movers[ply]

    @jit
    def select_leaves(
        root: Any, wanted: int, tree_arrays: Any, workspace_arrays: Any, batch: Any
    ) -> tuple[int, int, int]:  # fmt: skip
        tree, workspace = raw(tree_arrays, workspace_arrays)
        count, groups, visits = 0, 0, 0
        while visits < wanted:
            s = select(root, tree, workspace)
            if backed_up_proven(s, tree, workspace):
                visits += 1
                continue
            edge, before = workspace.path[workspace.registers[PATH_LENGTH] - 1], count
            children = expanded(s, edge, tree, workspace)
            if children <= UNEXPANDED:
                game.pack(s, batch.states[count])
                batch.edges[count] = edge
                count, visits = count + 1, visits + 1
            else:
                count, more = select_children(s, children, count, wanted, tree, workspace, batch)
                visits += more
            if count > before:
                write_group(groups, count - before, workspace, batch.groups)
                groups += 1
        return count, groups, visits

    return select_leaves
