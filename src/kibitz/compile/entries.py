"""The entries of a compiled function by which Python calls it: one for each combination of types of its arguments."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from kibitz.compile.arguments import UnsupportedType, flattened
from kibitz.compile.machine_code import Loaded
from kibitz.core.tasks import defer_interrupts


class Entries:
    """Code by signature, prepared when it is first asked for.

    `prepare(signature, arguments)` returns the code for a signature. `for_python(arguments)` returns the function as numba
    compiles it for Python, for arguments that have no signature.
    """

    def __init__(
        self,
        prepare: Callable[[str, tuple[Any, ...]], Callable[..., Any]],
        for_python: Callable[[tuple[Any, ...]], Callable[..., Any]],
    ) -> None:
        self._prepare = prepare
        self._for_python = for_python
        self._known: dict[str, Callable[..., Any]] = {}
        self._working = threading.Lock()

    @property
    def signatures(self) -> list[str]:
        """The types of arguments that there is code for, in words."""
        return list(self._known)

    def entry(self, arguments: tuple[Any, ...]) -> tuple[Callable[..., Any], Sequence[Any]]:
        """Return what is called for these arguments, and what with."""
        try:
            signature, *row = flattened(arguments)
        except UnsupportedType:
            return defer_interrupts(lambda: self._for_python(arguments)), arguments
        code = self._known.get(signature) or defer_interrupts(lambda: self._prepared(signature, arguments))
        return code, row if isinstance(code, Loaded) else arguments

    def _prepared(self, signature: str, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """Return the code for a signature; of several threads that ask for it, one prepares it."""
        with self._working:
            if signature not in self._known:
                self._known[signature] = self._prepare(signature, arguments)
            return self._known[signature]
