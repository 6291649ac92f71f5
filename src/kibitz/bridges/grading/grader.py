"""A student's file graded: each agent with explicit trees and in games, and told what is wrong in a sentence or two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kibitz.bridges.grading.examining import Diagnosis, diagnosis
from kibitz.bridges.grading.searches import ALL, chosen_action, right
from kibitz.bridges.grading.trees import TreeState, examples
from kibitz.bridges.homework.errors import HomeworkError, NotWrittenError
from kibitz.bridges.homework.loading import Homework
from kibitz.bridges.homework.pacman import GameState
from kibitz.bridges.homework.playing import StudentPacman
from kibitz.core.errors import InputError
from kibitz.core.randomness import Random
from kibitz.games.pacman import ACTIONS, Pacman, State, load_layout
from kibitz.pacman.agents import Choice
from kibitz.pacman.ghosts import RandomGhost
from kibitz.pacman.playing import game_seed, play_game

RIGHT, WRONG, FAILED, NOT_WRITTEN = "right", "wrong", "failed", "not written"
REFLEX, BETTER = "ReflexAgent", "betterEvaluationFunction"
GRADED = (REFLEX, *ALL, BETTER)
JUDGED = {REFLEX: ("openClassic", REFLEX, {}), BETTER: ("smallClassic", "ExpectimaxAgent", {"evalFn": BETTER})}
"""Where agents play that are judged by their scores alone, which class plays, and with which arguments; against one ghost."""
PATIENCE = 10.0
"""Seconds for one decision."""
MAZE, ROUNDS, LONGEST = "minimaxClassic", 2, 40
"""Where the searches play a game, how many rounds deep they look, and how many moves of the game are looked at."""
FULL_MARKS, LONG_GAME = 1000, 1500
"""The mean score for which the course gives full marks if all games are won, and the moves after which a game is broken off."""


@dataclass
class Grade:
    """What became of one agent."""

    agent: str
    verdict: str
    reasons: list[str] = field(default_factory=list)
    diagnosis: Diagnosis | None = None
    played: str = ""


def gradable(homework: Homework) -> list[str]:
    """Return the agents and functions in a file that can be graded."""
    found = [name for name in GRADED if hasattr(homework.module, name)]
    if not found:
        raise InputError(f"{homework.shown} has none of {', '.join(GRADED)}")
    return found


def graded(homework: Homework, agents: list[str], *, games: int, seed: int) -> Iterator[Grade]:
    """Yield a grade for every agent asked for."""
    for name in agents:
        try:
            yield _searching(homework, name, seed) if name in ALL else _judged(homework, name, games, seed)
        except NotWrittenError as error:
            yield Grade(name, NOT_WRITTEN, [str(error)])
        except HomeworkError as error:
            yield Grade(name, FAILED, [str(error)])


def _searching(homework: Homework, name: str, seed: int) -> Grade:
    """Grade a search: with trees, and if those are right in a game of Pacman."""

    def run(state: TreeState, rounds: int) -> Any:
        return student_choice(homework, name, state, rounds)

    found = diagnosis(name, run, examples(seed))
    if found.failure:
        return Grade(name, FAILED, [found.failure], found)
    if not found.is_right:
        return Grade(name, WRONG, _reasons(found), found)
    watched = _Watched(homework, name)
    game = watched.game
    played = play_game(game, [watched, *[RandomGhost(game)] * (game.players - 1)], game_seed(seed), longest=LONGEST)
    told = f"{watched.agreed} of {played.moves} moves of a game on {MAZE} as they should be, score {played.score}"
    if watched.difference:
        return Grade(name, WRONG, [watched.difference], found, told)
    return Grade(name, RIGHT, [], found, told)


def student_choice(homework: Homework, name: str, state: Any, rounds: int) -> Any:
    """Return what a student's agent does in a state, searching so many rounds."""
    kind = homework.named(name)
    agent = homework.call(lambda: kind(depth=str(rounds)), f"making {name}(depth={str(rounds)!r})", PATIENCE)
    return homework.call(lambda: agent.getAction(state), f"{name}.getAction", PATIENCE)


def _reasons(found: Diagnosis) -> list[str]:
    """Return what to tell of a search that is wrong."""
    if found.is_sure:
        return found.sentences()
    if found.mistakes:
        return [f"most like this: {told}" for told in found.sentences()]
    return ["no known mistake explains what it does"]


class _Watched(StudentPacman):
    """A student's search in a game, each of whose moves is compared with the right search's."""

    def __init__(self, homework: Homework, name: str) -> None:
        super().__init__(Pacman.of(load_layout(MAZE)), homework, name, {"depth": str(ROUNDS)}, PATIENCE)
        self.agreed = 0
        self.difference = ""

    def choose(self, s: State, random: Random) -> Choice:
        """Return what the student's agent does, after a look at what it should do."""
        choice = super().choose(s, random)
        expected = chosen_action(right(self.name), GameState(maze=self.game, at=s), ROUNDS)
        if ACTIONS[choice.action] == expected:
            self.agreed += 1
        elif not self.difference:
            where = self.game.notation(s)
            self.difference = (
                f"goes {ACTIONS[choice.action]} where {expected} is right, on {MAZE} at {where}, though trees are right"
            )
        return choice


def _judged(homework: Homework, name: str, games: int, seed: int) -> Grade:
    """Grade what is judged by its scores."""
    layout, kind, arguments = JUDGED[name]
    game = Pacman.of(load_layout(layout), 1)
    student = StudentPacman(game, homework, kind, dict(arguments), PATIENCE)
    ghosts = [RandomGhost(game)]
    played = [play_game(game, [student, *ghosts], game_seed(seed, number), longest=LONG_GAME) for number in range(games)]
    wins, mean = sum(one.won for one in played), sum(one.score for one in played) / games
    told = f"{wins} of {games} games on {layout} won, mean score {mean:.0f}"
    if wins == games and mean > FULL_MARKS:
        return Grade(name, RIGHT, [], None, told)
    return Grade(name, WRONG, [f"full marks are for winning all games with a mean above {FULL_MARKS}"], None, told)
