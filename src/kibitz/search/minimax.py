"""The agent `minimax`, compiled: every state is visited, chance nodes are averaged, all players but one minimise."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native
from kibitz.compile.primitives import memory
from kibitz.core.agents import agent
from kibitz.core.chance import has_chance
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits, MoveValue, equally_good
from kibitz.core.errors import InputError
from kibitz.core.game import CHANCE, about
from kibitz.core.questions import player_at
from kibitz.search.common.horizon import UNLIMITED, remaining_depth
from kibitz.search.common.limits import checked_limits, why_not_compiled
from kibitz.search.common.node_count import DEPTH_LIMIT_HITS, NODES, STOPPED, TOO_DEEP
from kibitz.search.common.plain_minimax import new_counters, plain_minimax
from kibitz.search.running import path_too_long, stoppable


def minimax_value(game: Any, jit: Jit) -> Any:
    """Build `value(s, player, depth, by_rounds, words, stop)`: the minimax value of `s` for MAX = `player`, `depth` moves deep.

    A negative depth never runs out. With `by_rounds` it counts rounds; one is over when MAX is to move again. `words` are the
    counters. When `stop[0]` is set the value means nothing.
    """
    search = plain_minimax(game, jit)

    @jit
    def value(s: Any, player: int, depth: int, by_rounds: bool, words: Any, stop: Any) -> float:
        ply = int(np.int64(0))  # literals would be types of their own, and so a second signature
        averages = bool(ply)
        return float(search(s, player, depth, by_rounds, averages, (), ply, (), memory(words), memory(stop)))

    return value


@agent("minimax", supports=why_not_compiled)
def decide(
    game: Game, state: Any, *, depth: int | None = None, rounds: int | None = None, time: float | None = None
) -> Decision:  # fmt: skip
    """Plain minimax at native speed: one MAX, every other player MIN, chance averaged."""
    limits = checked_limits(game, Limits(depth=depth, rounds=rounds, seconds=time))
    if limits.depth is None and limits.rounds is None and about(game).cyclic:
        raise InputError("minimax looks at every state, so in a game where positions come back it needs depth= or rounds=")
    engine = Engine(game, player_at(game, state), limits.rounds is not None)
    engine.warm_up(state)
    return stoppable(lambda stop: engine.decision(state, limits, stop), time)


class Engine:
    """The compiled search for one MAX, with its counters."""

    def __init__(self, game: Game, player: int, by_rounds: bool) -> None:
        self.game, self.player, self.by_rounds = game, player, by_rounds
        self._kernel = native(minimax_value, game)
        self._words = new_counters()
        self._stop = np.zeros(1, np.int64)

    def warm_up(self, state: Any) -> None:
        """Compile what is not compiled yet, before a clock starts."""
        self.value(state, 0)

    def value(self, state: Any, depth: int = UNLIMITED) -> float:
        """Return the value of a state for MAX; it means nothing once the search is stopped."""
        value = float(self._kernel(state, self.player, depth, self.by_rounds, self._words, self._stop))
        if self._words[TOO_DEEP]:
            raise path_too_long(self.game)
        return value

    def decision(self, state: Any, limits: Limits, stop: Any) -> Decision:
        """Return the decision after searching every move of the root."""
        begun = time.perf_counter()
        self._words, self._stop = new_counters(), stop
        self._words[NODES] = 1
        depth = (limits.rounds if self.by_rounds else limits.depth) or UNLIMITED
        values = self._move_values(state, depth)
        by_chance = self.game.to_move(state) == CHANCE
        best = self._mean(state, values) if by_chance else max(values.values(), default=self.game.evaluate(state, self.player))
        moves = tuple(MoveValue(action, value) for action, value in values.items())
        good = () if by_chance else equally_good(moves, best, averaged=has_chance(self.game))
        nodes, is_exact = int(self._words[NODES]), not self._words[DEPTH_LIMIT_HITS] and not self._words[STOPPED]
        best_move = None if by_chance else good[0] if good else next(iter(self.game.actions(state)))
        return Decision(
            action=best_move,
            value=best,
            actions=good,
            line=() if best_move is None else (best_move, *self._line(state, best_move, depth)),
            moves=moves,
            depth=None if depth == UNLIMITED else depth,
            nodes=nodes,
            seconds=time.perf_counter() - begun,
            exact=is_exact,
        )

    def _mean(self, state: Any, values: dict[int, float]) -> float:
        """Return the average of the outcomes, added up as the definition does, or of those that were searched."""
        mean = total = 0.0
        for outcome, value in values.items():
            mean += self.game.probability(state, outcome) * value
            total += self.game.probability(state, outcome)
        return mean / (total or 1.0) if self._words[STOPPED] else mean

    def _after(self, depth: int, state: Any, successor: Any) -> int:
        """Return the depth that is left after a move from `state` to `successor`."""
        return remaining_depth(self.game, depth, self.by_rounds, self.player, state, successor)

    def _move_values(self, state: Any, depth: int) -> dict[int, float]:
        """Return the value for MAX of each move, as far as the search got before it was stopped."""
        values: dict[int, float] = {}
        for action in self.game.actions(state):
            after = self.game.result(state, action)
            value = self.value(after, self._after(depth, state, after))
            if self._words[STOPPED]:
                break
            values[action] = value
        return values

    def _line(self, state: Any, best_move: int, depth: int) -> list[int]:
        """Return best play by all after the best move; it ends before the first chance node."""
        line: list[int] = []
        state, before = self.game.result(state, best_move), state
        depth = self._after(depth, before, state)
        while depth != 0 and not self.game.is_terminal(state) and self.game.to_move(state) != CHANCE:
            values = self._move_values(state, depth)
            if self._words[STOPPED] or not values:
                break
            best = max if self.game.to_move(state) == self.player else min
            line.append(best(values, key=lambda action: values[action]))
            state, before = self.game.result(state, line[-1]), state
            depth = self._after(depth, before, state)
        return line
