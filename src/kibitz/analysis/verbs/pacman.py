"""`maze`, `pacmen`, `pacman`, `pacman_step`: games of Pacman, watched frame by frame or played by whoever asks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from itertools import accumulate
from time import monotonic
from typing import Any

from pydantic import Field

from kibitz.analysis.compiling import compiling_reported
from kibitz.analysis.context import Context
from kibitz.analysis.messages import MOST_MOVES, AgentText, Name, Request, Seed
from kibitz.analysis.quota import Quota
from kibitz.analysis.verbs import verb
from kibitz.analysis.verbs.library import KINDS, Nothing
from kibitz.core.agents import find
from kibitz.core.errors import InputError
from kibitz.games.pacman import ACTIONS, Pacman, State, layouts, load_layout
from kibitz.games.pacman.layout import Layout, read_layout
from kibitz.games.pacman.state import LOST, WON
from kibitz.pacman import Agent, AskedPacman, play_game
from kibitz.pacman.agents import PACMAN
from kibitz.pacman.course import EVALUATIONS, GHOSTS, PACMEN, Kind, ghost_agents, pacman_agent
from kibitz.pacman.frames import first_frame, frames, maze_fields
from kibitz.pacman.guided import GuidedGame
from kibitz.pacman.playing import game_seed

OWN = "of your own"
"""What errors call a layout that came as text."""
REPORT_SECONDS = 0.05
"""Batches of frames are no closer together."""
REMEMBERED = 256
"""So many games that are played step by step are remembered, each as it was after one of its moves."""
MOST_DEPTH = 4
"""Ghosts that answer a person search no deeper; that takes them a few hundredths of a second."""
CHOICES = {"evalFn": sorted(set(EVALUATIONS.values()), reverse=True)}
"""The options with few values."""


class Maze(Request):
    """A layout, by name or drawn."""

    layout: str = Field("mediumClassic", max_length=1_000, description="The name of a layout.")
    text: str | None = Field(None, max_length=20_000, description="A layout drawn in letters, in place of one with a name.")


class Haunted(Maze):
    """A layout with ghosts in it."""

    ghosts: AgentText = Field("RandomGhost", description="Who plays the ghosts, `DirectionalGhost:prob_attack=0.9`.")
    number: int | None = Field(None, ge=0, le=1_000, description="How many of the layout's ghosts play; without it, all.")
    seed: Seed = Field(0, description="The seed of the game; the same one gives the same ghosts.")


class Watched(Haunted):
    """A game between an agent and the ghosts."""

    pacman: AgentText = Field("ReflexAgent", description="Who plays Pacman: one of the course's agents, or an agent string.")
    arguments: str = Field("", max_length=2_000, description="The agent's options, `depth=2,evalFn=better`.")
    moves: int = Field(2_000, ge=1, le=MOST_MOVES, description="After so many of Pacman's moves the game is broken off.")


class Step(Haunted):
    """A game in progress, and where Pacman goes next."""

    actions: tuple[Name, ...] = Field((), max_length=5 * MOST_MOVES, strict=False, description="What everybody did so far.")
    move: str = Field("", max_length=10, description="Pacman's direction; empty to be told the game as it is.")


@verb("maze")
def maze(request: Maze, context: Context) -> dict[str, Any]:
    """Return the walls of a layout, and where everything is at the beginning."""
    return maze_fields(_layout(request))


@verb("pacmen")
def pacmen(request: Nothing, context: Context) -> dict[str, Any]:
    """Return the course's agents and ghosts with their options, and the layouts."""
    return {"pacmen": _kinds(PACMEN), "ghosts": _kinds(GHOSTS), "layouts": layouts()}


@verb("pacman", is_long=True)
def pacman(request: Watched, context: Context) -> dict[str, Any]:
    """Return how a game between an agent and the ghosts ended; its frames are sent while it is played."""
    game = Pacman.of(_layout(request), request.number)
    agents = [pacman_agent(game, request.pacman, request.arguments), *ghost_agents(game, request.ghosts)]
    _check(agents, context.quota)
    film = _Film(game, context)
    try:
        with compiling_reported(context):
            played = play_game(game, agents, game_seed(request.seed), film, longest=request.moves)
    except KeyboardInterrupt:
        if not film.states:
            raise
        return film.ending() | {"seconds": None, "nodes": None, "failure": "the game was stopped"}
    finally:
        film.send()
    return film.ending() | {"seconds": played.seconds, "nodes": played.nodes, "failure": played.failure}


@verb("pacman_step")
def pacman_step(request: Step, context: Context) -> dict[str, Any]:
    """Return a game that somebody plays, one move of Pacman's further: the frames of that move and of the ghosts' answers.

    Without a move they are the frames of the whole game so far.
    """
    with compiling_reported(context):
        before = _guided(request)
        after, states = before.moved(request.move) if request.move else (before, [])
    game, s = after.game, after.state
    if request.move:
        told = frames(game, [before.state, *states])
        _remember(_key(request, after.actions), after)
    else:
        past = accumulate(map(ACTIONS.index, after.actions), game.result, initial=game.initial())
        told = [first_frame(game, game.initial()), *frames(game, past)]
    ending = {"is_over": game.is_terminal(s), "won": s.over == WON, "score": s.score}
    return {"actions": list(after.actions), "frames": told, "legal": after.legal, **ending}


class _Film:
    """Watches a game, and sends its frames in batches."""

    def __init__(self, game: Pacman, context: Context) -> None:
        self.game = game
        self.context = context
        self.states: list[State] = []
        """What was seen and not sent, after the last state that was."""
        self.moves = 0
        self._is_begun = False
        self._sent_at = 0.0

    def __call__(self, s: State) -> None:
        """Take a state; rounds are sent whole, so that everybody is seen to move at once."""
        self.states.append(s)
        if not self._is_begun:
            self._is_begun = True
            self.context.emit({"frames": [first_frame(self.game, s)]})
            return
        self.moves += self.states[-2].mover == PACMAN
        if s.mover == PACMAN and monotonic() - self._sent_at >= REPORT_SECONDS:
            self.send()

    def send(self) -> None:
        """Send the frames that are left."""
        if len(self.states) > 1:
            seen, self.states = self.states, self.states[-1:]
            self._sent_at = monotonic()
            self.context.emit({"frames": frames(self.game, seen)})

    def ending(self) -> dict[str, Any]:
        """Return how the game stands."""
        s = self.states[-1]
        return {"score": s.score, "won": s.over == WON, "died": s.over == LOST, "moves": self.moves}


_games: OrderedDict[tuple[Any, ...], GuidedGame] = OrderedDict()


def _guided(request: Step) -> GuidedGame:
    """Return the game in progress after a request's actions: the last point of it that is remembered, and what came then."""
    start = _games.get(_key(request, ()))
    if start is None:
        game = Pacman.of(_layout(request), request.number)
        start = GuidedGame.begun(game, _quick_ghosts(game, request.ghosts), request.seed)
        _remember(_key(request, ()), start)
    actions = request.actions
    for count in range(len(actions), 0, -start.game.players):
        known = _games.get(_key(request, actions[:count]))
        if known is not None:
            return known.replayed(actions[count:])
    return start.replayed(actions)


def _key(request: Step, actions: tuple[str, ...]) -> tuple[Any, ...]:
    """Return what a game in progress is remembered by."""
    return request.layout, request.text, request.ghosts, request.number, request.seed, actions


def _remember(key: tuple[Any, ...], game: GuidedGame) -> None:
    """Keep a game in progress for the next move, and forget the oldest."""
    _games[key] = game
    while len(_games) > REMEMBERED:
        _games.popitem(last=False)


def _layout(request: Maze) -> Layout:
    """Return the layout that is meant."""
    return load_layout(request.layout) if request.text is None else read_layout(OWN, request.text)


def _check(agents: Iterable[Agent], quota: Quota) -> None:
    """Raise if an agent asks for more than it is given."""
    for agent in agents:
        if isinstance(agent, AskedPacman):
            search, options = find(agent.game, agent.agent)
            quota.check(search.name, options)


def _quick_ghosts(game: Pacman, text: str) -> list[Agent]:
    """Return ghosts that answer at once, since somebody waits for every step, or raise if they would not."""
    ghosts = ghost_agents(game, text)
    if any(isinstance(ghost, AskedPacman) or getattr(ghost, "depth", 0) > MOST_DEPTH for ghost in ghosts):
        names = " or ".join(GHOSTS)
        raise InputError(f"{text} may think for too long: whoever plays Pacman has {names}, with depth={MOST_DEPTH} at most")
    return ghosts


def _kinds(kinds: Mapping[str, Kind]) -> list[dict[str, Any]]:
    """Return the course's agents, each with what it does and its options."""
    return [{"name": name, "summary": kind.summary, "options": _options(kind)} for name, kind in kinds.items()]


def _options(kind: Kind) -> list[dict[str, Any]]:
    """Return the options of one of the course's agents, described as those of any agent."""
    return [
        {
            "name": name,
            "kind": "choice" if name in CHOICES else KINDS.get(type_, "text"),
            "default": kind.defaults[name],
            "choices": CHOICES.get(name),
        }
        for name, (_, type_) in kind.options.items()
    ]
