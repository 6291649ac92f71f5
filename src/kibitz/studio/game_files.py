"""The files of users' games, looked at now and then: a saved file is played at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from kibitz.analysis.point import edition

LOOK_SECONDS = 0.5


async def watch(files: Sequence[str], tell: Callable[[], None]) -> None:
    """Call `tell` whenever one of the files was saved."""
    known = [edition(file) for file in files]
    while files:
        await asyncio.sleep(LOOK_SECONDS)
        found = [edition(file) for file in files]
        if found != known:
            known = found
            tell()
