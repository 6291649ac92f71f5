"""A game in progress as libraries for learning see it: numbered moves, masks and observations; chance moves by itself."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.bridges.action_numbers import action_numbers
from kibitz.bridges.observations import observation, observation_size
from kibitz.core.contract import Game
from kibitz.core.errors import IllegalMoveError, InputError
from kibitz.core.game import CHANCE, constant_sum
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random


class Table:
    """One game after the other, each from a position on, with chance drawn from a seed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.numbers = action_numbers(game)
        self.width = observation_size(game)
        self.share = constant_sum(game)
        self._randoms = Random(0)
        self.begin()

    def seed(self, seed: int) -> None:
        """Fix the random numbers of all that follows."""
        self._randoms = Random(seed)

    def copy(self) -> Table:
        """Return a table with the same game on it, which goes on by itself, chance included."""
        twin = copy(self)
        twin._randoms = copy(self._randoms)
        return twin

    def begin(self, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game; the option `position` names where, in the game's own notation. Others are not for this game."""
        position = (options or {}).get("position")
        self.made = 0
        self._put(self.game.initial() if position is None else self.game.parse(position))

    def number_of(self, action: Any) -> int:
        """Return an action as a number from 0 to the number of actions, whatever kind of whole number it is."""
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self.numbers.size:
            raise InputError(f"an action is a whole number from 0 to {self.numbers.size - 1}, not {action!r}")
        return number

    def play(self, number: int) -> None:
        """Make the move of a number."""
        if not self.is_legal(number):
            raise IllegalMoveError(f"{number} is not the number of a legal move here; the action mask tells which are")
        self.made += 1
        self._put(self.game.result(self.state, self.numbers.action(self.actions, number)))

    def is_legal(self, number: int) -> bool:
        """Return whether a number is that of a legal move."""
        return 0 <= number < len(self.actions) if self.numbers.by_place else number in self.actions

    def mask(self) -> NDArray[np.int8]:
        """Return for every number whether it is a legal move."""
        mask = np.zeros(self.numbers.size, np.int8)
        mask[self.numbers.of(self.actions)] = 1
        return mask

    def seen_by(self, player: int) -> NDArray[np.int8]:
        """Return what a player observes."""
        return observation(self.game, self.state, player)

    def worth(self, player: int) -> float:
        """Return what the game has brought a player, or would if it were broken off now."""
        if self.is_over:
            return float(self.game.utility(self.state, player))
        return float(self.game.evaluate(self.state, player)) if self.share is None else self.share / self.game.players

    def _put(self, s: Any) -> None:
        """Take up a state, after chance has had its turns."""
        game = self.game
        is_over, mover = bool(game.is_terminal(s)), -1
        while not is_over:
            mover = game.to_move(s)
            if mover != CHANCE:
                break
            s = game.result(s, sample(game, s, self._randoms))
            is_over = bool(game.is_terminal(s))
        self.state, self.is_over, self.mover = s, is_over, -1 if is_over else mover
        self.actions: list[int] = [] if is_over else list(game.actions(s))
