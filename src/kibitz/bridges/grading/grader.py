"""A student's file graded: each agent with explicit trees and in games, and told what is wrong in a sentence or two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import partial
from typing import Any

from kibitz.bridges.grading.examining import Diagnosis, diagnosis
from kibitz.bridges.grading.growing import examples
from kibitz.bridges.grading.mazes import Games
from kibitz.bridges.grading.telling import reasons
from kibitz.bridges.grading.variants import ALL, EXPECTIMAX
from kibitz.bridges.homework.errors import HomeworkError, NotWrittenError
from kibitz.bridges.homework.loading import Homework
from kibitz.bridges.homework.pacman import GameState
from kibitz.bridges.homework.playing import StudentPacman
from kibitz.core.errors import InputError
from kibitz.games.pacman import Pacman, load_layout
from kibitz.pacman.ghosts import RandomGhost
from kibitz.pacman.playing import game_seed, play_game

RIGHT, WRONG, FAILED, NOT_WRITTEN = "right", "wrong", "failed", "not written"
REFLEX, BETTER = "ReflexAgent", "betterEvaluationFunction"
GRADED = (REFLEX, *ALL, BETTER)
JUDGED = {REFLEX: ("openClassic", REFLEX, {}), BETTER: ("smallClassic", EXPECTIMAX, {"evalFn": BETTER})}
"""Where agents play that are judged by their scores alone, which class plays, and with which arguments; against one ghost."""
PATIENCE = 10.0
"""Seconds for one decision."""
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
        raise InputError(f"{homework.shown} has none of {', '.join(GRADED)}{misnamed(homework)}")
    return found


def misnamed(homework: Homework) -> str:
    """Return the rest of a sentence about what is missing: a class whose name is nearly that of an agent, if there is one."""
    absent = [name for name in GRADED if not hasattr(homework.module, name)]
    for name in homework.agents():
        meant = get_close_matches(name, absent, n=1, cutoff=0.8)
        if meant and name not in GRADED:
            return f"; is {name} meant to be {meant[0]}?"
    return ""


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
    """Grade a search: with trees, and if those are right in games of Pacman."""

    def run(state: Any, rounds: int, chances: int = 0) -> Any:
        return student_choice(homework, name, state, rounds, chances)

    found = diagnosis(name, run, examples(seed), partial(run, chances=1))
    if found.failure:
        return Grade(name, FAILED, [found.failure, *_hints(homework, name)], found)
    if not found.is_right:
        return Grade(name, WRONG, [*reasons(name, found), *_hints(homework, name)], found)
    played = Games(homework, name, seed, PATIENCE)
    if played.differences:
        return Grade(name, WRONG, played.reasons(run), found, played.told())
    return Grade(name, RIGHT, [], found, played.told())


def student_choice(homework: Homework, name: str, state: Any, rounds: int, chances: int = 0) -> Any:
    """Return what a student's agent does in a state, searching so many rounds; `chances` is the seed of what it draws."""
    agent = _made(homework, name, rounds)
    return homework.call(lambda: agent.getAction(state), f"{name}.getAction", PATIENCE, chances)


def _made(homework: Homework, name: str, rounds: int) -> Any:
    """Return an instance of a student's class, whose arguments are texts as in the course."""
    kind = homework.named(name)
    return homework.call(lambda: kind(depth=str(rounds)), f"making {name}(depth={str(rounds)!r})", PATIENCE)


def _hints(homework: Homework, name: str) -> list[str]:
    """Return what is strange about an instance of a student's class and may be why it is wrong."""
    try:
        depth = getattr(_made(homework, name, 2), "depth", None)
    except HomeworkError:
        return []
    return [f"self.depth is the text {depth!r}, not a number: int(depth) makes it one"] if isinstance(depth, str) else []


def _judged(homework: Homework, name: str, games: int, seed: int) -> Grade:
    """Grade what is judged by its scores."""
    layout, kind, arguments = JUDGED[name]
    if not hasattr(homework.module, kind):
        raise HomeworkError(f"{name} is judged by games of {kind}, which {homework.shown} does not have")
    game = Pacman.of(load_layout(layout), 1)
    if name == BETTER:
        worth = homework.call(lambda: homework.named(name)(GameState(maze=game)), name, PATIENCE)
        if not isinstance(worth, int | float):
            missing = " (is a return missing?)" if worth is None else ""
            raise HomeworkError(f"{homework.shown}: {name} returns {worth!r}, not a number{missing}")
    student = StudentPacman(game, homework, kind, dict(arguments), PATIENCE)
    ghosts = [RandomGhost(game)]
    played = [play_game(game, [student, *ghosts], game_seed(seed, number), longest=LONG_GAME) for number in range(games)]
    wins, mean = sum(one.won for one in played), sum(one.score for one in played) / games
    told = f"{wins} of {games} games on {layout} won, mean score {mean:.0f}"
    if wins == games and mean > FULL_MARKS:
        return Grade(name, RIGHT, [], None, told)
    return Grade(name, WRONG, [f"full marks are for winning all games with a mean above {FULL_MARKS}"], None, told)
