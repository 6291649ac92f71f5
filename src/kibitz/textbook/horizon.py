"""How far a search looks: to the end of the game, to a limit of depth or rounds, and as long as its budget lasts.

IS-CUTOFF of Russell and Norvig, section 5.3. A limit counts moves (`depth`), or rounds as the Pacman lectures do (`rounds`):
a round is over when the player who moved first is to move again. Chance outcomes cost no depth; at the horizon every kind of
state is evaluated, a chance node too.
"""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import Any, NamedTuple

from kibitz.core.contract import Game
from kibitz.core.decision import Limits
from kibitz.core.game import CHANCE
from kibitz.core.questions import player_at
from kibitz.textbook.trace import Leaf


class Budget:
    """The nodes that a search may still look at, and when its time is over; once it is spent, every state is cut off."""

    def __init__(self, nodes: float = inf, deadline: float = inf) -> None:
        self.nodes = nodes
        self.deadline = deadline
        self.is_spent = False

    def spend(self) -> None:
        """Take one node from the budget."""
        self.nodes -= 1
        self.is_spent = self.is_spent or self.nodes < 0 or perf_counter() >= self.deadline


class Horizon(NamedTuple):
    """How far a search may still look from some state: the moves and rounds left, None where they are not limited.

    `player` is MAX. Each of its moves begins a round, so `rounds` counts those that may still begin.
    """

    player: int
    depth: int | None = None
    rounds: int | None = None
    budget: Budget | None = None

    @classmethod
    def of(
        cls, game: Game, state: Any, limits: Limits, budget: Budget | None = None, player: int | None = None
    ) -> Horizon:  # fmt: skip
        """Return the horizon of a search from `state` within its limits; MAX is who decides there, or `player`."""
        maximiser, rounds = player_at(game, state) if player is None else player, limits.rounds
        if rounds is not None and game.to_move(state) != maximiser:
            rounds -= 1  # the first round has begun without MAX
        return cls(maximiser, limits.depth, rounds, budget)

    def after(self, game: Game, state: Any) -> Horizon:
        """Return what is left after a move or an outcome of chance at `state`."""
        mover, depth, rounds = game.to_move(state), self.depth, self.rounds
        if depth is not None and mover != CHANCE:
            depth -= 1
        if rounds is not None and mover == self.player:
            rounds -= 1
        return self._replace(depth=depth, rounds=rounds)

    def leaf(self, game: Game, state: Any) -> Leaf | None:
        """Return why `state` has no children in the search, or None where it has; it is taken from the budget."""
        if self.budget is not None:
            self.budget.spend()
        if game.is_terminal(state):
            return "terminal"
        is_beyond = self.depth == 0 or (self.rounds == 0 and game.to_move(state) == self.player)
        is_spent = self.budget is not None and self.budget.is_spent
        return "cutoff" if is_beyond or is_spent else None
