"""`kibitz serve`: requests by the line, answers by the line, whatever the lines hold."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import process, strict_json

Fields = dict[str, Any]


def served(*requests: Fields | str, words: tuple[str, ...] = ()) -> list[Fields]:
    lines = "".join((request if isinstance(request, str) else json.dumps(request)) + "\n" for request in requests)
    answer = process("serve", *words, stdin=lines)
    assert answer.code == 0, answer
    return [strict_json(line) for line in answer.out.splitlines()]


def results(answers: list[Fields]) -> dict[Any, Fields]:
    return {answer["id"]: answer for answer in answers if answer["type"] != "progress"}


@pytest.fixture
def server() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", "from kibitz.cli.main import main; main()", "serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        yield process
        process.kill()


def say(server: subprocess.Popen[str], **request: Any) -> None:
    assert server.stdin is not None
    server.stdin.write(json.dumps(request) + "\n")


def heard(server: subprocess.Popen[str]) -> Fields:
    assert server.stdout is not None
    return dict(strict_json(server.stdout.readline()))


def test_requests_are_answered_in_order() -> None:
    answers = served(
        {"id": "1", "verb": "position", "game": "connect_four", "moves": ["4"]},
        {"id": 2, "verb": "analyse", "moves": ["a1"], "agent": "alphabeta:engine=textbook"},
        {"id": "3", "verb": "version"},
    )
    finished = [answer for answer in answers if answer["type"] == "result"]
    assert [answer["id"] for answer in finished] == ["1", 2, "3"]
    assert finished[1]["action"] == "b2"


def test_a_bad_line_harms_no_other() -> None:
    answers = results(served("{", "[1, 2]", "", "\x00", {"id": "1", "verb": "none"}, {"id": "2", "verb": "version"}))
    assert answers["1"]["type"] == "error"
    assert answers["2"]["type"] == "result"
    assert answers[None]["type"] == "error"


def test_terminate_ends_a_search_with_what_it_has(server: subprocess.Popen[str]) -> None:
    say(server, id="1", verb="analyse", game="connect_four", agent="uct:time=1000", every=False)
    while "nodes" not in heard(server):  # it says first that it compiles, where it does
        pass
    say(server, verb="terminate", target="1")
    while (answer := heard(server))["type"] == "progress":
        pass
    assert answer["stopped"]
    assert answer["action"] in "1234567"
    say(server, id="2", verb="version")
    assert heard(server)["id"] == "2"


def test_what_waits_can_be_dropped(server: subprocess.Popen[str]) -> None:
    say(server, id="0", verb="analyse", game="connect_four", agent="uct:time=1000", every=False)
    while "nodes" not in heard(server):
        pass
    say(server, id="1", verb="version")
    say(server, verb="terminate", target="1")
    say(server, verb="terminate", target="0")
    while (answer := heard(server))["type"] == "progress":
        pass
    assert answer["id"] == "0"
    answer = heard(server)
    assert (answer["id"], answer["type"]) == ("1", "error")
    assert "stopped" in answer["error"]


@pytest.mark.parametrize(
    "long",
    [
        {"verb": "analyse", "game": "connect_four", "agent": "uct:time=1000", "every": False},
        {"verb": "experiment", "name": "ordering", "games": 3000},
    ],
    ids=["analyse", "experiment"],
)
def test_one_request_after_another_can_be_ended(server: subprocess.Popen[str], long: Fields) -> None:
    """However a request takes its end, and however often it is told to, the same process answers the next one."""
    for number in "123":
        say(server, id=number, **long)
        assert heard(server)["type"] == "progress"
        for _ in range(3):
            say(server, verb="terminate", target=number)
        while (answer := heard(server))["type"] == "progress":
            pass
        assert answer["id"] == number
    say(server, id="4", verb="version")
    assert heard(server)["id"] == "4"


def test_a_confined_server_opens_no_files_and_starts_no_programs(tmp_path: Path) -> None:
    own = tmp_path / "own_game.py"
    own.write_text(Path(__file__).parents[2].joinpath("examples", "misere.py").read_text())
    other = tmp_path / "other_game.py"
    other.write_text(f"open({str(tmp_path / 'opened')!r}, 'w')")
    tree = tmp_path / "some.tree"
    tree.write_text("MAX 3 5\n")
    answers = results(
        served(
            {"id": "own", "verb": "position", "game": str(own)},
            {"id": "other", "verb": "position", "game": str(other)},
            {"id": "tree", "verb": "position", "game": f"tree:file={tree}"},
            {"id": "agent", "verb": "analyse", "agent": f"{other}"},
            {"id": "uci", "verb": "analyse", "game": "chess", "agent": f"uci:touch {tmp_path / 'opened'}"},
            {"id": "weights", "verb": "analyse", "game": "chess", "agent": "alphabeta:depth=1,weights=/etc/passwd"},
            words=("--confined", "--game", str(own)),
        )
    )
    assert answers["own"]["type"] == "result"
    for name in ("other", "tree", "agent", "uci", "weights"):
        assert answers[name]["type"] == "error"
        assert answers[name]["status"] == 400
    assert not (tmp_path / "opened").exists()


def test_limits_are_kept() -> None:
    words = ("--seconds", "5", "--threads", "2", "--memory", "64", "--events", "100")
    answers = results(
        served(
            {"id": "time", "verb": "analyse", "agent": "alphabeta:time=6"},
            {"id": "threads", "verb": "analyse", "game": "connect_four", "agent": "uct:time=1,threads=3"},
            {"id": "memory", "verb": "analyse", "game": "connect_four", "agent": "alphabeta:depth=1,hash=65"},
            {"id": "events", "verb": "trace", "game": "tic_tac_toe", "agent": "minimax:depth=4"},
            {"id": "fits", "verb": "version"},
            words=words,
        )
    )
    assert {answers[name]["status"] for name in ("time", "threads", "memory")} == {429}
    told = answers["events"]
    assert (len(told["events"]), told["truncated"]) == (100, True)
    assert told["total"] > 100
    assert answers["fits"]["limits"] == {"seconds": 5, "threads": 2, "megabytes": 64, "events": 100}


def test_a_game_that_is_not_there_is_listed_with_what_is_wrong() -> None:
    answers = results(served({"id": "1", "verb": "games"}, words=("--confined", "--game", "nowhere.py")))
    own = answers["1"]["games"][0]
    assert own["own"]
    assert "nowhere.py" in own["error"]
