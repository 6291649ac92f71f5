"""Compiled kernels on disk, so that a second process starts warm.

A file is named by the fingerprint of all it was made from. Nothing in the folder is ever trusted to be good: what cannot
be read is compiled again, with a warning.
"""

from __future__ import annotations

import pickle
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core import serialize
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult

from kibitz.compile.cache.child_process import when_missing
from kibitz.compile.cache.folder import cache_folder, is_trusted, keep, trusted_bytes, warn
from kibitz.compile.cache.recursion import is_safe_to_keep


class KernelCache(_Cache):  # type: ignore[misc]
    """What a dispatcher asks for compiled code: one file for each fingerprint and signature."""

    def __init__(self, dispatcher: Any, name: str, fingerprint: str) -> None:
        self.dispatcher = dispatcher
        self.name = name
        self.fingerprint = fingerprint
        self.hits = 0

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(cache_folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled function for a signature, or None if it is not here or not good."""
        payload = self._payload(sig)
        if payload is None:
            return None
        try:
            target_context.refresh()
            result = CompileResult._rebuild(target_context, *pickle.loads(payload))
        except Exception as error:
            warn(f"the cache file {self._path(sig)} is damaged ({error}); compiling anew")
            return None
        self.hits += 1
        return result

    def _payload(self, sig: Any) -> bytes | None:
        """Return what the file for a signature holds; one that is missing may be made first."""
        path, made_from = self._path(sig), self._made_from(sig)
        payload = trusted_bytes(path, made_from)
        make = when_missing.get()
        if payload is None and make is not None and is_trusted(path.parent):
            make()
            payload = trusted_bytes(path, made_from)
        return payload

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store a compiled function, unless loading it could crash: tables of over a megabyte are in it by address only."""
        if data.library.has_dynamic_globals or not is_safe_to_keep(self.dispatcher):
            return
        keep(self._path(sig), self._made_from(sig), serialize.dumps(data._reduce()))

    def _made_from(self, sig: Any) -> str:
        """Return the words for all that the code for a signature was made from."""
        return f"{self.name} {self.fingerprint} {sig}"

    def _path(self, sig: Any) -> Path:
        """Return the file for a signature."""
        digest = sha256(f"{self.fingerprint} {sig}".encode()).hexdigest()[:32]
        return cache_folder() / f"{self.name}-{digest}.kernel"

    def enable(self) -> None:
        """Do nothing: the cache is always on."""

    def disable(self) -> None:
        """Do nothing: the cache is always on."""

    def flush(self) -> None:
        """Do nothing: every file is written at once."""
