"""A student's agent on Pacman's seat."""

from __future__ import annotations

from typing import Any

from kibitz.bridges.homework.errors import HomeworkError
from kibitz.bridges.homework.loading import Homework
from kibitz.bridges.homework.pacman import GameState
from kibitz.core.randomness import Random
from kibitz.core.specs import parse_spec, split_outside_brackets
from kibitz.games.pacman import ACTIONS, Pacman, State
from kibitz.pacman.agents import Choice


def arguments_of(text: str) -> dict[str, str]:
    """Return what `-a depth=4,evalFn=better` says, as texts: the course's agents read them themselves."""
    words = [word for word in split_outside_brackets(text, ",") if word.strip()]
    return dict(parse_spec("a:" + ",".join(word if "=" in word else f"{word}=1" for word in words)).options) if words else {}


class StudentPacman:
    """Moves as a class in a student's file says; for every game there is a new instance."""

    def __init__(
        self, game: Pacman, homework: Homework, name: str, arguments: dict[str, str], seconds: float | None = None
    ) -> None:
        self.game = game
        self.homework = homework
        self.name = name
        self.arguments = arguments
        self.seconds = seconds
        self.agent = self._made()
        self.is_new = True

    def _made(self) -> Any:
        """Return an instance of the student's class."""
        kind = self.homework.named(self.name)
        return self.homework.call(lambda: kind(**self.arguments), f"making {self.name}({_told(self.arguments)})")

    def prepare(self) -> None:
        """Get ready for a new game."""
        self.agent = self._made()
        self.is_new = True

    def choose(self, s: State, random: Random) -> Choice:
        """Return what the student's agent does, held to the rules."""
        state = GameState(maze=self.game, at=s)
        before, seed = GameState.successors, random.below(1 << 31)
        if self.is_new and hasattr(self.agent, "registerInitialState"):
            self.homework.call(lambda: self.agent.registerInitialState(state), f"{self.name}.registerInitialState", seed=seed)
        self.is_new = False
        action = self.homework.call(lambda: self.agent.getAction(state), f"{self.name}.getAction", self.seconds, seed)
        legal = state.getLegalActions(0)
        if action not in legal:
            what = "returned None (is a return missing?)" if action is None else f"returned {action!r}"
            raise HomeworkError(f"{self.homework.shown}: {self.name}.getAction {what}; legal are {', '.join(legal)}")
        return Choice(ACTIONS.index(action), GameState.successors - before)


def _told(arguments: dict[str, str]) -> str:
    """Return arguments as they are written in a call."""
    return ", ".join(f"{key}={value!r}" for key, value in arguments.items())
