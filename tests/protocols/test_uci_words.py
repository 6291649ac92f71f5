"""The words of UCI, read and written: commands, options, clocks, scores."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kibitz.core.decision import Decision, MoveValue
from kibitz.core.errors import InputError
from kibitz.core.registry import load
from kibitz.protocols.clock import OVERHEAD, SHORTEST, allotment, fixed
from kibitz.protocols.uci.clock import allotted
from kibitz.protocols.uci.commands import LARGEST, Go, Position, read_go, read_option, read_position, shortened, split_command
from kibitz.protocols.uci.options import HASH, LINES, PONDER, Options
from kibitz.protocols.uci.reports import best_move, mate_points, progress, score_text
from kibitz.protocols.uci.thoughts import read_info
from kibitz.search.alphabeta.scale import WIN

GAME = load("chess")


def words(text: str) -> list[str]:
    """Return what is read, word by word."""
    return text.split()


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("go depth 5", ("go", ["depth", "5"])),
        ("joho debug on", ("debug", ["on"])),
        ("  isready \t", ("isready", [])),
        ("position startpos moves go", ("position", ["startpos", "moves", "go"])),
    ],
)
def test_the_first_known_word_is_the_command(line: str, read: tuple[str, list[str]]) -> None:
    assert split_command(line) == read


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("startpos", Position(None, ())),
        ("startpos moves e2e4 e7e5", Position(None, ("e2e4", "e7e5"))),
        ("fen 8/8/8 w - - 0 1", Position("8/8/8 w - - 0 1", ())),
        ("fen 8/8/8 w moves e2e4", Position("8/8/8 w", ("e2e4",))),
    ],
)
def test_positions_are_read(line: str, read: Position) -> None:
    assert read_position(line.split()) == read


@pytest.mark.parametrize("line", ["", "moves e2e4", "startpos e2e4", "fen", "fen moves e2e4", "somewhere"])
def test_other_positions_are_refused(line: str) -> None:
    with pytest.raises(InputError, match="position takes startpos or fen FEN"):
        read_position(line.split())


def test_options_have_names_and_values_of_several_words() -> None:
    assert read_option(words("name Clear Hash")) == ("Clear Hash", None)
    assert read_option(words("name Style value very solid")) == ("Style", "very solid")
    assert read_option(words("name Style value")) == ("Style", "")
    with pytest.raises(InputError, match="setoption takes name NAME"):
        read_option(["Hash", "64"])


def test_go_takes_every_limit_of_the_protocol() -> None:
    every = "wtime 60000 btime 50000 winc 1000 binc 500 movestogo 12 depth 7 nodes 9000 mate 3 movetime 250"
    assert read_go(words(every)) == Go((60.0, 50.0), (1.0, 0.5), 12, 7, 9000, 3, 0.25)
    assert read_go(words("searchmoves e2e4 d2d4 infinite")) == Go(among=("e2e4", "d2d4"), infinite=True)
    assert read_go(words("ponder wtime 1 searchmoves e2e4 depth 2")) == Go((0.001, None), depth=2, among=("e2e4",), ponder=True)


def test_go_passes_over_strangers_and_brings_numbers_into_range() -> None:
    assert read_go(words("quickly depth 4 please")) == Go(depth=4)
    assert read_go(words("depth 0 nodes -5 wtime -20 winc -1 movestogo 0")) == Go(
        (-0.02, None), moves_to_go=1, depth=1, nodes=1
    )
    assert read_go(["nodes", "9" * 5000]).nodes == LARGEST


@pytest.mark.parametrize("line", ["depth", "depth x", "wtime 1.5", "depth depth 3", "nodes ²", "movetime --1", "mate -"])
def test_go_refuses_what_is_no_number(line: str) -> None:
    with pytest.raises(InputError, match="whole number"):
        read_go(line.split())


def test_a_clock_that_is_not_told_is_like_the_other_players() -> None:
    assert (Go((5.0, None)).clock(0), Go((5.0, None)).clock(1), Go().clock(0)) == (5.0, 5.0, None)


def test_words_of_others_are_repeated_in_plain_letters_only() -> None:
    assert shortened(" a\x1b\u2028é ") == r"'a\x1b\u2028\xe9'"
    assert len(shortened("x" * 10**6)) < 80


def test_options_are_set_whatever_the_case_and_kept_in_range() -> None:
    options = Options()
    assert options.set("hAsH", "12") == HASH
    assert options.set("multipv", "3") == LINES
    assert options.set("ponder", "True") == PONDER
    assert (options[HASH], options[LINES], options[PONDER]) == (12, 3, True)
    for name, value in (
        ("Hash", "0"),
        ("Hash", "1e3"),
        ("Hash", None),
        ("Threads", "10000"),
        ("Ponder", "maybe"),
        ("Hash", "9" * 99),
    ):
        with pytest.raises(InputError, match="takes"):
            options.set(name, value)
    with pytest.raises(InputError, match="did you mean Threads"):
        options.set("Thread", "1")
    assert options[HASH] == 12


seconds = st.floats(0.0, 10_000.0)


@given(seconds, st.floats(0.0, 60.0), st.none() | st.integers(1, 200))
def test_a_move_never_takes_more_than_the_clock_has(clock: float, increment: float, moves: int | None) -> None:
    enough, hard = allotment(clock, increment, moves)
    assert 0.0 < enough <= hard
    assert hard <= max(SHORTEST, clock - OVERHEAD)


@given(seconds, st.integers(1, 40))
def test_the_slowest_play_keeps_the_clock_until_it_is_set_again(clock: float, moves: int) -> None:
    lag = OVERHEAD / 3 - SHORTEST
    assume(clock > OVERHEAD + moves * OVERHEAD / 3)
    for left in range(moves, 0, -1):
        clock -= allotment(clock, 0.0, left).hard + lag
        assert clock > 0.0


@given(st.floats(0.05, 1.0), st.floats(0.1, 10.0))
def test_the_slowest_play_lives_on_increments(increment: float, clock: float) -> None:
    for _ in range(300):
        clock -= allotment(clock, increment, None).hard + 0.02
        assert clock > 0.0
        clock += increment


def test_a_tenth_of_a_second_a_move_is_used() -> None:
    assert allotment(0.1, 0.1, None).hard > 0.04
    assert 0.09 < fixed(0.1).hard < 0.1
    assert 0.0 < fixed(0.0).hard <= SHORTEST
    assert allotment(-3.0, 0.0, None).hard == SHORTEST


def test_the_strictest_of_several_limits_of_time_holds() -> None:
    assert allotted(Go(), 0) is None
    assert allotted(Go(clocks=(60.0, 1.0), seconds=0.5), 0) == fixed(0.5)
    assert allotted(Go(clocks=(60.0, 1.0), seconds=9.0), 1) == allotment(1.0, 0.0, None)


@pytest.mark.parametrize(
    ("points", "text"),
    [(31.4, "cp 31"), (-250, "cp -250"), (WIN - 1, "mate 1"), (WIN - 3, "mate 2"), (2 - WIN, "mate -1"), (4 - WIN, "mate -2")],
)
def test_scores_count_centipawns_or_moves_to_mate(points: float, text: str) -> None:
    assert score_text(points) == text


@given(st.integers(-50, 50).filter(bool))
def test_mates_are_written_as_they_are_read(moves: int) -> None:
    assert score_text(mate_points(moves)) == f"mate {moves}"
    assert (mate_points(moves) > 0) == (moves > 0)


def test_progress_has_one_line_for_each_way_to_play() -> None:
    state = GAME.initial()
    line = tuple(GAME.parse_action(state, name) for name in ("e4",))
    other = tuple(GAME.parse_action(state, name) for name in ("d4",))
    decision = Decision(line[0], 0.2, line=line, score=100.0, depth=3, nodes=5000, seconds=0.01, details={"seldepth": 7})
    (single,) = progress(GAME, state, decision, chess960=False)
    assert single == "info depth 3 seldepth 7 multipv 1 score cp 100 nodes 5000 nps 500000 time 10 pv e2e4"
    moves = (MoveValue(line[0], 0.2, line=line, score=100.0), MoveValue(other[0], -1.0, line=other, score=float(2 - WIN)))
    both = Decision(line[0], 0.2, line=line, moves=moves, depth=3)
    first, second = progress(GAME, state, both, chess960=False)
    assert " multipv 1 score cp 100 " in first
    assert " multipv 2 score mate -1 " in second


def test_the_best_move_comes_with_one_to_ponder_on() -> None:
    state = GAME.initial()
    e4 = GAME.parse_action(state, "e4")
    e5 = GAME.parse_action(GAME.result(state, e4), "e5")
    assert best_move(GAME, state, (e4, e5, e5), chess960=False) == "bestmove e2e4 ponder e7e5"
    assert best_move(GAME, state, (e4,), chess960=False) == "bestmove e2e4"
    assert best_move(GAME, state, (), chess960=False) == "bestmove 0000"


def test_what_other_engines_report_is_read() -> None:
    info = read_info(
        words("info depth 12 seldepth 18 multipv 2 score cp -31 nodes 12345 nps 99 hashfull 3 tbhits 0 time 5 pv e2e4 e7e5")
    )
    assert info is not None
    assert (info.points, info.line) == (-31, ("e2e4", "e7e5"))
    assert info.counts == {"depth": 12, "seldepth": 18, "multipv": 2, "nodes": 12345}
    mate = read_info(words("info score mate -2 pv e2e4"))
    assert mate is not None
    assert score_text(mate.points) == "mate -2"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "bestmove e2e4",
        "info string pv score cp 3",
        "info depth 3",
        "info depth 3 score cp 5 lowerbound pv e2e4",
        "info pv e2e4",
        "info score cp x pv e2e4",
        "info score cp",
        "info pv",
    ],
)
def test_what_says_nothing_of_the_position_is_passed_over(line: str) -> None:
    assert read_info(line.split()) is None
