"""Whatever goes wrong in a request, as one sentence."""

from __future__ import annotations

from pydantic import ValidationError

from kibitz.core.errors import InputError, KibitzError, shortened

STOPPED = "stopped before there was an answer"


def invalid(error: ValidationError) -> InputError:
    """Return the refusal of a request that does not hold what its verb needs: the first thing that is wrong."""
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    return InputError(f"{place}: {first['msg']}" if place else first["msg"])


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
