"""Whoever is not a page of the studio, or asks for too much, is refused with a status that says so."""

from __future__ import annotations

import socket
from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus

from kibitz.studio.guard import why_foreign
from kibitz.studio.limits import Limits
from running_studio import PATIENCE, RunningStudio, asked, running_studio


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8421", "localhost:1", "LOCALHOST", "[::1]:80"])
def test_this_machine_by_its_names_is_answered(host: str) -> None:
    assert why_foreign([(b"host", host.encode())]) is None
    assert why_foreign([(b"host", host.encode()), (b"origin", f"http://{host}".encode())]) is None


@pytest.mark.parametrize(
    "host", ["", "evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "localhost:99999", "[::1", "localhost/x"]
)
def test_other_names_are_foreign(host: str) -> None:
    assert why_foreign([(b"host", host.encode())]) is not None


@pytest.mark.parametrize("origin", ["null", "", "http://evil.example", "http://localhost:2", "https://localhost:1"])
def test_pages_of_others_are_foreign(origin: str) -> None:
    assert why_foreign([(b"host", b"localhost:1"), (b"origin", origin.encode())]) is not None


def test_a_foreign_host_or_origin_is_refused(studio: RunningStudio) -> None:
    assert studio.asked("GET", "/", headers={"host": "evil.example"})[0] == 403
    assert studio.post("/api/games", {}, origin="http://evil.example")[0] == 403
    with pytest.raises(InvalidStatus) as refusal:
        studio.socket(origin="http://evil.example")
    assert refusal.value.response.status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        "/static/../application.py",
        "/static/%2e%2e/application.py",
        "/static/shared/..%2f..%2fapplication.py",
        "/static//etc/passwd",
        "/static/shared/%00.css",
        "/static/shared",
        "/../../etc/passwd",
        "/pages/play.html",
    ],
)
def test_nothing_outside_the_package_is_served(studio: RunningStudio, path: str) -> None:
    status, answer = studio.asked("GET", path)
    assert (status, list(answer)) == (404, ["error"])


def test_a_large_body_is_refused(studio: RunningStudio) -> None:
    status, answer = studio.post("/api/games", bytes(100_000_000))
    assert (status, answer) == (413, {"error": "the body of a request has at most 1000000 bytes"})


def test_a_large_body_of_unknown_length_is_refused(studio: RunningStudio) -> None:
    def parts() -> object:
        for _ in range(40):
            yield bytes(100_000)

    status, _ = studio.asked("POST", "/api/games", parts(), {"content-type": "application/json"})  # type: ignore[arg-type]
    assert status == 413


@pytest.mark.parametrize("agent", ["alphabeta:time=1000000000", "uct:threads=1000,time=1", "alphabeta:hash=100000,depth=1"])
def test_a_search_that_asks_for_too_much_is_refused(studio: RunningStudio, agent: str) -> None:
    status, answer = studio.post("/api/analyse", {"game": "connect_four", "agent": agent})
    assert status == 429
    assert "at most" in answer["error"]


@pytest.mark.parametrize(
    "fields", [{"game": "/etc/passwd.py"}, {"game": "tree:file=/etc/passwd"}, {"game": "chess", "agent": "uci:/bin/true"}]
)
def test_files_and_programs_are_refused(studio: RunningStudio, fields: dict[str, str]) -> None:
    status, answer = studio.post("/api/analyse", {"game": "tic_tac_toe", **fields})
    assert status == 400
    assert "is not" in answer["error"]


def test_sockets_beyond_the_limit_are_refused_and_those_there_go_on(studio: RunningStudio) -> None:
    limits = Limits()
    with ExitStack() as opened:
        first = opened.enter_context(studio.socket())
        statuses = []
        for _ in range(limits.sockets + 20):
            try:
                opened.enter_context(studio.socket())
            except InvalidStatus as refusal:
                statuses.append(refusal.response.status_code)
        assert len(statuses) >= 20
        assert set(statuses) == {503}
        assert asked(first, "version")["type"] == "result"


def test_whoever_is_refused_leaves_no_mark_in_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    """Ten thousand of them would fill it."""
    with running_studio() as own:
        for origin in ("http://evil.example", "null"):
            with pytest.raises(InvalidStatus):
                own.socket(origin=origin)
        assert own.post("/api/version", {})[0] == 200
    assert capfd.readouterr().err == ""


def test_connections_beyond_the_limit_are_refused_and_the_studio_goes_on(studio: RunningStudio) -> None:
    host, _, port = studio.place.partition(":")
    with ExitStack() as opened:
        refused = 0
        for _ in range(Limits().connections + 100):
            connection = opened.enter_context(socket.create_connection((host, int(port)), timeout=PATIENCE))
            connection.setblocking(False)
        for _ in range(100):
            late = opened.enter_context(socket.create_connection((host, int(port)), timeout=PATIENCE))
            refused += late.recv(100).startswith(b"HTTP/1.1 503")
        assert refused == 100
    assert studio.post("/api/version", {})[0] == 200


def test_a_body_that_does_not_come_is_not_waited_for(studio: RunningStudio) -> None:
    host, _, port = studio.place.partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        head = (
            f"POST /api/version HTTP/1.1\r\nHost: {studio.place}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n"
        )
        connection.sendall(head.encode() + b"{")
        assert connection.recv(100).startswith(b"HTTP/1.1 408")
