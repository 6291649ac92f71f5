"""Things on their way to another process: what is pickled, and the user's files that it takes to read it."""

from __future__ import annotations

import pickle
import sys
from typing import Any

from kibitz.core.errors import InputError
from kibitz.core.registry import FILE_MODULE, load_file


def pickled(*things: Any) -> bytes:
    """Return things as another process reads them with `unpickled`; raise `InputError` for what is in no file it could read."""
    modules = {type(thing).__module__ for thing in things} | {str(getattr(thing, "__module__", "")) for thing in things}
    files = sorted(str(sys.modules[module].__file__) for module in modules if module.startswith(FILE_MODULE))
    try:
        return pickle.dumps((sys.path, files, pickle.dumps(things)))
    except (pickle.PicklingError, AttributeError, TypeError):
        unread = (thing for thing in things if thing is not None and not isinstance(thing, str))
        names = " or ".join(str(getattr(thing, "__name__", None) or type(thing).__name__) for thing in unread)
        raise InputError(f"{names} is in no file that another process could read; use processes=1") from None


def unpickled(parcel: bytes) -> tuple[Any, ...]:
    """Return the things in a parcel of a process that may be trusted; from now on, modules are found where it finds them."""
    path, files, things = pickle.loads(parcel)
    sys.path += [folder for folder in path if folder not in sys.path]
    for file in files:
        load_file(file)
    found: tuple[Any, ...] = pickle.loads(things)
    return found
