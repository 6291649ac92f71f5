"""The protocol over a WebSocket: answers, ends, and whatever a hostile client sends."""

from __future__ import annotations

import json
import os
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from running_studio import EXAMPLES, PATIENCE, RunningStudio, answer, asked, running_studio

LONG = {"verb": "analyse", "game": "chess", "agent": "alphabeta:depth=60,engine=textbook"}


def test_a_search_reports_its_progress_and_ends_when_told(studio: RunningStudio) -> None:
    with studio.socket() as socket:
        socket.send(json.dumps({"id": "a", **LONG, "game": "connect_four", "agent": "alphabeta:time=100"}))
        while (message := json.loads(socket.recv(timeout=PATIENCE))).get("action") is None:
            assert message["type"] == "progress"
        socket.send(json.dumps({"verb": "terminate", "target": "a"}))
        last = answer(socket, "a")
        assert last["type"] == "result"
        assert last["stopped"] is True


def test_a_closed_page_frees_its_search(studio: RunningStudio) -> None:
    processes = len(os.sched_getaffinity(0))
    sockets = [studio.socket() for _ in range(processes + 1)]
    for socket in sockets:
        socket.send(json.dumps({"id": "a", **LONG}))
    for socket in sockets[:-1]:  # all processes are at work, and the last one waits
        socket.close()
    last = sockets[-1]
    last.send(json.dumps({"verb": "terminate", "target": "a"}))
    answer(last, "a")
    began = time.monotonic()
    assert asked(last, "analyse", "b", game="tic_tac_toe", agent="minimax:depth=1")["type"] == "result"
    assert time.monotonic() - began < LONGEST_QUEUE
    last.close()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell what processes have worked")
def test_a_search_works_less_than_a_second_for_nobody() -> None:
    """By processor time, since on a busy machine a second of it takes longer."""
    with running_studio("--searches", "1") as alone:
        socket = alone.socket()
        socket.send(json.dumps({"id": "a", **LONG}))
        searching = _searching(alone.process.pid)
        socket.close()
        before = last = _worked(searching)
        while _is_running(searching):
            last = _worked(searching) or last
        assert before is not None
        assert last is not None
        assert last - before < 1.0


def _is_running(process: int) -> bool:
    """Return whether a process works, or would if a processor were free."""
    for _ in range(RESTING_LOOKS):
        with suppress(FileNotFoundError, ProcessLookupError):
            if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "R":
                return True
        time.sleep(0.02)
    return False


def _searching(studio: int) -> int:
    """Return the process of a studio that has searched for a while, once there is one."""
    while True:
        for process in map(int, Path(f"/proc/{studio}/task/{studio}/children").read_text().split()):
            if (_worked(process) or 0) > LOADING:
                return process
        time.sleep(0.05)


RESTING_LOOKS = 10
LOADING = 4.0
"""Seconds of processor time within which a process is sure to have begun with its search."""


def _worked(process: int) -> float | None:
    """Return the seconds of processor time that a process has had, or None if it is gone."""
    with suppress(FileNotFoundError, ProcessLookupError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return None


LONGEST_QUEUE = 60
"""Seconds, far below those a search may take: whoever is gone does not hold up others."""


@pytest.mark.parametrize(
    "message",
    [
        "",
        "nonsense",
        "[]",
        "1",
        "{}",
        '{"id": "1"}',
        '{"id": 1, "verb": "version"}',
        '{"id": "' + "x" * 1000 + '", "verb": "version"}',
        '{"id": "1", "verb": "no_such_verb"}',
        '{"id": "1", "verb": ["position"]}',
        '{"id": "1", "verb": "position", "game": 7}',
        '{"id": "1", "verb": "position", "game": "\\ud800"}',
        '{"id": "1", "verb": "position", "game": "chess", "position": "\\u0000"}',
        '{"id": "1", "verb": "position", "game": "__main__"}',
        '{"id": "1", "verb": "position", "moves": ["' + "9" * 300 + '"]}',
        '{"id": "1", "verb": "position", "unknown": 1}',
        '{"id": "1", "verb": "position", "seed": 1e400}',
        '{"id": "1", "verb": "analyse", "agent": "alphabeta:depth=-1"}',
        '{"id": "1", "verb": "position", "tree": "' + "(" * 5000 + '"}',
        "[" * 100_000,
        b"\x00\xff",
    ],
)
def test_a_hostile_message_is_answered_with_a_sentence(studio: RunningStudio, message: str | bytes) -> None:
    with studio.socket() as socket:
        socket.send(message)
        told = json.loads(socket.recv(timeout=PATIENCE))
        assert told["type"] == "error"
        assert told["error"]
        assert told["status"] in (400, 429)
        assert asked(socket, "version", "next")["type"] == "result"


def test_a_message_that_is_nested_just_too_deeply_costs_nobody_else(studio: RunningStudio) -> None:
    """Some depth can still be read, but not be passed on: where that is hangs on the server's own calls."""
    with studio.socket() as socket:
        for depth in range(800, 1001):
            game = "[" * depth + "]" * depth
            socket.send(f'{{"id": "{depth}", "verb": "position", "game": {game}}}')
            told = json.loads(socket.recv(timeout=PATIENCE))
            assert (told["type"], told["status"]) == ("error", 400)
        for number in range(4):
            assert asked(socket, "version", f"{number}")["type"] == "result"


def test_one_client_cannot_queue_without_end(studio: RunningStudio) -> None:
    with studio.socket() as socket:
        for number in range(100):
            socket.send(json.dumps({"id": f"{number}", **LONG}))
        refusals = 0
        while refusals < 50:
            message = json.loads(socket.recv(timeout=PATIENCE))
            refusals += message["type"] == "error" and message["status"] == 429
    with studio.socket() as socket:
        assert asked(socket, "version")["type"] == "result"


def test_fifty_clients_play_at_once_and_all_are_answered(studio: RunningStudio) -> None:
    ended: list[str] = []

    def play(number: int) -> None:
        with studio.socket() as socket:
            moves: list[str] = []
            while not (position := asked(socket, "position", game="tic_tac_toe", moves=moves))["is_over"]:
                request: dict[str, Any] = {"game": "tic_tac_toe", "moves": moves, "agent": "uct:sims=200", "seed": number}
                found = asked(socket, "analyse", **request, every=False)
                assert found["type"] == "result", found
                moves.append(found["action"])
            ended.append(position["result"]["verdict"])

    players = [threading.Thread(target=play, args=(number,)) for number in range(50)]
    for player in players:
        player.start()
    for player in players:
        player.join(PATIENCE * 4)
    assert len(ended) == 50


def test_what_was_remembered_of_a_user_game_goes_when_it_is_saved(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("own") / "my_game.py"
    rules = (EXAMPLES / "misere.py").read_text()
    file.write_text(rules)
    with running_studio(str(file)) as own, own.socket() as socket:
        games = asked(socket, "games")["games"]
        assert games[0]["own"] is True, games[0]
        first = asked(socket, "position", game=games[0]["game"])
        assert first["type"] == "result", first
        file.write_text(rules.replace("size: int = 5", "size: int = 4"))
        while json.loads(socket.recv(timeout=PATIENCE))["type"] != "games_changed":
            pass
        second = asked(socket, "position", game=games[0]["game"])
        assert [len(first["legal_moves"]), len(second["legal_moves"])] == [25, 16]
