"""PettingZoo's classic games as games of Kibitz, for those with perfect information.

Its environments cannot be copied, so a state is the history of the moves: one environment is kept, and where it stands
elsewhere it is reset with the same seed and led there. What has been learnt of a state is kept, so each is visited once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from kibitz.bridges.extras import imported
from kibitz.core.errors import IllegalMoveError, InputError, PositionError, UnknownNameError, UnsupportedError, unknown
from kibitz.core.game import game

OPEN = ("chess_v6", "connect_four_v3", "go_v5", "tictactoe_v3")
"""The classic games in which everybody sees everything and moves in turn."""
HIDDEN = {
    "gin_rummy_v4": "hidden cards", "hanabi_v5": "hidden cards", "leduc_holdem_v4": "hidden cards",
    "rps_v2": "moves made at once", "texas_holdem_no_limit_v6": "hidden cards", "texas_holdem_v4": "hidden cards",
}  # fmt: skip
SEED = 0
KEPT = 1 << 16
"""So many states are remembered."""
INITIAL = "initial"


class History(NamedTuple):
    """The moves so far."""

    moves: tuple[int, ...]


class Seen(NamedTuple):
    """What the environment says of a state."""

    mover: int
    actions: tuple[int, ...]
    is_over: bool
    results: tuple[float, ...]
    board: str


@game(constant_sum=None)
class PettingZooGame(NamedTuple):
    """A classic game of PettingZoo, by its rules. Positions are the moves that lead to them, by their numbers."""

    name: str
    players: int

    @classmethod
    def named(cls, text: str) -> PettingZooGame:
        """Return the game of that name, or say in one sentence why it cannot be played here."""
        name = text.strip()
        if name in HIDDEN:
            raise UnsupportedError(
                f"pettingzoo:{name} cannot be played here: it has {HIDDEN[name]}, and here all see the state"
            )
        if name not in OPEN:
            raise UnknownNameError("game of PettingZoo", name, OPEN)
        return cls(name, len(walker(name).env.possible_agents))

    def initial(self) -> History:
        """Return the state in which a game begins."""
        return History(())

    def to_move(self, s: History) -> int:
        """Return the player to move."""
        return self._seen(s).mover

    def actions(self, s: History) -> Iterator[int]:
        """Yield the moves that the action mask allows."""
        yield from self._seen(s).actions

    def result(self, s: History, a: int) -> History:
        """Return the state after a move."""
        return History((*s.moves, int(a)))

    def is_terminal(self, s: History) -> bool:
        """Return whether the game is over."""
        return self._seen(s).is_over

    def utility(self, s: History, player: int) -> float:
        """Return the rewards of a player, all together."""
        return self._seen(s).results[player]

    def parse_action(self, s: History, text: str) -> int:
        """Return the legal move of that number."""
        names = {str(a): a for a in self._seen(s).actions}
        if text not in names:
            raise IllegalMoveError(unknown("move", text, names))
        return names[text]

    def show(self, s: History) -> str:
        """Return the board as the environment prints it, or the moves so far."""
        return self._seen(s).board

    def notation(self, s: History) -> str:
        """Return the numbers of the moves so far."""
        return " ".join(map(str, s.moves)) or INITIAL

    def parse(self, text: str) -> History:
        """Return the position after moves by their numbers."""
        s = self.initial()
        for word in [] if text.strip() == INITIAL else text.split():
            s = self.result(s, self.parse_action(s, word))
        return s

    def _seen(self, s: History) -> Seen:
        """Return what the environment says of a state."""
        return walker(self.name).seen(s.moves)


@lru_cache(maxsize=8)
def walker(name: str) -> Walker:
    """Return the environment of a game, kept for all its states; the raw one, as moves are checked here."""
    module = imported(f"pettingzoo.classic.{name}", "PettingZoo", "pettingzoo")
    return Walker(module.raw_env())


class Walker:
    """An environment that is led from state to state, and what it said on the way."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.known: dict[tuple[int, ...], Seen] = {}
        self._reset()

    def seen(self, moves: tuple[int, ...]) -> Seen:
        """Return what the environment says after some moves."""
        if moves not in self.known:
            if len(self.known) >= KEPT:
                self.known.clear()
            self._go_to(moves)
            self.known[moves] = self._look()
        return self.known[moves]

    def _reset(self) -> None:
        """Begin a game."""
        self.env.reset(seed=SEED)
        self.at: tuple[int, ...] = ()
        self.totals = dict.fromkeys(self.env.possible_agents, 0.0)

    def _go_to(self, moves: tuple[int, ...]) -> None:
        """Lead the environment to a state, from where it is if that is on the way."""
        if moves[: len(self.at)] != self.at:
            self._reset()
        for move in moves[len(self.at) :]:
            if not self.env.agents or any(self.env.terminations.values()):
                raise PositionError(f"the game is over after {len(self.at)} moves")
            self.env.step(move)
            self.at = (*self.at, move)
            for agent, reward in self.env.rewards.items():
                self.totals[agent] += float(reward)

    def _look(self) -> Seen:
        """Return what the environment says of the state in which it is."""
        env = self.env
        agents = env.possible_agents
        is_over = any(env.terminations.values()) or any(env.truncations.values())
        mask = env.observe(env.agent_selection)["action_mask"]
        actions = () if is_over else tuple(map(int, np.flatnonzero(mask)))
        if not is_over and not actions:
            raise InputError("the environment allows no move although its game is not over")
        results = tuple(self.totals[agent] for agent in agents)
        return Seen(agents.index(env.agent_selection), actions, is_over, results, _drawn(env))


def _drawn(env: Any) -> str:
    """Return the board as text: as it prints itself, or by the first two planes of what the first player observes."""
    if type(getattr(env, "board", None)).__module__.startswith("chess"):
        return str(env.board)
    planes = env.observe(env.possible_agents[0])["observation"]
    letters = np.where(planes[..., 0] == 1, "x", np.where(planes[..., 1] == 1, "o", "."))
    return "\n".join(" ".join(row) for row in letters)
