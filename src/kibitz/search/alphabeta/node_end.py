"""Where a line ends: a game that is over, or the depth limit."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.node_functions import UNDECIDED, NodeFunctions
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.workspace import DEPTH_LIMIT_HITS, NODES


def node_end(game: Any, jit: Jit, traits: Traits, node: NodeFunctions, quiesce: Any) -> tuple[Any, Any]:
    """Build `game_end(s, mover, alpha, beta, ply, workspace)` and `horizon_value(s, mover, alpha, beta, ply, start, arrays)`.

    The first is the value of a game that is over, drawn, or simple enough for the game's endgame solver, else UNDECIDED. The
    second is the value where the depth is at its end: of quiescence search, or of the evaluation.
    """
    terminal_value, draw_value, evaluate = node.terminal_value, node.draw_value, node.evaluate
    draw_rule, solving, endgame_solver = traits.draw_rule, traits.solving, traits.endgame_solver
    forward_pruning, has_quiescence = traits.forward_pruning, traits.quiescence

    @jit
    def game_end(s: Any, mover: int, alpha: int, beta: int, ply: int, workspace: Any) -> Any:
        if draw_rule:
            if (ply > 0 or solving) and game.is_drawn(s):
                return draw_value(mover, workspace)
        elif game.is_terminal(s):
            return terminal_value(s, mover, ply, workspace)
        if endgame_solver and game.can_solve_endgame(s):
            return game.solve_endgame(s, alpha, beta)
        return UNDECIDED

    @jit
    def horizon_value(s: Any, mover: int, alpha: int, beta: int, ply: int, start: int, arrays: Any) -> Any:
        workspace = arrays.workspace
        if draw_rule and not forward_pruning and game.count_actions(s) == 0:
            return terminal_value(s, mover, ply, workspace)
        workspace[DEPTH_LIMIT_HITS] += 1
        if not has_quiescence:
            return evaluate(s, mover, ply, workspace, arrays.weights)
        workspace[NODES] -= 1  # quiescence search counts the same node again
        return quiesce(s, mover, alpha, beta, ply, start, arrays)

    return game_end, horizon_value
