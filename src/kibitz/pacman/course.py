"""The course's names: which agent or ghost `ExpectimaxAgent` or `DirectionalGhost` is, and the options each of them takes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from kibitz.core.agents import discover
from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.specs import convert_options, parse_spec, split_outside_brackets
from kibitz.games.pacman import WEIGHTS, Pacman
from kibitz.pacman.agents import Agent, AskedPacman, ReflexPacman, SearchingPacman
from kibitz.pacman.ghosts import DirectionalGhost, MinimaxGhost, RandomGhost
from kibitz.search.expectiminimax.traits import AVERAGE

KEYBOARD = "KeyboardAgent"
EVALUATIONS = {
    "score": "score",
    "scoreEvaluationFunction": "score",
    "better": "better",
    "betterEvaluationFunction": "better",
}
"""The names of the evaluation functions, the course's too."""


class Kind(NamedTuple):
    """An agent of the course: what it does, its options (each with its name in Python and its type), and how it is made."""

    summary: str
    options: Mapping[str, tuple[str, type]]
    make: Callable[..., Agent]

    @property
    def defaults(self) -> dict[str, Any]:
        """What each option is where it is not given."""
        parameters = inspect.signature(self.make).parameters
        return {option: parameters[name].default for option, (name, _) in self.options.items()}


def _reflex(game: Pacman, evaluation: str = "better") -> Agent:
    """Return the agent that looks one step ahead."""
    return ReflexPacman(_judged(game, evaluation))


def _minimax(game: Pacman, depth: int = 2, evaluation: str = "score") -> Agent:
    """Return the agent that looks at everything."""
    return AskedPacman(_judged(game, evaluation), f"minimax:depth={depth * game.players}", warm_up="minimax:depth=1")


def _alpha_beta(game: Pacman, depth: int = 2, evaluation: str = "score") -> Agent:
    """Return the agent that leaves out what cannot matter."""
    return SearchingPacman(_judged(game, evaluation), depth)


def _expectimax(game: Pacman, depth: int = 2, evaluation: str = "score") -> Agent:
    """Return the agent that expects ghosts to move at random."""
    return SearchingPacman(_judged(game, evaluation), depth, opponents=AVERAGE)


def _judged(game: Pacman, name: str) -> Pacman:
    """Return the game with the evaluation of that name, or with the weights in a file."""
    if name.endswith(WEIGHTS):
        return game.judged_by(name)
    if name not in EVALUATIONS:
        raise UnknownNameError("evalFn", name, (*EVALUATIONS, f"FILE{WEIGHTS}"))
    return game.judged_by(EVALUATIONS[name])


EVALUATION: dict[str, tuple[str, type]] = {"evalFn": ("evaluation", str)}
DEPTH: dict[str, tuple[str, type]] = {"depth": ("depth", int)}
PACMEN = {
    "ReflexAgent": Kind("Looks one step ahead.", EVALUATION, _reflex),
    "MinimaxAgent": Kind("Looks at everything, and expects the worst of the ghosts.", DEPTH | EVALUATION, _minimax),
    "AlphaBetaAgent": Kind("Decides as minimax, but leaves out what cannot matter.", DEPTH | EVALUATION, _alpha_beta),
    "ExpectimaxAgent": Kind("Expects ghosts to move at random.", DEPTH | EVALUATION, _expectimax),
}
GHOSTS = {
    "RandomGhost": Kind("Goes anywhere.", {}, RandomGhost),
    "DirectionalGhost": Kind(
        "Mostly runs towards Pacman, or when scared away from him.",
        {"prob_attack": ("attack", float), "prob_scaredFlee": ("flee", float)},
        DirectionalGhost,
    ),
    "MinimaxGhost": Kind("Searches for what is worst for Pacman, together with the others.", DEPTH, MinimaxGhost),
}


def pacman_agent(game: Pacman, name: str, arguments: str = "") -> Agent:
    """Return the Pacman of that name, with `-a`'s options, or the agent that a Kibitz agent string names."""
    if name in PACMEN:
        return _made(PACMEN[name], name, game, _options(arguments))
    if name.partition(":")[0] not in discover():
        raise UnknownNameError("Pacman agent", name, [*PACMEN, KEYBOARD, *discover()])
    options = _options(arguments)
    evaluation = options.pop("evalFn", "score")
    listed = ",".join(f"{key}={value}" for key, value in options.items())
    joined = name if not listed else f"{name},{listed}" if ":" in name else f"{name}:{listed}"
    return AskedPacman(_judged(game, evaluation), joined)


def ghost_agents(game: Pacman, text: str) -> list[Agent]:
    """Return the ghosts that `text` names, such as `DirectionalGhost:prob_attack=0.9`: one agent plays them all."""
    spec = parse_spec(text)
    if spec.name in GHOSTS:
        ghost = _made(GHOSTS[spec.name], spec.name, game, spec.options)
    elif spec.name in discover():
        ghost = AskedPacman(game, text)
    else:
        raise UnknownNameError("ghost", spec.name, [*GHOSTS, *discover()])
    return [ghost] * (game.players - 1)


def _options(arguments: str) -> dict[str, str]:
    """Return the options in `-a depth=4,evalFn=better`; one without a value is switched on."""
    words = [word for word in split_outside_brackets(arguments, ",") if word.strip()]
    return dict(parse_spec("a:" + ",".join(word if "=" in word else f"{word}=true" for word in words)).options) if words else {}


def _made(kind: Kind, name: str, game: Pacman, options: Mapping[str, str]) -> Agent:
    """Return an agent with its options read."""
    values = convert_options(name, options, {option: type_ for option, (_, type_) in kind.options.items()})
    if values.get("depth", 1) < 1:
        raise InputError(f"depth must be at least 1, not {values['depth']}")
    return kind.make(game, **{kind.options[option][0]: value for option, value in values.items()})
