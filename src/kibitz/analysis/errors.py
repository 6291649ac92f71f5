"""Whatever goes wrong in a request, as one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from kibitz.core.errors import InputError, KibitzError, shortened

STOPPED = "stopped before there was an answer"


def invalid(error: ValidationError) -> InputError:
    """Return the refusal of a request that does not hold what its verb needs: the first thing that is wrong."""
    return InputError(first_fault(error.errors()))


def first_fault(errors: Sequence[Any]) -> str:
    """Return the first of the things that are wrong with a request, and where."""
    place = ".".join(map(str, errors[0]["loc"]))
    return f"{place}: {errors[0]['msg']}" if place else str(errors[0]["msg"])


def sentence(error: BaseException) -> str:
    """Return what went wrong."""
    if isinstance(error, KibitzError):
        return str(error)
    if isinstance(error, KeyboardInterrupt):
        return STOPPED
    if isinstance(error, RecursionError):
        return "the recursion is deeper than Python allows; give a smaller depth"
    if isinstance(error, MemoryError):
        return "there is not enough memory for this; give a smaller depth or fewer nodes"
    return shortened(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)
