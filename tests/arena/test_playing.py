"""Games of a match: the same wherever they are played, on honest clocks, and ended only as was asked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from math import inf, nan
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.clocks import Clocks
from kibitz.arena.openings import Opening
from kibitz.arena.playing import MatchSetup, play_game
from kibitz.arena.pool import ProcessPool
from kibitz.arena.progress import MatchProgress
from kibitz.arena.results import End, MatchResults
from kibitz.arena.running import play_match
from kibitz.arena.schedules import Scheduled
from kibitz.arena.scoring import forfeited, points_of, shared
from kibitz.arena.settings import MatchSettings, with_engine_options
from kibitz.arena.terms import Adjudication, Terms, TimeControl, read_clock
from kibitz.core.errors import InputError
from sample_game import SOUND

WAITS = "import time\nimport kibitz\n\n\n@kibitz.agent('waits')\ndef decide(game, state):\n    time.sleep({seconds})\n"
WAITS += "    return list(game.actions(state))[0]\n"
LUCK = "import random\nimport kibitz\n\n\n@kibitz.agent('luck')\ndef decide(game, state):\n"
LUCK += "    return random.choice(list(game.actions(state)))\n"


def what_happened(results: MatchResults) -> list[tuple[object, ...]]:
    """Return what the seed decides on."""
    return [(game.number, game.players, game.utilities, game.plies, game.opening, game.end, game.seed) for game in results]


def first_move(game: kibitz.Game, state: object) -> int:
    """Play the first legal move: an agent in no file that other processes read."""
    return next(iter(game.actions(state)))


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "luck.py").write_text(LUCK, encoding="utf-8")
    settings = MatchSettings(
        kibitz.load("connect_four"), ("uct:sims=60,reuse=true", "random", str(tmp_path / "luck.py")), 18, 4
    )
    one, two = (play_match(settings, processes=processes).results for processes in (1, 2))
    assert what_happened(one) == what_happened(two)


def test_agents_of_a_file_play_the_game_of_another(tmp_path: Path) -> None:
    """Their process knows the positions of a game only once it has read the game's file."""
    (tmp_path / "game.py").write_text(SOUND, encoding="utf-8")
    (tmp_path / "luck.py").write_text(LUCK, encoding="utf-8")
    settings = MatchSettings(kibitz.load(str(tmp_path / "game.py")), (str(tmp_path / "luck.py"), "random"), 4, 1)
    assert [game.end for game in play_match(settings, processes=1).results] == [End.RULES] * 4


def test_the_command_repeats_itself() -> None:
    words = [sys.executable, "-m", "kibitz", "match", "pig", "random", "uct:sims=5", "-n", "4", "--seed", "7", "--json"]
    told = []
    for processes in ("1", "2"):
        done = subprocess.run([*words, "--processes", processes], capture_output=True, text=True, check=True)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        told.append([{key: value for key, value in line.items() if key not in ("seconds", "thinking")} for line in lines])
        assert [line["number"] for line in lines[:-1]] == [1, 2, 3, 4]
        assert {"ratings", "notes", "seed", "schedule"} <= lines[-1].keys()
    assert told[0] == told[1]


def test_a_worker_that_dies_is_replaced_and_its_games_are_played_again() -> None:
    settings = MatchSettings(kibitz.load("connect_four"), ("uct:sims=30", "random"), 8, 2)
    setup = MatchSetup(settings.game, settings.agents, settings.names, settings.terms)
    expected = play_match(settings, processes=1).results
    pool = ProcessPool(setup, 1)
    try:
        progress, found = MatchProgress(settings), []
        for _ in range(4):
            pool.submit(progress.take())
            os.kill(pool._workers[0].process.pid or 0, 9)
            while not pool.is_idle:
                found += [played.result for played in pool.arrivals()]
    finally:
        pool.close()
    assert [(game.number, game.utilities, game.plies) for game in found] == [
        (game.number, game.utilities, game.plies) for game in expected
    ]


def test_clocks_charge_what_was_taken_and_add_the_increment() -> None:
    clocks = Clocks(TimeControl(clock=10.0, increment=1.0, margin=0.5), 2)
    assert clocks.charge(0, 4.0)
    assert clocks.left(0) == 7.0
    assert clocks.deadline(0) == 7.5
    assert not clocks.charge(0, 7.6)
    assert clocks.left(1) == 10.0
    assert clocks.spent == (11.6, 0.0)
    told = clocks.told(1)
    assert told is not None
    assert 0 < told < 10.0
    each = Clocks(TimeControl(move=1.0), 2)
    assert each.charge(0, 1.05)
    assert not each.charge(0, 1.2)
    assert each.left(0) is None
    assert Clocks(TimeControl(), 2).deadline(0) is None


def test_who_is_late_has_lost(tmp_path: Path) -> None:
    late = tmp_path / "late.py"
    late.write_text(WAITS.format(seconds=30), encoding="utf-8")
    for control in ({"time": 0.5}, {"clock": "0.5+0.1"}):
        results = kibitz.match("tic_tac_toe", str(late), "random", games=2, processes=1, **control)
        for game in results:
            assert game.end == End.TIME
            assert game.players[game.forfeiter or 0] == str(late)
            assert game.thinking[game.forfeiter or 0] < 30, "it was not waited for"


def test_searches_without_a_limit_of_time_are_broken_off() -> None:
    results = kibitz.match("connect_four", "minimax:depth=30,engine=textbook", "random", games=2, time=0.3, processes=1)
    assert [game.end for game in results] == [End.TIME, End.TIME]
    assert all(game.points[game.players.index("random")] == 1 for game in results)


def test_draws_are_adjudicated_only_when_asked() -> None:
    game = kibitz.load("chess")
    scheduled = Scheduled(1, 1, 1, (0, 1), Opening("8/8/4k3/4p3/4P3/4K3/8/8 w - - 0 1"), 1)
    agents = ("alphabeta:depth=1", "alphabeta:depth=1")
    asked = Terms(adjudication=Adjudication(after=2, moves=2, value=1.0))
    ended = play_game(MatchSetup(game, agents, ("a", "b"), asked), scheduled).result
    assert (ended.end, ended.plies, ended.utilities, ended.points) == (End.ADJUDICATED, 4, (0.0, 0.0), (0.5, 0.5))
    unasked = play_game(MatchSetup(game, agents, ("a", "b"), Terms(max_plies=20)), scheduled).result
    assert unasked.end != End.ADJUDICATED


def test_games_that_go_on_too_long_are_drawn() -> None:
    results = kibitz.match("chinese_checkers:players=2", "random", "random", games=2, max_plies=30, processes=1)
    for game in results:
        assert (game.end, game.plies, game.points) == (End.MAX_PLIES, 30, (0.5, 0.5))
        assert game.players in {("random (1)", "random (2)"), ("random (2)", "random (1)")}


def test_points_and_utilities() -> None:
    assert points_of((1.0, -1.0)) == (1.0, 0.0)
    assert points_of((0.0, 0.0)) == (0.5, 0.5)
    assert points_of((3.0, 1.0, 1.0)) == (1.0, 0.25, 0.25)
    assert points_of((17.0,)) == ()
    four = kibitz.load("connect_four")
    assert forfeited(four, four.initial(), 1) == (1.0, -1.0)
    pig = kibitz.load("pig")
    assert forfeited(pig, pig.initial(), 0) == (0.0, 1.0)
    assert shared(pig, pig.initial()) == (0.5, 0.5)
    three = kibitz.load("mnk:players=3")
    assert sum(forfeited(three, three.initial(), 0)) == pytest.approx(0.0)


def test_games_for_one_are_compared_by_what_they_bring() -> None:
    results = kibitz.match("2048:size=2", "random", "expectimax:depth=2", games=4, processes=1)
    assert [game.players for game in results] == [("random",), ("expectimax:depth=2",)] * 2
    assert all(game.points == () and len(game.utilities) == 1 for game in results)
    assert results.games[0].seed == results.games[1].seed


def test_functions_play_in_this_process_where_no_other_can_read_them() -> None:
    def here(game: kibitz.Game, state: object) -> int:
        return first_move(game, state)

    results = kibitz.match("tic_tac_toe", here, "random", games=2, processes=1)
    assert {game.end for game in results} == {End.RULES}
    with pytest.raises(InputError, match="in no file that another process could read"):
        kibitz.match("tic_tac_toe", here, "random", games=2, processes=2)


def test_options_go_to_uci_engines_that_have_none_of_their_own() -> None:
    agents = ["uci:stockfish", "uci:stockfish,options=[UCI_Elo=2200],time=1", "random"]
    assert with_engine_options(agents, ["UCI_Elo=1500", "Hash=8"]) == [
        "uci:stockfish,options=[UCI_Elo=1500,Hash=8]", "uci:stockfish,options=[UCI_Elo=2200,Hash=8],time=1", "random",
    ]  # fmt: skip
    with pytest.raises(InputError, match="no agent is one"):
        with_engine_options(["random"], ["Hash=8"])


def test_terms_that_make_no_sense_are_refused() -> None:
    assert read_clock("60+0.6") == (60.0, 0.6)
    assert read_clock("5") == (5.0, 0.0)
    for wrong in (
        lambda: read_clock("1:30"), lambda: TimeControl(move=0.0), lambda: Terms(max_plies=0), lambda: Terms(memory=1),
        lambda: Terms(patience=0.0), lambda: Adjudication.read("moves=0"), lambda: Adjudication.read("after=x"),
        lambda: Adjudication.read("after=-1"), lambda: TimeControl(move=nan), lambda: TimeControl(move=inf),
        lambda: TimeControl(clock=1e11), lambda: TimeControl(margin=nan), lambda: Terms(patience=nan),
    ):  # fmt: skip
        with pytest.raises(InputError):
            wrong()


@pytest.mark.parametrize(
    ("agent", "complaint"),
    [
        ("level:11", "level is from 1"),
        ("uct:threads=300", "threads must be at least 1 and at most 256"),
        ("bandit:playouts=9,rule=no,engine=textbook", "unknown value of bandit's option rule 'no'"),
    ],
)
def test_options_that_an_agent_does_not_take_are_refused_before_the_first_game(agent: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        kibitz.match("tic_tac_toe", "random", agent, games=2, processes=1)


def test_a_sequential_test_ends_a_match_at_the_same_game_everywhere(tmp_path: Path) -> None:
    ends = []
    for processes in (1, 2):
        results = kibitz.match(
            "tic_tac_toe", "minimax", "random", games=400, sprt="elo0=0,elo1=100", processes=processes,
            database=tmp_path / f"{processes}.db", seed=3,
        )  # fmt: skip
        assert 4 < len(results) < 400
        assert results.is_complete
        ends.append(what_happened(results))
    assert ends[0] == ends[1]
