"""Kibitz from Python, in a few words: `decide` asks an agent for a move, `trace` lets one watch how it gets there.

game = kibitz.load("connect_four")
kibitz.decide(game, game.parse("4453"), "alphabeta:depth=8").action
kibitz.trace(kibitz.load("tree"), agent="alphabeta")        # draws itself in a notebook
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.compile.cpu import with_interpreted_fallback
from kibitz.core.agents import Agent, discover, find
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.errors import InputError, UnsupportedError
from kibitz.core.game import utilities
from kibitz.core.own_agents import search_of
from kibitz.core.questions import player_at
from kibitz.core.registry import load, spec_of
from kibitz.core.searches import Search
from kibitz.core.soundness import faults_located
from kibitz.search.defaults import default_agent, default_traced_agent, judging_agent
from kibitz.search.perft import perft as count_paths
from kibitz.search.solving.solver import Solver
from kibitz.textbook.trace import Trace

if TYPE_CHECKING:
    from kibitz.checking import Report
    from kibitz.pictures import TreePicture

Weights = Mapping[str, float] | None
"""Weights of features by their names; those left out stay as the game has them."""

__all__ = [
    "Seat", "Solver", "Traced", "agents", "analyse", "check", "decide", "default_agent", "default_traced_agent",
    "perft", "solve", "trace",
]  # fmt: skip


def decide(
    game: Game | str, state: Any = None, agent: Agent | None = None, *, seed: int = 0, weights: Weights = None,
    past: Sequence[Any] = (), listen: Callable[[Decision], None] | None = None,
) -> Decision:  # fmt: skip
    """Return what the agent does in `state`, the initial one by default; without an agent, one that suits the game.

    An agent is a string such as `"uct:sims=1000"`, a function `(game, state) -> action` or a class of such. `weights` are
    those of an evaluation's features, by name, in place of the game's own. `past` are the states before this one, for games in
    which positions that come back are draws. `listen` is given what searches that deepen have found so far, after every depth.
    """
    rules, at = read_position(game, state)
    return ask_agent(rules, at, agent, seed=seed, weights=weights, past=past, listen=listen)


def analyse(
    game: Game | str, state: Any = None, agent: Agent | None = None, *, seed: int = 0, weights: Weights = None
) -> Decision:  # fmt: skip
    """Return what the agent thinks of every move in `state`: `decide` with a value for each move, which may take longer."""
    rules, at = read_position(game, state)
    return ask_agent(rules, at, agent, seed=seed, weights=weights, every=True)


def ask_agent(
    game: Game, state: Any, agent: Agent | Seat | None, *, seed: int = 0, every: bool = False, weights: Weights = None,
    past: Sequence[Any] = (), listen: Callable[[Decision], None] | None = None,
) -> Decision:  # fmt: skip
    """Return an agent's decision in a position, which knows its game, position and agent.

    `every` asks for a value of every move, from agents that have an option of that name. Where no agent is named, such values
    come from one that judges positions, which takes `weights`, too, whatever plays the game best.
    """
    if game.is_terminal(state):
        return replace(_finished(game, state), game=game, state=state, agent=Seat.of(game, agent).name)

    def work() -> Decision:
        seat = Seat.of(game, judging_agent(game) if agent is None and (every or weights is not None) else agent)
        options = dict(seat.options)
        if every and "every" in seat.search.options:
            options.setdefault("every", True)
        if weights is not None:
            if "eval" not in seat.search.options:
                raise UnsupportedError(f"{seat.name} takes no weights; an agent with the option eval= does")
            options["eval"] = weights
        decision = seat.search.ask(game, state, options, {"seed": seed, "past": past, "listen": listen})
        return replace(decision, game=game, state=state, agent=seat.name)

    return with_interpreted_fallback(game, state, work)


def agent_name(agent: Agent | Seat) -> str:
    """Return the name of an agent: its string, or that of a function or a class."""
    if isinstance(agent, str):
        return agent
    return agent.name if isinstance(agent, Seat) else search_of(agent).name


@dataclass(frozen=True)
class Seat:
    """An agent that plays one side of one game: an agent of a user's class keeps what it remembers."""

    name: str
    search: Search
    options: dict[str, Any]

    @classmethod
    def of(cls, game: Game, agent: Agent | Seat | None) -> Seat:
        """Return a seat taken by an agent, by one that suits the game for None, or raise if it cannot play the game."""
        if isinstance(agent, Seat):
            return agent
        chosen = default_agent(game) if agent is None else agent
        return cls(agent_name(chosen), *find(game, chosen))


def solve(game: Game | str, state: Any = None, *, seconds: float | None = None) -> Decision:
    """Return the exact decision in `state`; `exact` is False if time or Ctrl-C ended the work."""
    rules, at = read_position(game, state)
    return replace(Solver(rules).solve(at, seconds=seconds), game=rules, state=at, agent="solve")


def perft(game: Game | str, state: Any, depth: int) -> int | None:
    """Return the number of paths of `depth` moves from `state`, or None if Ctrl-C ended the count."""
    rules, at = read_position(game, state)
    if depth < 0:
        raise InputError(f"depth must not be negative, but it is {depth}")
    counted = count_paths(rules, at, depth)
    return None if counted is None else counted.paths


def trace(game: Game | str, state: Any = None, agent: str | None = None, *, seed: int = 0) -> Traced:
    """Return the decision of a textbook agent in `state` together with the whole story of its search."""
    rules, at = read_position(game, state)
    wanted = default_traced_agent(rules, at) if agent is None else agent
    search, options = find(rules, wanted, engines=("textbook",))
    if not search.can_trace:
        raise UnsupportedError(f"{wanted} cannot be watched; only the textbook's searches can, without engine=search")
    story = Trace(rules)
    with faults_located(rules, at):
        decision = search.ask(rules, at, options, {"seed": seed, "trace": story})
    return Traced(replace(decision, game=rules, state=at, agent=wanted), story, wanted)


@dataclass(frozen=True)
class Traced:
    """A decision and the story of how it was reached; notebooks show it as the picture of the search tree."""

    decision: Decision
    trace: Trace
    agent: str

    def picture(self, step: int | None = None) -> TreePicture:
        """Return the search tree as it stood after `step` events, at the end by default."""
        from kibitz.pictures import picture

        steps = len(self.trace.events)
        if step is not None and not 1 <= step <= steps:
            raise InputError(f"step must be a number from 1 to {steps}, the number of events, not {step}")
        return picture(self.trace, step)

    @property
    def svg(self) -> str:
        """The finished tree as an SVG picture."""
        return self.picture().svg

    @property
    def text(self) -> str:
        """The finished tree as text."""
        return self.picture().text

    def save(self, path: str | Path) -> None:
        """Write the finished tree to a file: SVG, or PNG, PDF or text as its name ends in `.png`, `.pdf` or `.txt`."""
        self.picture().save(path)

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show."""
        return self.svg


def read_game(game: Game | str) -> Game:
    """Return a game that may be given as text."""
    return load(game) if isinstance(game, str) else game


def read_position(game: Game | str, state: Any) -> tuple[Game, Any]:
    """Return a game and a state of it, either of which may be given as text; no state is the initial one.

    Of a game whose states are text, a text is the state itself.
    """
    rules = read_game(game)
    if state is None:
        return rules, rules.initial()
    return rules, rules.parse(state) if isinstance(state, str) and not isinstance(rules.initial(), str) else state


def check(game: Game | str, *, games: int = 100, seed: int = 0) -> Report:
    """Return which laws a game keeps, tried in random games: the report of `kibitz check`."""
    from kibitz.checking import check as checked

    return checked(game if isinstance(game, str) else spec_of(game), games=games, seed=seed)


def agents(game: Game | str | None = None) -> list[str]:
    """Return the names of all agents, or of those that can play a game."""
    known = discover()
    if game is None:
        return sorted(known)
    rules = read_game(game)
    return sorted(name for name, searches in known.items() if any(search.supports(rules) is None for search in searches))


def _finished(game: Game, state: Any) -> Decision:
    """Return the decision where nothing is left to decide."""
    ending = utilities(game, state)
    return Decision(action=None, value=ending[player_at(game, state)], utilities=ending, depth=0, nodes=1, exact=True)
