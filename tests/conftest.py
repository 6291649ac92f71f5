"""What all tests share: kernels and bytecode made once are kept between runs, and slow first calls are no failures."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from browsing import browser, new_page, page
from running_studio import studio

__all__ = ["browser", "new_page", "page", "studio"]

settings.register_profile("kibitz", deadline=None, derandomize=True)
settings.load_profile("kibitz")


def pytest_configure(config: pytest.Config) -> None:
    """Keep compiled kernels beside pytest's own cache, out of the user's folder; let the processes of tests share bytecode."""
    os.environ.setdefault("KIBITZ_CACHE", str(Path(config.rootpath, ".pytest_cache", "kernels")))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of processes are started, which would all compile our sources
    sys.dont_write_bytecode = False


@pytest.fixture(scope="session")
def oracles() -> Path:
    """Return the folder with data made by others, or skip where there is none."""
    folder = os.environ.get("KIBITZ_ORACLES")
    if not folder:
        pytest.skip("KIBITZ_ORACLES is unset: it names the folder with data to check against")
    return Path(folder)


signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background of a shell it is ignored, and tests wait for it
