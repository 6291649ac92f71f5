"""A simulation of Monte Carlo tree search, compiled for one game: selection, expansion, rollout, backup.

With `solve=false` and uniform playouts the path, the random numbers and the averages are those of the textbook's `uct`.
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.search.montecarlo.backup import backup, utility_scale
from kibitz.search.montecarlo.mcts_solver import leaf_proof
from kibitz.search.montecarlo.raw_arrays import raw_arrays
from kibitz.search.montecarlo.rollout import rollouts
from kibitz.search.montecarlo.selection import selection
from kibitz.search.montecarlo.thread_local import statistics_flush
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import LOWER, NO_MOVES, OUT_OF_RANGE, ROOT, TOO_MANY_MOVES, UPPER


def leaf_evaluation(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `evaluate_leaf(leaf, tree, workspace)`: leave the leaf's utilities in the workspace.

    They are proven, or the result of a playout.
    """
    players = traits.players
    prove_leaf, rollout = leaf_proof(game, jit, traits=traits), rollouts(game, jit, traits=traits)

    @jit
    def evaluate_leaf(leaf: Any, tree: Any, workspace: Any) -> None:
        if prove_leaf(leaf, tree, workspace):
            return
        last = rollout(leaf, tree, workspace)
        is_over = game.is_terminal(last)
        for player in range(players):
            workspace.utilities[player] = game.utility(last, player) if is_over else game.evaluate(last, player)

    return evaluate_leaf


def simulation(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `simulate(root, count, tree, workspace, stop)`: do up to `count` simulations and return how many were done.

    It ends early when `stop[0]` is set, when the root is proven, or when something is wrong, which a tree counter says.
    """
    solver, thread_local = traits.solver, traits.thread_local
    raw = raw_arrays(jit, traits=traits)
    select, evaluate_leaf = selection(game, jit, traits=traits), leaf_evaluation(game, jit, traits=traits)
    widen_scale, back_up = utility_scale(jit, traits=traits), backup(jit, traits=traits)
    flush, flush_interval = statistics_flush(jit)

    @jit
    def is_finished(tree: Any) -> bool:
        """Return whether the root is proven, or something is wrong."""
        counters = tree.counters
        if counters[NO_MOVES] + counters[TOO_MANY_MOVES] + counters[OUT_OF_RANGE] != 0:
            return True
        return bool(solver and tree.floats[ROOT + LOWER] == tree.floats[ROOT + UPPER])

    @jit
    def simulate(root: Any, count: int, tree_arrays: Any, workspace_arrays: Any, stop: Any) -> int:
        tree, workspace = raw(tree_arrays, workspace_arrays)
        stop = memory(stop)
        done = flushed = 0
        while done < count and stop[0] == 0 and not is_finished(tree):
            leaf = select(root, tree, workspace)
            evaluate_leaf(leaf, tree, workspace)
            widen_scale(workspace.utilities, tree)
            back_up(1, tree, workspace)
            done += 1
            if thread_local and done - flushed >= flush_interval(tree):
                flush(tree)
                flushed = done
        if thread_local:
            flush(tree)
        return done

    return simulate
