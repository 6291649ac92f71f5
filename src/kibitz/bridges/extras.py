"""Libraries that are an extra: imported when they are needed, with one sentence where they are missing."""

from __future__ import annotations

import importlib
from typing import Any

from kibitz.core.errors import InputError


class MissingExtraError(InputError):
    """A library that is not installed."""


def imported(module: str, library: str, extra: str) -> Any:
    """Return a module of a library, or raise the sentence that says how to install it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or module.partition(".")[0] != error.name.partition(".")[0]:
            raise MissingExtraError(
                f"{library} needs the package {error.name}, which is not installed: pip install 'kibitz[{extra}]'"
            ) from None
        raise MissingExtraError(f"{library} is not installed: pip install 'kibitz[{extra}]'") from None
