"""`version`, `games`, `agents`: what there is to play, and who can think."""

from __future__ import annotations

from functools import lru_cache
from inspect import Parameter
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pydantic import Field

from kibitz import __version__
from kibitz.analysis.context import Context
from kibitz.analysis.messages import Request
from kibitz.analysis.point import edition
from kibitz.analysis.verbs import verb
from kibitz.compile.cpu import agreement_assumed
from kibitz.core import registry
from kibitz.core.agents import discover
from kibitz.core.chance import has_chance
from kibitz.core.contract import Drawing, implements
from kibitz.core.errors import KibitzError
from kibitz.core.game import about, parameters
from kibitz.core.searches import Search
from kibitz.search.defaults import default_agent

PROTOCOL = 1
"""Changes when a front end of before would no longer understand the answers."""
KINDS = {bool: "bool", int: "int", float: "float"}
PROGRAMS = "protocols"
"""The engine of agents that are other programs."""


class Nothing(Request):
    """No fields."""


class OfGame(Request):
    """A game."""

    game: str = Field("tic_tac_toe", max_length=1_000)


@verb("version")
def version(request: Nothing, context: Context) -> dict[str, Any]:
    """Return the version of Kibitz and of the protocol, and what one search may take."""
    quota = context.quota
    limits = {"seconds": quota.seconds, "threads": quota.threads, "megabytes": quota.megabytes, "events": quota.events}
    return {"version": __version__, "protocol": PROTOCOL, "limits": limits}


@verb("games")
def games(request: Nothing, context: Context) -> dict[str, Any]:
    """Return the games: users' own first, then those of Kibitz; the example trees and Pacman's layouts."""
    from kibitz.games.pacman import layouts
    from kibitz.games.tree import examples

    own = [_own_facts(file) for file in context.files]
    return {
        "games": [*own, *(_facts(name, "") for name in registry.games())],
        "trees": examples(),
        "layouts": sorted(layouts()),
    }


def _own_facts(file: str) -> dict[str, Any]:
    """Return what is known of a user's game; where its file is broken, why."""
    try:
        return _facts(file, edition(file)) | {"title": Path(file).stem}
    except KibitzError as error:
        return {"game": file, "title": Path(file).stem, "own": True, "edition": edition(file), "error": str(error)}


@lru_cache(maxsize=128)
def _facts(name: str, edition: str) -> dict[str, Any]:
    """Return what is known of a game."""
    game = registry.load(name)
    hints = get_type_hints(type(game))
    has_reader = hasattr(type(game), "build")
    return {
        "game": name,
        "title": name.replace("_", " "),
        "summary": " ".join(about(game).rules.split()),
        "players": game.players,
        "chance": has_chance(game),
        "has_picture": implements(game, Drawing),
        "own": name.endswith(".py"),
        "edition": edition,
        "options": [] if has_reader else [_option(key, hints.get(key, str), value) for key, value in parameters(game).items()],
    }


@verb("agents")
def agents(request: OfGame, context: Context) -> dict[str, Any]:
    """Return the agents that can play a game, with their options, and the one that suits it."""
    game = registry.load(request.game)
    with agreement_assumed():  # a comparison of a user's rules waits for the compiler; who is asked to play makes it
        found = [
            _agent(name, search)
            for name, searches in sorted(discover().items())
            for search in searches
            if search.engine != PROGRAMS and search.supports(game) is None
        ]
        return {"default": default_agent(game), "agents": found}


def _agent(name: str, search: Search) -> dict[str, Any]:
    """Return what is known of an agent."""
    kinds = search.kinds
    return {
        "agent": name,
        "engine": search.engine,
        "summary": search.summary.rstrip("."),
        "can_trace": search.can_trace,
        "options": [_option(key, kinds[key], option.default) for key, option in search.options.items()],
    }


def _option(name: str, kind: Any, default: Any) -> dict[str, Any]:
    """Return an option: its name, what kind of value it takes, the default, and the choices if there are few."""
    plain = next((one for one in get_args(kind) if one is not type(None)), kind) if get_origin(kind) is not Literal else kind
    is_choice = get_origin(plain) is Literal
    shown = (
        None if default is Parameter.empty else "+".join(map(str, default)) if isinstance(default, tuple | list) else default
    )
    return {
        "name": name,
        "kind": "choice" if is_choice else KINDS.get(plain, "text"),
        "default": shown,
        "choices": list(get_args(plain)) if is_choice else None,
    }
