"""A game in which somebody outside says where Pacman goes, one move after the other, and the ghosts answer."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

from kibitz.core.errors import IllegalMoveError
from kibitz.core.randomness import Random
from kibitz.games.pacman import ACTIONS, Pacman, State
from kibitz.pacman.agents import PACMAN, Agent
from kibitz.pacman.playing import game_seed, random_numbers


@dataclass(frozen=True)
class GuidedGame:
    """A game in progress with Pacman to move, or over; every move makes a new one, so that all of them can be kept.

    The ghosts do what they do in `play_game` with the same seed, as long as Pacman does the same.
    """

    game: Pacman
    ghosts: Sequence[Agent]
    """Ready to play, see `Agent.prepare`; the first has the number 1."""
    state: State
    randoms: Sequence[Random]
    """Everybody's random numbers from here on."""
    actions: tuple[str, ...] = ()
    """What everybody has done so far."""

    @classmethod
    def begun(cls, game: Pacman, ghosts: Sequence[Agent], seed: int) -> GuidedGame:
        """Return a game at its start, with the ghosts of the first game of a series with that seed."""
        for ghost in dict.fromkeys(ghosts):
            ghost.prepare()
        return cls(game, ghosts, game.initial(), random_numbers(game, game_seed(seed)))

    def replayed(self, actions: Sequence[str]) -> GuidedGame:
        """Return the game after these actions of everybody, which were made before."""
        state, randoms = self.state, [copy(random) for random in self.randoms]
        for number, name in enumerate(actions, start=1):
            if state.mover != PACMAN and state.over == 0:
                # whatever it chose then, the ghost has drawn its random numbers
                self.ghosts[state.mover - 1].choose(state, randoms[state.mover])
            state = self.game.result(state, self._legal(state, name, f"action {number}, {name!r}"))
        if state.mover != PACMAN and not self.game.is_terminal(state):
            raise IllegalMoveError(f"the actions end before ghost {state.mover} has moved")
        return replace(self, state=state, randoms=randoms, actions=(*self.actions, *actions))

    def moved(self, direction: str) -> tuple[GuidedGame, list[State]]:
        """Return the game after Pacman's move and all ghosts', and the states on the way: one after each agent's move."""
        randoms = [copy(random) for random in self.randoms]
        action = self._legal(self.state, direction, f"{direction!r}")
        actions, states = [ACTIONS[action]], [self.game.result(self.state, action)]
        while not self.game.is_terminal(states[-1]) and (mover := states[-1].mover) != PACMAN:
            action = self.ghosts[mover - 1].choose(states[-1], randoms[mover]).action
            actions.append(ACTIONS[action])
            states.append(self.game.result(states[-1], action))
        return replace(self, state=states[-1], randoms=randoms, actions=(*self.actions, *actions)), states

    @property
    def legal(self) -> list[str]:
        """Where Pacman may go now."""
        return [ACTIONS[action] for action in self.game.actions(self.state)]

    def _legal(self, state: State, name: str, called: str) -> int:
        """Return the action of that name, or raise if it is not legal."""
        legal = [ACTIONS[action] for action in self.game.actions(state)]
        if name not in legal:
            allowed = f"legal: {', '.join(legal)}" if legal else "the game is over"
            raise IllegalMoveError(f"{called} cannot be played there; {allowed}")
        return ACTIONS.index(name)
