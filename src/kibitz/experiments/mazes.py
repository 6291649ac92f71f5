"""Games of Pacman as tasks: who plays whom in which maze."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import NamedTuple, cast

from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.experiments.experiment import Key, Task
from kibitz.games.pacman import Pacman, State
from kibitz.pacman import Agent, MinimaxGhost, RandomGhost, SearchingPacman, play_game
from kibitz.search.expectiminimax.traits import AVERAGE, MINIMISE

MINIMAX, EXPECTIMAX = "minimax", "expectimax"
MINIMISING, RANDOM = "minimising", "random"
LONGEST = 1000
"""After so many rounds a game is broken off."""


class Pairing(NamedTuple):
    """A Pacman who searches so deep with an evaluation, and a kind of ghost, in a maze."""

    pacman: str
    ghosts: str
    game: str
    evaluation: str = "better"
    depth: int = 4

    @property
    def maze(self) -> Pacman:
        """The game itself."""
        return cast(Pacman, load(self.game))


@cache
def _agents(pairing: Pairing) -> tuple[Agent, Agent]:
    """Return Pacman and who plays all ghosts; alpha-beta chooses as minimax does, and is quicker."""
    others = MINIMISE if pairing.pacman == MINIMAX else AVERAGE
    pacman = SearchingPacman(pairing.maze.judged_by(pairing.evaluation), pairing.depth, others)
    return pacman, MinimaxGhost(pairing.maze) if pairing.ghosts == MINIMISING else RandomGhost(pairing.maze)


class Outcome(NamedTuple):
    """How a game ended: the score, and whether it was won."""

    score: int
    won: bool


def played(pairing: Pairing, seed: int) -> Outcome:
    """Return how one game ended; one that does not end is broken off after many moves, and not won."""
    pacman, ghost = _agents(pairing)
    maze = pairing.maze
    states: list[State] = []

    def watch(s: State) -> None:
        states.append(s)
        if len(states) > LONGEST * maze.players:
            raise _Endless

    try:
        game = play_game(maze, [pacman, *[ghost] * (maze.players - 1)], seed, watch)
    except _Endless:
        return Outcome(states[-1].score, won=False)
    return Outcome(game.score, game.won)


class _Endless(Exception):
    """A game goes on and on."""


def game_tasks(pairings: dict[Key, Pairing], games: int, seed: int) -> Iterator[Task]:
    """Yield the games in turns: one of each pairing, then the next, each round with the same seed for all."""
    for number in range(games):
        for key, pairing in pairings.items():
            yield Task(key, partial(played, pairing, Random(seed, number).below(1 << 31)))
