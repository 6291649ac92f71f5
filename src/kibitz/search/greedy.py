"""The agent `greedy`: one move ahead and no search, for evaluations as they are, given or learnt."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native
from kibitz.core.agents import agent
from kibitz.core.chance import has_chance
from kibitz.core.contract import Game, ScoreFeatures, implements
from kibitz.core.decision import Decision, MoveValue, equally_good
from kibitz.core.errors import InputError
from kibitz.core.game import about
from kibitz.core.questions import legal_actions, player_at
from kibitz.core.weights import read_weights
from kibitz.models.net.afterstates import expected, judges_afterstates
from kibitz.models.net.network import Network, read_network
from kibitz.models.net.opinion import opinion
from kibitz.models.pattern_shape import PatternShape
from kibitz.models.patterns import MOST_CELLS, pattern_value, read_patterns
from kibitz.search.common.limits import why_not_compiled

OWN, WEIGHTS, SCORE_WEIGHTS, PATTERNS = range(4)
"""What judges positions: the game's own evaluation, its features (or those of a score) with other weights, or patterns."""


def move_values(game: Any, jit: Jit, *, judge: int, shape: PatternShape | None, half_win: float, has_chance: bool) -> Any:
    """Build `values(s, actions, learnt, scratch, values)`: the value of each move for the player who moves.

    `learnt` are weights, or the arrays of patterns.
    """
    by_patterns: Any = pattern_value(game, jit, shape, has_chance) if shape is not None else None

    @jit
    def own(s: Any, mover: int, learnt: Any, scratch: Any) -> float:
        return float(game.evaluate(s, mover))

    @jit
    def weighed(s: Any, mover: int, learnt: Any, scratch: Any) -> float:
        lead = float(game.points(s, learnt))
        value = lead / (abs(lead) + half_win)
        return value if game.to_move(s) == mover else -value

    @jit
    def expected_score(s: Any, mover: int, learnt: Any, scratch: Any) -> float:
        total = float(game.points(s, learnt))
        return total if mover == 0 else -total

    @jit
    def looked_up(s: Any, mover: int, learnt: Any, scratch: Any) -> float:
        return float(by_patterns(s, mover, learnt, scratch, 0))

    judged = (own, weighed, expected_score, looked_up)[judge]

    @jit
    def values(s: Any, actions: Any, learnt: Any, scratch: Any, found: Any) -> None:
        mover = game.to_move(s)
        for number in range(len(actions)):
            after = game.result(s, actions[number])
            is_over = game.is_terminal(after)
            found[number] = game.utility(after, mover) if is_over else judged(after, mover, learnt, scratch)

    return values


@agent("greedy", supports=why_not_compiled)
def decide(game: Game, state: Any, *, weights: str = "", patterns: str = "", net: str = "") -> Decision:
    """Greedy player, no search: the move that looks best, as the evaluation, `weights=`, `patterns=` or `net=FILE` says."""
    begun = time.perf_counter()
    if bool(weights) + bool(patterns) + bool(net) > 1:
        raise InputError("greedy takes one of weights=, patterns= and net=")
    if net:
        network = read_network(net, game)
        return (_by_values if judges_afterstates(network) else _by_policy)(game, state, network, begun)
    known = read_patterns(patterns, game) if patterns else None
    learnt: Any = known.arrays if known is not None else np.array(read_weights(game, weights) if weights else (0.0,))
    by_weights = SCORE_WEIGHTS if implements(game, ScoreFeatures) else WEIGHTS
    kernel = native(
        move_values, game, judge=PATTERNS if patterns else by_weights if weights else OWN,
        shape=known.shape if known is not None else None, half_win=about(game).points_at_half_win,
        has_chance=has_chance(game),
    )  # fmt: skip
    player_at(game, state)
    actions = legal_actions(game, state)
    found = np.zeros(len(actions))
    kernel(state, np.array(actions, np.int64), learnt, np.zeros(MOST_CELLS + 1, np.int64), found)
    return _best(actions, found, begun)


def _best(actions: Sequence[int], found: Any, begun: float) -> Decision:
    """Return the decision where the value of each move is known."""
    moves = tuple(MoveValue(action, float(value)) for action, value in zip(actions, found, strict=True))
    best = max(found)
    good = equally_good(moves, float(best), averaged=False)
    return Decision(
        action=good[0], value=float(best), actions=good, line=(good[0],), moves=moves, depth=1, nodes=1 + len(actions),
        seconds=time.perf_counter() - begun,
    )  # fmt: skip


def _by_values(game: Game, state: Any, network: Network, begun: float) -> Decision:
    """Return the move after which a net that judges positions promises most."""
    player_at(game, state)
    actions = legal_actions(game, state)
    return _best(actions, expected(game, state, network, actions), begun)


def _by_policy(game: Game, state: Any, network: Network, begun: float) -> Decision:
    """Return the move that a net finds most promising; the value is what the net expects, and of single moves it says none."""
    player, actions = player_at(game, state), legal_actions(game, state)
    shares, utilities = opinion(game, state, network, actions)
    best = actions[int(shares.argmax())]
    policy = {game.action_name(state, action): float(share) for action, share in zip(actions, shares, strict=True)}
    return Decision(
        action=best, value=utilities[player], actions=(best,), line=(best,),
        moves=tuple(MoveValue(action, None) for action in actions),
        utilities=utilities if game.players > 2 else None, depth=0, nodes=1, seconds=time.perf_counter() - begun,
        details={"policy": policy},
    )  # fmt: skip
