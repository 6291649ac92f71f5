"""Agents are strings: the registry of searches by name, and the reading of an agent's options.

Several searches may share a name (the textbook's alpha-beta and the engine's): the first in `ENGINES` that supports the game is
taken. Users' own agents are found by name too, or in a file: `my_agent.py:depth=3`.
"""

from __future__ import annotations

import importlib
import pkgutil
import threading
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Protocol, TypeVar

from kibitz.core.contract import Game
from kibitz.core.errors import InputError, UnknownNameError, UnsupportedError
from kibitz.core.own_agents import OwnAgent, fresh, search_of
from kibitz.core.registry import file_of, loaded_file
from kibitz.core.searches import ENGINES, HUMAN, OWN, Search, supports_all
from kibitz.core.specs import Spec, convert_options, parse_spec, split_outside_brackets

Function = TypeVar("Function", bound=Callable[..., Any])


class Deciding(Protocol):
    """An object that decides."""

    def decide(self, game: Game, state: Any) -> Any:
        """Return a move, by number or by name, or a whole decision."""


Agent = str | Callable[..., Any] | Deciding
"""Who decides: an agent string, a function `(game, state) -> action`, a class with a method `decide`, or an object of one."""

_searches: dict[str, list[Search]] = {}
_discovery = threading.RLock()


def agent(name: str, supports: Callable[[Game], str | None] = supports_all, first: str = "") -> Callable[[Function], Function]:
    """Register an agent under `name`: a search of Kibitz, or a function or class of a user's own.

    A function takes a game and a state and returns a move (its number or its name) or a whole `Decision`. A class has a method
    `decide(game, state)`; an instance lasts for a game. Further parameters with defaults are the agent's options.
    `supports(game)` returns None, or the reason why the agent cannot play the game. `first` is an option that may stand first
    without its name.
    """
    if not isinstance(name, str):
        raise InputError('write @kibitz.agent("name"), with the name of the agent in parentheses')

    def register(decide: Function) -> Function:
        package, _, rest = decide.__module__.partition(".")
        engine = rest.partition(".")[0]
        if package == "kibitz" and engine in ENGINES:
            summary = (decide.__doc__ or "").strip().splitlines()[0]
            _searches.setdefault(name, []).append(Search(name, engine, decide, supports, summary, first))
        else:
            _register_own(search_of(decide, name, supports, first))
        return decide

    return register


def _register_own(search: Search) -> None:
    """Add a user's agent; one of the same name takes the place of another, but not of a search of Kibitz."""
    known = discover().setdefault(search.name, [])
    if any(other.engine != OWN for other in known):
        raise InputError(f"{search.name} is an agent of Kibitz; register yours under another name")
    known[:] = [search]


def discover() -> dict[str, list[Search]]:
    """Return all searches by name, after importing the packages that hold them."""
    with _discovery:  # another thread would see lists that are being sorted, which look empty
        _import_searches()
        for name, found in list(_searches.items()):
            # by module too: two of one engine share a name, and what a program imported first must not choose between them
            _searches[name] = sorted(found, key=lambda search: ((*ENGINES, OWN).index(search.engine), search.decide.__module__))
    return _searches


@cache
def _import_searches() -> None:
    """Import all modules of the packages that hold searches, once: to look through folders takes longer than many a search."""
    for engine in ENGINES:
        package = importlib.import_module(f"kibitz.{engine}")
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"kibitz.{engine}.{module.name}")


def find(game: Game, wanted: Agent, engines: Iterable[str] = (*ENGINES, OWN)) -> tuple[Search, dict[str, Any]]:
    """Return the search that plays `game` for an agent, and its options as values."""
    if not isinstance(wanted, str):
        return search_of(wanted), {}
    if wanted.strip().partition(":")[0].endswith(".py"):
        return _find_in_file(game, parse_spec(wanted))
    known = discover()
    spec = parse_spec(_spelled_out(wanted, known))
    if spec.name == HUMAN:
        raise UnsupportedError("a human is not asked for a decision: make a Session and call play(move)")
    if spec.name not in known:
        raise UnknownNameError("agent", spec.name, known, file_of(spec.name))
    options = dict(spec.options)
    allowed = [options.pop("engine")] if "engine" in options else list(engines)
    if allowed[0] not in (*ENGINES, OWN):
        raise UnknownNameError("engine", allowed[0], (*ENGINES, OWN))
    versions = [search for search in known[spec.name] if search.engine in allowed]
    reasons = [search.supports(game) for search in versions]
    able = [search for search, reason in zip(versions, reasons, strict=True) if reason is None]
    if not able:
        raise UnsupportedError(f"{spec.name} cannot play this game: {reasons[0] if reasons else f'no {allowed[0]} version'}")
    search = next((search for search in able if options.keys() <= search.options.keys()), able[0])
    _check_version(search, options, known[spec.name], dict(zip(versions, reasons, strict=True)))
    return fresh(search), convert_options(spec.name, options, search.kinds)


def _find_in_file(game: Game, spec: Spec) -> tuple[Search, dict[str, Any]]:
    """Return the agent in a user's file: the only one that it registers, or the one named by the option `agent=`."""
    module, options = loaded_file(spec.name), dict(spec.options)
    things = {id(thing) for thing in vars(module).values()}
    known = [search for found in discover().values() for search in found]
    held = {one.name: one for one in known if isinstance(one.decide, OwnAgent) and id(one.decide.thing) in things}
    if not held:
        raise InputError(f'{spec.name} holds no agent; decorate a function (game, state) -> action with @kibitz.agent("name")')
    name = options.pop("agent", next(iter(held)) if len(held) == 1 else None)
    if name is None:
        raise InputError(
            f"{spec.name} holds several agents ({', '.join(held)}); say which one: {spec.name}:agent={next(iter(held))}"
        )
    if name not in held:
        raise UnknownNameError(f"agent in {spec.name}", name, held)
    reason = held[name].supports(game)
    if reason is not None:
        raise UnsupportedError(f"{name} cannot play this game: {reason}")
    return fresh(held[name]), convert_options(spec.name, options, held[name].kinds)


def _check_version(
    search: Search, options: Mapping[str, str], versions: list[Search], reasons: Mapping[Search, str | None]
) -> None:
    """Refuse options that only another version of the search has, and say why it is not that one."""
    unknown = [option for option in options if option not in search.options]
    for other in versions:
        if unknown and all(option in other.options for option in unknown):
            why = f"cannot play this game: {reasons[other]}" if reasons.get(other) else "is not meant here"
            raise InputError(f"{search.name} takes {unknown[0]}= only with engine={other.engine}, which {why}")


def _spelled_out(text: str, known: Mapping[str, list[Search]]) -> str:
    """Return an agent's text with the name of its first option, where that was left out."""
    name, _, rest = text.strip().partition(":")
    first = next((search.first for search in known.get(name, ()) if search.first), "")
    word = split_outside_brackets(rest, ",")[0]
    return f"{name}:{first}={rest}" if first and word and ("=" not in word or word.startswith("[")) else text
