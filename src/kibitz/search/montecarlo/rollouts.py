"""Random games from a leaf on, with the playout policies: what the tree learns from."""

from __future__ import annotations

from math import exp
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.game import CHANCE
from kibitz.core.playouts import LONGEST
from kibitz.core.randomness import advance, scramble, unit
from kibitz.core.weights import MOVE_KINDS
from kibitz.search.montecarlo.traits import ORDERED, OWN, WEIGHED, WEIGHED_BY_NUMBER, Traits
from kibitz.search.montecarlo.tree import CUTOFF, MIXTURE
from kibitz.search.montecarlo.workspace import BUFFER, BUFFER_ROOM, LENGTH, PLAYED, PLAYED_ROOM, RANDOM_STATE
from kibitz.search.playouts import NO_MOVE, choosing


def rollouts(game: Any, jit: Jit, *, traits: Traits) -> Any:  # noqa: C901
    """Build `rollout(s, desk, facts, weights)`: play from `s` to the end, or to where games are broken off; the last state.

    With one policy, all moves alike, it draws the same numbers as the textbook's `playout`.
    """
    pick, draw = choosing(game, jit, BUFFER, BUFFER_ROOM)
    policy, mixed, cut, amaf = traits.policy, traits.mixed, traits.cut, traits.amaf

    @jit
    def alike(s: Any, random: int, desk: Any, weights: Any) -> int:
        return int(pick(s, random, desk))

    @jit
    def own(s: Any, random: int, desk: Any, weights: Any) -> int:
        return int(game.playout_action(s, random))

    @jit
    def better_of_two(s: Any, random: int, desk: Any, weights: Any) -> int:
        one, other = pick(s, random, desk), pick(s, scramble(random), desk)
        if one == NO_MOVE:
            return NO_MOVE
        return int(one if game.order(s, one) >= game.order(s, other) else other)

    @jit
    def kind(s: Any, action: int) -> int:
        return int(game.move_kind(s, action) if policy == WEIGHED else action) & (MOVE_KINDS - 1)

    @jit
    def weighed(s: Any, random: int, desk: Any, weights: Any) -> int:
        count = min(game.fill_actions(s, desk, BUFFER), BUFFER_ROOM)
        whole = 0.0
        for place in range(BUFFER, BUFFER + count):
            whole += exp(weights[kind(s, desk[place])])
        left = unit(random) * whole
        for place in range(BUFFER, BUFFER + count):
            left -= exp(weights[kind(s, desk[place])])
            if left < 0:
                return int(desk[place])
        return int(desk[BUFFER + count - 1]) if count > 0 else NO_MOVE

    by_policy = {OWN: own, ORDERED: better_of_two, WEIGHED: weighed, WEIGHED_BY_NUMBER: weighed}.get(policy, alike)

    @jit
    def move(s: Any, random: int, desk: Any, facts: Any, weights: Any) -> int:
        if mixed and unit(scramble(advance(random))) < facts[MIXTURE]:
            return int(alike(s, random, desk, weights))
        return int(by_policy(s, random, desk, weights))

    @jit
    def rollout(s: Any, desk: Any, facts: Any, weights: Any) -> Any:
        state = desk[RANDOM_STATE]
        longest = min(LONGEST, int(facts[CUTOFF])) if cut else LONGEST
        length = 0
        while length < longest and not game.is_terminal(s):
            state = advance(state)
            random = scramble(state)
            mover = game.to_move(s)
            action = draw(s, random, desk) if mover == CHANCE else move(s, random, desk, facts, weights)
            if action == NO_MOVE:
                break
            if amaf and mover != CHANCE and desk[LENGTH] < PLAYED_ROOM:
                desk[PLAYED + 2 * desk[LENGTH]] = mover
                desk[PLAYED + 2 * desk[LENGTH] + 1] = action
                desk[LENGTH] += 1
            s = game.result(s, action)
            length += 1
        desk[RANDOM_STATE] = state
        return s

    return rollout
