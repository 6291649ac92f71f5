"""The verb `trace`: the events of a search as the front end gets them, held to the recorder's own."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kibitz
from kibitz.analysis.context import Context
from kibitz.analysis.messages import json_value
from kibitz.analysis.quota import Quota
from kibitz.analysis.verbs.trace import Traced, trace
from kibitz.core.errors import InputError, UnsupportedError

LECTURE = "root MAX: a1 -> B, a2 -> C\nB MIN: b1 -> 3, b2 -> 12\nC MIN: c1 -> 2, c2 -> 4\n"


def asked(context: Context | None = None, **fields: Any) -> dict[str, Any]:
    """Return the result of a request."""
    return trace(Traced(**fields), context or Context())


def of_kind(result: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """Return the events of one kind."""
    return [event for event in result["events"] if event["kind"] == kind]


def test_the_lectures_tree_is_told_event_by_event() -> None:
    result = asked(game="tree:name=lecture", agent="alphabeta")
    story = kibitz.trace("tree:name=lecture", agent="alphabeta")
    assert [(event["kind"], event["node"]) for event in result["events"]] == [
        (event.kind, event.node) for event in story.trace.events
    ]
    assert result["total"] == len(story.trace.events)
    assert result["truncated"] is False
    assert result["decision"]["action"] == "a1"
    assert result["decision"]["value"] == 3


def test_the_cut_names_its_branches_reason_and_line() -> None:
    result = asked(game="tree:name=lecture", agent="alphabeta")
    (cut,) = of_kind(result, "cut")
    assert cut["actions"] == ["c2", "c3"]
    assert cut["reason"] == "2 <= alpha 3"
    assert result["pseudocode"][cut["line"]].strip() == "if v ≤ α then break"
    assert cut["caption"] == "a2: 2 <= alpha 3, so c2, c3 are not looked at"


def test_nodes_of_a_tree_have_their_names_and_the_branch_to_them() -> None:
    entered = of_kind(asked(game="tree:name=lecture", agent="minimax"), "enter")
    assert [(event["name"], event["action"]) for event in entered[:3]] == [("root", None), ("B", "a1"), ("B/b1", "b1")]
    assert entered[1]["parent"] == entered[0]["node"]
    assert [event["role"] for event in entered[:2]] == ["max", "min"]


def test_a_tree_may_come_as_text() -> None:
    result = asked(tree=LECTURE, agent="alphabeta")
    assert result["decision"]["value"] == 3
    assert [event["actions"] for event in of_kind(result, "cut")] == [["c2"]]


def test_windows_travel_as_words_where_they_are_infinite() -> None:
    entered = of_kind(json_value(asked(tree=LECTURE, agent="alphabeta")), "enter")
    assert (entered[0]["alpha"], entered[0]["beta"]) == ("-inf", "inf")
    json.dumps(entered, allow_nan=False)


def test_playouts_name_their_moves_one_after_the_other() -> None:
    result = asked(game="tree:name=alphabeta", agent="uct:sims=8", seed=3)
    assert len(of_kind(result, "playout")) > 0
    for event in of_kind(result, "playout"):
        assert event["actions"]
        assert all(isinstance(name, str) for name in event["actions"])
    assert of_kind(result, "visit")[-1]["visits"] == 8


def test_the_seed_decides_what_random_games_do() -> None:
    first, again, other = (asked(game="tree:name=alphabeta", agent="montecarlo:playouts=30", seed=seed) for seed in (1, 1, 2))
    assert first["events"] == again["events"]
    assert first["events"] != other["events"]


def test_a_choice_is_told_by_name_and_none_where_nobody_chooses() -> None:
    result = asked(game="tree:name=mixed", agent="expectiminimax")
    chosen = [event["action"] for event in of_kind(result, "choose")]
    assert chosen[-1] == "safe"
    assert None in chosen


def test_positions_of_other_games_have_no_names_but_notations() -> None:
    result = asked(game="tic_tac_toe", position="xox/o.x/.o.", agent="minimax")
    entered = of_kind(result, "enter")
    assert {event["name"] for event in entered} == {None}
    assert entered[0]["position"] == kibitz.load("tic_tac_toe").notation(kibitz.load("tic_tac_toe").parse("xox/o.x/.o."))


def test_without_an_agent_one_is_taken_that_can_be_watched() -> None:
    assert asked(game="tree:name=three_players")["agent"] == "maxn"


def test_no_more_events_are_sent_than_are_wanted_or_given() -> None:
    for context, limit in ((Context(), 5), (Context(quota=Quota(events=5)), 1000)):
        result = asked(context, game="tree:name=lecture", agent="alphabeta", limit=limit)
        assert len(result["events"]) == 5
        assert result["truncated"] is True
        assert result["total"] > 5


def test_a_search_that_cannot_be_watched_is_refused_in_a_sentence() -> None:
    with pytest.raises(UnsupportedError, match="cannot be watched"):
        asked(game="tic_tac_toe", agent="alphabeta:engine=search")


def test_a_mistake_in_a_tree_is_told_with_its_line() -> None:
    with pytest.raises(InputError, match=r"the tree:1: .*unknown node 'B'"):
        asked(tree="root MAX: a -> B, b -> 2", agent="minimax")


def test_more_time_than_a_search_is_given_is_refused() -> None:
    with pytest.raises(InputError, match="time"):
        asked(Context(quota=Quota(seconds=1)), game="tree:name=lecture", agent="uct:time=60")
