"""Alpha-beta at full strength, compiled for one two-player game: principal variation search.

Values are whole points for the side to move. The contract of `search(s, depth, alpha, beta) = r`, where v is the value
`depth` moves deep: if r <= alpha then v <= r; if alpha < r < beta then v = r; if r >= beta then v >= r (fail-soft).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory, prefetch
from kibitz.models.net.valuation import uncounted_valuation
from kibitz.models.patterns import handed_down
from kibitz.search.alphabeta.history import history
from kibitz.search.alphabeta.node_functions import NodeFunctions
from kibitz.search.alphabeta.ordering import MAX_QUIET_SCORE
from kibitz.search.alphabeta.pruning import (
    FUTILE,
    LATE,
    NULL_MOVE_MIN_DEPTH,
    SEARCH,
    late_move_reductions,
    move_pruning,
    position_pruning,
)
from kibitz.search.alphabeta.quiescence import quiescence
from kibitz.search.alphabeta.repetition import repetition
from kibitz.search.alphabeta.scale import INFINITY, MAX_EVAL
from kibitz.search.alphabeta.singular_extension import singular_extension
from kibitz.search.alphabeta.traits import NONE, SAFE, Traits
from kibitz.search.alphabeta.workspace import (
    DEPTH_LIMIT_HITS,
    GENERATION,
    MAX_MOVES,
    MAX_PLY,
    MOVES,
    NODES,
    PATH_KINDS,
    PV_LENGTHS,
    ROOT_MOVES,
    STOPPED,
    TOO_DEEP,
    Arrays,
)
from kibitz.search.support.table_entry import DEPTH_LIMITED, DEPTH_SHIFT

INFINITE_DEPTH = 1 << 20
"""The depth that never runs out."""
REDUCTION_WITHOUT_HASH_MOVE = 4
"""From this depth on a position without a hash move is searched a ply less deeply (internal iterative reduction)."""
NOT_OVER = -(1 << 63)
"""No value: the game goes on."""
NULL_MOVE_ALLOWED, CUT_NODE = 1, 2
"""Flags of a node: the null move may be tried here; it is expected to fail high."""


def window_clipping(game: Any, jit: Jit, traits: Traits) -> Any:
    """Build `clip_window(s, alpha, beta, ply)`: the window within what is certain; if alpha >= beta, alpha is the value.

    Certain are the game's bounds on its score, and mate distance: a win cannot come sooner than here.
    """
    scored, in_points, unit, soonest = traits.scored, traits.in_points, traits.unit, 0 if traits.draw_rule else 1

    @jit
    def clip_window(s: Any, alpha: int, beta: int, ply: int) -> tuple[int, int]:
        if scored:
            lowest, highest = game.score_bounds(s)
            beta = min(beta, highest)
            alpha = max(alpha, lowest)
            if alpha >= beta and beta == highest:
                alpha = beta
        elif in_points and ply > 0:
            alpha = max(alpha, ply - unit)
            beta = min(beta, unit - ply - soonest)  # where no move is left, a game may be won here
        return alpha, beta

    return clip_window


def node_end(game: Any, jit: Jit, traits: Traits, node: NodeFunctions, quiesce: Any) -> tuple[Any, Any]:
    """Build `game_end(s, mover, alpha, beta, ply, workspace)` and `horizon_value(s, mover, alpha, beta, ply, start, arrays)`.

    The first is the value of a game that is over, drawn, or simple enough for the game's endgame solver, else NOT_OVER. The
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
        return NOT_OVER

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


def principal_variation_search(game: Any, jit: Jit, *, traits: Traits) -> Any:  # noqa: C901, PLR0915
    """Build `value(s, depth, alpha, beta, workspace, table, weights)`."""
    node = NodeFunctions.of(game, jit, traits)
    count_node, update_pv, (set_key, is_repetition) = node.count_node, node.update_pv, repetition(game, jit)
    terminal_value, draw_value = node.terminal_value, node.draw_value
    static_evaluation, refined_eval = node.static_eval, node.refined_eval
    value_to_table, value_from_table = node.value_to_table, node.value_from_table
    bucket_index, probe, store = node.bucket_index, node.probe, node.store
    bound_of, is_cutoff, pack_info = node.bound_of, node.is_cutoff, node.pack_info
    generate, score, pick = node.generate, node.score, node.pick
    update_history, quiesce = history(game, jit, traits), quiescence(game, jit, traits, node)
    clip_window, (game_end, horizon_value) = (
        window_clipping(game, jit, traits), node_end(game, jit, traits, node, quiesce)
    )  # fmt: skip
    reverse_futility, razoring, null_move_search_depth = position_pruning(jit, traits)
    classify, reduced_depth_of = move_pruning(game, jit, traits), late_move_reductions(jit, traits)
    may_be_singular, singular_window, extension_of = singular_extension(jit, traits)
    has_net = traits.net_planes is not None
    uncounted_weights = uncounted_valuation(jit) if has_net else handed_down(jit, traits.patterns is not None)
    pruning, solving, forward_pruning = traits.pruning, traits.solving, traits.forward_pruning
    repetitions, noisy_moves, move_kinds = traits.repetition, traits.noisy_moves, traits.move_kinds

    @jit
    def is_deep_enough(info: int, depth: int) -> bool:
        """Return whether a table entry may stand for a search of this depth."""
        if solving:
            return info & DEPTH_LIMITED == 0
        table_depth = (info >> DEPTH_SHIFT) - 1
        return table_depth == depth or (pruning != NONE and table_depth > depth)

    @jit
    def child_flags(flags: int, is_pv: bool, is_reduced: bool) -> int:
        """Return the flags after a move: a cut node after a reduced move, and where this one is none."""
        if is_pv:
            return NULL_MOVE_ALLOWED
        return NULL_MOVE_ALLOWED | (CUT_NODE if is_reduced else ~flags & CUT_NODE)

    @jit
    def search(  # noqa: C901, PLR0912, PLR0915
        s: Any, mover: int, depth: int, alpha: int, beta: int, ply: int, start: int, flags: int, excluded_move: int, arrays: Any
    ) -> Any:
        """Return the value; `start` is where the moves of `s` are written, `excluded_move` is not searched."""
        workspace, table, weights = arrays.workspace, arrays.table, arrays.weights
        # 1. The end: a finished game, a repetition, the depth limit, or the end of the search.
        zero: Any = np.int64(0)
        no_move: Any = np.int64(-1)
        count_node(ply, workspace)
        if workspace[STOPPED] != 0:
            return zero
        end_value = game_end(s, mover, alpha, beta, ply, workspace)
        if end_value != NOT_OVER:
            return end_value
        key = game.key(s)
        prefetch(table, bucket_index(table, key))
        if repetitions:
            set_key(key, ply, workspace)
            if ply > 0 and is_repetition(s, key, ply, workspace):
                return draw_value(mover, workspace)
        in_check = pruning >= SAFE and game.in_check(s)
        if in_check and (not forward_pruning or depth <= 0):
            depth += 1  # check extension
        if depth >= INFINITE_DEPTH and ply >= MAX_PLY - 1:
            workspace[TOO_DEEP] = workspace[STOPPED] = 1
            return zero
        if depth <= 0 or ply >= MAX_PLY - 1:
            return horizon_value(s, mover, alpha, beta, ply, start, arrays)

        # 2. Bounds that hold for certain.
        is_pv = beta > alpha + 1
        alpha, beta = clip_window(s, alpha, beta, ply)
        if alpha >= beta:
            return alpha

        # 3. The transposition table: an entry may decide; its move is tried first in any case.
        stored, hash_move, info = probe(table, key)
        if ply == 0 and workspace[ROOT_MOVES] != 0:
            hash_move = workspace[start]
        table_value = value_from_table(stored, ply)
        is_excluding = forward_pruning and excluded_move != -1
        if (
            info != 0 and not is_pv and ply > 0 and not is_excluding
            and is_deep_enough(info, depth) and is_cutoff(info, table_value, alpha, beta)
        ):  # fmt: skip
            workspace[DEPTH_LIMIT_HITS] += int(info & DEPTH_LIMITED != 0)
            return table_value

        # 4. Pruning of whole positions: reverse futility pruning, razoring, null move; internal iterative reduction.
        static_eval, improving = zero, True
        if forward_pruning:
            static_eval, improving = static_evaluation(s, mover, ply, key, in_check, workspace, weights)
            static_eval = refined_eval(static_eval, info, table_value)
            if not is_pv and not in_check and abs(beta) < MAX_EVAL and not is_excluding:
                if reverse_futility(static_eval, beta, depth, improving):
                    workspace[DEPTH_LIMIT_HITS] += 1
                    return static_eval
                if razoring(static_eval, alpha, depth):
                    workspace[NODES] -= 1
                    value = quiesce(s, mover, alpha, beta, ply, start, arrays)
                    if workspace[STOPPED] != 0:
                        return zero
                    if value <= alpha:
                        workspace[DEPTH_LIMIT_HITS] += 1
                        return value
                if (
                    flags & NULL_MOVE_ALLOWED != 0 and depth >= NULL_MOVE_MIN_DEPTH and static_eval >= beta
                    and game.allows_null_move(s)
                ):  # fmt: skip
                    after = game.null_move(s)
                    if repetitions:
                        set_key(zero, ply, workspace)  # no position after a null move repeats this one
                    if move_kinds:
                        workspace[PATH_KINDS + ply + 2] = -1
                    value = -search(
                        after, game.to_move(after), null_move_search_depth(depth, static_eval, beta), -beta, 1 - beta, ply + 1,
                        start, ~flags & CUT_NODE, no_move, arrays,
                    )  # fmt: skip
                    if repetitions:
                        set_key(key, ply, workspace)
                    if workspace[STOPPED] != 0:
                        return zero
                    if value >= beta:
                        workspace[DEPTH_LIMIT_HITS] += 1
                        return value if abs(value) < MAX_EVAL else beta
            if hash_move == -1 and depth >= REDUCTION_WITHOUT_HASH_MOVE and ply > 0:
                depth -= 1

        # 5. Singular extension of the hash move.
        extension = zero
        if forward_pruning and ply > 0 and not is_excluding and may_be_singular(depth, hash_move, info, table_value):
            singular_beta = singular_window(depth, table_value)
            value = search(
                s, mover, (depth - 1) // 2, singular_beta - 1, singular_beta, ply, start, flags & CUT_NODE, hash_move, arrays
            )
            if workspace[STOPPED] != 0:
                return zero
            workspace[PV_LENGTHS + ply] = 0
            if value >= singular_beta and singular_beta >= beta and not is_pv:
                workspace[DEPTH_LIMIT_HITS] += 1
                return singular_beta  # multi-cut: several moves fail high
            extension = extension_of(value, singular_beta, beta, table_value, depth, ply, is_pv)

        # 6. Moves: the first with the whole window, the others with a null window.
        count = generate(s, ply, start, hash_move, workspace)
        if count < 0:
            return zero
        if count == 0:
            return terminal_value(s, mover, ply, workspace)
        limit_hits_before = workspace[DEPTH_LIMIT_HITS]
        best, best_move, original_alpha = -INFINITY, no_move, alpha
        tried, is_scored, skip_quiets, a = zero, False, False, workspace[start]
        for place in range(start, start + count):
            if place > start or a != hash_move:
                if place <= start + 1 and not is_scored:
                    score(s, mover, ply, place, start + count, workspace)
                    is_scored = True
                if skip_quiets:
                    a = workspace[place]
                    if workspace[place + MAX_MOVES] + MAX_QUIET_SCORE >= 0:
                        continue
                else:
                    a = pick(place, start + count, workspace)
            if forward_pruning and a == excluded_move:
                continue
            new_depth = depth - 1 if depth < INFINITE_DEPTH else depth
            if a == hash_move:
                new_depth += extension
            reduced_depth, verdict, move_score = new_depth, SEARCH, workspace[place + MAX_MOVES]
            if forward_pruning and ply > 0 and best > -MAX_EVAL and not in_check:
                verdict = classify(s, a, move_score, depth, tried, improving, static_eval, alpha)
                if verdict == LATE:
                    workspace[DEPTH_LIMIT_HITS] += 1
                    skip_quiets = True
                    continue
            after = game.result(s, a)
            next_mover = game.to_move(after)
            if verdict != SEARCH and not game.in_check(after):
                if verdict == FUTILE:
                    workspace[DEPTH_LIMIT_HITS] += 1
                    continue
                is_cut_node = flags & CUT_NODE != 0
                reduced_depth = reduced_depth_of(new_depth, depth, tried, move_score, improving, is_pv, is_cut_node)
            if move_kinds:
                workspace[PATH_KINDS + ply + 2] = game.move_kind(s, a)
            is_same_side = next_mover == mover
            window_beta = beta if tried == 0 else alpha + 1
            while True:
                value = search(
                    after, next_mover, reduced_depth, alpha if is_same_side else -window_beta,
                    window_beta if is_same_side else -alpha, ply + 1, start + count,
                    child_flags(flags, window_beta > alpha + 1, reduced_depth < new_depth), no_move, arrays,
                )  # fmt: skip
                if workspace[STOPPED] != 0:
                    return zero  # the value of a search that was stopped means nothing
                if not is_same_side:
                    value = -value
                if value > alpha and reduced_depth < new_depth:
                    reduced_depth = new_depth  # a reduced move that looks good is searched as deeply as the others
                elif alpha < value < beta and window_beta < beta:
                    window_beta = beta  # better than the best so far: now by how much
                else:
                    break
            tried += 1
            if value > best:
                best, best_move = value, a
                if best > alpha:
                    alpha = best
                    if not solving or ply == 0:  # solving asks for lines move by move, and has no history
                        update_pv(a, ply, workspace)
                    if alpha >= beta:
                        if not solving and (move_kinds or not (noisy_moves and game.is_noisy(s, a))):
                            update_history(s, mover, ply, depth, start, place, workspace)
                        break

        # 7. Store the result.
        if forward_pruning and best == -INFINITY:
            return original_alpha  # there is no other move than the excluded one
        if not is_excluding and not (ply == 0 and workspace[ROOT_MOVES] != 0):
            is_limited = workspace[DEPTH_LIMIT_HITS] != limit_hits_before
            info = pack_info(bound_of(best, original_alpha, beta), is_limited, workspace[GENERATION], depth)
            store(table, key, value_to_table(best, ply), best_move, info)
        return best

    @jit
    def value(s: Any, depth: int, alpha: int, beta: int, workspace: Any, table: Any, weights: Any) -> Any:
        ply: Any = np.int64(0)  # literals would be types of their own, and so a second signature
        start: Any = np.int64(MOVES)
        flags: Any = np.int64(NULL_MOVE_ALLOWED)
        no_move: Any = np.int64(-1)
        mover: Any = np.int64(game.to_move(s))
        arrays = Arrays(memory(workspace), memory(table), uncounted_weights(weights))
        return search(s, mover, depth, alpha, beta, ply, start, flags, no_move, arrays)

    return value
