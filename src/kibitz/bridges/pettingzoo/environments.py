"""Kibitz's games as environments of PettingZoo: one agent moves after the other."""

from __future__ import annotations

import warnings
from copy import copy
from secrets import randbits
from typing import Any

import numpy as np

from kibitz.bridges.extras import imported
from kibitz.bridges.pixels import render_modes, rendered, required_mode
from kibitz.bridges.seats import Table
from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.core.registry import load

spaces: Any = imported("gymnasium.spaces", "Gymnasium", "pettingzoo")
AECEnv: Any = imported("pettingzoo", "PettingZoo", "pettingzoo").AECEnv

ILLEGAL = -1.0
"""The reward of an illegal move, as in PettingZoo's own classic games."""


class KibitzEnv(AECEnv):  # type: ignore[misc]
    """A game of Kibitz: `player_0`, `player_1`, ... move in the game's order; chance moves by itself, from the seed of `reset`.

    An observation has the state in binary (see `kibitz.bridges.observations`) under `observation`, and under `action_mask` a 1
    for every legal move of whose turn it is. Rewards come at the end: the utilities of the game. Unlike PettingZoo's own
    environments, this one can be copied at any point: `copy.deepcopy(env)`, or `env.clone()`.
    """

    def __init__(self, game: Game | str, *, render_mode: str | None = None, longest: int | None = None) -> None:
        rules = load(game) if isinstance(game, str) else game
        if longest is not None and longest < 1:
            raise InputError(f"longest must be at least 1, not {longest}")
        super().__init__()
        self.table = Table(rules)
        self.longest = longest
        self.render_mode = required_mode(rules, render_mode)
        self.metadata = {
            "name": game if isinstance(game, str) else type(game).__name__,
            "render_modes": render_modes(rules),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{player}" for player in range(rules.players)]
        self.numbers = {agent: player for player, agent in enumerate(self.possible_agents)}
        bits = spaces.Box(0, 1, (self.table.width,), np.int8)
        mask = spaces.Box(0, 1, (self.table.numbers.size,), np.int8)
        seen = {agent: {"observation": bits, "action_mask": mask} for agent in self.possible_agents}
        self.observation_spaces = {agent: spaces.Dict(parts) for agent, parts in seen.items()}
        self.action_spaces = {agent: spaces.Discrete(self.table.numbers.size) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self.table.seed(randbits(31))

    def observation_space(self, agent: str) -> Any:
        """Return what observations of an agent are like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the numbers of an agent's moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; `options={"position": "4453"}` begins it at a position in the game's own notation.

        With a `seed`, what chance does from here on is the same each time; without any, it is not.
        """
        if seed is not None:
            self.table.seed(seed)
        self.table.begin(options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[max(self.table.mover, 0)]
        if self.table.is_over:
            self._end()

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return what there is to see for the agent whose turn it is, and what it has got since its last turn."""
        if not self.infos:
            raise InputError("there is no game going on: call reset() first")
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees: the state, and its legal moves if it is its turn."""
        player, table = self.numbers[agent], self.table
        is_due = player == table.mover
        mask = table.mask() if is_due else np.zeros(table.numbers.size, np.int8)
        return {"observation": table.seen_by(player), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is."""
        if not self.agents:
            raise InputError("there is no game going on: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = self.table.number_of(action)
        self._cumulative_rewards[agent] = 0.0
        if not self.table.is_legal(number):
            self._forfeit(agent)
        else:
            self.table.play(number)
            if self.table.is_over:
                self._end()
            elif self.longest is not None and self.table.made >= self.longest:
                self._cut_off()
            else:
                self.agent_selection = self.possible_agents[self.table.mover]
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Give everybody the utility of the finished game."""
        self.terminations = dict.fromkeys(self.agents, True)
        self._pay({agent: self.table.worth(self.numbers[agent]) for agent in self.agents})

    def _cut_off(self) -> None:
        """Break the game off, with what it is worth to everybody where it stands."""
        self.truncations = dict.fromkeys(self.agents, True)
        self._pay({agent: self.table.worth(self.numbers[agent]) for agent in self.agents})

    def _forfeit(self, agent: str) -> None:
        """End the game because of an illegal move."""
        warnings.warn(f"{agent} made an illegal move, which ends the game with {ILLEGAL:g}", stacklevel=3)
        self.terminations = dict.fromkeys(self.agents, True)
        self._pay({other: ILLEGAL if other == agent else 0.0 for other in self.agents})

    def _pay(self, rewards: dict[str, float]) -> None:
        """Hand out rewards; the agents then take their leave one after the other, whoever comes next first."""
        self.rewards = rewards
        self._accumulate_rewards()
        after = (self.numbers[self.agent_selection] + 1) % len(self.possible_agents)
        self.agent_selection = self.possible_agents[after]

    def render(self) -> Any:
        """Return or print the position, as `render_mode` says."""
        if self.render_mode is None:
            warnings.warn("render() was called, but the environment was made without a render_mode", stacklevel=2)
        return rendered(self.table.game, self.table.state, self.render_mode)

    def state(self) -> Any:
        """Return the state in binary, as the first player observes it."""
        return self.table.seen_by(0)

    @property
    def position(self) -> str:
        """The position in the game's own notation, which `reset` and every command of Kibitz read."""
        return self.table.game.notation(self.table.state)

    def clone(self) -> KibitzEnv:
        """Return a second environment at the same point, which goes its own way from there."""
        twin = copy(self)
        twin.table = self.table.copy()
        twin.agents = self.agents[:]
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(twin, name, dict(getattr(self, name)))
        twin.infos = {agent: dict(info) for agent, info in self.infos.items()}
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> KibitzEnv:
        """Return a copy; states and games never change, so they are shared."""
        return self.clone()

    def close(self) -> None:
        """Do nothing: nothing is open."""
