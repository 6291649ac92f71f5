"""Files that are written whole or not at all."""

from __future__ import annotations

import glob
import itertools
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from kibitz.core.errors import InputError

if sys.platform != "win32":
    from fcntl import LOCK_EX, LOCK_NB, flock

_writes = itertools.count()


def replace_file(file: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file: others see it as it was before or as it is after, and an `OSError` leaves it as it was.

    Until it is whole it has a name that ends in `.part`. What a killed process left under such a name is removed.
    """
    remove_parts(file.parent, file.name)
    part, opened = _new_part(file, mode)
    try:
        with opened:
            opened.write(content)
            opened.flush()
            if sys.platform == "win32":
                opened.close()  # an open file cannot be renamed there
            os.replace(part, file)
    finally:
        part.unlink(missing_ok=True)


def remove_parts(folder: Path, name: str | None = None) -> None:
    """Remove what killed processes left half written: of the file `name`, or of all files in the folder.

    Who still writes holds a lock, which ends with the process however that ends. Windows has no such lock; there they stay.
    """
    if sys.platform != "win32":
        for part in folder.glob(f".{'*' if name is None else glob.escape(name)}.*.part"):
            with suppress(OSError), part.open("r+b") as opened:
                flock(opened, LOCK_EX | LOCK_NB)
                part.unlink()


def _new_part(file: Path, mode: int) -> tuple[Path, IO[bytes]]:
    """Return a new file beside `file`, by a name that never was before, and the same opened and locked."""
    while True:
        part = file.with_name(f".{file.name}.{os.getpid()}.{time.time_ns()}.{next(_writes)}.part")
        opened = open(part, "xb", opener=lambda path, flags: os.open(path, flags, mode))  # noqa: SIM115 - the caller closes it
        if sys.platform != "win32":
            with suppress(OSError):  # a disk without locks will do: nothing is removed there
                flock(opened, LOCK_EX)
        if part.exists():
            return part, opened
        opened.close()  # taken for a killed process's before it was locked


def write_whole(path: str | Path, content: bytes) -> None:
    """Write a file of the user's whole or not at all, or say in one sentence why it cannot be written."""
    try:
        file = Path(path).resolve()  # what a link points to is written, not the link
        if file.exists() and not file.is_file() and not file.is_dir():
            file.write_bytes(content)  # a device or a pipe cannot be replaced
        else:
            replace_file(file, content)
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def require_writable(path: str | Path) -> None:
    """Raise if a file of the user's can clearly not be written: better before long work than after it."""
    file = Path(path)
    folder = file.absolute().parent
    if file.is_dir():
        raise InputError(f"{path} cannot be written: it is a folder; name a file")
    if not folder.is_dir():
        raise InputError(f"{path} cannot be written: there is no folder {file.parent}")
    if not os.access(folder, os.W_OK) and not (file.exists() and not file.is_file()):  # a device is written itself
        raise InputError(f"{path} cannot be written: its folder is read-only")
