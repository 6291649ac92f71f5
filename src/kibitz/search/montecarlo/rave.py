"""RAVE: moves also learn from simulations in which they were played later (all moves as first, AMAF).

AMAF: Bouzy and Helmstetter, "Monte-Carlo Go developments", 2003; with UCT, as RAVE: Gelly and Silver, 2007. The average of a
move is mixed with its AMAF average, whose weight is sqrt(k / (3 n + k)) after n visits.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE
from kibitz.core.randomness import scramble
from kibitz.search.montecarlo.statistics import accumulation
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import (
    ACTION,
    AMAF_VALUE_SUM,
    AMAF_VISITS,
    CHILDREN,
    RAVE_K,
    edge_size,
    end_of_children,
    first_child,
)
from kibitz.search.montecarlo.workspace import MAX_MOVES, MOVE_COUNT, PATH_LENGTH, SET_SIZE, STAMP


def rave_values(jit: Jit) -> tuple[Any, Any]:
    """Build `mixed_mean(edge, visits, mean, tree)` and `unvisited_rave_score(edge, low, per_unit, exploration, tree)`.

    The first mixes an average with the AMAF average, the second is the score of an unvisited child that has AMAF visits.
    """

    @jit
    def mixed_mean(edge: int, visits: int, mean: float, tree: Any) -> float:
        if tree.ints[edge + AMAF_VISITS] > 0:
            weight = sqrt(tree.constants[RAVE_K] / (3.0 * visits + tree.constants[RAVE_K]))
            mean += weight * (tree.floats[edge + AMAF_VALUE_SUM] / tree.ints[edge + AMAF_VISITS] - mean)
        return float(mean)

    @jit
    def unvisited_rave_score(edge: int, low: float, per_unit: float, exploration: float, tree: Any) -> float:
        mean = tree.floats[edge + AMAF_VALUE_SUM] / tree.ints[edge + AMAF_VISITS]
        visits = 1.0 + min(float(tree.ints[edge + AMAF_VISITS]), tree.constants[RAVE_K])
        # the exploration term grows with the visits of the parent, so that no move stays unvisited for ever
        return float((mean - low) * per_unit + exploration / sqrt(visits))

    return mixed_mean, unvisited_rave_score


def move_record(jit: Jit) -> Any:
    """Build `record_move(player, action, workspace)`: append a move to those of the simulation, as far as there is space."""

    @jit
    def record_move(player: int, action: int, workspace: Any) -> None:
        count = workspace.registers[MOVE_COUNT]
        if count < MAX_MOVES:
            workspace.moves[2 * count] = player
            workspace.moves[2 * count + 1] = action
            workspace.registers[MOVE_COUNT] = count + 1

    return record_move


def amaf_backup(jit: Jit, *, traits: Traits) -> Any:
    """Build `back_up_amaf(tree, workspace)`: add the result to all children along the path whose moves were played later.

    The moves of the simulation are put into a set, from the last to the first; at each position of the path the set holds what
    was played from there on.
    """
    add = accumulation(jit, traits=traits)
    mask, size = SET_SIZE - 1, edge_size(traits)

    @jit
    def find(player: int, action: int, workspace: Any) -> int:
        """Return where a player's move is in the set, or the free slot where it would be."""
        slot = scramble(action * 64 + player) & mask
        while True:
            key = 3 * slot
            move_set = workspace.move_set
            if move_set[key + 2] != workspace.registers[STAMP] or (move_set[key] == player and move_set[key + 1] == action):
                return int(key)
            slot = (slot + 1) & mask

    @jit
    def insert(number: int, workspace: Any) -> None:
        """Put one of the recorded moves into the set."""
        player, action = workspace.moves[2 * number], workspace.moves[2 * number + 1]
        key = find(player, action, workspace)
        workspace.move_set[key], workspace.move_set[key + 1] = player, action
        workspace.move_set[key + 2] = workspace.registers[STAMP]

    @jit
    def update_children(edge: int, mover: int, tree: Any, workspace: Any) -> None:
        """Add the result to those children of an edge whose moves are in the set."""
        children = tree.ints[edge + CHILDREN]
        for child in range(first_child(children), end_of_children(children, size), size):
            key = find(mover, tree.ints[child + ACTION], workspace)
            if workspace.move_set[key + 2] == workspace.registers[STAMP]:
                add(tree.ints, child + AMAF_VISITS, 1)
                add(tree.floats, child + AMAF_VALUE_SUM, workspace.utilities[mover])

    @jit
    def back_up_amaf(tree: Any, workspace: Any) -> None:
        workspace.registers[STAMP] += 1
        left = workspace.registers[MOVE_COUNT]
        moves_before = 0  # of the position at `ply`
        for ply in range(workspace.registers[PATH_LENGTH] - 1):
            moves_before += workspace.movers[ply] != CHANCE
        for ply in range(workspace.registers[PATH_LENGTH] - 2, -1, -1):
            mover = workspace.movers[ply]
            if mover == CHANCE:
                continue
            moves_before -= 1
            while left > moves_before:
                left -= 1
                insert(left, workspace)
            update_children(workspace.path[ply], mover, tree, workspace)

    return back_up_amaf
