"""A game of Pacman from its start to its end, told to whoever watches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from kibitz.core.interrupts import interrupts
from kibitz.core.randomness import Random
from kibitz.games.pacman import Pacman, State
from kibitz.games.pacman.state import LOST, WON
from kibitz.pacman.agents import Agent

Watcher = Callable[[State], None]
"""Is shown every state, the first too."""


@dataclass
class Played:
    """A game that was played: its actions, how it ended, and what Pacman's thinking cost."""

    actions: list[int] = field(default_factory=list)
    score: int = 0
    won: bool = False
    died: bool = False
    moves: int = 0
    nodes: int = 0
    seconds: float = 0.0
    failure: str = ""
    """Why the game was broken off, if it was."""


def game_seed(seed: int, number: int = 0) -> int:
    """Return the seed of one game of a series, which counts from 0."""
    return Random(seed, number).below(1 << 31)


def random_numbers(game: Pacman, seed: int) -> list[Random]:
    """Return everybody's own random numbers, so that Pacman's thoughts do not change what the ghosts do in the same place."""
    return [Random(seed, number) for number in range(game.players)]


def play_game(
    game: Pacman,
    agents: Sequence[Agent],
    seed: int,
    watch: Watcher | None = None,
    limit: float | None = None,
    longest: int | None = None,
) -> Played:
    """Return a game between Pacman, the first of the agents, and the ghosts.

    With a `limit`, an agent that fails, or a Pacman who thinks for more seconds than that, only loses the game. A `longest`
    game is broken off after so many moves of Pacman's: some never come to an end. Ctrl-C ends the game, whoever thinks.
    """
    for agent in dict.fromkeys(agents):  # one agent may play several ghosts
        agent.prepare()
    played, s = Played(), game.initial()
    randoms = random_numbers(game, seed)
    if watch is not None:
        watch(s)
    with interrupts() as was_interrupted:
        while not game.is_terminal(s) and not played.failure:
            if s.mover == 0 and played.moves == longest:
                played.failure = f"the game did not end within {longest} moves"
                break
            action = _move(agents[s.mover], s, randoms[s.mover], played, limit)
            if was_interrupted():  # the search answered with the best it had; the game is to end all the same
                raise KeyboardInterrupt
            if action is None:
                break
            played.actions.append(action)
            s = game.result(s, action)
            if watch is not None:
                watch(s)
    played.score, played.won, played.died = s.score, s.over == WON, s.over == LOST
    return played


def _move(agent: Agent, s: State, random: Random, played: Played, limit: float | None) -> int | None:
    """Return what an agent does, or None where it failed and that is forgiven; Pacman's efforts are counted."""
    begun = perf_counter()
    try:
        choice = agent.choose(s, random)
    except Exception as error:
        if limit is None:
            raise
        played.failure = f"{'a ghost' if s.mover else 'Pacman'} crashed: {error}"
        return None
    if s.mover == 0:
        played.moves += 1
        played.nodes += choice.nodes
        played.seconds += perf_counter() - begun if choice.seconds is None else choice.seconds
        if limit is not None and played.seconds > limit:
            played.failure = f"Pacman ran out of time after {played.moves} moves"
            return None
    return choice.action
