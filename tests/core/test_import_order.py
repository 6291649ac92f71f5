"""Which search an agent's name means does not depend on what a program imported before."""

from __future__ import annotations

import subprocess
import sys

import pytest

ASK = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
from kibitz.core.agents import discover
for name, searches in sorted(discover().items()):
    print(name, *(search.decide.__module__ for search in searches))
"""


def searches_after(*modules: str) -> str:
    """Return the searches behind every name, in their order, in a process that imported these modules first."""
    return subprocess.run([sys.executable, "-c", ASK, *modules], capture_output=True, check=True, text=True).stdout


@pytest.mark.parametrize("first", ["kibitz.search.expectiminimax", "kibitz.search.maxn", "kibitz.search.montecarlo"])
def test_what_is_imported_first_changes_no_agent(first: str) -> None:
    assert searches_after(first) == searches_after()
