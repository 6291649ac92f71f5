"""A search with `memory=` lets another process compile, wherever the game can be handed over, and answers in any case."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
from test_kernel_cache import GAME, HELPER

from kibitz.compile.cache.child_process import when_missing
from kibitz.compile.cache.kernels import KernelCache

ASK = """
import json
from kibitz.search.montecarlo import engine

made = []
kernels = engine.native

def noticed(*build, **options):
    made.append(kernels(*build, **options))
    return made[-1]

engine.native = noticed
found = kibitz.decide(game, None, agent, seed=1)
print(json.dumps({"hits": made[0].kernel.hits, "value": found.value, "simulations": found.simulations}))
"""


def answer(folder: Path, program: str, agent: str) -> dict[str, Any]:
    """Return what a program prints that asks for a decision, with the cache of the folder."""
    script = folder / "script.py"
    script.write_text(f"{program}\nimport kibitz\nagent = {agent!r}\n{ASK}")
    environment = {**os.environ, "KIBITZ_CACHE": str(folder / "cache")}
    done = subprocess.run([sys.executable, str(script)], env=environment, cwd=folder, capture_output=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_process_of_its_own_compiles_where_memory_is_limited(tmp_path: Path) -> None:
    (tmp_path / "take.py").write_text(GAME)
    (tmp_path / "helper.py").write_text(HELPER)
    load = "import kibitz\ngame = kibitz.load('./take.py')"
    limited = answer(tmp_path, load, "uct:sims=50,memory=1MB,policy=random")
    assert limited["hits"] == 1
    assert limited == answer(tmp_path, load, "uct:sims=50,policy=random")


def test_a_game_that_cannot_be_handed_over_is_compiled_here(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text(HELPER)
    found = answer(tmp_path, f"{GAME}\ngame = Take()", "uct:sims=50,memory=1MB,policy=random")
    assert found["hits"] == 0
    assert found["simulations"] == 50


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
@pytest.mark.parametrize(("mode", "calls"), [(0o700, 1), (0o777, 0)])
def test_nobody_works_in_vain_for_a_folder_that_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int, calls: int
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    tmp_path.chmod(mode)
    called: list[None] = []
    token = when_missing.set(lambda: called.append(None))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert KernelCache("kernel", "fingerprint").load("signature") is None
    finally:
        when_missing.reset(token)
    assert len(called) == calls
