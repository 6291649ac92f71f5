"""Files of the user's, read as text."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from kibitz.core.confinement import require_file
from kibitz.core.errors import InputError


def read_text(path: str | Path, *, latin: bool = False) -> str:
    """Return the text of a file, or say in one sentence why it cannot be read; what is no UTF-8 may be `latin` (ISO 8859-1)."""
    require_file(path)
    try:
        with open(path, encoding="utf-8-sig", opener=opened_at_once) as file:
            text = file.read()
            if not text and stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
                raise InputError(f"{path} is a pipe to which nobody writes")
            return text
    except UnicodeDecodeError:
        if latin:
            return Path(path).read_text("iso-8859-1")
        raise InputError(f"{path} is not a text file (UTF-8)") from None
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def opened_at_once(path: str, flags: int) -> int:
    """Return an open file; a pipe is not waited for until somebody writes to it."""
    require_file(path)
    opened = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(opened, True)
    return opened
