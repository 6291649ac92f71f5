"""Agents that users write: a function, a class or an object, made a search like any other.

A function takes a game and a state and returns a move, by number or by name, or a whole `Decision`. A class has a method
`decide(game, state)`, or is called; one instance plays a whole game, so it may remember. All further parameters are options.
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import perf_counter
from types import UnionType
from typing import Any, Literal, Union, get_origin, get_type_hints

from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.errors import AgentError, IllegalMoveError, InputError, KibitzError
from kibitz.core.game import CHANCE
from kibitz.core.places import short
from kibitz.core.questions import legal_action
from kibitz.core.searches import OWN, RESERVED, Search, supports_all

PLAIN = (int, float, bool, str)
"""What an option may be, as an agent string can give no other."""


def search_of(
    thing: Any, name: str | None = None, supports: Callable[[Game], str | None] = supports_all, first: str = ""
) -> Search:
    """Return the search that a function, a class or an object of a user stands for."""
    if not callable(thing) and not callable(getattr(thing, "decide", None)):
        raise InputError(
            "an agent is a string such as 'alphabeta:depth=8', a function (game, state) -> action or a class with decide(game, "
            f"state), not {short(thing)}"
        )
    called: str = name or getattr(thing, "__name__", None) or type(thing).__name__
    summary = (inspect.getdoc(thing) or "").strip().partition("\n")[0]
    return Search(called, OWN, OwnAgent(thing, called), supports, summary, first)


def fresh(search: Search) -> Search:
    """Return the search for another game: an agent of a class begins anew."""
    return replace(search, decide=OwnAgent(search.decide.thing, search.name)) if isinstance(search.decide, OwnAgent) else search


@dataclass(eq=False)
class OwnAgent:
    """A user's function, class or object as the `decide` of a search."""

    thing: Any
    name: str
    _instance: Any = field(default=None, init=False, repr=False)

    @property
    def __signature__(self) -> inspect.Signature:
        """What searches are asked by: a game, a state, the options, and what of the caller's the agent takes."""
        taken = _options(self.thing) | {name: each for name, each in _parameters(self._deciding).items() if name in RESERVED}
        positional = inspect.Parameter.POSITIONAL_ONLY
        fixed = [inspect.Parameter(name, positional) for name in ("game", "state")]
        return inspect.Signature([*fixed, *(each.replace(kind=each.KEYWORD_ONLY) for each in taken.values())])

    @property
    def _deciding(self) -> Any:
        """The function or method that is given a game and a state."""
        if inspect.isfunction(self.thing):
            return self.thing
        return getattr(self.thing, "decide", None) or (self.thing.__call__ if inspect.isclass(self.thing) else self.thing)

    def __call__(self, game: Game, state: Any, **options: Any) -> Decision:
        """Return the user's decision, held to the rules."""
        began = perf_counter()
        given = {name: options.pop(name) for name in RESERVED if name in options}
        try:
            answer = self._decide(options)(game, state, **given) if inspect.isclass(self.thing) else self._deciding(
                game, state, **options, **given
            )  # fmt: skip
        except KibitzError:
            raise
        except Exception as error:
            raise AgentError(f"{_place(error)}agent {self.name} raised {type(error).__name__}: {error}") from error
        return self._checked(game, state, answer, began)

    def _decide(self, options: dict[str, Any]) -> Any:
        """Return the deciding method of this game's instance of a class."""
        if self._instance is None:
            self._instance = self.thing(**options)
        return getattr(self._instance, "decide", self._instance)

    def _checked(self, game: Game, state: Any, answer: Any, began: float) -> Decision:
        """Return the answer as a decision, or refuse one that is no legal move."""
        decision = answer if isinstance(answer, Decision) else None
        action = decision.action if decision is not None else answer
        chosen = legal_action(game, state, action)
        if chosen is None:
            legal = list(game.actions(state))
            names = ", ".join(f"{move} ({game.action_name(state, move)})" for move in legal[:8])
            raise IllegalMoveError(
                f"agent {self.name} returned {short(answer)}, which is no legal move; legal are {names}"
                + (", ..." if len(legal) > 8 else "")
            )
        if decision is not None:
            return replace(decision, action=chosen)
        mover = game.to_move(state)
        value = float(game.evaluate(state, max(mover, CHANCE + 1)))
        return Decision(chosen, value, actions=(chosen,), line=(chosen,), depth=0, nodes=1, seconds=perf_counter() - began)


def _parameters(function: Any) -> dict[str, inspect.Parameter]:
    """Return the parameters of a function that can be given by name, beyond a game and a state."""
    try:
        found = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return {}
    by_position = [each for each in found if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    named = [each for each in found if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
    return {each.name: each for each in named if each not in by_position[:2]}


def _options(thing: Any) -> dict[str, inspect.Parameter]:
    """Return the options of an agent, each annotated with the type that its text is read as."""
    if inspect.isclass(thing):
        found = {name: each for name, each in inspect.signature(thing).parameters.items() if each.kind is not each.VAR_KEYWORD}
        hints = _hints(thing.__init__)
    else:
        deciding = thing if inspect.isroutine(thing) or not hasattr(thing, "decide") else thing.decide
        found, hints = _parameters(deciding), _hints(deciding) if inspect.isroutine(deciding) else {}
    options = {}
    for name, each in found.items():
        if name in RESERVED:
            continue
        kind = hints.get(name, type(each.default) if isinstance(each.default, PLAIN) else str)
        options[name] = each.replace(annotation=kind if _is_readable(kind) else str)
    return options


def _is_readable(kind: Any) -> bool:
    """Return whether an agent string can give an option of that type."""
    return kind in PLAIN or get_origin(kind) in (Literal, tuple, Union, UnionType)


def _hints(function: Any) -> dict[str, Any]:
    """Return the annotations of a function, none where they cannot be made sense of."""
    try:
        return get_type_hints(function)
    except (NameError, TypeError):
        return {}


def _place(error: BaseException) -> str:
    """Return file and line where a user's agent failed, as a prefix."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    return f"{frames[-1].filename}:{frames[-1].lineno}: " if frames else ""
