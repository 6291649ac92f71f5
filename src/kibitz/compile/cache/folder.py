"""The folder in which compiled code, and what is known about it, is kept from one process to the next.

To load compiled code is to run it, so only what this user alone can have written is used, and nothing is written where
others could change it. Files are written whole or not at all and carry a checksum. Whatever is wrong here, a warning says so
and the work is done anew.
"""

from __future__ import annotations

import os
import stat
import sys
import warnings
from hashlib import sha256
from pathlib import Path

from kibitz.core.files import remove_parts, replace_file

_CHECKSUM_BYTES = 32
_told: set[str] = set()


class CacheWarning(UserWarning):
    """The cache folder or a file in it could not be used."""


class _Untrusted(Exception):
    """Others may have written to a folder or a file; the message is a sentence that says so and what to do."""


def cache_folder() -> Path:
    """Return the folder for what is kept: `KIBITZ_CACHE`, or `kibitz` in the user's cache folder."""
    chosen = os.environ.get("KIBITZ_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(chosen) if chosen else Path(home) / "kibitz"


def trusted_bytes(path: Path, made_from: str) -> bytes | None:
    """Return the content that `keep` wrote to a file for the same `made_from`, or None if it is not there or not good.

    A warning says what is not good about it.
    """
    try:
        _check(path.parent, path.parent.stat())
        with path.open("rb") as file:
            _check(path, os.fstat(file.fileno()))
            whole = file.read()
    except FileNotFoundError:
        return None
    except _Untrusted as fault:
        warn(str(fault))
        return None
    except OSError as error:
        warn(f"the cache file {path} cannot be read ({error.strerror}); its work is done anew")
        return None
    checksum, content = whole[:_CHECKSUM_BYTES], whole[_CHECKSUM_BYTES:]
    if checksum != _checksum(made_from, content):
        warn(f"the cache file {path} is damaged, or another one under its name; its work is done anew")
        return None
    return content


def keep(path: Path, made_from: str, content: bytes) -> None:
    """Write a file of the cache for `trusted_bytes` to return; where that would not trust it, warn and write nothing.

    `made_from` tells all that the content depends on.
    """
    folder = path.parent
    try:
        _make(folder)
        _check(folder, folder.stat())
        if path.exists():
            _check(path, path.stat())
        remove_parts(folder)
        replace_file(path, _checksum(made_from, content) + content, mode=0o600)
    except _Untrusted as fault:
        warn(str(fault))
    except OSError as error:
        warn(f"the cache folder {folder} cannot be written ({error.strerror}); the next start does the work again")


def is_trusted(folder: Path) -> bool:
    """Return whether nobody else can have written to a folder; it need not be there yet."""
    try:
        _check(folder, folder.stat())
    except (_Untrusted, OSError) as fault:
        return isinstance(fault, OSError)
    return True


def warn(message: str) -> None:
    """Give a warning, each only once: every kernel of a search would say the same about the folder."""
    if message not in _told:
        _told.add(message)
        warnings.warn(message, CacheWarning, stacklevel=3)


def _checksum(made_from: str, content: bytes) -> bytes:
    """Return a hash of the content and of what it was made from, so that a file under another's name has a wrong one."""
    digest = sha256(made_from.encode() + b"\0")
    digest.update(content)
    return digest.digest()


def _make(folder: Path) -> None:
    """Make the folder, and those around it that are missing, for this user alone."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        one.mkdir(mode=0o700, exist_ok=True)


def _check(path: Path, status: os.stat_result) -> None:
    """Raise the error that says why a folder or a file must not be used, unless this user alone can have written to it."""
    if sys.platform == "win32":
        return  # modes say nothing there, and a user's own folders are closed to others
    is_folder = stat.S_ISDIR(status.st_mode)
    name = f"the cache {'folder' if is_folder else 'file'} {path}"
    consequence = "and may hold code of theirs, so it is not used"
    remedy = "set KIBITZ_CACHE to a folder of your own" if is_folder else "remove it"
    if status.st_uid != os.geteuid():
        raise _Untrusted(f"{name} belongs to another user {consequence}; {remedy}")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        closing = "take that right from them with chmod go-w, or " if is_folder else ""
        raise _Untrusted(f"{name} can be written by other users {consequence}; {closing}{remedy}")
