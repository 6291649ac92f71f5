"""The importer for the Pacman autograder's trees: turns, shared states, and each mistake told with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kibitz.core.errors import InputError
from kibitz.core.game import constant_sum, utilities
from kibitz.core.registry import load

FILE = '''class: "GraphGameTreeTest"
alg: "MinimaxAgent"
depth: "2"

# a comment
num_agents: "AGENTS"
start_state: "a"
win_states: "w"
lose_states: "l"

successors: """
a Left b
a Right c
b Left w
b Right c
c Down l
w Down a
"""

evaluation: """
a 2.5
w 8.0
l -4
"""
'''


def read(tmp_path: Path, text: str) -> Any:
    path = tmp_path / "x.test"
    path.write_text(text)
    return load(str(path))


def test_turns_go_round_and_a_state_stands_once_for_every_turn(tmp_path: Path) -> None:
    tree = read(tmp_path, FILE.replace("AGENTS", "3"))
    places = [tree.parse(name) for name in ("a", "b", "c", "c@2", "w", "l", "l@0")]
    assert len(tree.names) == len(places)
    assert [tree.to_move(s) for s in places[:4]] == [0, 1, 1, 2]
    assert [tree.is_terminal(s) for s in places] == [False] * 4 + [True] * 3
    assert [tree.notation(tree.result(places[1], a)) for a in tree.actions(places[1])] == ["w", "c@2"]
    assert [tree.action_name(places[0], a) for a in tree.actions(places[0])] == ["Left", "Right"]
    assert tree.evaluate(places[0], 0) == 2.5
    assert tree.evaluate(places[1], 0) == 0
    assert utilities(tree, places[4]) == (8, -4, -4)
    assert constant_sum(tree) == 0


def test_one_opponent_is_min_and_one_agent_plays_alone(tmp_path: Path) -> None:
    two = read(tmp_path, FILE.replace("AGENTS", "2"))
    assert two.player_names == ("MAX", "MIN")
    assert utilities(two, two.parse("l")) == (-4, 4)
    alone = read(tmp_path, FILE.replace("AGENTS", "1"))
    assert alone.players == 1
    assert constant_sum(alone) is None


MISTAKES = [
    ("AGENTS", "0", "x.test:6: num_agents is a number from 1 to 16, not '0'"),
    ("AGENTS", "two", "x.test:6: num_agents is a number from 1 to 16, not 'two'"),
    ("evaluation", "evaluations", "x.test is no Pacman tree: it has no evaluation; it needs"),
    ("a Left b", "a Left", "x.test:12: 'a Left' is not 'state action successor'"),
    ("a Right c", "a Left c", "x.test:13: state 'a' has two actions called 'Left'"),
    ("c Down l", "c Down x", "x.test:16: unknown state 'x'; known: a, b, c, l, w; a state has successors, or is won or lost"),
    ("c Down l", "c Down b", "x.test:16: a tree may not have a cycle, but b -> c@0 -> b is one"),
    ("w 8.0", "w eight", "x.test:22: 'w eight' is not 'state number'"),
    ("w 8.0", "", "x.test:14: state 'w' is won or lost but has no evaluation"),
    ('start_state: "a"', 'start_state: "w"', "x.test:7: the first node, 'w', is the root and needs branches"),
    ('start_state: "a"', 'start_state: ""', "x.test:7: unknown state ''"),
]


@pytest.mark.parametrize(("good", "bad", "message"), MISTAKES)
def test_mistake(tmp_path: Path, good: str, bad: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read(tmp_path, FILE.replace(good, bad, 1).replace("AGENTS", "2"))
    assert str(error.value).removeprefix(f"{tmp_path}/").startswith(message)
