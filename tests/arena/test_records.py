"""Records of matches: whole and replayable, kept whatever happens to who writes them, and never played twice."""

from __future__ import annotations

import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import chess.pgn
import pytest

import kibitz
from kibitz.arena.database import Database
from kibitz.arena.playing import PlayedGame
from kibitz.arena.recording import Recorder
from kibitz.arena.running import play_match
from kibitz.arena.settings import MatchSettings
from kibitz.core.errors import InputError
from kibitz.session import Session

NOBODY = 65534
"""The number of the account that owns nothing."""
SLOW = "import time\nimport kibitz\n\n\n@kibitz.agent('slow')\ndef decide(game, state):\n    time.sleep(0.002)\n"
SLOW += "    return list(game.actions(state))[0]\n"


def small(games: int = 6, game: str = "connect_four", seed: int = 3) -> MatchSettings:
    """Return a short match."""
    return MatchSettings(kibitz.load(game), ("uct:sims=50", "random"), games, seed)


def command(*words: str) -> list[str]:
    """Return a command line of kibitz."""
    return [sys.executable, "-m", "kibitz", *words]


def wait_for_games(path: Path, count: int, running: subprocess.Popen[bytes]) -> None:
    """Return when so many games are in a database, or the process that plays them has ended."""
    while running.poll() is None:
        try:
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
                if connection.execute("SELECT count(*) FROM games").fetchone()[0] >= count:
                    return
        except sqlite3.Error:
            pass
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("games", "kills"), [(300, (40, 100)), pytest.param(500, (40, 150, 300), marks=pytest.mark.conformance)]
)
def test_a_match_that_is_killed_goes_on_where_it_was(games: int, kills: tuple[int, ...], tmp_path: Path) -> None:
    file = tmp_path / "killed.db"
    words = (
        "match",
        "connect_four",
        "random",
        "uct:sims=30",
        "-n",
        str(games),
        "--seed",
        "5",
        "--db",
        str(file),
        "--processes",
        "2",
    )
    before: dict[int, tuple[tuple[str, ...], tuple[float, ...], float]] = {}
    for killed_after in kills:
        running = subprocess.Popen(command(*words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for_games(file, killed_after, running)
        assert running.poll() is None, "it was over before it was killed"
        running.send_signal(signal.SIGKILL)
        running.wait()
        with Database.read(file) as database:
            now = {game.number: (game.players, game.utilities, game.seconds) for game in database.results()}
        assert len(now) < games
        assert before.items() <= now.items(), "a game was lost, or played again"
        before = now
    done = subprocess.run(command(*words, "--json"), capture_output=True, text=True, check=True)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [game["number"] for game in told[:-1]] == list(range(1, games + 1))
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT count(*), count(DISTINCT number), count(DISTINCT match) FROM games").fetchone() == (
            games, games, 1,
        )  # fmt: skip
    whole = kibitz.match("connect_four", "random", "uct:sims=30", games=games, seed=5, processes=2)
    with Database.read(file) as database:
        for kept, played in zip(database.results(), whole, strict=True):
            assert (kept.players, kept.utilities, kept.plies, kept.opening) == (
                played.players, played.utilities, played.plies, played.opening,
            )  # fmt: skip
        assert (
            before.items() <= {game.number: (game.players, game.utilities, game.seconds) for game in database.results()}.items()
        )


def test_the_processes_of_a_killed_match_end_too(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    words = ("match", "connect_four", "slow.py", "random", "-n", "5000", "--db", "m.db", "--processes", "2")
    running = subprocess.Popen(command(*words), cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for_games(tmp_path / "m.db", 4, running)
    below = descendants(running.pid)
    assert len(below) >= 2
    running.kill()
    running.wait()
    until = time.monotonic() + 60
    while any(map(is_running, below)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(map(is_running, below))


def descendants(process: int) -> list[int]:
    """Return the processes that a process has started, and those that these have."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout.split()
    parents = dict(zip(map(int, listed[::2]), map(int, listed[1::2]), strict=True))
    found = [process]
    for parent in found:
        found += [child for child, its in parents.items() if its == parent]
    return found[1:]


def is_running(process: int) -> bool:
    """Return whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_what_is_kept_is_what_was_played(tmp_path: Path) -> None:
    settings = small()
    kept: dict[int, PlayedGame] = {}

    def keep(game: PlayedGame) -> None:
        kept[game.result.number] = game

    played = play_match(settings, database=tmp_path / "m.db", processes=2, listen=keep)
    with Database.read(tmp_path / "m.db") as database:
        (row,) = database.matches()
        assert (row.number, row.played, row.planned, row.seed, row.counted) == (1, 6, 6, 3, None)
        assert row.ended is not None
        assert {"kibitz", "python"} <= row.versions.keys()
        assert database.results() == played.results
        for result in database.results():
            assert tuple(database.moves(1, result.number)) == kept[result.number].moves
            session = Session.of_record(database.record(row, result))
            assert session.result == result.utilities
            assert len(session.history) == result.plies
            assert [move.name for move in session.history][: len(result.opening)] == list(result.opening)


def test_a_finished_match_is_not_played_again_and_a_longer_one_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "m.db"
    first = play_match(small(4), database=file, processes=1).results
    again = play_match(small(4), database=file, processes=1).results
    assert first == again
    longer = play_match(small(8), database=file, processes=1).results
    assert longer.games[:4] == first.games
    assert len(longer) == 8
    assert len(play_match(small(4), database=file, processes=1).results) == 4
    other = play_match(small(4, seed=9), database=file, processes=1)
    assert other.number == 2


def test_an_agent_that_was_edited_begins_another_match(tmp_path: Path) -> None:
    agent = tmp_path / "mine.py"
    for number, choice in enumerate(("[0]", "[-1]"), start=1):
        agent.write_text(SLOW.replace("[0]", choice), encoding="utf-8")
        settings = MatchSettings(kibitz.load("tic_tac_toe"), (str(agent), "random"), 2, 1)
        assert play_match(settings, database=tmp_path / "m.db", processes=1).number == number


def test_two_processes_write_one_file(tmp_path: Path) -> None:
    words = ("match", "tic_tac_toe", "random", "uct:sims=20", "-n", "80", "--db", str(tmp_path / "m.db"), "--processes", "1")
    running = [
        subprocess.Popen(command(*words, "--seed", str(seed)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for seed in (1, 2)
    ]
    for one in running:
        assert one.communicate()[1] == b""
        assert one.returncode == 0
    with Database.read(tmp_path / "m.db") as database:
        assert [(row.played, row.ended is not None) for row in database.matches()] == [(80, True), (80, True)]
        for row in database.matches():
            assert [game.number for game in database.results(row.number)] == list(range(1, 81))


def test_a_match_is_played_by_one_process_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "m.db"
    holder = "import kibitz\nfrom kibitz.arena.recording import Recorder\nfrom kibitz.arena.settings import MatchSettings\n"
    holder += f"with Recorder.write({str(file)!r}) as recorder:\n"
    holder += "    recorder.begin(MatchSettings(kibitz.load('connect_four'), ('uct:sims=50', 'random'), 6, 3))\n"
    holder += "    print('held', flush=True)\n    input()\n"
    with subprocess.Popen([sys.executable, "-c", holder], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(InputError, match=r"match 1 of .* is being played by another process"):
            play_match(small(), database=file, processes=1)
        other.kill()
    assert len(play_match(small(), database=file, processes=1).results) == 6


def test_a_full_disk_is_said_in_one_line_and_nothing_written_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "m.db"
    words = command("match", "connect_four", "random", "uct:sims=20", "-n", "3000", "--db", str(file), "--processes", "1")
    limit = "import os, resource, sys\nresource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))\n"
    limit += f"os.execv({words[0]!r}, {words!r})"
    done = subprocess.run([sys.executable, "-c", limit], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "the disk" in done.stderr
    assert "what was written before is kept" in done.stderr
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with Database.read(file) as database:
        before = database.results().games
    assert 0 < len(before) < 3000
    more = MatchSettings(kibitz.load("connect_four"), ("random", "uct:sims=20"), len(before) + 4)
    assert play_match(more, database=file, processes=1).results.games[: len(before)] == before


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no folder here that nobody may write")
def test_a_folder_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    for place in (tmp_path / "none" / "m.db", Path("/proc/m.db")):
        with pytest.raises(InputError, match=r"m.db: it cannot be opened; is its folder there, and may it be written\?"):
            play_match(small(), database=place)


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="there are no accounts here that may write less")
def test_records_are_read_where_nothing_can_be_written() -> None:
    """In a folder that is read-only SQLite would open no file of ours, since it wants to write beside it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        played = play_match(small(), database=folder / "m.db", processes=1).results
        (folder / "m.db").chmod(0o444)
        folder.chmod(0o555)
        is_root = os.geteuid() == 0
        if is_root:  # whom no folder keeps out
            os.seteuid(NOBODY)
        try:
            with Database.read(folder / "m.db") as database:
                assert database.results() == played
        finally:
            if is_root:
                os.seteuid(0)
        folder.chmod(0o755)
        assert not any(file.name.endswith("-shm") for file in folder.iterdir())


def test_other_files_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("this is not a database, not at all " * 100, encoding="utf-8")
    with pytest.raises(InputError, match="it is no record of matches"):
        Recorder.write(text)
    with pytest.raises(InputError, match="it is no record of matches"):
        Database.read(text)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE games (name)")
    with pytest.raises(InputError, match="is no record of matches"):
        Database.read(other)
    with pytest.raises(InputError, match="is no record of matches"):
        Recorder.write(other)
    with pytest.raises(InputError, match="there is no file"):
        Database.read(tmp_path / "none.db")
    assert text.read_text(encoding="utf-8").startswith("this is not")


def test_python_chess_reads_the_games_of_a_match(tmp_path: Path) -> None:
    settings = MatchSettings(kibitz.load("chess"), ("alphabeta:depth=1", "random"), 4, 3)
    results = play_match(settings, database=tmp_path / "m.db", processes=1).results
    done = subprocess.run(command("games-of", str(tmp_path / "m.db"), "-f", "pgn"), capture_output=True, text=True, check=True)
    text = io.StringIO(done.stdout)
    for result in results:
        game = chess.pgn.read_game(text)
        assert game is not None
        assert not game.errors
        assert (game.headers["White"], game.headers["Black"]) == result.players
        assert game.headers["Result"] == {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[result.points[0]]
        assert game.headers["Round"] == str(result.round)
        assert len(list(game.mainline_moves())) == result.plies
    assert chess.pgn.read_game(text) is None
