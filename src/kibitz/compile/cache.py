"""Compiled kernels on disk, so that a second process starts warm.

A file is named by the fingerprint of all it was made from, holds a checksum, and is written whole or not at all. Nothing
in the folder is ever trusted to be good: what cannot be read is compiled again, with a warning.
"""

from __future__ import annotations

import os
import pickle
import warnings
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core import serialize
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult

from kibitz.compile.elsewhere import when_missing
from kibitz.compile.recursion import is_safe_to_keep
from kibitz.core.files import replace_file


class CacheWarning(UserWarning):
    """The cache folder could not be used; kernels are compiled instead."""


def cache_folder() -> Path:
    """Return the folder for compiled kernels: `KIBITZ_CACHE`, or `kibitz` in the user's cache folder."""
    chosen = os.environ.get("KIBITZ_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(chosen) if chosen else Path(home) / "kibitz"


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
        path = self._path(sig)
        try:
            content = self._content(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            warnings.warn(
                f"the cache file {path} cannot be read ({error.strerror}); compiling instead", CacheWarning, stacklevel=2
            )
            return None
        checksum, payload = content[:32], content[32:]
        try:
            if sha256(payload).digest() != checksum:
                raise ValueError("wrong checksum")
            target_context.refresh()
            result = CompileResult._rebuild(target_context, *pickle.loads(payload))
        except Exception as error:
            warnings.warn(f"the cache file {path} is damaged ({error}); compiling anew", CacheWarning, stacklevel=2)
            return None
        self.hits += 1
        return result

    def _content(self, path: Path) -> bytes:
        """Return what a file holds; one that is missing may be made first."""
        try:
            return path.read_bytes()
        except FileNotFoundError:
            make = when_missing.get()
            if make is None:
                raise
            make()
            return path.read_bytes()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store a compiled function, unless loading it could crash: tables of over a megabyte are in it by address only."""
        if data.library.has_dynamic_globals or not is_safe_to_keep(self.dispatcher):
            return
        payload = serialize.dumps(data._reduce())
        path = self._path(sig)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, sha256(payload).digest() + payload)
        except OSError as error:
            warnings.warn(
                f"the cache folder {path.parent} cannot be written ({error.strerror}); the next start compiles again",
                CacheWarning,
                stacklevel=2,
            )

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
