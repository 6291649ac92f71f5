"""Quiescence search: beyond the depth limit the noisy moves are played out, so that no exchange is evaluated half way."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.node_functions import UNDECIDED, NodeFunctions
from kibitz.search.alphabeta.ordering import HASH_MOVE_SCORE, MAX_QUIET_SCORE, ORDER_SHIFT
from kibitz.search.alphabeta.scale import INFINITY, MAX_EVAL
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.workspace import GENERATION, MAX_MOVES, MAX_PLY, PATH_KINDS, SELDEPTH, STOPPED

MAX_QUIET_EVASIONS = 2
"""Of the quiet moves in check so many are searched, once one is found that does not lose."""


def noisy_generation(game: Any, jit: Jit, traits: Traits, node: NodeFunctions) -> Any:
    """Build `generate_noisy(s, mover, ply, start, hash_move, in_check, workspace)`: scored moves, all of them in check.

    It returns how many there are, -1 if there is no memory for them, and -2 if there is no legal move at all.
    """
    generate, score = node.generate, node.score
    noisy_move_list = traits.forward_pruning and traits.noisy_move_list

    @jit
    def only_noisy(s: Any, start: int, count: int, workspace: Any) -> int:
        """Move the noisy moves to the front and return how many there are."""
        end = start
        for index in range(start, start + count):
            if game.is_noisy(s, workspace[index]):
                workspace[end] = workspace[index]
                end += 1
        return end - start

    @jit
    def generate_noisy(s: Any, mover: int, ply: int, start: int, hash_move: int, in_check: bool, workspace: Any) -> int:
        if noisy_move_list and not in_check:
            count = game.fill_noisy_actions(s, workspace, start)
        else:
            count = generate(s, ply, start, hash_move, workspace)
            if count <= 0:
                return -1 if count < 0 else -2
            if not in_check:
                count = only_noisy(s, start, count, workspace)
        if count > 0:
            score(s, mover, ply, start, start + count, workspace)
            for index in range(start, start + count):
                if workspace[index] == hash_move:
                    workspace[index + MAX_MOVES] = HASH_MOVE_SCORE
        return int(count)

    return generate_noisy


def quiescence(  # noqa: C901, PLR0915
    game: Any, jit: Jit, traits: Traits, node: NodeFunctions, table_value_of: Any
) -> Any:
    """Build `quiesce(s, mover, alpha, beta, ply, start, arrays)`: the value once all is quiet, fail-soft."""
    count_node, update_pv, pick = node.count_node, node.update_pv, node.pick
    terminal_value, draw_value, evaluate = node.terminal_value, node.draw_value, node.evaluate
    cached_eval, refined_eval = node.cached_eval, node.refined_eval
    value_to_table, value_from_table, probe, store = node.value_to_table, node.value_from_table, node.probe, node.store
    bound_of, is_cutoff, pack_info = node.bound_of, node.is_cutoff, node.pack_info
    generate_noisy = noisy_generation(game, jit, traits, node)
    draw_rule, forward_pruning, has_tables = traits.draw_rule, traits.forward_pruning, traits.tables
    move_kinds, static_exchange = traits.move_kinds, traits.static_exchange
    delta = traits.points_at_half_win * 3 // 8

    @jit
    def quiesce(  # noqa: C901, PLR0912, PLR0915
        s: Any, mover: int, alpha: int, beta: int, ply: int, start: int, arrays: Any
    ) -> Any:
        """Return the value after the exchanges under way are played out; the side to move need not take part in them."""
        workspace, table, weights = arrays.workspace, arrays.table, arrays.weights
        # 1. The end of the game, or of the search.
        zero: Any = np.int64(0)
        count_node(ply, workspace)
        if workspace[STOPPED] != 0:
            return zero
        if draw_rule:
            if game.is_drawn(s):
                return draw_value(mover, workspace)
        elif game.is_terminal(s):
            return terminal_value(s, mover, ply, workspace)
        if has_tables and ply > 0:
            known_value = table_value_of(s, mover, ply, arrays)
            if known_value != UNDECIDED:
                return known_value
        if ply >= MAX_PLY - 1:
            return evaluate(s, mover, ply, workspace, weights)
        workspace[SELDEPTH] = max(workspace[SELDEPTH], ply)

        # 2. The transposition table.
        key = game.key(s)
        stored, hash_move, info = probe(table, key)
        table_value = value_from_table(stored, ply)
        if info != 0 and beta == alpha + 1 and is_cutoff(info, table_value, alpha, beta):
            return table_value

        # 3. Standing pat: the evaluation is a lower bound, except in check.
        in_check = game.in_check(s)
        best: Any = -INFINITY
        if not in_check:
            best = refined_eval(cached_eval(s, mover, ply, key, workspace, weights), info, table_value)
            if best >= beta:
                return best
        original_alpha, alpha, stand_pat, quiet_evasions = alpha, max(alpha, best), best, zero

        # 4. Noisy moves; in check all moves.
        count = generate_noisy(s, mover, ply, start, hash_move, in_check, workspace)
        if count == -1:
            return zero
        if count == -2:
            return terminal_value(s, mover, ply, workspace)
        best_move: Any = np.int64(-1)
        for index in range(start, start + count):
            a = pick(index, start + count, workspace)
            move_score = workspace[index + MAX_MOVES] + MAX_QUIET_SCORE
            if forward_pruning and not in_check:
                if move_score < 0:
                    break  # from here on, moves that lose material by static exchange evaluation
                if static_exchange and a != hash_move and stand_pat + delta + game.exchange_gain(s, a) <= original_alpha:
                    best = max(best, stand_pat + delta + game.exchange_gain(s, a))  # delta pruning
                    continue
            elif forward_pruning and best > -MAX_EVAL and move_score >> ORDER_SHIFT <= 0:
                quiet_evasions += 1
                if quiet_evasions > MAX_QUIET_EVASIONS:
                    break
            after = game.result(s, a)
            next_mover = game.to_move(after)
            if move_kinds:
                workspace[PATH_KINDS + ply + 2] = game.move_kind(s, a)
            if next_mover == mover:
                value = quiesce(after, next_mover, alpha, beta, ply + 1, start + count, arrays)
            else:
                value = -quiesce(after, next_mover, -beta, -alpha, ply + 1, start + count, arrays)
            if workspace[STOPPED] != 0:
                return zero  # the value of a search that was stopped means nothing
            if value > best:
                best, best_move = value, a
                if best > alpha:
                    alpha = best
                    update_pv(a, ply, workspace)
                    if alpha >= beta:
                        break

        # 5. Store the result, as one of depth 0 that is limited.
        info = pack_info(bound_of(best, original_alpha, beta), True, workspace[GENERATION], zero)
        store(table, key, value_to_table(best, ply), best_move, info)
        return best

    return quiesce
