"""An agent that does anything but play loses its game, this is said, and the tournament goes on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from agents import FAULTS, engine, written

import kibitz
from kibitz.arena.results import End, GameResult
from kibitz.core.errors import InputError

ENDS = {
    "raises": End.CRASH, "exits": End.CRASH, "dies": End.CRASH, "illegal": End.ILLEGAL, "rubbish": End.ILLEGAL,
    "eats": End.MEMORY, "recurses": End.CRASH,
}  # fmt: skip
SILENT = ("hangs", "spins")


def require_lost(results: Iterable[GameResult], loser: str, end: End) -> None:
    """Assert that a player has lost all games by the same fault, and that nothing else was lost by one."""
    for result in results:
        if loser in result.players:
            seat = result.players.index(loser)
            assert (result.end, result.forfeiter) == (end, seat), result
            assert result.points[seat] == 0
            assert sum(result.points) == 1
        else:
            assert result.end == End.RULES


def test_all_faults_in_one_tournament(tmp_path: Path) -> None:
    files = {name: written(tmp_path, name) for name in ENDS}
    results = kibitz.match(
        "tic_tac_toe", "random", *files.values(), games=2 * len(files), schedule="gauntlet", memory=400, processes=2
    )
    assert len(results) == 2 * len(files)
    for name, file in files.items():
        against = tuple(game for game in results if file in game.players)
        assert len(against) == 2
        require_lost(against, file, ENDS[name])
    explanations = " ".join(game.explanation for game in results)
    for part in ("raises.py:7: agent mine raised ZeroDivisionError", "exit code 3", "signal 11", "99, which is no legal move"):
        assert part in explanations
    assert "400 megabytes" in explanations or "more memory" in explanations


def test_who_hangs_has_lost(tmp_path: Path) -> None:
    for name in SILENT:
        file = written(tmp_path, name)
        results = kibitz.match("tic_tac_toe", file, "random", games=2, patience=1, processes=1)
        require_lost(results, file, End.HANG)
        assert all(game.explanation == "no answer within 1 seconds" for game in results)


def test_what_is_written_to_every_open_file_does_not_reach_the_match(tmp_path: Path) -> None:
    results = kibitz.match("tic_tac_toe", written(tmp_path, "writes"), "random", games=2, processes=1)
    assert {game.end for game in results} <= {End.RUBBISH, End.ILLEGAL, End.CRASH, End.HANG}
    assert all(game.points[game.players.index("random")] == 1 for game in results)


@pytest.mark.parametrize(
    ("answer", "end"),
    [
        ("sys.exit(1)", End.CRASH),
        ("print('bestmove e2e5', flush=True)", End.ILLEGAL),
        ("print('rubbish', flush=True); print('bestmove rubbish', flush=True)", End.ILLEGAL),
        ("kept = bytearray(1 << 30); kept[::4096] = b'x' * (1 << 18); import time; time.sleep(60)", End.CRASH),
    ],
)  # fmt: skip
def test_engines_that_go_wrong(tmp_path: Path, answer: str, end: End) -> None:
    bad = engine(tmp_path, "bad", answer)
    results = kibitz.match("chess", bad, "random", games=2, patience=5, memory=300, processes=1)
    require_lost(results, bad, end)


def test_an_engine_that_is_silent_has_lost_on_time(tmp_path: Path) -> None:
    bad = engine(tmp_path, "silent", "pass")
    results = kibitz.match("chess", bad, "random", games=2, time=0.2, processes=1)
    require_lost(results, bad, End.TIME)
    assert all(game.thinking[game.players.index(bad)] < 5 for game in results)


def test_agents_that_are_not_there_are_refused_before_the_first_game(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("import kibitz\nthis is no Python\n", encoding="utf-8")
    for agent, complaint in (
        (str(tmp_path / "wrong.py"), "wrong.py:2: invalid syntax"),
        (str(tmp_path / "none.py"), "there is no file"),
        ("uct:simms=3", "unknown option"),
        ("nobody", "unknown agent 'nobody'"),
        ("uci:stockfish", "UCI engines play chess and no other game"),
        ("human", "kibitz play is for people"),
    ):
        with pytest.raises(InputError, match=complaint):
            kibitz.match("tic_tac_toe", agent, "random", games=2, processes=1)


def test_an_agent_that_is_stopped_in_its_imports_loses_and_nothing_else_does(tmp_path: Path) -> None:
    file = tmp_path / "dead.py"
    file.write_text("import os\nos._exit(7)\n", encoding="utf-8")
    results = kibitz.match("tic_tac_toe", str(file), "random", "minimax", games=6, processes=1)
    for game in results:
        assert (game.end == End.CRASH) == (str(file) in game.players)


def test_every_fault_is_tried() -> None:
    assert set(FAULTS) == {*ENDS, *SILENT, "writes"}
