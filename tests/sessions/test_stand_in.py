"""While a search is being compiled an interpreted one plays: what comes first and what later, whatever the machine is doing."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz.compile.cache import child_process
from kibitz.stand_in import StandIn
from sample_game import LISTS, written

AGENT = "alphabeta:depth=3"
INTERPRETED = f"(interpreted while {AGENT} compiles)"
WAIT = 300
"""Seconds after which a process that compiles is taken to hang."""


@pytest.fixture(autouse=True)
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Begin with an empty cache; give the processes that are started to compile, none of which may be left in the end."""
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    monkeypatch.setenv("KIBITZ_CACHE", str(cache))
    begin, begun = child_process._worker, list[subprocess.Popen[bytes]]()

    def noticed(*, start_new_session: bool = False) -> subprocess.Popen[bytes]:
        begun.append(begin(start_new_session=start_new_session))
        return begun[-1]

    monkeypatch.setattr(child_process, "_worker", noticed)
    yield begun
    for process in begun:
        with pytest.raises(ProcessLookupError):
            os.kill(process.pid, 0)


def until_compiled(agent: StandIn) -> None:
    """Wait for the process that compiles."""
    deadline = time.monotonic() + WAIT
    while agent.is_compiling:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_first_decision_is_interpreted_and_a_later_one_compiled(started: list[subprocess.Popen[bytes]]) -> None:
    agent = StandIn("connect_four:width=5,height=4", AGENT)
    state = agent.game.initial()
    assert agent.prepare()
    started[0].send_signal(signal.SIGSTOP)  # so that it cannot be done before the first decision
    first = agent.decide(state, seed=1)
    assert agent.is_compiling
    started[0].send_signal(signal.SIGCONT)
    until_compiled(agent)
    later = agent.decide(state, seed=1)
    assert first.agent.endswith(INTERPRETED)
    assert first.action in list(agent.game.actions(state))
    assert later.agent == AGENT
    known = kibitz.decide(agent.game, state, AGENT, seed=1)
    assert (later.action, later.value, later.nodes) == (known.action, known.value, known.nodes)
    assert len(started) == 1


def test_what_the_cache_has_is_used_at_once(started: list[subprocess.Popen[bytes]]) -> None:
    game = "connect_four:width=4,height=5"
    first = StandIn(game, AGENT)
    first.prepare()
    until_compiled(first)
    second = StandIn(game, AGENT)
    assert not second.prepare()
    assert second.decide(second.game.initial()).agent == AGENT
    assert len(started) == 1


def test_a_process_that_dies_is_survived(started: list[subprocess.Popen[bytes]]) -> None:
    agent = StandIn("connect_four:width=5,height=5", AGENT)
    agent.prepare()
    started[0].kill()
    started[0].wait()
    assert agent.decide(agent.game.initial()).agent == AGENT, "then it is compiled here"
    assert len(started) == 1


@pytest.mark.parametrize("way", ["close", "forget"])
def test_nothing_runs_on(way: str, started: list[subprocess.Popen[bytes]]) -> None:
    agent = StandIn("connect_four:width=6,height=5", AGENT)
    assert agent.prepare()
    if way == "close":
        agent.close()
        assert not agent.is_compiling
    else:
        del agent
        gc.collect()
    assert started[0].poll() == -signal.SIGKILL


@pytest.mark.parametrize("words", ["random", "alphabeta:depth=2,engine=textbook"])
def test_an_agent_that_is_not_compiled_is_asked_itself(words: str, started: list[subprocess.Popen[bytes]]) -> None:
    agent = StandIn("connect_four", words)
    assert not agent.prepare()
    assert agent.decide(agent.game.initial()).agent == words
    assert not started


def test_rules_that_do_not_compile_are_played_as_ever(tmp_path: Path, started: list[subprocess.Popen[bytes]]) -> None:
    file = tmp_path / "lists.py"
    file.write_text(LISTS)
    agent = StandIn(str(file), AGENT)
    assert not agent.prepare()
    assert agent.decide(agent.game.initial()).agent == AGENT
    assert not started


def test_a_users_rules_are_compared_by_the_other_process(tmp_path: Path, started: list[subprocess.Popen[bytes]]) -> None:
    agent = StandIn(str(written(tmp_path)), AGENT)
    state = agent.game.initial()
    assert agent.prepare()
    started[0].send_signal(signal.SIGSTOP)
    assert agent.decide(state).agent.endswith(INTERPRETED)
    started[0].send_signal(signal.SIGCONT)
    until_compiled(agent)
    assert agent.decide(state).agent == AGENT


def test_a_session_says_who_stands_in(started: list[subprocess.Popen[bytes]]) -> None:
    session = kibitz.Session("connect_four:width=6,height=4", agents=["human", AGENT], stand_in=True)
    assert session.names == ("human", AGENT)
    assert session.prepare()
    started[0].send_signal(signal.SIGSTOP)
    decision = session.play("2").step().decision
    assert decision is not None
    assert decision.agent.endswith(INTERPRETED)
    session.close()
    assert not session.is_compiling
