"""The sources of modules as they were when they were loaded: their files may have been edited since."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from weakref import WeakKeyDictionary

_sources: WeakKeyDictionary[ModuleType, bytes] = WeakKeyDictionary()
"""The source of each module's file when it was first read."""


def source_of(module: ModuleType, path: Path) -> bytes | None:
    """Return the source of a module, or None if its file has changed since it was first read."""
    source = path.read_bytes()
    return source if _sources.setdefault(module, source) == source else None
