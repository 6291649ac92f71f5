"""A student's search in games of Pacman, each of whose moves is compared with the right search's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.bridges.grading.mistakes import IN_MAZES
from kibitz.bridges.grading.searches import ROUNDING, chosen_action, root_values
from kibitz.bridges.grading.telling import MEMORY
from kibitz.bridges.grading.variants import EXPECTIMAX, right
from kibitz.bridges.homework.loading import Homework
from kibitz.bridges.homework.pacman import GameState
from kibitz.bridges.homework.playing import StudentPacman
from kibitz.core.randomness import Random
from kibitz.games.pacman import ACTIONS, Pacman, State, load_layout
from kibitz.pacman.agents import Choice
from kibitz.pacman.ghosts import RandomGhost
from kibitz.pacman.playing import game_seed, play_game

MAZES = (("minimaxClassic", 2), ("trappedClassic", 3), ("testClassic", 2), ("smallClassic", 1), ("capsuleClassic", 1))
"""Where games are played, and how many rounds deep the search looks there."""
LONGEST = 12
"""So many moves of each game are looked at."""


class Games:
    """Games of a student's search, and the moves in which it differs from the right one."""

    def __init__(self, homework: Homework, name: str, seed: int, patience: float) -> None:
        self.name = name
        self.moves: list[tuple[Pacman, State, int, str]] = []
        """In which maze and position, how many rounds deep, which action was chosen."""
        self.differences: list[str] = []
        """What was wrong, in words, and below in which position."""
        self.wrong: list[tuple[GameState, int, str]] = []
        for number, (layout, rounds) in enumerate(MAZES):
            game = Pacman.of(load_layout(layout))
            student = _Watched(game, homework, name, rounds, patience)
            ghosts = [RandomGhost(game) for _ in range(game.players - 1)]
            play_game(game, [student, *ghosts], game_seed(seed, number), longest=LONGEST)
            for s, action in student.chosen:
                self.moves.append((game, s, rounds, action))
                self._compare(layout, game, s, rounds, action)

    def _compare(self, layout: str, game: Pacman, s: State, rounds: int, action: str) -> None:
        """Note where an action is not the right one."""
        state, search = GameState(maze=game, at=s), right(self.name)
        expected = chosen_action(search, state, rounds)
        if action == expected:
            return
        values = dict(root_values(search, state, rounds)) if self.name == EXPECTIMAX else {}
        if values and values[action] >= max(values.values()) - ROUNDING:
            return  # averages may be added up in another order
        where = f"on {layout} at {game.notation(s)}, with depth {rounds}"
        self.wrong.append((state, rounds, action))
        self.differences.append(f"goes {action} where {expected} is right, {where}")

    def told(self) -> str:
        """Return how many moves were right."""
        return f"{len(self.moves) - len(self.differences)} of {len(self.moves)} moves in {len(MAZES)} mazes as they should be"

    def reasons(self, afresh: Callable[[GameState, int], Any]) -> list[str]:
        """Return why it is wrong, in sentences for the student; `afresh` asks a new instance of the agent."""
        if any(afresh(state, rounds) != action for state, rounds, action in self.wrong):
            return [MEMORY, self.differences[0]]
        for mistake in IN_MAZES:
            for variant in mistake.made_in(right(self.name)) if self.name in mistake.kinds else ():
                made = (chosen_action(variant, GameState(maze=game, at=s), rounds) for game, s, rounds, _ in self.moves)
                if all(one == action for one, (_, _, _, action) in zip(made, self.moves, strict=True)):
                    return [mistake.told, self.differences[0]]
        return [f"right on all trees, but {self.differences[0]}"]


class _Watched(StudentPacman):
    """A student's search, whose moves are written down."""

    def __init__(self, game: Pacman, homework: Homework, name: str, rounds: int, patience: float) -> None:
        super().__init__(game, homework, name, {"depth": str(rounds)}, patience)
        self.chosen: list[tuple[State, str]] = []

    def choose(self, s: State, random: Random) -> Choice:
        """Return what the student's agent does."""
        choice = super().choose(s, random)
        self.chosen.append((s, ACTIONS[choice.action]))
        return choice
