"""Exact solving: the value of a position, all its best moves and a line of best play.

The method depends on the kind of game. Alpha-beta with a table, where play always ends and the interests of two players are
opposed (or one plays alone). Retrograde analysis of all positions, where a position can come back, or value iteration where
chance moves too. Backward induction of utility tuples (max^n), where more play or interests are not opposed. Games that do not
compile are solved over all their positions too, interpreted, and so are games of a few positions: that is quickest for them.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native, why_not_native, with_interpreted_fallback
from kibitz.core.contract import Game, Score, implements
from kibitz.core.decision import ANSWERS, EXACT, STRONG, WEAK, Decision, MoveValue
from kibitz.core.errors import UnknownNameError, UnsupportedError
from kibitz.core.game import CHANCE, about, constant_sum, utilities
from kibitz.core.machine import memory_megabytes
from kibitz.core.questions import player_at
from kibitz.endgames.exploration import Exploration, graph
from kibitz.endgames.graph import FEW_POSITIONS, Graph, Values, small_graph
from kibitz.endgames.retrograde_analysis import retrograde_analysis
from kibitz.endgames.value_iteration import SweepSettings, value_iteration
from kibitz.search.alphabeta.agent import decide as estimate
from kibitz.search.alphabeta.agent import why_unsupported
from kibitz.search.alphabeta.engine import TooDeep
from kibitz.search.expectiminimax.agents import alphabeta as mixed_estimate
from kibitz.search.expectiminimax.engine import Engine
from kibitz.search.maxn.agent import decide as many_estimate
from kibitz.search.running import Stopped, stoppable
from kibitz.search.solving.decisions import decision_by_tuples, decision_by_values, viewer_of
from kibitz.search.solving.mtdf import ExactSearch
from kibitz.search.table_answer import table_answer

MAX_MEGABYTES, FIXED_MEGABYTES = 1024, 128
"""The most that a table grows to by itself; what one gets that does not grow."""


def solve(game: Game, state: Any = None, *, seconds: float | None = None) -> Decision:
    """Return the exact decision in `state` (the initial one by default); `exact` is False if time or Ctrl-C ended the work."""
    return Solver(game).solve(game.initial() if state is None else state, seconds=seconds)


def final_score(game: Any, jit: Jit) -> Any:
    """Build `score(s)`: the first player's score of a finished game."""

    @jit
    def score(s: Any) -> Any:
        return game.score(s, 0)

    return score


class Solver:
    """Solves positions of one game; what it learns from one helps with the next.

    Its table grows with the work up to `megabytes`; by default a quarter of the machine's memory, at most a gigabyte.
    """

    def __init__(self, game: Game, megabytes: int | None = None) -> None:
        self.game = game
        self.megabytes = max(1, min(memory_megabytes() // 4, MAX_MEGABYTES)) if megabytes is None else megabytes
        self.exploration: Exploration | None = None
        self.values: dict[int, Values] = {}
        self.engines: dict[int, Engine] = {}
        self.is_opposed = game.players == 1 or (game.players == 2 and constant_sum(game) is not None)
        if about(game).cyclic and not self.is_opposed:
            raise UnsupportedError("positions come back and interests are not opposed: this game has no single value")

    @cached_property
    def exact(self) -> ExactSearch:
        """The engine for two opposed players without chance, whose table serves all positions."""
        return ExactSearch(self.game, self.megabytes)

    def engine(self, player: int) -> Engine:
        """Return the alpha-beta engine for all other games whose play ends, which measures them by what `player` gets."""
        if player not in self.engines:
            scored = implements(self.game, Score)
            self.engines[player] = Engine(self.game, player, scored=scored, megabytes=min(self.megabytes, FIXED_MEGABYTES))
        return self.engines[player]

    def _measuring_player(self, mover: int) -> int:
        """Return the player by whose utilities a game is measured: the mover, or the first, whose are exactly opposed.

        Where utilities do not add up to 0, one cannot be computed from the other without rounding.
        """
        return 0 if constant_sum(self.game) == 0.0 else mover

    def solve(self, state: Any, *, seconds: float | None = None, answer: str = EXACT) -> Decision:
        """Return the exact decision in `state`.

        A WEAK answer says who wins and one move that keeps it so; an EXACT one adds the score, all best moves and a line of
        best play; a STRONG one the value of every move too.
        """
        if answer not in ANSWERS:
            raise UnknownNameError("answer", answer, ANSWERS)

        known = table_answer(self.game, state)
        if known is not None and known.exact:
            return known

        def work() -> Decision:
            stop = self.exact.engine.stop if why_unsupported(self.game) is None else None
            return stoppable(lambda stop: self._solved(state, stop, answer), seconds, stop)

        try:
            return with_interpreted_fallback(self.game, state, work)
        except UnsupportedError:
            if known is None:
                raise
            return known  # a win that may come too late, in a game that is too large to be solved with its clock

    def _solved(self, state: Any, stop: Any, answer: str) -> Decision:
        """Return the decision by the method that fits, with the time that it took, compiling the engine not counted."""
        begun = time.perf_counter()
        if self.game.is_terminal(state):
            return self._finished(state)
        try:
            small = None
            if not implements(self.game, Score) and self.exploration is None:
                small = small_graph(self.game, state, stop, FEW_POSITIONS)
            if small is not None:
                decision = self._by_graph(small, stop)
            elif self.is_opposed and not about(self.game).cyclic and why_not_native(self.game) is None:
                decision, begun = self._by_tree(state, stop, answer)
            elif self.is_opposed and why_not_native(self.game) is None:
                decision = self._by_exploration(state, stop)
            else:
                decision = self._by_graph(graph(self.game, state, stop), stop)
        except Stopped:
            self.exploration, self.values = None, {}  # unfinished work is of no use to the next position
            decision = self._estimate(state)
        return replace(decision, seconds=time.perf_counter() - begun)

    def _finished(self, state: Any) -> Decision:
        """Return the decision where the game is over."""
        mover = player_at(self.game, state)
        score = self.game.score(state, mover) if implements(self.game, Score) else None
        value = float(self.game.utility(state, mover))
        return Decision(None, value, score=score, utilities=utilities(self.game, state), nodes=1, exact=True)

    def _by_tree(self, state: Any, stop: Any, answer: str) -> tuple[Decision, float]:
        """Return the decision by alpha-beta to the end of the game, and when the search began, after all was compiled."""
        begun = time.perf_counter()
        if why_unsupported(self.game) is None and self._scores_are_whole(state):
            try:
                self.exact.engine.warm_up(state)
                begun = time.perf_counter()
                return self._by_alpha_beta(state, stop, answer), begun
            except TooDeep:
                pass
        engine = self.engine(self._measuring_player(player_at(self.game, state)))
        engine.warm_up(state)
        begun = time.perf_counter()
        return self._by_expectiminimax(engine, state, stop), begun

    def _scores_are_whole(self, state: Any) -> bool:
        """Return whether the engine, which counts in whole numbers, can measure the game.

        One ending shows it, since what is compiled gives numbers of one type at all of them.
        """
        if not implements(self.game, Score):
            return True
        while not self.game.is_terminal(state):
            state = self.game.result(state, next(iter(self.game.actions(state))))
        return type(native(final_score, self.game)(state)) is int

    def _by_alpha_beta(self, state: Any, stop: Any, answer: str) -> Decision:
        """Return the decision of two opposed players without chance, or raise `Stopped`."""
        exact, scale = self.exact, self.exact.engine.scale
        if stop[0]:
            raise Stopped
        exact.engine.new_search(player=self.game.to_move(state))
        if answer == WEAK and exact.scored:
            return self._weak(state)
        points = exact.value(state)
        good, line = exact.best_moves(state, points), exact.line(state, points)
        moves = self._move_values(state) if answer == STRONG else ()
        value = self._utility_of(state, line) if exact.scored else scale.utility(points)
        return Decision(
            action=line[0],
            value=value,
            actions=good,
            line=line,
            moves=moves or (() if exact.scored else tuple(MoveValue(action, value) for action in good)),
            score=float(points) if exact.scored else None,
            nodes=exact.engine.nodes,
            exact=True,
        )

    def _weak(self, state: Any) -> Decision:
        """Return who wins, and a move that keeps it so; where all is lost, any."""
        exact = self.exact
        sign = exact.sign(state)
        action = next(iter(self.game.actions(state))) if sign < 0 else exact.proving_move(state, sign)
        return Decision(action, self._outcome(sign), actions=(action,), line=(action,), nodes=exact.engine.nodes, exact=True)

    def _move_values(self, state: Any) -> tuple[MoveValue, ...]:
        """Return the value of every move: its score where the game has one, else its utility."""
        exact, scale = self.exact, self.exact.engine.scale
        values = [(action, exact.move_value(state, action)) for action in self.game.actions(state)]
        if not exact.scored:
            return tuple(MoveValue(action, scale.utility(value)) for action, value in values)
        return tuple(MoveValue(action, self._outcome(value), score=float(value)) for action, value in values)

    def _utility_of(self, state: Any, line: tuple[int, ...]) -> float:
        """Return the utility at the end of a line of play for the side that begins it."""
        return float(self.game.utility(self._after(state, line), self.game.to_move(state)))

    def _after(self, state: Any, line: tuple[int, ...]) -> Any:
        """Return the state that a line of play leads to."""
        for action in line:
            state = self.game.result(state, action)
        return state

    def _outcome(self, score: int) -> float:
        """Return a score as what it means: games that have one are won at 1 beyond an equal share and lost at -1."""
        return self.exact.engine.scale.equal_share + (score > 0) - (score < 0)

    def _by_expectiminimax(self, engine: Engine, state: Any, stop: Any) -> Decision:
        """Return the decision where chance, or one player alone, moves, or raise `Stopped`."""
        engine.stop = stop
        engine.new_search()
        mover = player_at(self.game, state)
        max_value = engine.mtdf(state, 0.0)
        line = engine.principal_variation(state)
        actions = list(self.game.actions(state)) if self.game.to_move(state) != CHANCE else []
        good = engine.best_moves(state, max_value, actions)
        utility = self._utility(state, line, mover, stop) if engine.scored else None
        value = engine.for_player(max_value, mover)
        return Decision(
            action=good[0] if good else None,
            value=value if utility is None else utility,
            actions=good,
            line=line,
            moves=tuple(MoveValue(action, value) for action in good) if not engine.scored else (),
            score=value if engine.scored else None,
            nodes=engine.nodes,
            exact=True,
        )

    def _utility(self, state: Any, line: tuple[int, ...], mover: int, stop: Any) -> float:
        """Return the utility at the end of a line of best play; where chance breaks it off, the value of the position."""
        end = self._after(state, line)
        if self.game.is_terminal(end):
            return float(self.game.utility(end, mover))
        engine = Engine(self.game, mover, megabytes=min(self.megabytes, FIXED_MEGABYTES), stop=stop)
        return engine.mtdf(state, 0.0)

    def _by_exploration(self, state: Any, stop: Any) -> Decision:
        """Return the decision of opposed players where positions come back; what was explored before is not done again."""
        if self.exploration is None:
            self.exploration = Exploration(self.game)
        at = self.exploration.position(state, stop)
        positions = self.exploration.graph()
        player = self._measuring_player(viewer_of(positions, at))
        known = self.values.get(player)
        if known is None or len(known.values) < len(positions.movers):
            known = self.values[player] = self._position_values(positions, player, stop, known)
        return decision_by_values(positions, known, at, player)

    def _by_graph(self, positions: Graph, stop: Any) -> Decision:
        """Return the decision in the first position from the values of all that can come up."""
        if not self.is_opposed:
            return decision_by_tuples(positions, stop)
        player = self._measuring_player(viewer_of(positions, 0))
        return decision_by_values(positions, self._position_values(positions, player, stop), 0, player)

    def _position_values(self, positions: Graph, player: int, stop: Any, known: Values | None = None) -> Values:
        """Return the values of all positions for a player; that of play without end is an equal share."""
        infinite_play = (constant_sum(self.game) or 0.0) / self.game.players
        if np.any(positions.movers == CHANCE):
            return value_iteration(positions, SweepSettings(player, infinite_play, about(self.game).cyclic, stop), known)
        return retrograde_analysis(positions, player, infinite_play, stop, known)

    def _estimate(self, state: Any) -> Decision:
        """Return what a second finds where solving was broken off; any move where nothing is compiled."""
        if why_not_native(self.game) is None:
            find = many_estimate if not self.is_opposed else estimate if why_unsupported(self.game) is None else mixed_estimate
            with suppress(KeyboardInterrupt):  # it came again, or there is something to compile first
                return find(self.game, state, time=1.0)
        action = None if self.game.to_move(state) == CHANCE else next(iter(self.game.actions(state)))
        return Decision(action, float(self.game.evaluate(state, player_at(self.game, state))))
