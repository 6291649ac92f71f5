"""What the verb `tree` sends is what the searches say, within its limits; `look` shows the boards of its nodes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import kibitz
from kibitz.analysis.context import Context
from kibitz.analysis.quota import Quota, QuotaError
from kibitz.analysis.server import Server
from kibitz.analysis.verbs import tree as tree_verb
from kibitz.analysis.verbs.analyse import decided
from kibitz.analysis.verbs.tree import Look, TreeRequest, look, tree
from kibitz.analysis.visible_tree import MOST_CHILDREN
from kibitz.core.errors import InputError, UnsupportedError
from kibitz.core.questions import legal_actions
from kibitz.textbook.trace import Node

Fields = dict[str, Any]


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    tree_verb._kept.clear()
    yield
    tree_verb._kept.clear()


def sent(context: Any = None, **fields: Any) -> Fields:
    return tree(TreeRequest.model_validate(fields), context or Context())


def looked(**fields: Any) -> Fields:
    return look(Look.model_validate(fields), Context())


def by_number(answer: Fields) -> dict[int, Fields]:
    return {node["id"]: node for node in answer["nodes"]}


def children_of(answer: Fields, node: Fields) -> list[Fields]:
    return [child for child in answer["nodes"] if child["parent"] == node["id"]]


def follow(answer: Fields, *names: str) -> Fields:
    node: Fields = answer["nodes"][0]
    for name in names:
        node = next(child for child in children_of(answer, node) if child["action"] == name)
    return node


def assert_is_a_tree(answer: Fields, limit: int) -> None:
    """Hold what was sent to its own numbers."""
    nodes = answer["nodes"]
    assert 1 <= len(nodes) <= limit
    assert len({node["id"] for node in nodes}) == len(nodes)
    seen: set[int | None] = {None}
    for node in nodes:
        assert node["parent"] in seen, "a parent comes before its children"
        seen.add(node["id"])
        children = children_of(answer, node)
        assert len(children) == node["shown"] <= node["children"]
        assert sum(child["chosen"] for child in children) <= 1


def nodes_of(root: Node) -> list[Node]:
    nodes = [root]
    for node in nodes:
        nodes += node.children
    return nodes


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("tree:name=lecture", "alphabeta"),
        ("tic_tac_toe", "alphabeta:depth=3"),
        ("nim:piles=2+2,players=3", "maxn"),
        ("pig:goal=4", "expectiminimax:depth=2"),
        ("tic_tac_toe", "uct:sims=60,engine=textbook"),
    ],
)
def test_a_whole_textbook_tree_is_the_trace(game: str, agent: str) -> None:
    answer = sent(game=game, agent=agent, limit=2000)
    story = kibitz.trace(game, agent=agent)
    root = story.trace.tree()
    assert root is not None
    truth = {node.number: node for node in nodes_of(root)}
    assert_is_a_tree(answer, 2000)
    assert answer["size"] == len(truth) == len(answer["nodes"])
    assert answer["events"] == len(story.trace.events)
    assert answer["decision"]["value"] == story.decision.value
    rules = story.trace.game
    for number, told in by_number(answer).items():
        node = truth[number]
        assert (told["value"], told["visits"], told["leaf"], told["role"]) == (node.value, node.visits, node.leaf, node.role)
        assert (told["alpha"], told["beta"], told["reason"]) == (node.alpha, node.beta, node.cut_reason)
        assert told["cut"] == [rules.action_name(node.state, action) for action in node.cut_actions]
        if node.parent is not None and node.action is not None:
            assert told["parent"] == node.parent.number
            assert told["action"] == rules.action_name(node.parent.state, node.action)
            assert told["chosen"] == (node.parent.chosen == node.action)


def test_cuts_come_with_their_reason() -> None:
    node = follow(sent(game="tree:name=lecture", agent="alphabeta"), "a2")
    assert (node["cut"], node["reason"]) == (["c2", "c3"], "2 <= alpha 3")


def test_the_chosen_children_are_the_line_of_the_decision() -> None:
    answer = sent(game="connect_four", moves=("4", "4"), agent="alphabeta:depth=4")
    node, line = answer["nodes"][0], []
    while chosen := [child for child in children_of(answer, node) if child["chosen"]]:
        node = chosen[0]
        line.append(node["action"])
    assert line == answer["decision"]["line"]


def test_a_grown_tree_is_that_of_the_search() -> None:
    agent = "uct:sims=3000"
    answer = sent(game="connect_four", agent=agent, limit=300)
    assert_is_a_tree(answer, 300)
    game = kibitz.load("connect_four")
    seat = kibitz.api.Seat.of(game, f"{agent},keep_tree=true")
    session = kibitz.Session(game)
    root = decided(session, seat, every=False).tree
    assert answer["nodes"][0]["visits"] == root.visits == 3000 == answer["decision"]["simulations"]
    compared = 0
    waiting = [(answer["nodes"][0], root)]
    for told, node in waiting:
        compared += 1
        assert told["visits"] == node.visits
        assert told["proved"] == node.is_proven
        assert told["value"] == (node.bounds[0] if node.is_proven else node.value)
        if told["value"] is not None:
            assert told["utility"] == (told["value"] if node.player == 0 else -told["value"])
        below = {game.action_name(node.state, child.action): child for child in node.children}
        assert told["children"] == len(below)
        waiting += [(child, below[child["action"]]) for child in children_of(answer, told)]
    assert compared == len(answer["nodes"]) > 200
    first = children_of(answer, answer["nodes"][0])
    assert sum(child["visits"] for child in first) == 3000
    assert [child["action"] for child in first if child["chosen"]] == [answer["decision"]["action"]]


def test_proved_values_are_marked() -> None:
    answer = sent(game="tic_tac_toe", position="xx./oo./...", agent="uct:sims=2000")
    root = answer["nodes"][0]
    assert root["proved"]
    assert root["value"] == 1.0
    won = follow(answer, answer["decision"]["action"])
    assert (won["proved"], won["leaf"], won["value"], won["chosen"]) == (True, "terminal", 1.0, True)


def test_the_tree_is_reported_while_it_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.search.montecarlo.search.TREE_REPORT_SECONDS", 0.0)  # after every chunk of simulations
    reports: list[Fields] = []
    answer = sent(Context(emit=reports.append), game="connect_four", agent="uct:sims=100000", limit=50)
    grown = [report for report in reports if "nodes" in report][:-1]  # the last may have all simulations
    assert len(grown) >= 5
    visits = [report["nodes"][0]["visits"] for report in [*grown, answer]]
    assert visits == sorted(set(visits)), "every report has more simulations than the one before"
    for report in grown:
        assert_is_a_tree(report, 50)
        assert sum(child["visits"] for child in children_of(report, report["nodes"][0])) == report["nodes"][0]["visits"]
    names = {node["id"]: node["action"] for node in answer["nodes"]}
    for node in grown[-1]["nodes"]:
        assert names.get(node["id"], node["action"]) == node["action"], "a node keeps its number while the tree grows"


def test_the_values_of_two_players_are_seen_from_one_side() -> None:
    second_to_move = sent(game="tic_tac_toe", position="xx./oo./..x", agent="minimax")
    assert (second_to_move["side"], second_to_move["constant_sum"]) == (0, 0.0)
    assert second_to_move["nodes"][0]["value"] == 1.0  # for MAX, the second player, who wins at once
    assert second_to_move["nodes"][0]["utility"] == -1.0


def test_many_players_are_each_seen_from_their_own_side() -> None:
    answer = sent(game="nim:piles=2+2,players=3", agent="maxn")
    assert answer["side"] is None
    numbers = by_number(answer)
    for node in answer["nodes"][1:]:
        assert node["utility"] == node["value"][numbers[node["parent"]]["to_move"]]


def test_outcomes_of_chance_are_worth_the_average_of_what_follows() -> None:
    answer = sent(game="pig:goal=20", agent="uct:sims=4000,solve=false", limit=2000)
    outcomes = [node for node in answer["nodes"] if node["probability"] is not None and node["children"] == node["shown"] > 0]
    assert outcomes
    for node in outcomes:
        assert node["value"] is None
        below = [child for child in children_of(answer, node) if child["visits"] and child["utility"] is not None]
        visits = sum(child["visits"] for child in below)
        if visits:
            assert node["utility"] == pytest.approx(sum(child["visits"] * child["utility"] for child in below) / visits)


def test_what_is_open_is_sent_however_little_it_matters() -> None:
    point = {"game": "connect_four", "agent": "uct:sims=5000"}
    least = min(sent(**point)["nodes"][1:8], key=lambda node: node["visits"])
    assert follow(sent(**point, limit=8), least["action"])["shown"] == 0
    opened = follow(sent(**point, limit=15, open=((least["action"],),)), least["action"])
    assert opened["shown"] == opened["children"] == 7


def test_paths_come_as_lists_as_json_has_them() -> None:
    asked = '{"game": "tic_tac_toe", "agent": "minimax:depth=3", "limit": 40, "open": [["b1", "a1"]], "whole": [["b1"]]}'
    answer = Server.result({"verb": "tree", **json.loads(asked)}, Context())
    assert follow(answer, "b1", "a1")["shown"] == 7
    assert Server.result({"verb": "look", "path": ["b1", "a1"]}, Context())["to_move"] == 0


def test_of_many_children_some_are_sent_and_all_where_they_are_wanted() -> None:
    point = {"game": "chess", "agent": "minimax:depth=1"}
    some = sent(**point)
    moves = len(legal_actions(kibitz.load("chess"), kibitz.load("chess").initial()))
    root = some["nodes"][0]
    assert (root["children"], root["shown"]) == (moves, MOST_CHILDREN)
    assert any(node["chosen"] for node in some["nodes"])
    last = sent(**point, whole=((),))["nodes"][-1]["action"]
    assert sent(**point, whole=((),))["nodes"][0]["shown"] == moves
    assert last in [node["action"] for node in sent(**point, open=((last,),))["nodes"]], "what is open is among those sent"


@pytest.mark.parametrize("limit", [1, 2, 9, 10, 57, 400])
def test_no_more_is_sent_than_there_is_room_for(limit: int) -> None:
    paths = ((), ("a1",), ("a1", "b1"), ("nowhere",))
    answer = sent(game="tic_tac_toe", agent="minimax:depth=4", limit=limit, open=paths, whole=paths)
    assert_is_a_tree(answer, limit)
    assert answer["size"] == 1 + 9 + 72 + 504 + 3024


def test_a_tree_is_kept_to_be_looked_at_further(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []
    search = tree_verb._searched

    def counted(*given: Any) -> Any:
        searched.append(given)
        return search(*given)

    monkeypatch.setattr(tree_verb, "_searched", counted)
    point = {"game": "tic_tac_toe", "agent": "uct:time=0.05"}
    first = sent(**point)
    assert sent(**point, limit=10)["nodes"][0] == first["nodes"][0]
    assert len(searched) == 1
    sent(**point, again=True)
    assert len(searched) == 2
    for seed in range(1, 1 + tree_verb.KEPT_TREES):
        sent(**point, seed=seed)
    assert len(tree_verb._kept) == tree_verb.KEPT_TREES
    sent(**point)
    assert len(searched) == 3 + tree_verb.KEPT_TREES, "only the last few are kept"


def test_a_search_that_is_ended_leaves_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    record = tree_verb.WatchedTrace._record

    def interrupted(self: Any, *given: Any, **data: Any) -> None:
        record(self, *given, **data)
        if len(self.events) == 1000:
            raise KeyboardInterrupt

    monkeypatch.setattr(tree_verb.WatchedTrace, "_record", interrupted)
    answer = sent(game="tic_tac_toe", agent="minimax")
    assert (answer["decision"], answer["events"]) == (None, 1000)
    assert_is_a_tree(answer, 400)


def test_a_trace_longer_than_the_quota_is_refused() -> None:
    context = Context(quota=Quota(events=5000))
    with pytest.raises(QuotaError, match=r"more than the 5,000 events .* smaller depth="):
        sent(context, game="tic_tac_toe", agent="minimax:depth=5")
    assert sent(context, game="tic_tac_toe", agent="minimax:depth=3")["events"] <= 5000


def test_a_time_longer_than_the_quota_is_refused() -> None:
    with pytest.raises(QuotaError, match="time=60"):
        sent(Context(quota=Quota(seconds=30)), game="connect_four", agent="uct:time=60")


def test_what_cannot_be_watched_is_refused() -> None:
    with pytest.raises(InputError, match="the game is over"):
        sent(game="tic_tac_toe", position="xxx/oo./...", agent="minimax")
    with pytest.raises(UnsupportedError, match="cannot be watched"):
        sent(game="tic_tac_toe", agent="minimax:engine=search")
    with pytest.raises(InputError, match="time"):
        sent(game="tic_tac_toe", agent="minimax:time=1")


def test_a_look_is_the_position_after_the_path() -> None:
    told = looked(game="connect_four", position="44", moves=("4",), path=("5", "3"))
    assert told["position"] == kibitz.load("connect_four").notation(kibitz.load("connect_four").parse("44453"))
    assert told["history"][-1]["action"] == "3"
    assert told["svg"]
    with pytest.raises(InputError, match="move 2, 9"):
        looked(game="connect_four", path=("4", "9"))
