"""Agents are strings: the registry of searches by name, and the reading of an agent's options.

A search registers a function `decide(game, state, *, option=default, ...) -> Decision`; its keyword parameters are the
agent's options, those in RESERVED excepted, which the caller sets. Several searches may share a name (the textbook's
alpha-beta and the engine's): the first that supports the game, in the order of registration by rank, is taken.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, get_type_hints

from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.errors import InputError, UnknownNameError, UnsupportedError
from kibitz.core.specs import convert_options, parse_spec, split_outside_brackets

RESERVED = ("seed", "trace", "past", "listen")
ENGINES = ("search", "textbook", "protocols")
"""Where agents are looked for, the preferred first; the option `engine=` picks one by name."""


OWN_AGENTS = "@agent is for the searches inside Kibitz; a function of your own cannot be an agent yet"

Function = TypeVar("Function", bound=Callable[..., Decision])


class Decide(Protocol):
    """A search: a game and a state in, a decision out."""

    def __call__(self, game: Game, state: Any, **options: Any) -> Decision:
        """Return the decision."""


@dataclass(frozen=True)
class Search:
    """One registered search."""

    name: str
    engine: str
    decide: Decide
    supports: Callable[[Game], str | None]
    summary: str
    first: str = ""
    """The option whose name may be left out where it stands first: `uci:stockfish` is `uci:program=stockfish`."""

    @property
    def options(self) -> dict[str, inspect.Parameter]:
        """The options an agent string may set, with their defaults."""
        found = inspect.signature(self.decide).parameters.values()
        return {option.name: option for option in found if option.kind is option.KEYWORD_ONLY and option.name not in RESERVED}

    @property
    def can_trace(self) -> bool:
        """Whether the search tells a trace what it does."""
        return "trace" in inspect.signature(self.decide).parameters


_searches: dict[str, list[Search]] = {}


def supports_all(game: Game) -> str | None:
    """Return None: every game will do."""
    return None


def agent(name: str, supports: Callable[[Game], str | None] = supports_all, first: str = "") -> Callable[[Function], Function]:
    """Register a search of Kibitz's own under `name`; `supports(game)` returns None, or the reason why it cannot play the game.

    `first` is an option that may stand first without its name.
    """
    if not isinstance(name, str):
        raise UnsupportedError(OWN_AGENTS)

    def register(decide: Function) -> Function:
        package, _, rest = decide.__module__.partition(".")
        engine = rest.partition(".")[0]
        if package != "kibitz" or engine not in ENGINES:
            raise UnsupportedError(f"{decide.__code__.co_filename}:{decide.__code__.co_firstlineno}: {OWN_AGENTS}")
        summary = (decide.__doc__ or "").strip().splitlines()[0]
        _searches.setdefault(name, []).append(Search(name, engine, decide, supports, summary, first))
        return decide

    return register


def discover() -> dict[str, list[Search]]:
    """Return all searches by name, after importing the packages that hold them."""
    for engine in ENGINES:
        package = importlib.import_module(f"kibitz.{engine}")
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"kibitz.{engine}.{module.name}")
    for found in _searches.values():
        found.sort(key=lambda search: ENGINES.index(search.engine))
    return _searches


def find(game: Game, text: str, engines: Iterable[str] = ENGINES) -> tuple[Search, dict[str, Any]]:
    """Return the search that plays `game` for the agent string `text`, and its options as values."""
    if not isinstance(text, str):
        example = "'alphabeta:depth=8'"
        raise UnsupportedError(
            f"an agent is a string that names a search of Kibitz, such as {example}, not a {type(text).__name__}"
        )
    known = discover()
    spec = parse_spec(_spelled_out(text, known))
    if spec.name not in known:
        raise UnknownNameError("agent", spec.name, known)
    options = dict(spec.options)
    wanted = [options.pop("engine")] if "engine" in options else list(engines)
    if wanted[0] not in ENGINES:
        raise UnknownNameError("engine", wanted[0], ENGINES)
    candidates = [search for search in known[spec.name] if search.engine in wanted]
    reasons = [search.supports(game) for search in candidates]
    able = [search for search, reason in zip(candidates, reasons, strict=True) if reason is None]
    if not able:
        raise UnsupportedError(f"{spec.name} cannot play this game: {reasons[0] if reasons else f'no {wanted[0]} version'}")
    search = next((search for search in able if options.keys() <= search.options.keys()), able[0])
    _check_version(search, options, known[spec.name], dict(zip(candidates, reasons, strict=True)))
    hints = get_type_hints(search.decide)
    kinds = {option: hints[option] for option in search.options}
    return search, convert_options(spec.name, options, kinds)


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
