"""Asking a game: every call is watched, so that an error becomes a sentence and a changed argument is noticed."""

from __future__ import annotations

import traceback
from copy import deepcopy
from itertools import islice
from typing import Any

from kibitz.checking import patience
from kibitz.checking.effort import Effort, Listen
from kibitz.checking.patience import NeverEnds, Patience
from kibitz.checking.report import Breach
from kibitz.core.content import content, is_frozen
from kibitz.core.contract import GENERATORS, Game
from kibitz.core.errors import KibitzError
from kibitz.core.game import about, parameters, place_of
from kibitz.core.places import short_line
from kibitz.core.questions import MOST_ACTIONS

LISTED = (*GENERATORS, "slices_after")
"""Methods that may yield what they answer."""


class Asked:
    """A game that is asked with copies of states, so that what it does to them harms nobody; `impure` holds what it did."""

    def __init__(self, game: Game, listen: Listen | None = None) -> None:
        self.game = game
        self.effort = Effort(listen)
        self.patience = Patience()
        self.given = about(game).given
        self.impure: Breach | None = None
        self._before = self._own_content()

    def __call__(self, law: str, method: str, *arguments: Any, moves: tuple[int, ...] | None = None) -> Any:
        """Return the method's answer (what is yielded as a list); an error in it is a breach of `law`."""
        given = [argument if is_frozen(argument) else deepcopy(argument) for argument in arguments]
        try:
            with self.patience.call():
                answer = getattr(self.game, method)(*given)
                if method in LISTED:
                    answer = list(islice(answer, MOST_ACTIONS + 1))
        except NeverEnds:
            waited = f"has no answer after {patience.CALL_SECONDS:g} seconds of processor time; does it loop for ever?"
            raise self.breach(law, method, waited, moves) from None
        except Exception as error:
            raise self._failure(law, method, error, moves) from None
        copies = [(one, two) for one, two in zip(given, arguments, strict=True) if one is not two]
        if self.impure is None and any(content(one) != content(two) for one, two in copies):
            self.impure = Breach("purity", f"{method} changed the state it was given", place_of(self.game, method), moves)
        return answer if is_frozen(answer) else self._copied(method, answer, moves)

    def _copied(self, method: str, answer: Any, moves: tuple[int, ...] | None) -> Any:
        """Return a copy of an answer."""
        try:
            content(answer)
            return deepcopy(answer)
        except Exception as error:
            raise self.breach(
                "states", method, f"returned what Kibitz cannot look into: {short_line(str(error))}", moves
            ) from None

    def breach(self, law: str, method: str, message: str, moves: tuple[int, ...] | None = None) -> Breach:
        """Return a breach that stands where the method is defined."""
        return Breach(law, f"{method} {message}", place_of(self.game, method), moves)

    def changed(self) -> str | None:
        """Return which attribute of the game itself is not what it was, or None."""
        now = self._own_content()
        return next((name for name in {**self._before, **now} if self._before.get(name) != now.get(name)), None)

    def _own_content(self) -> dict[str, Any]:
        """Return the game's parameters and other attributes as content."""
        own = {**parameters(self.game), **getattr(self.game, "__dict__", {})}
        return {name: content(value) for name, value in own.items()}

    def _failure(self, law: str, method: str, error: Exception, moves: tuple[int, ...] | None) -> Breach:
        """Return the breach for an error that a method raised, at the last line of a game's file that took part."""
        frames = [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
        own = place_of(self.game, method)
        inside = [frame for frame in frames if own is not None and frame[0] == own[0]]
        what = str(error) if isinstance(error, KibitzError) else f"{type(error).__name__}: {error}"
        return Breach(law, f"{method} raised {short_line(what)}", inside[-1] if inside else own, moves)
