"""Solving with answers of three kinds, and with a file that keeps them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import Answer, kibitz, refusal

from sample_game import SOUND

GAME = "connect_four:width=4,height=4,connect=3"


def solve(*words: str, results: Path | None = None, stdin: str = "") -> Answer:
    """Return what `kibitz solve` says of positions of the small board."""
    kept = ["--results", str(results)] if results is not None else []
    return kibitz("solve", GAME, *words, *kept, "--json", stdin=stdin)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_three_kinds_of_answers() -> None:
    for position in ("initial", "1", "12", "4411"):
        weak, exact, strong = (solve(position, "--answer", answer).json for answer in ("weak", "exact", "strong"))
        assert weak["value"] == exact["value"] == strong["value"]
        assert (weak["score"], weak["moves"]) == (None, [])
        assert len(weak["actions"]) == len(weak["line"]) == 1
        assert exact["score"] == strong["score"] is not None
        assert exact["actions"] == strong["actions"]
        assert exact["moves"] == []
        scores = {move["action"]: move["score"] for move in strong["moves"]}
        assert [name for name, score in scores.items() if score == max(scores.values())] == strong["actions"]
        assert max(scores.values()) == strong["score"]
        assert len(scores) == 4
        assert (scores[weak["action"]] > 0) - (scores[weak["action"]] < 0) == weak["value"], "the move keeps what is won"
        for name, score in scores.items():
            after = solve(name if position == "initial" else position + name).json
            assert score == -after["score"]


def test_a_strong_answer_knows_a_move_that_wins_at_once() -> None:
    strong = solve("1212", "--answer", "strong").json
    scores = {move["action"]: (move["score"], move["value"]) for move in strong["moves"]}
    assert scores["1"] == (6, 1.0)
    assert strong["actions"] == ["1"]


def test_another_kind_of_answer_is_refused() -> None:
    assert "unknown answer 'stong' (did you mean strong?)" in refusal(solve("--answer", "stong"))


def test_what_is_kept_is_not_solved_again(tmp_path: Path) -> None:
    results = tmp_path / "solved.jsonl"
    first = solve("12", results=results).json
    (kept,) = lines(results)
    assert kept["asked"][:3] == [GAME, "..../..../..../xo..", "exact"]
    assert {name: value for name, value in kept.items() if name != "asked"} == first
    kept["score"], kept["actions"] = 77, ["3"]
    results.write_text(json.dumps(kept) + "\n")
    again = solve("12", results=results).json
    assert (again["score"], again["actions"]) == (77, ["3"])
    assert solve("12").json["score"] == first["score"]
    assert lines(results) == [kept], "nothing is written twice"
    shown = kibitz("solve", GAME, "12", "--results", str(results))
    assert "has the answer" in shown.out
    assert "\t77\t3" in shown.out


def test_positions_of_a_file_go_on_where_they_were_broken_off(tmp_path: Path) -> None:
    results = tmp_path / "solved.jsonl"
    listed = "1\n12\n123\n4411\n"
    whole = solve("--positions", "-", results=results, stdin=listed).jsons
    text = results.read_text()
    assert [row["position"] for row in whole] == ["1", "12", "123", "4411"]
    assert len(lines(results)) == 4
    half = text[: text.index("\n", text.index("\n") + 1) + 1]
    results.write_text(half + text[len(half) : len(half) + 40])
    again = solve("--positions", "-", results=results, stdin=listed).jsons
    for row in (*whole, *again):
        del row["seconds"], row["nodes"]
    assert again == whole
    assert results.read_text().startswith(half)
    assert [row["asked"] for row in lines(results)] == [json.loads(line)["asked"] for line in text.splitlines()]


@pytest.mark.parametrize("length", [1, 5, 10, 11, 60])
def test_a_first_line_that_was_broken_off_is_mended(length: int, tmp_path: Path) -> None:
    results = tmp_path / "solved.jsonl"
    solve("12", results=results)
    text = results.read_text()
    results.write_text(text[:length])
    solve("1", results=results)
    assert [row["asked"][1] for row in lines(results)] == ["..../..../..../x..."]


def test_answers_of_different_kinds_and_games_are_kept_apart(tmp_path: Path) -> None:
    results = tmp_path / "solved.jsonl"
    for answer in ("weak", "exact", "strong", "weak"):
        solve("12", "--answer", answer, results=results)
    other = kibitz("solve", "connect_four:width=4,height=4,connect=4", "12", "--results", str(results), "--json").json
    assert [row["asked"][2] for row in lines(results)] == ["weak", "exact", "strong", "exact"]
    assert other["score"] == 0, "the same stones are another position where four must be connected"
    assert len(solve("12", "--answer", "strong", results=results).json["moves"]) == 4
    assert solve("12", "--answer", "weak", results=results).json["score"] is None


@pytest.mark.parametrize(
    "content",
    [
        b"important notes", b"important notes\n", b'{"a": 1}\n', b'{"a": 1}', b"[1, 2]\n", b"5\n", b"\xff\xfe\n", b"\x00\x01",
        b'{"asked": [["a"]]}\n', b'{"asked": 3}\n', b'{"asked": ["a", "b", "exact"]}\nnotes', b"\n\n",
    ],
)  # fmt: skip
def test_a_file_of_something_else_is_refused_and_left_as_it_is(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_bytes(content)
    assert "is not a file of results" in refusal(solve("12", results=path))
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("field", "wrong"), [("exact", None), ("exact", "yes"), ("value", "1"), ("actions", "3"), ("position", 12), ("score", [])]
)
def test_an_answer_edited_by_hand_is_refused(field: str, wrong: Any, tmp_path: Path) -> None:
    results = tmp_path / "solved.jsonl"
    for position in ("12", "1"):
        solve(position, results=results)
    first, second = lines(results)
    edited = {name: value for name, value in second.items() if name != field} | ({} if wrong is None else {field: wrong})
    results.write_text("".join(json.dumps(row) + "\n" for row in (first, edited)))
    assert f"solved.jsonl:2: {field} is missing or wrong in this answer" in refusal(solve("1", results=results))


def test_an_edited_game_is_solved_anew(tmp_path: Path) -> None:
    """In the game's own file and in one beside it."""
    results, file, rule = tmp_path / "solved.jsonl", tmp_path / "counters.py", tmp_path / "counters_rule.py"

    def value() -> float:
        sys.modules.pop("counters_rule", None)
        return float(kibitz("solve", str(file), "[5, 0]", "--results", str(results), "--json").json["value"])

    rule.write_text("MOST = 3\n")
    file.write_text("from counters_rule import MOST\n" + SOUND.replace("min(3,", "min(MOST,"))
    assert (value(), value()) == (1.0, 1.0)
    assert len(lines(results)) == 1
    rule.write_text("MOST = 4  # five are lost now\n")
    assert value() == -1.0
    file.write_text(file.read_text().replace("return -1.0 if", "return 1.0 if").replace("else 1.0", "else -1.0"))
    assert value() == 1.0
    assert len(lines(results)) == 3


def test_an_edited_tree_is_solved_anew(tmp_path: Path) -> None:
    results, file = tmp_path / "solved.jsonl", tmp_path / "mine.tree"
    for worth in (3, 5):
        file.write_text(f"root MAX: 2, {worth}\n")
        assert kibitz("solve", str(file), "--results", str(results), "--json").json["value"] == worth


def test_a_file_that_cannot_be_read_or_written_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in refusal(solve("12", results=tmp_path))
    assert "cannot be written" in refusal(solve("12", results=tmp_path / "no" / "folder.jsonl"))
