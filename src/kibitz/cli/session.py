"""A game being played: who sits where, what has happened, and what chance and the engines do next.

Everything random depends on the seed and the number of the move alone, so a move that was taken back and made again is
answered in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kibitz.api import decide, default_agent
from kibitz.cli.options import HUMAN
from kibitz.core.agents import find
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.errors import InputError, RulesError
from kibitz.core.game import CHANCE, constant_sum, has_come_thrice, utilities
from kibitz.core.process import answered
from kibitz.core.randomness import Random
from kibitz.textbook.cutoff import worth


def seats(game: Game, given: list[str | None]) -> tuple[str | None, ...]:
    """Return the agent of every player: those given, else a human on the first seat and on the others None, what suits."""
    if len(given) > game.players and any(given[game.players :]):
        raise InputError(f"this game is for {game.players} player{'s' if game.players > 1 else ''}, and more agents were given")
    chosen = [*given, *[None] * game.players][: game.players]
    filled = [agent or (HUMAN if player == 0 else None) for player, agent in enumerate(chosen)]
    for agent in filled:
        if agent is not None and agent != HUMAN:
            find(game, agent)
    return tuple(filled)


@dataclass
class Session:
    """One game: its players and the states and moves so far."""

    game: Game
    state: Any
    agents: tuple[str | None, ...]
    seed: int
    past: list[tuple[Any, int]] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_terminal(self.state) or self._has_come_thrice

    @property
    def _has_come_thrice(self) -> bool:
        """Whether the position is here for the third time, and that draws the game."""
        return has_come_thrice(self.game, [state for state, _ in self.past], self.state)

    @property
    def ending(self) -> tuple[float, ...]:
        """What the game that is over brought to every player."""
        if self.game.is_terminal(self.state):
            return utilities(self.game, self.state)
        return ((constant_sum(self.game) or 0.0) / self.game.players,) * self.game.players

    @property
    def mover(self) -> int:
        """The player to move, or chance."""
        return self.game.to_move(self.state)

    @property
    def agent(self) -> str:
        """Who moves: an agent, `human`, or `chance`."""
        return "chance" if self.mover == CHANCE else self.agents[self.mover] or default_agent(self.game)

    def play(self, action: int) -> None:
        """Make a move."""
        self.past.append((self.state, action))
        self.state = self.game.result(self.state, action)

    def undo(self) -> bool:
        """Go back to where the player to move last chose; return whether there was such a place."""
        player = self.mover
        for place in reversed(range(len(self.past))):
            if self.game.to_move(self.past[place][0]) == player:
                self.state = self.past[place][0]
                del self.past[place:]
                return True
        return False

    def outcome(self) -> int:
        """Return what chance does, each outcome as likely as the rules say."""
        actions = list(self.game.actions(self.state))
        if not actions:
            raise RulesError(f"the game has no outcome at a chance node: {self.game.notation(self.state)}")
        weights = [self.game.probability(self.state, action) for action in actions]
        return self._random().weighted(actions, weights)

    def thought(self) -> Decision:
        """Return what the engine on this seat does."""
        return self._asked(self.agents[self.mover])

    def hint(self) -> Decision:
        """Return what a good engine would do here."""
        return self._asked(None)

    def _asked(self, agent: str | None) -> Decision:
        """Return what an agent does here; None is one that suits. Ctrl-C makes it move at once."""
        past = [state for state, _ in self.past]
        try:
            decision = decide(self.game, self.state, agent, seed=self._random().below(1 << 31), past=past)
        except KeyboardInterrupt:  # before the search had anything, or while it was being compiled
            decision = self._glance()
        answered()
        if decision.action is None:
            raise InputError(f"{agent or default_agent(self.game)} has no move to offer in {self.game.notation(self.state)}")
        return decision

    def _glance(self) -> Decision:
        """Return the move that looks best right after it: what can be had without a search."""
        mover = self.mover
        after = {action: self.game.result(self.state, action) for action in self.game.actions(self.state)}
        values = {action: float(worth(self.game, s, mover)) for action, s in after.items()}
        action = max(values, key=lambda one: values[one])
        return Decision(action, values[action], actions=(action,), line=(action,))

    def _random(self) -> Random:
        """Return the random numbers of this move."""
        return Random(self.seed, len(self.past))
