"""Opponents who follow a model: at each of their nodes the model says how likely every move is."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.core.bits import multiply, shift_right
from kibitz.core.game import CHANCE
from kibitz.core.randomness import GOLDEN
from kibitz.search.expectiminimax.counting import counting
from kibitz.search.expectiminimax.traits import Traits
from kibitz.search.expectiminimax.workspace import ANSWERS, ASKED, MOVES, SEARCHING, STOPPED, WEIGHTS
from kibitz.search.horizons import horizon


def models(game: Any, jit: Jit, traits: Traits) -> Any:  # noqa: C901, PLR0915
    """Build `weigh(s, key, mover, start, end, words, numbers, stop)`, which writes the probabilities of the moves.

    A part of the model that searches is asked once in a position: its answer is kept.
    """
    later, count, modelled = horizon(game, jit), counting(jit), traits.modelled

    @jit
    def reply(
        s: Any, player: int, left: int, by_rounds: bool, averaging: bool, alpha: float, beta: float, words: Any, stop: Any
    ) -> float:
        """Return the value of `s` for `player`, by a plain search that the model is made of."""
        count(words, stop)
        if words[STOPPED] != 0:
            return 0.0
        if game.is_terminal(s):
            return float(game.utility(s, player))
        if left == 0:
            return float(game.evaluate(s, player))
        mover = game.to_move(s)
        if mover == CHANCE or (averaging and mover != player):
            whole, mean = 0.0, 0.0
            for a in game.actions(s):
                share = game.probability(s, a) if mover == CHANCE else 1.0
                after = game.result(s, a)
                rest = later(left, by_rounds, player, mover, after)
                mean += share * reply(after, player, rest, by_rounds, averaging, -np.inf, np.inf, words, stop)
                whole += share
            return mean / whole
        best = -np.inf if mover == player else np.inf
        for a in game.actions(s):
            after = game.result(s, a)
            rest = later(left, by_rounds, player, mover, after)
            found = reply(after, player, rest, by_rounds, averaging, alpha, beta, words, stop)
            if mover == player:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    @jit
    def preferred(s: Any, mover: int, part: int, words: Any, stop: Any) -> int:
        """Return the first best move of a part that searches."""
        plan = ASKED + 2 * words[SEARCHING] * ANSWERS + 3 * part
        depth, by_rounds, averaging = words[plan], words[plan + 1] != 0, words[plan + 2] != 0
        best, chosen = -np.inf, -1
        for a in game.actions(s):
            after = game.result(s, a)
            rest = later(depth, by_rounds, mover, mover, after)
            found = reply(after, mover, rest, by_rounds, averaging, best, np.inf, words, stop)
            if chosen == -1 or found > best:
                best, chosen = found, a
        return int(chosen)

    @jit
    def weigh(s: Any, key: int, mover: int, start: int, end: int, words: Any, numbers: Any, stop: Any) -> None:
        for place in range(start, end):
            numbers[place - MOVES] = numbers[WEIGHTS] / (end - start)
        if not modelled:
            return
        searching = words[SEARCHING]
        slot = ASKED + (shift_right(multiply(key, GOLDEN), 20) & (ANSWERS - 1))
        for part in range(searching):
            asked = slot + part * ANSWERS
            answer = asked + searching * ANSWERS
            if words[asked] != key or words[answer] == -1:
                words[asked], words[answer] = key, preferred(s, mover, part, words, stop)
                if words[STOPPED] != 0:
                    words[answer] = -1  # not thought through
            for place in range(start, end):
                if words[place] == words[answer]:
                    numbers[place - MOVES] += numbers[WEIGHTS + 1 + part]

    return weigh
