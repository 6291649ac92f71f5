"""Rollout: the playout from a leaf to the end of the game, or to where it is truncated, by the playout policy."""

from __future__ import annotations

from math import exp
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE
from kibitz.core.playouts import LONGEST
from kibitz.core.randomness import advance, scramble, unit
from kibitz.core.weights import MOVE_KINDS
from kibitz.search.montecarlo.rave import move_record
from kibitz.search.montecarlo.traits import BEST_OF_TWO, GAME_POLICY, SOFTMAX_BY_ACTION, SOFTMAX_BY_KIND, UNIFORM, Traits
from kibitz.search.montecarlo.tree import CUTOFF, EPSILON
from kibitz.search.montecarlo.workspace import MAX_ACTIONS, RANDOM_STATE
from kibitz.search.move_sampling import NO_MOVE, move_sampling


def softmax_policy(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `softmax_move(s, random, tree, workspace)`: a move drawn in proportion to the exponential of its kind's weight."""
    by_kind = traits.policy == SOFTMAX_BY_KIND

    @jit
    def weight(s: Any, action: int, workspace: Any) -> float:
        kind = int(game.move_kind(s, action) if by_kind else action) & (MOVE_KINDS - 1)
        return exp(workspace.policy_weights[kind])

    @jit
    def softmax_move(s: Any, random: int, tree: Any, workspace: Any) -> int:
        count = min(game.fill_actions(s, workspace.actions, 0), MAX_ACTIONS)
        whole = 0.0
        for index in range(count):
            whole += weight(s, workspace.actions[index], workspace)
        left = unit(random) * whole
        for index in range(count):
            left -= weight(s, workspace.actions[index], workspace)
            if left < 0:
                return int(workspace.actions[index])
        return int(workspace.actions[count - 1]) if count > 0 else NO_MOVE

    return softmax_move


def policy_moves(game: Any, jit: Jit, *, traits: Traits) -> tuple[Any, Any]:
    """Build `policy_move(s, random, tree, workspace)`, a move by the policy, and `outcome(s, random, actions)`."""
    uniform, outcome = move_sampling(game, jit, MAX_ACTIONS)

    @jit
    def uniform_move(s: Any, random: int, tree: Any, workspace: Any) -> int:
        return int(uniform(s, random, workspace.actions))

    @jit
    def game_move(s: Any, random: int, tree: Any, workspace: Any) -> int:
        return int(game.playout_action(s, random))

    @jit
    def better_move(s: Any, random: int, tree: Any, workspace: Any) -> int:
        one, other = uniform(s, random, workspace.actions), uniform(s, scramble(random), workspace.actions)
        if one == NO_MOVE:
            return NO_MOVE
        return int(one if game.order(s, one) >= game.order(s, other) else other)

    softmax_move = softmax_policy(game, jit, traits=traits)
    greedy_move = {
        UNIFORM: uniform_move,
        GAME_POLICY: game_move,
        BEST_OF_TWO: better_move,
        SOFTMAX_BY_KIND: softmax_move,
        SOFTMAX_BY_ACTION: softmax_move,
    }[traits.policy]

    @jit
    def epsilon_greedy_move(s: Any, random: int, tree: Any, workspace: Any) -> int:
        if unit(scramble(advance(random))) < tree.constants[EPSILON]:
            return int(uniform_move(s, random, tree, workspace))
        return int(greedy_move(s, random, tree, workspace))

    return epsilon_greedy_move if traits.epsilon_greedy else greedy_move, outcome


def rollouts(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `rollout(s, tree, workspace)`: play from `s` to the end, or to where playouts are truncated; the last state.

    With uniform moves it draws the same numbers as the textbook's `playout`.
    """
    policy_move, outcome = policy_moves(game, jit, traits=traits)
    truncated, rave, record_move = traits.truncated, traits.rave, move_record(jit)

    @jit
    def rollout(s: Any, tree: Any, workspace: Any) -> Any:
        state = workspace.registers[RANDOM_STATE]
        longest = min(LONGEST, int(tree.constants[CUTOFF])) if truncated else LONGEST
        length = 0
        while length < longest and not game.is_terminal(s):
            state = advance(state)
            random = scramble(state)
            mover = game.to_move(s)
            action = outcome(s, random, workspace.actions) if mover == CHANCE else policy_move(s, random, tree, workspace)
            if action == NO_MOVE:
                break
            if rave and mover != CHANCE:
                record_move(mover, action, workspace)
            s = game.result(s, action)
            length += 1
        workspace.registers[RANDOM_STATE] = state
        return s

    return rollout
