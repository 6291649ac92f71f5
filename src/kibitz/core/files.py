"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from kibitz.core.errors import InputError


def replace_file(file: Path, content: bytes) -> None:
    """Write a file: others see it as it was before or as it is after, and an `OSError` leaves it as it was."""
    part = file.with_name(f".{file.name}.{os.getpid()}.{threading.get_ident()}.part")
    try:
        part.write_bytes(content)
        os.replace(part, file)
    finally:
        part.unlink(missing_ok=True)


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
