"""The course's three searches over its states, right or with some of the mistakes that students make."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, inf, trunc
from typing import Any

from kibitz.bridges.grading.variants import ALPHABETA, EXPECTIMAX, Variant

STOP = "Stop"
ROUNDING = 1e-9
"""Averages that differ by less are the same."""


def chosen_action(variant: Variant, state: Any, rounds: int) -> str | None:
    """Return the action that a search chooses for Pacman, or None where it chooses nothing."""
    best, chosen = variant.root_start, None
    for action, value in root_values(variant, state, rounds):
        is_first = chosen is None and not variant.needs_better
        if is_first or value > best or (value == best and variant.takes_last and chosen is not None):
            best, chosen = value, action
    return chosen


def root_values(variant: Variant, state: Any, rounds: int) -> Iterator[tuple[str, float]]:
    """Yield Pacman's actions with what a search takes them to be worth to him."""
    yield from _Search(variant, state).values(rounds)


class _Search:
    """One run of a search."""

    def __init__(self, variant: Variant, root: Any) -> None:
        self.variant = variant
        self.root = root
        agents = root.getNumAgents()
        self.agents = {"first": min(agents, 2), "but-last": max(agents - 1, 1)}.get(variant.turns, agents)
        self.shared = [-inf, inf]
        """Alpha and beta, where the whole search has but one pair."""

    def values(self, rounds: int) -> Iterator[tuple[str, float]]:
        """Yield Pacman's actions with their values."""
        variant, alpha = self.variant, -inf
        sign = -1.0 if variant.pacman in ("root", "all") else 1.0
        left = self._moves(variant.rounds_fixed or rounds + variant.rounds_added)
        if left <= 0 and variant.stops_at_root:
            return
        left = max(left, 1)  # even who searches nothing looks at what the actions lead to
        for action, after in self._successors(self.root, 0):
            value = sign * self._value(after, 1 % self.agents, left - 1, -inf if variant.opens_windows else alpha, inf)
            yield action, value
            if variant.wrong_bound == "all" or (variant.shares_bounds == "all" and value > self.shared[1]):
                return
            if variant.forgets != "root" and sign > 0:
                alpha = max(alpha, value)
                self.shared[0] = max(self.shared[0], value)

    def _moves(self, rounds: int) -> int:
        """Return how many moves are searched."""
        variant = self.variant
        moves = rounds if variant.counts_moves else rounds * self.agents
        moves += variant.moves_added - (self.agents - 1) * variant.skips_last_ghosts
        return 1 if variant.one_move else moves

    def _value(self, state: Any, agent: int, left: int, alpha: float, beta: float) -> float:
        """Return what a state is worth with so many moves left to search."""
        variant = self.variant
        is_over = (state.isWin() and not variant.ignores_win) or (state.isLose() and not variant.ignores_loss)
        if is_over or left <= 0:
            return float((self.root if variant.evaluates_root else state).getScore())
        if variant.kind == EXPECTIMAX and (not variant.ghosts if agent else variant.pacman == "average"):
            return self._average(state, agent, left)
        highest = variant.ghosts == "max" if agent else variant.pacman not in ("below", "all")
        window = alpha, beta
        value = variant.max_start if highest else variant.min_start
        for _, after in self._successors(state, agent):
            handed = (-inf, inf) if variant.opens_windows and highest else (alpha, beta)
            found = self._value(after, (agent + 1) % self.agents, left - 1, *handed)
            value = max(value, found) if highest else min(value, found)
            if variant.kind == ALPHABETA:
                if self._is_cut(value, alpha, beta, highest):
                    return value if not variant.clips else max(alpha, min(beta, value))
                alpha, beta = self._narrowed(value, alpha, beta, highest)
        return max(window[0], min(window[1], value)) if variant.clips == "always" else value

    def _is_cut(self, value: float, alpha: float, beta: float, highest: bool) -> bool:
        """Return whether the other side has something better already."""
        variant, whose = self.variant, "max" if highest else "min"
        if variant.prunes not in ("both", whose):
            return False
        if variant.shares_bounds:
            alpha, beta = self.shared
        bound = beta if highest != bool(variant.wrong_bound) else alpha
        if value == bound:
            return variant.prunes_equal in ("both", whose)
        return value > bound if highest else value < bound

    def _narrowed(self, value: float, alpha: float, beta: float, highest: bool) -> tuple[float, float]:
        """Return alpha and beta after a value was found."""
        if highest and self.variant.forgets != "inner":
            alpha, self.shared[0] = max(alpha, value), max(self.shared[0], value)
        if not highest:
            beta, self.shared[1] = min(beta, value), min(self.shared[1], value)
        return alpha, beta

    def _average(self, state: Any, agent: int, left: int) -> float:
        """Return the mean over an agent's actions, 0 where there are none."""
        found = [
            self._value(after, (agent + 1) % self.agents, left - 1, -inf, inf) for _, after in self._successors(state, agent)
        ]
        how, agents = self.variant.averages, self.root.getNumAgents()
        if how == "pacman":
            mean = sum(found) / max(len(state.getLegalActions(0)), 1)
        else:
            counts = {"sum": 1, "agents": agents, "ghosts": agents - 1, "root": len(self.root.getLegalActions(0))}
            mean = sum(found) / max(counts.get(how, len(found)), 1)
        return float(floor(mean) if how == "floor" else trunc(mean) if how == "trunc" else mean)

    def _successors(self, state: Any, agent: int) -> Any:
        """Return the actions of an agent with what they lead to, one after the other."""
        moved = 0 if self.variant.moves_pacman else agent
        actions = [
            action for action in state.getLegalActions(moved) if not (self.variant.avoids_stop and not agent and action == STOP)
        ]
        pairs = ((action, state.generateSuccessor(moved, action)) for action in actions)
        return list(pairs) if self.variant.prunes_late else pairs
