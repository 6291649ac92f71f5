"""Compiled kernels on disk, so that a second process starts warm, without the compiler.

A file is named by the fingerprint of all it was made from and by a signature. It holds a header in JSON, which says the same
again and what it takes to call the code, then the object code. Nothing in the folder is ever trusted to be good: what cannot be
read is compiled again, with a warning.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from kibitz.compile.arguments import UnsupportedType, class_name, class_named
from kibitz.compile.cache.child_process import bytes_once_made
from kibitz.compile.cache.folder import cache_folder, keep, warn
from kibitz.compile.machine_code import MachineCode, Raised

_LENGTH_BYTES = 8


@dataclass
class KernelCache:
    """The files of one kernel, one for each signature."""

    name: str
    fingerprint: str

    def load(self, signature: str) -> MachineCode | None:
        """Return the code for a signature, or None if it is not here or not good; one that is missing may be made first."""
        content = bytes_once_made(self._path(signature), " ".join(self._made_from(signature)))
        if content is None:
            return None
        try:
            return _read(content, self._made_from(signature))
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            warn(f"the cache file {self._path(signature)} is damaged ({error}); compiling anew")
            return None

    def save(self, signature: str, code: MachineCode) -> None:
        """Keep the code for a signature, unless only this process can use it or it raises what has no name."""
        if code.is_process_local:
            return
        try:
            content = _written(code, self._made_from(signature))
        except (UnsupportedType, TypeError, ValueError):
            return
        keep(self._path(signature), " ".join(self._made_from(signature)), content)

    def _made_from(self, signature: str) -> list[str]:
        """Return the words for all that the code for a signature was made from."""
        return [self.name, self.fingerprint, signature]

    def _path(self, signature: str) -> Path:
        """Return the file for a signature."""
        digest = sha256(f"{self.fingerprint} {signature}".encode()).hexdigest()[:32]
        return cache_folder() / f"{self.name}-{digest}.kernel"


def _written(code: MachineCode, made_from: list[str]) -> bytes:
    """Return the content of a file."""
    raised = {name: _described(*one) for name, one in code.raised.items()}
    facts = {"made_from": made_from, "returned": code.returned, "raised": raised, "symbols": code.symbols}
    header = json.dumps(facts, allow_nan=False).encode()
    return len(header).to_bytes(_LENGTH_BYTES, "little") + header + code.object_code


def _read(content: bytes, made_from: list[str]) -> MachineCode:
    """Return the code in the content of a file."""
    length = int.from_bytes(content[:_LENGTH_BYTES], "little")
    header, code = content[_LENGTH_BYTES : _LENGTH_BYTES + length], content[_LENGTH_BYTES + length :]
    facts: dict[str, Any] = json.loads(header)
    if facts["made_from"] != made_from:
        raise ValueError("it says that it was made from something else")
    raised = {name: _named(*one) for name, one in facts["raised"].items()}
    return MachineCode(code, facts["returned"], raised, facts["symbols"])


def _described(kind: type[BaseException], arguments: tuple[Any, ...], place: Any) -> list[Any]:
    """Return an exception in the words of a header; a TypeError or the like where it has none."""
    listed = json.loads(json.dumps(arguments, allow_nan=False))
    if tuple(listed) != arguments:
        raise TypeError("arguments of an exception that JSON does not know")
    return [class_name(kind), listed, place]


def _named(kind: str, arguments: list[Any], place: list[Any] | None) -> Raised:
    """Return the exception that a header describes."""
    return class_named(kind), tuple(arguments), None if place is None else (place[0], place[1], place[2])
