"""Alpha-beta at full strength, compiled for one two-player game: principal variation search.

Values are whole points for the side to move. The contract of `search(s, depth, alpha, beta) = r`, where v is the value
`depth` moves deep: if r <= alpha then v <= r; if alpha < r < beta then v = r; if r >= beta then v >= r (fail-soft).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.endgames.block_cache import raw_blocks
from kibitz.models.net.valuation import raw_valuation
from kibitz.models.patterns import handed_down
from kibitz.search.alphabeta.endgame_value import endgame_value
from kibitz.search.alphabeta.forward_pruning import FUTILE, LATE, SEARCH, move_pruning, position_pruning
from kibitz.search.alphabeta.history import history
from kibitz.search.alphabeta.late_move_reductions import late_move_reductions
from kibitz.search.alphabeta.mate_distance import window_clipping
from kibitz.search.alphabeta.node_entry import INFINITE_DEPTH, node_entry
from kibitz.search.alphabeta.node_functions import UNDECIDED, NodeFunctions
from kibitz.search.alphabeta.null_move import null_move
from kibitz.search.alphabeta.quiescence import quiescence
from kibitz.search.alphabeta.repetition import repetition
from kibitz.search.alphabeta.scale import INFINITY, MAX_EVAL
from kibitz.search.alphabeta.singular_extension import singular_extension
from kibitz.search.alphabeta.table_cutoff import table_cutoff
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.workspace import (
    DEPTH_LIMIT_HITS,
    MAX_MOVES,
    MOVES,
    PATH_KINDS,
    PV_LENGTHS,
    STOPPED,
    Arrays,
    ArraysWithTables,
)

INTERNAL_ITERATIVE_REDUCTION_DEPTH = 4
"""From this depth on a position without a hash move is searched a ply less deeply (internal iterative reduction)."""
NULL_MOVE_ALLOWED, CUT_NODE = 1, 2
"""Flags of a node: the null move may be tried here; it is expected to fail high."""


def principal_variation_search(game: Any, jit: Jit, *, traits: Traits) -> Any:  # noqa: C901, PLR0915
    """Build `value(s, depth, alpha, beta, workspace, table, weights)`; with endgame databases, their `blocks` come last."""
    node = NodeFunctions.of(game, jit, traits)
    generate, next_move, update_pv = node.generate, node.next_move, node.update_pv
    terminal_value, static_evaluation, refined_eval = node.terminal_value, node.static_eval, node.refined_eval
    has_tables, table_value_of, (set_key, is_repetition) = (
        traits.tables, endgame_value(game, jit, traits), repetition(game, jit)
    )  # fmt: skip
    quiesce = quiescence(game, jit, traits, node, table_value_of)
    update_history, clip_window = history(game, jit, traits), window_clipping(game, jit, traits)
    enter_node = node_entry(game, jit, traits, node, (quiesce, table_value_of, set_key, is_repetition))
    probe_table, table_cutoff_value, store_result = table_cutoff(jit, traits, node)
    pruned_value, (may_try_null_move, make_null_move, null_move_depth) = (
        position_pruning(jit, traits, quiesce), null_move(game, jit, traits, set_key)
    )  # fmt: skip
    classify, reduced_depth_of = move_pruning(game, jit, traits), late_move_reductions(jit, traits)
    may_be_singular, singular_window, extension_of = singular_extension(jit, traits)
    has_net = traits.net_planes is not None
    raw_weights = raw_valuation(jit) if has_net else handed_down(jit, traits.patterns is not None)
    solving, forward_pruning, repetitions, move_kinds = (
        traits.solving, traits.forward_pruning, traits.repetition, traits.move_kinds
    )  # fmt: skip

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
        workspace = arrays.workspace
        # 1. The end: a finished game, a repetition, the depth limit, or the end of the search.
        zero: Any = np.int64(0)
        no_move: Any = np.int64(-1)
        value, key, in_check, depth = enter_node(s, mover, depth, alpha, beta, ply, start, arrays)
        if value != UNDECIDED:
            return value

        # 2. Bounds that hold for certain.
        is_pv = beta > alpha + 1
        alpha, beta = clip_window(s, alpha, beta, ply)
        if alpha >= beta:
            return alpha

        # 3. The transposition table: an entry may decide; its move is tried first in any case.
        hash_move, info, table_value = probe_table(key, ply, start, arrays)
        is_excluding = forward_pruning and excluded_move != -1
        if not is_pv and ply > 0 and not is_excluding:
            value = table_cutoff_value(info, table_value, depth, alpha, beta, workspace)
            if value != UNDECIDED:
                return value

        # 4. Pruning of whole positions: reverse futility pruning, razoring, null move; internal iterative reduction.
        static_eval, improving = zero, True
        if forward_pruning:
            static_eval, improving = static_evaluation(s, mover, ply, key, in_check, workspace, arrays.weights)
            static_eval = refined_eval(static_eval, info, table_value)
            if not is_pv and not in_check and abs(beta) < MAX_EVAL and not is_excluding:
                value = pruned_value(s, mover, static_eval, improving, depth, alpha, beta, ply, start, arrays)
                if value != UNDECIDED:
                    return value
                if flags & NULL_MOVE_ALLOWED != 0 and may_try_null_move(s, depth, static_eval, beta):
                    after = make_null_move(s, ply, workspace)
                    value = -search(
                        after, game.to_move(after), null_move_depth(depth, static_eval, beta), -beta, 1 - beta, ply + 1,
                        start, ~flags & CUT_NODE, no_move, arrays,
                    )  # fmt: skip
                    if repetitions:
                        set_key(key, ply, workspace)
                    if workspace[STOPPED] != 0:
                        return zero
                    if value >= beta:
                        workspace[DEPTH_LIMIT_HITS] += 1
                        return value if abs(value) < MAX_EVAL else beta
            if hash_move == -1 and depth >= INTERNAL_ITERATIVE_REDUCTION_DEPTH and ply > 0:
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
        tried, skip_quiets, end = zero, False, start + count
        for index in range(start, end):
            a = next_move(s, mover, ply, start, index, end, hash_move, skip_quiets, workspace)
            if a == -1 or (forward_pruning and a == excluded_move):
                continue
            new_depth = depth - 1 if depth < INFINITE_DEPTH else depth
            if a == hash_move:
                new_depth += extension
            reduced_depth, verdict, move_score = new_depth, SEARCH, workspace[index + MAX_MOVES]
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
                    window_beta if is_same_side else -alpha, ply + 1, end,
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
                        update_history(s, mover, ply, depth, start, index, workspace)
                        break

        # 7. Store the result.
        if forward_pruning and best == -INFINITY:
            return original_alpha  # there is no other move than the excluded one
        if not is_excluding:
            store_result(key, best, best_move, depth, original_alpha, beta, ply, limit_hits_before, arrays)
        return best

    @jit
    def begin(s: Any, depth: int, alpha: int, beta: int, arrays: Any) -> Any:
        ply: Any = np.int64(0)  # literals would be types of their own, and so a second signature
        start: Any = np.int64(MOVES)
        flags: Any = np.int64(NULL_MOVE_ALLOWED)
        no_move: Any = np.int64(-1)
        mover: Any = np.int64(game.to_move(s))
        return search(s, mover, depth, alpha, beta, ply, start, flags, no_move, arrays)

    @jit
    def value(s: Any, depth: int, alpha: int, beta: int, workspace: Any, table: Any, weights: Any) -> Any:
        return begin(s, depth, alpha, beta, Arrays(memory(workspace), memory(table), raw_weights(weights)))

    if not has_tables:
        return value
    raw = raw_blocks(jit)

    @jit
    def value_with_tables(
        s: Any, depth: int, alpha: int, beta: int, workspace: Any, table: Any, weights: Any, blocks: Any
    ) -> Any:
        arrays = ArraysWithTables(memory(workspace), memory(table), raw_weights(weights), raw(blocks))
        return begin(s, depth, alpha, beta, arrays)

    return value_with_tables
