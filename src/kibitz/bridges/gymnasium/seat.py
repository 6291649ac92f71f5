"""One seat at a game as an environment of Gymnasium; the agents on the other seats answer within a step."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.api import Seat, ask_agent
from kibitz.bridges.extras import imported
from kibitz.bridges.pixels import render_modes, rendered, required_mode
from kibitz.bridges.seats import Table
from kibitz.core.agents import Agent
from kibitz.core.contract import Game
from kibitz.core.errors import InputError

gymnasium: Any = imported("gymnasium", "Gymnasium", "pettingzoo")
Env: Any = gymnasium.Env
ILLEGAL = -1.0


class SeatEnv(Env):  # type: ignore[misc]
    """A player of a game; everybody else is an agent."""

    def __init__(self, game: Game, agent: Agent, seat: int, render_mode: str | None, longest: int | None) -> None:
        if longest is not None and longest < 1:
            raise InputError(f"longest must be at least 1, not {longest}")
        self.table = Table(game)
        self.agent = agent
        self.seat = seat
        self.longest = longest
        self.metadata = {"render_modes": render_modes(game), "render_fps": 2}
        self.render_mode = required_mode(game, render_mode)
        self.observation_space = gymnasium.spaces.Box(0, 1, (self.table.width,), np.int8)
        self.action_space = gymnasium.spaces.Discrete(self.table.numbers.size)
        self.others = Seat.of(game, agent)
        self.is_on = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game; `options={"position": "4453"}` begins it at a position in the game's own notation."""
        super().reset(seed=seed)
        self.table.seed(int(self.np_random.integers(1 << 31)))
        self.others = Seat.of(self.table.game, self.agent)
        self.table.begin(options)
        self._answer()
        self.is_on = not self.table.is_over
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a move, let the others answer, and return what there is to see then."""
        if not self.is_on:
            raise InputError("there is no game going on: call reset() first")
        number = self.table.number_of(action)
        if not self.table.is_legal(number):
            self.is_on = False
            return self._seen(), ILLEGAL, True, False, self._info() | {"illegal": True}
        self.table.play(number)
        self._answer()
        is_cut = not self.table.is_over and self.longest is not None and self.table.made >= self.longest
        self.is_on = not self.table.is_over and not is_cut
        reward = 0.0 if self.is_on else self.table.worth(self.seat)
        return self._seen(), reward, self.table.is_over, is_cut, self._info()

    def action_masks(self) -> Any:
        """Return for every action whether it is a legal move."""
        return self.table.mask().astype(bool)

    def render(self) -> Any:
        """Return or print the position, as `render_mode` says."""
        return rendered(self.table.game, self.table.state, self.render_mode)

    def _answer(self) -> None:
        """Let the agents move until it is this seat's turn again."""
        table = self.table
        while not table.is_over and table.mover != self.seat and not (self.longest and table.made >= self.longest):
            decision = ask_agent(table.game, table.state, self.others, seed=int(self.np_random.integers(1 << 31)))
            assert decision.action is not None
            table.play(table.numbers.number(table.actions, decision.action))

    def _seen(self) -> Any:
        """Return the observation."""
        return self.table.seen_by(self.seat)

    def _info(self) -> dict[str, Any]:
        """Return the action mask and the position in the game's own notation."""
        return {"action_mask": self.table.mask(), "position": self.table.game.notation(self.table.state)}
