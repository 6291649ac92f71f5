"""Kibitz from Python, in a few words: `decide` asks an agent for a move, `trace` lets one watch how it gets there.

game = kibitz.load("connect_four")
kibitz.decide(game, game.parse("4453"), "alphabeta:depth=8").action
kibitz.trace(kibitz.load("tree"), agent="alphabeta")        # draws itself in a notebook
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.compile.cpu import natively_or_not
from kibitz.core.agents import Search, find
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.errors import InputError, UnsupportedError
from kibitz.core.game import utilities
from kibitz.core.registry import load
from kibitz.core.soundness import faults_located
from kibitz.search.defaults import default_agent, default_traced_agent
from kibitz.search.perft import perft as count_paths
from kibitz.search.solving.solver import Solver
from kibitz.textbook.deciding import player_at
from kibitz.textbook.trace import Trace

if TYPE_CHECKING:
    from kibitz.pictures import TreePicture

__all__ = ["Solver", "Traced", "decide", "default_agent", "default_traced_agent", "perft", "solve", "trace"]


def decide(
    game: Game | str, state: Any = None, agent: str | None = None, *, seed: int = 0, every: bool = False,
    past: Sequence[Any] = (), listen: Callable[[Decision], None] | None = None,
) -> Decision:  # fmt: skip
    """Return what the agent does in `state`, the initial one by default; without an agent, one that suits the game.

    `every` asks for a value of every move, from agents that have an option of that name. `past` are the states before
    this one, for games in which positions that come back are draws. `listen` is told what searches that deepen have
    found so far, after every depth.
    """
    rules, at = _read(game, state)
    if rules.is_terminal(at):
        return _finished(rules, at)

    def work() -> Decision:
        search, options = find(rules, default_agent(rules) if agent is None else agent)
        if every and "every" in search.options:
            options.setdefault("every", True)
        return _asked(search, options, rules, at, {"seed": seed, "past": past, "listen": listen})

    return natively_or_not(rules, at, work)


def solve(game: Game | str, state: Any = None, *, seconds: float | None = None) -> Decision:
    """Return the exact decision in `state`; `exact` is False if time or Ctrl-C ended the work."""
    rules, at = _read(game, state)
    return Solver(rules).solve(at, seconds=seconds)


def perft(game: Game | str, state: Any, depth: int) -> int | None:
    """Return the number of paths of `depth` moves from `state`, or None if Ctrl-C ended the count."""
    rules, at = _read(game, state)
    found = count_paths(rules, at, depth)
    return None if found is None else found.paths


def trace(game: Game | str, state: Any = None, agent: str | None = None, *, seed: int = 0) -> Traced:
    """Return the decision of a textbook agent in `state` together with the whole story of its search."""
    rules, at = _read(game, state)
    wanted = default_traced_agent(rules, at) if agent is None else agent
    search, options = find(rules, wanted, engines=("textbook",))
    if not search.can_trace:
        raise UnsupportedError(f"{wanted} cannot be watched; only the textbook's searches can, without engine=search")
    story = Trace(rules)
    with faults_located(rules, at):
        return Traced(_asked(search, options, rules, at, {"seed": seed, "trace": story}), story, wanted)


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
        """Write the finished tree to an SVG file."""
        self.picture().save(path)

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show."""
        return self.svg


def _read(game: Game | str, state: Any) -> tuple[Game, Any]:
    """Return a game and a state of it, either of which may be given as text; no state is the initial one.

    Of a game whose states are text, a text is the state itself.
    """
    rules = load(game) if isinstance(game, str) else game
    if state is None:
        return rules, rules.initial()
    return rules, rules.parse(state) if isinstance(state, str) and not isinstance(rules.initial(), str) else state


def _asked(search: Search, options: dict[str, Any], game: Game, state: Any, given: dict[str, Any]) -> Decision:
    """Return the search's decision; what the caller gives, such as the seed, goes only to those searches that take it."""
    takes = inspect.signature(search.decide).parameters
    return search.decide(game, state, **options, **{name: value for name, value in given.items() if name in takes})


def _finished(game: Game, state: Any) -> Decision:
    """Return the decision where nothing is left to decide."""
    ending = utilities(game, state)
    return Decision(action=None, value=ending[player_at(game, state)], utilities=ending, depth=0, nodes=1, exact=True)
