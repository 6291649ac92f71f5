"""The course's three searches over its states, right or with one of the mistakes that students make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

MINIMAX, ALPHABETA, EXPECTIMAX = "MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent"


@dataclass(frozen=True)
class Variant:
    """A search, right by default; every field is a mistake."""

    kind: str
    rounds_added: int = 0
    counts_moves: bool = False
    ignores_win: bool = False
    ignores_loss: bool = False
    ghosts: str = ""
    one_ghost: bool = False
    takes_last: bool = False
    prunes_equal: bool = False
    prunes_never: bool = False
    prunes_late: bool = False
    forgets_alpha: bool = False
    averages: str = ""
    pacman_minimises: bool = False


@dataclass(frozen=True)
class Mistake:
    """A mistake: what it changes, whose it can be, and the sentence that tells a student."""

    key: str
    changes: dict[str, Any]
    kinds: Sequence[str]
    told: str

    def made_in(self, variant: Variant) -> Variant:
        """Return a search with this mistake too."""
        return replace(variant, **self.changes)


ALL = (MINIMAX, ALPHABETA, EXPECTIMAX)
CERTAIN = (MINIMAX, ALPHABETA)
MISTAKES = (
    Mistake("depth-1", {"rounds_added": -1}, ALL, "searches one round too few: depth {less} was searched, {depth} asked"),
    Mistake("depth+1", {"rounds_added": 1}, ALL, "searches one round too many: depth {more} was searched, {depth} asked"),
    Mistake("ply-per-agent", {"counts_moves": True}, ALL,
            "counts a ply as one agent's move: depth goes down with every move instead of once all agents have moved"),
    Mistake("forgets-win", {"ignores_win": True}, ALL, "forgets to stop at a win: it searches on behind isWin()"),
    Mistake("forgets-loss", {"ignores_loss": True}, ALL, "forgets to stop at a loss: it searches on behind isLose()"),
    Mistake("forgets-both", {"ignores_win": True, "ignores_loss": True}, ALL,
            "forgets to stop at the end of the game: it searches on behind isWin() and isLose()"),
    Mistake("ghosts-maximise", {"ghosts": "max"}, ALL, "ghosts maximise: at their moves the highest value is taken"),
    Mistake("pacman-minimises", {"pacman_minimises": True}, ALL, "Pacman minimises: at the root the lowest value is taken"),
    Mistake("one-ghost", {"one_ghost": True}, ALL, "only the first ghost moves: after it comes Pacman again"),
    Mistake("last-of-equals", {"takes_last": True}, ALL,
            "takes the last of equally good actions, where the course's trees expect the first"),
    Mistake("prunes-equal", {"prunes_equal": True}, (ALPHABETA,),
            "prunes on equality: it must cut only where a value is above beta or below alpha, not where it equals them"),
    Mistake("never-prunes", {"prunes_never": True}, (ALPHABETA,), "never prunes: it looks at all that minimax looks at"),
    Mistake("prunes-late", {"prunes_late": True}, (ALPHABETA,),
            "generates successors of states it has cut: make each successor only when it is its turn"),
    Mistake("forgets-alpha", {"forgets_alpha": True}, (ALPHABETA,),
            "does not raise alpha at the root: every action of Pacman's is searched with a window as wide as the first"),
    Mistake("ghosts-minimise", {"ghosts": "min"}, (EXPECTIMAX,), "ghosts minimise: that is minimax, where an average is asked"),
    Mistake("sums", {"averages": "sum"}, (EXPECTIMAX,), "averages wrongly: it adds the values up and does not divide them"),
    Mistake("divides-by-agents", {"averages": "agents"}, (EXPECTIMAX,),
            "averages wrongly: it divides by the number of agents, not of actions"),
    Mistake("rounds-averages", {"averages": "whole"}, (EXPECTIMAX,), "averages wrongly: it rounds down, as // does"),
)  # fmt: skip
"""The single mistakes, the likelier of two that look alike first."""


def right(kind: str) -> Variant:
    """Return the right search."""
    return Variant(kind)


def chosen_action(variant: Variant, state: Any, rounds: int) -> str | None:
    """Return the action that a search chooses for Pacman."""
    return _Search(variant, state.getNumAgents()).root(state, rounds + variant.rounds_added)


class _Search:
    """One run of a search."""

    def __init__(self, variant: Variant, agents: int) -> None:
        self.variant = variant
        self.agents = min(agents, 2) if variant.one_ghost else agents

    def root(self, state: Any, rounds: int) -> str | None:
        """Return the best action."""
        best, chosen, alpha = -inf, None, -inf
        sign = -1.0 if self.variant.pacman_minimises else 1.0
        left = rounds if self.variant.counts_moves else rounds * self.agents
        if left <= 0:
            left = 1  # even who searches nothing looks at what the actions lead to
        for action, after in self._successors(state, 0):
            value = sign * self._value(after, 1 % self.agents, left - 1, alpha, inf)
            if chosen is None or value > best or (value == best and self.variant.takes_last):
                best, chosen = value, action
            if not self.variant.forgets_alpha:
                alpha = max(alpha, best) if sign > 0 else alpha
        return chosen

    def _value(self, state: Any, agent: int, left: int, alpha: float, beta: float) -> float:
        """Return what a state is worth with so many moves left to search."""
        variant = self.variant
        is_over = (state.isWin() and not variant.ignores_win) or (state.isLose() and not variant.ignores_loss)
        if is_over or left <= 0:
            return float(state.getScore())
        if agent and self._averages:
            return self._average(state, agent, left)
        highest = not agent or variant.ghosts == "max"
        value = -inf if highest else inf
        for _, after in self._successors(state, agent):
            found = self._value(after, (agent + 1) % self.agents, left - 1, alpha, beta)
            value = max(value, found) if highest else min(value, found)
            if variant.kind == ALPHABETA and not variant.prunes_never:
                if self._is_cut(value, beta if highest else alpha, highest):
                    return value
                alpha, beta = (max(alpha, value), beta) if highest else (alpha, min(beta, value))
        return value

    @property
    def _averages(self) -> bool:
        """Whether ghosts are expected to move at random."""
        return self.variant.kind == EXPECTIMAX and not self.variant.ghosts

    def _is_cut(self, value: float, bound: float, highest: bool) -> bool:
        """Return whether the other side has something better already."""
        if value == bound:
            return self.variant.prunes_equal
        return value > bound if highest else value < bound

    def _average(self, state: Any, agent: int, left: int) -> float:
        """Return the mean over a ghost's actions."""
        found = [
            self._value(after, (agent + 1) % self.agents, left - 1, -inf, inf) for _, after in self._successors(state, agent)
        ]
        how = self.variant.averages
        if how == "sum":
            return sum(found)
        if how == "agents":
            return sum(found) / self.agents
        return sum(found) // len(found) if how == "whole" else sum(found) / len(found)

    def _successors(self, state: Any, agent: int) -> Any:
        """Return the actions of an agent with what they lead to, one after the other."""
        pairs = ((action, state.generateSuccessor(agent, action)) for action in state.getLegalActions(agent))
        return list(pairs) if self.variant.prunes_late else pairs
