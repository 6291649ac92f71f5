"""Games of Pacman as tasks: who plays whom in which maze."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import NamedTuple, cast

from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.experiments.experiment import Key, Task
from kibitz.games.pacman import Pacman
from kibitz.pacman import Agent, MinimaxGhost, Played, RandomGhost, SearchingPacman, play_game
from kibitz.search.stochastic.traits import AVERAGE, MINIMISE

MINIMAX, EXPECTIMAX = "minimax", "expectimax"
MINIMISING, RANDOM = "minimising", "random"


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


def played(pairing: Pairing, seed: int) -> Played:
    """Return one game."""
    pacman, ghost = _agents(pairing)
    maze = pairing.maze
    return play_game(maze, [pacman, *[ghost] * (maze.players - 1)], seed)


def game_tasks(pairings: dict[Key, Pairing], games: int, seed: int) -> Iterator[Task]:
    """Yield the games in turns: one of each pairing, then the next, each round with the same seed for all."""
    for number in range(games):
        for key, pairing in pairings.items():
            yield Task(key, partial(played, pairing, Random(seed, number).below(1 << 31)))
