"""The benchmarks run, notice wrong answers, leave out peers that are not here, and write their page whole or not at all."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import kibitz

FOLDER = Path(__file__).parent.parent.parent / "benchmarks"
PARTS = ("speeds", "perft", "scores", "alphabeta", "middlegame", "ordering", "endings", "starting")
LONG = ("middlegame", "ordering", "perft", "speeds")
SLOW = pytest.mark.conformance


@pytest.fixture(autouse=True)
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the benchmarks' modules be imported, and none of the reference data be found."""
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.delenv("KIBITZ_ORACLES", raising=False)


@pytest.fixture
def no_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide all peers."""
    peers: Any = import_module("peers")
    monkeypatch.setattr(peers.Package, "is_here", False)
    monkeypatch.setattr(peers.Program, "path", None)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what the runner prints."""
    import_module("run").main(list(arguments))
    return capsys.readouterr().out


@pytest.mark.parametrize("part", [pytest.param(part, marks=SLOW if part in LONG else ()) for part in PARTS])
def test_every_part_works(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "--tiny", "--only", part)
    peers: Any = import_module("peers")
    wanted = {"perft": ("OpenSpiel", "Stockfish"), "scores": ("bitbully",), "alphabeta": ("OpenSpiel", "easyAI")}
    for peer in peers.PEERS:
        if peer.name in wanted.get(part, ()):
            assert peer.name in text, "each peer has a row, or a sentence that says why not"
            assert (peer.absence in text) != peer.is_here


@pytest.mark.parametrize("part", ["perft", "scores", "alphabeta", pytest.param("middlegame", marks=SLOW)])
@pytest.mark.usefixtures("no_peers")
def test_missing_peers_are_left_out(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "--tiny", "--only", part)
    assert "Kibitz" in text
    assert "so it is left out." in text
    assert "Nothing was compared with a peer." in text


def test_wrong_scores_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    scores: Any = import_module("scores")
    position = scores.random_position(scores.Random(1), 24)
    right = scores.Ours()
    right.forget()
    known = right.solve(position.state)
    assert scores._in_turns([right], [position._replace(score=known)], 1)["Kibitz"][1] > 0
    with pytest.raises(RuntimeError, match="not the same"):
        scores._in_turns([right], [position._replace(score=known + 1)], 1)
    assert len(position.columns) == 24


def test_perfect_ordering_reaches_the_least_of_a_uniform_tree() -> None:
    """Knuth and Moore, 1975."""
    ordering: Any = import_module("ordering")
    found = ordering.counts(kibitz.load(ordering.SMALL), 4)
    assert found.leaves == 3**4
    assert found.minimax == 1 + 3 + 3**2 + 3**3 + 3**4
    assert found.guided_leaves == 3**2 + 3**2 - 1
    assert found.guided_leaves < found.plain < found.minimax


def test_every_two_player_game_is_compared_with_minimax() -> None:
    ordering: Any = import_module("ordering")
    compared = {spec.partition(":")[0] for spec in ordering.games(False)}
    assert compared >= {name for name in kibitz.games() if kibitz.load(name).players == 2}


def test_the_page_tells_where_kibitz_loses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report: Any = import_module("report")
    section = report.Section("A title", "how it was done", ("what", "seconds"), [("a row", "1.0"), ("other", "2.0")])
    assert section.compare("running", "a hare", 3.0, 1.0) == "3.00 times slower"
    assert section.compare("arriving", "a hare", 1.0, 30.0) == "30 times faster"
    page = report.page([section], [0.1, 1.0])
    assert "Of 2 comparisons Kibitz is faster in 1. It loses here:\n\n- running: 3.00 times slower than a hare\n" in page
    assert "| what | seconds |\n| --- | ---: |\n| a row | 1.0 |\n| other | 2.0 |" in page
    assert "so it was idle" in page
    assert "shared with other work" in report.page([section], [2.0])

    path = tmp_path / "page.md"
    report.write(page, path)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError("full")))
        with pytest.raises(OSError, match="full"):
            report.write("half a pa", path)
    assert path.read_text() == page
    assert list(tmp_path.iterdir()) == [path]


def test_a_page_of_one_part_is_refused() -> None:
    command = [sys.executable, str(FOLDER / "run.py"), "--write", "--only", "perft"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--write goes with neither --only nor --tiny" in done.stderr


def test_the_page_has_what_was_noted_before() -> None:
    starting: Any = import_module("starting")
    assert starting.noted().markdown in (FOLDER.parent / "docs" / "benchmarks.md").read_text(encoding="utf-8")
