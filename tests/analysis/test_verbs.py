"""The verbs about positions, moves, records and whole games say what the rules and the searches say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kibitz
import kibitz.compile.cpu
from kibitz.analysis.context import Context
from kibitz.analysis.quota import Quota, QuotaError
from kibitz.analysis.server import Server
from kibitz.core.errors import IllegalMoveError, InputError, KibitzError, PositionError, UnknownNameError
from sample_game import written

Fields = dict[str, Any]
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def asked(verb: str, context: Context | None = None, **fields: Any) -> Fields:
    return Server.result({"verb": verb, **fields}, context or Context())


def test_a_position_is_told_with_its_legal_moves_and_their_cells() -> None:
    told = asked("position", game="chess", position=CASTLING)
    cells = {move["action"]: move["cells"] for move in told["legal_moves"]}
    assert cells["O-O"] == ["e1", "g1"]
    assert len(cells) == 26
    assert told["position"] == CASTLING
    assert (told["to_move"], told["seat"], told["is_over"], told["result"]) == (0, "first", False, None)
    assert 'data-cell="e1"' in told["svg"]


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (["f3", "e5", "g4", "Qh4#"], "checkmate"),
        (["Nf3", "Nf6", "Ng1", "Ng8"] * 2, "the position came for the third time"),
    ],
)
def test_the_end_of_a_game_has_its_reason(moves: list[str], reason: str) -> None:
    told = asked("position", game="chess", moves=moves)
    assert told["is_over"]
    assert told["result"]["reason"] == reason
    assert told["legal_moves"] == []
    assert [move["action"] for move in told["history"]] == moves


def test_an_illegal_move_is_named_with_its_number() -> None:
    with pytest.raises(IllegalMoveError, match="move 2, b2"):
        asked("position", moves=["b2", "b2"])


def test_a_game_goes_on_from_what_is_remembered_and_both_ways_agree() -> None:
    moves = ["4", "4", "3", "5", "2"]
    step_by_step = [asked("position", game="connect_four", moves=moves[:count]) for count in range(len(moves) + 1)]
    state = kibitz.Session("connect_four")
    for move in moves:
        state.play(move)
    assert step_by_step[-1]["position"] == state.game.notation(state.state)
    assert step_by_step[2] == asked("position", game="connect_four", moves=moves[:2])  # the later moves changed nothing


def test_dice_are_the_same_for_the_same_seed_and_differ_between_moves() -> None:
    def rolls(seed: int) -> list[str]:
        moves: list[str] = []
        for _ in range(12):
            moves += ["roll", asked("roll", game="pig", seed=seed, moves=[*moves, "roll"])["action"]]
        return moves[1::2]

    assert rolls(1) == rolls(1) != rolls(2)
    assert len(set(rolls(1))) > 2


def test_chance_is_not_asked_where_a_player_is_to_move() -> None:
    with pytest.raises(InputError, match="nothing is left to chance"):
        asked("roll", game="pig")


def test_analyse_is_the_library_s_analyse() -> None:
    told = asked("analyse", game="connect_four", moves=["4"], agent="alphabeta:depth=6")
    decision = kibitz.analyse("connect_four", kibitz.Session("connect_four").play("4").state, "alphabeta:depth=6")
    assert decision.action is not None
    assert told["action"] == decision.named(decision.action)
    assert told["value"] == decision.value
    assert told["nodes"] == decision.nodes
    assert len(told["moves"]) == 7
    assert told["agent"] == "alphabeta:depth=6"


def test_every_report_of_progress_says_who_thinks() -> None:
    reports: list[Fields] = []
    asked("analyse", Context(emit=reports.append), game="connect_four", agent="uct:time=0.5")
    assert reports
    assert {report["agent"] for report in reports if "phase" not in report} == {"uct:time=0.5"}


def test_the_bar_is_the_first_player_s_whoever_is_to_move() -> None:
    first = asked("analyse", moves=["b2", "a1", "a2", "b1", "c2"][:2], agent="alphabeta:depth=9")
    winning = asked("analyse", moves=["b2", "a1", "b1", "c3"], agent="alphabeta:depth=9")  # b3 wins
    losing = asked("analyse", moves=["a1", "b2", "c3", "b1", "a2"], agent="alphabeta:depth=9")  # the second to move wins by b3
    assert first["bar"] == 0.5
    assert winning["bar"] == 1.0
    assert losing["bar"] == 0.0


def test_a_search_beyond_the_quota_is_refused() -> None:
    with pytest.raises(QuotaError, match="time=20, but one search is given at most time=10"):
        asked("analyse", Context(quota=Quota(seconds=10)), agent="alphabeta:time=20")


def test_solve_is_exact() -> None:
    told = asked("solve", game="nim:piles=3+4+5")
    assert told["value"] == 1.0
    assert told["exact"]


def test_a_review_finds_the_move_that_lost_the_game() -> None:
    told = asked("review", moves=["a1", "b2", "c3", "a3", "c1"], agent="alphabeta:depth=9")  # a3 for b1, b3, a2 or c2
    worst = told["rows"][told["worst"]["1"]]
    assert (worst["action"], worst["loss"], worst["best"] in ("a2", "b1", "b3", "c2")) == ("a3", 1.0, True)
    assert told["worst"]["0"] is None
    assert [row["ply"] for row in told["rows"]] == list(range(6))
    assert (worst["was"], worst["is"], worst["answer_line"][0]) == ("0", "-1", "c1")


@pytest.mark.parametrize(
    ("game", "moves", "form"),
    [("chess", ["e4", "e5", "Nf3"], "pgn"), ("go:size=5", ["C3", "pass"], "sgf"), ("connect_four", ["4", "4"], "json")],
)
def test_a_record_is_read_back(game: str, moves: list[str], form: str) -> None:
    written = asked("record", game=game, moves=moves, agents=["a person", "uct"])
    assert written["form"] == form
    back = asked("read", text=written["text"])
    assert (back["moves"], back["position"]) == (moves, "initial")
    assert asked("position", **back)["position"] == asked("position", game=game, moves=moves)["position"]


def test_a_resignation_is_in_the_record() -> None:
    assert "0-1" in asked("record", game="chess", moves=["e4"], resigned=0)["text"]
    assert "1-0" in asked("record", game="chess", moves=["e4"], resigned=1)["text"]


def test_a_position_is_read_in_the_game_s_own_notation() -> None:
    assert asked("read", game="chess", text=f"  {CASTLING} \n") == {"game": "chess", "position": CASTLING, "moves": []}
    with pytest.raises(KibitzError, match="nonsense"):
        asked("read", game="chess", text="nonsense")


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"verb": "positoin"}, UnknownNameError),
        ({"verb": "position", "colour": "red"}, InputError),
        ({"verb": "position", "moves": "e4"}, InputError),
        ({"verb": "position", "game": "ches"}, UnknownNameError),
        ({"verb": "position", "game": "chess", "position": "8/8/8/8/8/8/8/8 w - - 0 1"}, PositionError),
        ({"verb": "analyse", "seed": -1}, InputError),
        ({"verb": "analyse", "agent": "alphabet"}, UnknownNameError),
    ],
)
def test_what_is_wrong_is_said(fields: Fields, error: type[Exception]) -> None:
    with pytest.raises(error) as refusal:
        Server.result(dict(fields), Context())
    assert "\n" not in str(refusal.value)


def test_agents_for_a_users_game_are_told_without_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are asked for before the first board is there, and comparing the rules takes seconds the first time."""
    monkeypatch.setattr(kibitz.compile.cpu, "_why_not_alike", lambda game: pytest.fail("the rules are compiled"))
    told = asked("agents", game=str(written(tmp_path)))
    assert told["default"] == "alphabeta:time=1"


def test_games_and_agents_are_all_told_with_their_options() -> None:
    games = {facts["game"]: facts for facts in asked("games")["games"]}
    assert set(games) == set(kibitz.games())
    assert all(facts["has_picture"] for facts in games.values())
    assert [option["name"] for option in games["connect_four"]["options"]] == ["width", "height", "connect"]
    told = asked("agents", game="connect_four")
    assert {agent["agent"] for agent in told["agents"]} >= {"alphabeta", "uct", "minimax", "random"}
    assert told["default"]
