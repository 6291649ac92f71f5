"""Evaluations on the command line: what a position is judged by, and weights of one's own."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from commands import kibitz, refusal

import kibitz as library

CAPTURE = "4k3/8/8/1p1q4/2P5/8/8/4K3 w - - 0 1"
"""A white pawn can take a queen or a pawn."""


def weighed(folder: Path, text: str) -> str:
    """Return an agent with these weights, one move deep."""
    (folder / "mine.toml").write_text(text)
    return f"alphabeta:depth=1,pruning=none,eval={folder / 'mine.toml'}"


def explained(game: str, position: str, agent: str) -> dict[str, Any]:
    """Return what the command says of a position in JSON."""
    answer = kibitz("analyse", game, position, "--agent", agent, "--explain", "--json")
    assert answer.code == 0
    found: dict[str, Any] = answer.json
    return found


@pytest.mark.parametrize(
    ("game", "position"),
    [("chess", CAPTURE), ("chess", CAPTURE.replace(" w ", " b ")), ("connect_four", "4453"), ("othello", "f5d6c3"),
     ("checkers", "initial")],
)  # fmt: skip
def test_shares_add_up_to_the_points(game: str, position: str) -> None:
    found = explained(game, position, "alphabeta:depth=1")
    rules = library.load(game)
    s: Any = rules.initial() if position == "initial" else rules.parse(position)
    features: Any = rules.features(s)  # type: ignore[attr-defined]
    weights: Any = rules.weights()  # type: ignore[attr-defined]
    assert [row["feature"] for row in found["features"]] == list(features._fields)
    assert [row["count"] for row in found["features"]] == list(features)
    assert [row["weight"] for row in found["features"]] == list(weights)
    assert all(row["share"] == row["count"] * row["weight"] for row in found["features"])
    assert abs(sum(row["share"] for row in found["features"]) - found["points"]) <= 0.5
    assert found["estimate"] == pytest.approx(rules.evaluate(s, rules.to_move(s)), abs=1e-12)


def test_an_explanation_has_the_weights_of_the_agent(tmp_path: Path) -> None:
    found = explained("connect_four", "4453", weighed(tmp_path, "open_lines = 1.5\ntempo = 0"))
    weights = {row["feature"]: row["weight"] for row in found["features"]}
    assert weights == {"open_lines": 1.5, "threats": 8, "good_threats": 30, "tempo": 0}
    shares = [row["share"] for row in found["features"]]
    assert abs(sum(shares) - found["points"]) <= 0.5
    assert found["points"] != explained("connect_four", "4453", "alphabeta:depth=1")["points"]


def test_an_explanation_for_people(tmp_path: Path) -> None:
    agent = weighed(tmp_path, "open_lines = 0\nthreats = 0\ngood_threats = 0\ntempo = 100")
    out = kibitz("analyse", "connect_four", "4453", "--agent", agent, "--explain").out
    rows = [line.split() for line in out.splitlines()]
    assert ["tempo", "1", "100", "+100"] in rows
    assert out.rstrip().endswith("together +100 points, a value of 0.500")
    order = [row[0] for row in rows if row and row[0] in ("tempo", "open", "threats", "good")]
    assert order[0] == "tempo", "the largest share comes first"
    assert len(order) == 4


def test_what_cannot_be_explained_is_refused(tmp_path: Path) -> None:
    agent = weighed(tmp_path, "tempo = 1")
    assert "has no features" in refusal(kibitz("analyse", "nim", "--explain"))
    assert "the game is over" in refusal(kibitz("analyse", "connect_four", "1212121", "--explain"))
    assert "has no features" in refusal(kibitz("analyse", "nim", "--agent", agent))
    assert "has no features" in refusal(kibitz("weights", "nim"))


@pytest.mark.parametrize("game", ["chess", "othello", "checkers", "connect_four"])
def test_the_printed_weights_pass_as_ones_own(game: str, tmp_path: Path) -> None:
    text = kibitz("weights", game).out
    weights: Any = library.load(game).weights()  # type: ignore[attr-defined]
    assert tomllib.loads(text) == weights._asdict()
    told = kibitz("weights", game, "--json").json
    assert told["weights"] == weights._asdict()
    own, given = (explained(game, "initial", agent) for agent in ("alphabeta:depth=1,pruning=none", weighed(tmp_path, text)))
    for name in ("value", "action", "nodes", "features", "points", "estimate"):
        assert own[name] == given[name]


def test_weights_change_what_is_chosen(tmp_path: Path) -> None:
    def choice(agent: str) -> str:
        return str(kibitz("analyse", "chess", CAPTURE, "--agent", agent, "--json").json["action"])

    assert choice("alphabeta:depth=1,pruning=none") == "cxd5"
    assert choice(weighed(tmp_path, "pawns = 5000")) == "cxb5", "queens keep their weight, which is less"
    assert choice(weighed(tmp_path, "queens = -500")) == "cxb5", "pawns keep their weight, which is more"
    assert choice(weighed(tmp_path, "# nothing")) == "cxd5"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tempi = 3", "unknown feature 'tempi' (did you mean tempo?); known: good_threats, open_lines, tempo, threats"),
        ("tempo 3", "are not TOML"),
        ("tempo = 'much'", "the weight of tempo in "),
        ("tempo = true", "is True, not a number"),
        ("tempo = [1, 2]", "not a number between"),
        ("tempo = 1e7", "not a number between -1e6 and 1e6"),
        ("tempo = -inf", "not a number between"),
        ("tempo = nan", "is nan, not a number"),
        ("[tempo]\nweight = 3", "not a number between"),
    ],
)
def test_bad_weights_are_refused(text: str, said: str, tmp_path: Path) -> None:
    for more in ([], ["--explain"]):
        assert said in refusal(kibitz("analyse", "connect_four", "--agent", weighed(tmp_path, text), *more))


def test_weights_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        assert "cannot be read" in refusal(kibitz("analyse", "connect_four", "--agent", f"alphabeta:depth=1,eval={path}"))
    (tmp_path / "mine.toml").write_bytes(b"tempo = 1\n# \xff\xfe\n")
    agent = f"alphabeta:depth=1,eval={tmp_path / 'mine.toml'}"
    assert "is not a text file" in refusal(kibitz("analyse", "connect_four", "--agent", agent))


def test_agents_without_an_evaluation_of_their_own_take_no_weights() -> None:
    assert "eval" in refusal(kibitz("analyse", "connect_four", "--agent", "minimax:depth=2,eval=mine.toml", "--explain"))
