"""Plain minimax, compiled: every state is looked at, chance nodes are averaged, all players but one minimise."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native, why_not_native
from kibitz.core.agents import agent
from kibitz.core.chance import no_chance
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits, MoveValue, equally_good
from kibitz.core.errors import InputError
from kibitz.core.game import CHANCE, about
from kibitz.core.questions import player_at
from kibitz.search.horizons import UNLIMITED, horizon, left_after
from kibitz.search.running import endless, longest_path, stoppable

STOPPED, SHALLOW, ENDLESS = 1, 2, 4
"""The search was told to stop; the depth ran out somewhere; a path of play is too long to be searched to its end."""
POLL = 4096 - 1
"""The stop flag is read once in this many nodes (plus one)."""


def exhaustive(game: Any, jit: Jit) -> Any:
    """Build `value(s, player, depth, by_rounds, nodes, stop)`: the minimax value of `s` for MAX = `player`, `depth` moves deep.

    A negative depth never runs out. With `by_rounds` it counts rounds; one is over when MAX is to move again. `nodes[0]`
    counts the states looked at, and `nodes[1]` says what was met: STOPPED, SHALLOW, ENDLESS. When `stop[0]` is set the value
    means nothing.
    """
    later, longest = horizon(game, jit), longest_path(game.words)

    @jit
    def minimax(s: Any, player: int, depth: int, by_rounds: bool, ply: int, nodes: Any, stop: Any) -> float:
        nodes[0] += 1
        if ply >= longest:
            nodes[1] |= STOPPED | ENDLESS
        if nodes[0] & POLL == 0 and stop[0] != 0:
            nodes[1] |= STOPPED
        if nodes[1] & STOPPED:
            return 0.0
        if game.is_terminal(s):
            return float(game.utility(s, player))
        if depth == 0:
            nodes[1] |= SHALLOW
            return float(game.evaluate(s, player))
        mover = game.to_move(s)
        if mover == CHANCE:
            mean, whole = 0.0, 0.0
            for a in game.actions(s):
                after = game.result(s, a)
                below = later(depth, by_rounds, player, mover, after)
                share = game.probability(s, a)
                mean += share * minimax(after, player, below, by_rounds, ply + 1, nodes, stop)
                whole += share
            game.require_whole(s, whole)
            return mean
        best = -np.inf if mover == player else np.inf
        for a in game.actions(s):
            after = game.result(s, a)
            found = minimax(after, player, later(depth, by_rounds, player, mover, after), by_rounds, ply + 1, nodes, stop)
            best = max(best, found) if mover == player else min(best, found)
        return best

    @jit
    def value(s: Any, player: int, depth: int, by_rounds: bool, nodes: Any, stop: Any) -> float:
        return minimax(s, player, depth, by_rounds, int(np.int64(0)), nodes, stop)

    return value


def compiled(game: Game) -> str | None:
    """Return why the compiled searches cannot play a game, or None if they can."""
    reason = why_not_native(game)
    return reason.reason if reason is not None else None


def bounded(game: Game, limits: Limits) -> Limits:
    """Return the limits; refuse to count both moves and rounds, and to search a tree without end without any."""
    if limits.depth is not None and limits.rounds is not None:
        raise InputError("give either depth= or rounds=, not both")
    if about(game).cyclic and limits == Limits():
        raise InputError("a position can come back in this game, so its tree has no end; give depth= or time=")
    return limits


@agent("minimax", supports=compiled)
def decide(
    game: Game, state: Any, *, depth: int | None = None, rounds: int | None = None, time: float | None = None
) -> Decision:  # fmt: skip
    """Plain minimax at native speed: one MAX, every other player MIN, chance averaged."""
    limits = bounded(game, Limits(depth=depth, rounds=rounds, seconds=time))
    if limits.depth is None and limits.rounds is None and about(game).cyclic:
        raise InputError("minimax looks at every state, so in a game where positions come back it needs depth= or rounds=")
    plain = _Plain(game, player_at(game, state), limits.rounds is not None)
    plain.value(state, 0)  # compiles before the clock starts
    return stoppable(lambda stop: plain.decision(state, limits, stop), time)


class _Plain:
    """The kernel for one MAX, with its count of nodes."""

    def __init__(self, game: Game, player: int, by_rounds: bool) -> None:
        self.game, self.player, self.by_rounds = game, player, by_rounds
        self._kernel = native(exhaustive, game)
        self._nodes = np.zeros(2, np.int64)
        self._stop = np.zeros(1, np.int64)

    def value(self, state: Any, depth: int) -> float:
        """Return the value of a state for MAX."""
        found = float(self._kernel(state, self.player, depth, self.by_rounds, self._nodes, self._stop))
        if self._nodes[1] & ENDLESS:
            raise endless(self.game)
        return found

    def decision(self, state: Any, limits: Limits, stop: Any) -> Decision:
        """Return the decision after looking at every move of the root."""
        begun = time.perf_counter()
        self._nodes[:], self._stop = (1, 0), stop
        depth = (limits.rounds if self.by_rounds else limits.depth) or UNLIMITED
        moves = self._valued(state, depth)
        by_chance = self.game.to_move(state) == CHANCE
        best = self._mean(state, moves) if by_chance else max(moves.values(), default=self.game.evaluate(state, self.player))
        worths = tuple(MoveValue(action, value) for action, value in moves.items())
        good = () if by_chance else equally_good(worths, best, averaged=no_chance(self.game) is not None)
        visited, is_complete = int(self._nodes[0]), not self._nodes[1]
        chosen = None if by_chance else good[0] if good else next(iter(self.game.actions(state)))
        return Decision(
            action=chosen,
            value=best,
            actions=good,
            line=() if chosen is None else (chosen, *self._line(state, chosen, depth)),
            moves=worths,
            depth=None if depth == UNLIMITED else depth,
            nodes=visited,
            seconds=time.perf_counter() - begun,
            exact=is_complete,
        )

    def _mean(self, state: Any, values: dict[int, float]) -> float:
        """Return the average of the outcomes, added up as the definition does, or of those that were looked at."""
        mean = looked_at = 0.0
        for outcome, value in values.items():
            mean += self.game.probability(state, outcome) * value
            looked_at += self.game.probability(state, outcome)
        return mean / (looked_at or 1.0) if self._nodes[1] & STOPPED else mean

    def _valued(self, state: Any, depth: int) -> dict[int, float]:
        """Return the value for MAX of each move, as far as the search got before it was stopped."""
        found: dict[int, float] = {}
        for action in self.game.actions(state):
            after = self.game.result(state, action)
            value = self.value(after, left_after(self.game, depth, self.by_rounds, self.player, state, after))
            if self._nodes[1] & STOPPED:
                break
            found[action] = value
        return found

    def _line(self, state: Any, chosen: int, depth: int) -> list[int]:
        """Return best play by all after the move that was chosen; it ends before the first chance node."""
        line: list[int] = []
        state, before = self.game.result(state, chosen), state
        depth = left_after(self.game, depth, self.by_rounds, self.player, before, state)
        while depth != 0 and not self.game.is_terminal(state) and self.game.to_move(state) != CHANCE:
            values = self._valued(state, depth)
            if self._nodes[1] & STOPPED or not values:
                break
            best = max if self.game.to_move(state) == self.player else min
            line.append(best(values, key=lambda action: values[action]))
            state, before = self.game.result(state, line[-1]), state
            depth = left_after(self.game, depth, self.by_rounds, self.player, before, state)
        return line
