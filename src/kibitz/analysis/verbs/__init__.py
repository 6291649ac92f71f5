"""The verbs of the protocol: each is a function from a request to its result, in a file of this folder."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, get_type_hints

from kibitz.analysis.context import Context
from kibitz.analysis.messages import Request

Asked = TypeVar("Asked", bound=Request)
Result = dict[str, Any]


@dataclass(frozen=True)
class Verb:
    """One thing that can be asked: its name, what a request holds, who answers, and whether that takes long."""

    name: str
    request: type[Request]
    answer: Callable[[Any, Context], Result]
    is_long: bool

    @property
    def summary(self) -> str:
        """The first line of the answering function's docstring."""
        return (inspect.getdoc(self.answer) or "").partition("\n")[0]


_verbs: dict[str, Verb] = {}


def verb(name: str, *, is_long: bool = False) -> Callable[[Callable[[Asked, Context], Result]], Callable[[Asked, Context], Result]]:
    """Register the function that answers a verb; the type of its first parameter is the model of the request.

    `is_long` says that the work may take long: a search, and not just a look at the rules.
    """

    def register(answer: Callable[[Asked, Context], Result]) -> Callable[[Asked, Context], Result]:
        hints = get_type_hints(answer)
        request = hints[next(iter(inspect.signature(answer).parameters))]
        _verbs[name] = Verb(name, request, answer, is_long)
        return answer

    return register


@cache
def verbs() -> dict[str, Verb]:
    """Return all verbs by name."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return dict(sorted(_verbs.items()))
