"""Kibitz's games as games of OpenSpiel: its API, tests, algorithms and learners take them for games in Python."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import count
from typing import Any, cast

import numpy as np

from kibitz.bridges.action_numbers import action_numbers, most_outcomes
from kibitz.bridges.observations import observation, observation_size
from kibitz.bridges.openspiel.library import pyspiel
from kibitz.core.chance import has_chance
from kibitz.core.contract import Game, UtilityBounds, implements
from kibitz.core.errors import IllegalMoveError, InputError
from kibitz.core.game import CHANCE, about, constant_sum
from kibitz.core.registry import load, spec_of
from kibitz.search.montecarlo.utility_range import utility_range

spiel: Any = pyspiel()
SpielGame: Any = spiel.Game
SpielState: Any = spiel.State
TERMINAL = int(spiel.PlayerId.TERMINAL)
UNBOUNDED = 1 << 20
"""As many moves as no game has."""


def registered(text: str, longest: int) -> str:
    """Register a game of Kibitz with OpenSpiel, and return its name there."""
    if longest < 1:
        raise InputError(f"longest must be at least 1, not {longest}")
    name = re.sub(r"\W+", "_", f"kibitz_{text.removeprefix('./')}").strip("_")
    _register(load(text), longest, name)
    return name


def reopened(text: str, longest: int, name: str) -> Any:
    """Return a game that was registered in another process, in this one."""
    if name not in {kind.short_name for kind in spiel.registered_games()}:
        _register(load(text), longest, name)
    return spiel.load_game(name)


@lru_cache(maxsize=64, typed=True)
def unnamed(game: Game) -> KibitzGame:
    """Return a game of Kibitz as OpenSpiel's, for a bot to be asked about it."""
    name = f"kibitz_unnamed_{next(_numbers)}"
    _register(game, UNBOUNDED, name)
    return cast(KibitzGame, spiel.load_game(name))


_numbers = count()


def _register(game: Game, longest: int, name: str) -> None:
    """Register a game under a name; only games that OpenSpiel has loaded itself are safe in its algorithms."""
    rules = Rules(game, longest)
    kind = game_type(rules, name)

    class Registered(KibitzGame):
        """The game itself; a class, since OpenSpiel lets go of it when no function can be freed any more."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(rules, kind, params)

    spiel.register_game(kind, Registered)


class Rules:
    """A game of Kibitz with what OpenSpiel must know of it; copies of states share it."""

    def __init__(self, game: Game, longest: int) -> None:
        self.game = game
        self.longest = longest
        self.numbers = action_numbers(game)
        self.outcomes = most_outcomes(game) if has_chance(game) else 0
        self.lowest, self.highest = _range_of_utilities(game)
        self.share = None if constant_sum(game) is None else (constant_sum(game) or 0.0) / game.players

    def __deepcopy__(self, memo: dict[int, Any]) -> Rules:
        """Return the same: nothing in it changes."""
        return self

    def info(self) -> Any:
        """Return the sizes that OpenSpiel asks for."""
        return spiel.GameInfo(
            num_distinct_actions=self.numbers.size, max_chance_outcomes=self.outcomes, num_players=self.game.players,
            min_utility=self.lowest, max_utility=self.highest, utility_sum=constant_sum(self.game),
            max_game_length=self.longest,
        )  # fmt: skip

    def result(self, s: Any, player: int) -> float:
        """Return what a game is worth to a player that is over, or has been broken off."""
        if self.game.is_terminal(s):
            return float(self.game.utility(s, player))
        return float(self.game.evaluate(s, player)) if self.share is None else self.share


def _range_of_utilities(game: Game) -> tuple[float, float]:
    """Return the lowest and the highest utility that any player can get, infinite where that is not known."""
    s = game.initial()
    if implements(game, UtilityBounds):
        bounds = [game.utility_bounds(s, player) for player in range(game.players)]
        return min(float(low) for low, _ in bounds), max(float(high) for _, high in bounds)
    return utility_range(game, s)[:2]  # two players' are as far below an equal share as above it


def game_type(rules: Rules, name: str) -> Any:
    """Return how OpenSpiel classifies a game."""
    kinds, game = spiel.GameType, rules.game
    utility = kinds.Utility.GENERAL_SUM
    if constant_sum(game) is not None:
        utility = kinds.Utility.ZERO_SUM if constant_sum(game) == 0 else kinds.Utility.CONSTANT_SUM
    chance = kinds.ChanceMode.EXPLICIT_STOCHASTIC if has_chance(game) else kinds.ChanceMode.DETERMINISTIC
    return kinds(
        short_name=name, long_name=f"Kibitz: {about(game).title}", dynamics=kinds.Dynamics.SEQUENTIAL, chance_mode=chance,
        information=kinds.Information.PERFECT_INFORMATION, utility=utility, reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players, min_num_players=game.players, provides_information_state_string=True,
        provides_information_state_tensor=False, provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={},
    )  # fmt: skip


class KibitzGame(SpielGame):  # type: ignore[misc]
    """A game of Kibitz as OpenSpiel wants games."""

    def __init__(self, rules: Rules, kind: Any, params: Any = None) -> None:
        super().__init__(kind, rules.info(), params or {})
        self.rules = rules

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what another process makes the game anew from."""
        return reopened, (spec_of(self.rules.game), self.rules.longest, self.get_type().short_name)

    def new_initial_state(self, state: Any = None) -> KibitzState:
        """Return the state in which a game begins."""
        return KibitzState(self, self.rules, self.rules.game.initial())

    def state_at(self, s: Any) -> KibitzState:
        """Return a state of Kibitz as one of OpenSpiel, which does not know how it came about."""
        return KibitzState(self, self.rules, s)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what observes states: all of it is public, and seen anew each time."""
        from open_spiel.python.observation import IIGObserverForPublicInfoGame

        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.rules)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class KibitzState(SpielState):  # type: ignore[misc]
    """A state of Kibitz as OpenSpiel wants states: it is changed by moves."""

    def __init__(self, game: KibitzGame, rules: Rules, s: Any) -> None:
        super().__init__(game)
        self.rules = rules
        self.at = Held(s)
        self.made = 0

    def current_player(self) -> int:
        """Return who is to move, chance, or that the game is over."""
        return TERMINAL if self.is_terminal() else int(self.rules.game.to_move(self.at.state))

    def _legal_actions(self, player: int) -> list[int]:
        """Return the numbers of the legal moves in ascending order."""
        return self.rules.numbers.of(self._actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance by their places, each with its probability."""
        s = self.at.state
        return [(place, self.rules.game.probability(s, a)) for place, a in enumerate(self._actions())]

    def _actions(self) -> list[int]:
        """Return Kibitz's legal moves."""
        return list(self.rules.game.actions(self.at.state))

    def _apply_action(self, number: int) -> None:
        """Make a move, or let an outcome of chance happen."""
        self.made += self.rules.game.to_move(self.at.state) != CHANCE
        self.at = Held(self.rules.game.result(self.at.state, self._action(number)))

    def _action(self, number: int) -> int:
        """Return Kibitz's move of a number, which must be that of a legal one: OpenSpiel does not ask."""
        actions, numbers = self._actions(), self.rules.numbers
        is_place = numbers.by_place or self.rules.game.to_move(self.at.state) == CHANCE
        if not (0 <= number < len(actions) if is_place else number in actions):
            raise IllegalMoveError(f"{number} is not the number of a legal move here; legal_actions() has them")
        return actions[number] if self.rules.game.to_move(self.at.state) == CHANCE else numbers.action(actions, number)

    def _action_to_string(self, player: int, number: int) -> str:
        """Return the name of a move."""
        return self.rules.game.action_name(self.at.state, self._action(number))

    def is_terminal(self) -> bool:
        """Return whether the game is over, or as long as it may be."""
        return self.made >= self.rules.longest or bool(self.rules.game.is_terminal(self.at.state))

    def returns(self) -> list[float]:
        """Return what everybody has got: nothing before the game is over."""
        players = range(self.rules.game.players)
        return [self.rules.result(self.at.state, player) if self.is_terminal() else 0.0 for player in players]

    def __str__(self) -> str:
        """Return the board with the position in one line below it."""
        return f"{self.rules.game.show(self.at.state)}\n{self.rules.game.notation(self.at.state)}"


class Held:
    """A state of Kibitz, which nobody changes, so that copies of OpenSpiel's states may share it."""

    __slots__ = ("state",)

    def __init__(self, state: Any) -> None:
        self.state = state

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        """Return the same."""
        return self


class Observer:
    """What a player sees: the state in binary, as `observations` has it, and as text the board."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.tensor = np.zeros(observation_size(rules.game), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: KibitzState, player: int) -> None:
        """Write what a player sees into the tensor."""
        self.tensor[:] = observation(self.rules.game, state.at.state, player)

    def string_from(self, state: KibitzState, player: int) -> str:
        """Return what a player sees as text."""
        return str(state)
