"""Tree files: the examples have the lectures' values, all of the format is read, each mistake is told with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kibitz.core.errors import InputError, PositionError, UnknownNameError
from kibitz.core.game import CHANCE, constant_sum, utilities
from kibitz.core.registry import load
from kibitz.games.tree import Place, Tree, examples


def solved(tree: Any, s: Place) -> tuple[float, ...]:
    """Everybody's utility under best play, by plain backward induction."""
    if tree.is_terminal(s):
        return utilities(tree, s)
    children = [solved(tree, tree.result(s, a)) for a in tree.actions(s)]
    mover = tree.to_move(s)
    if mover != CHANCE:
        return max(children, key=lambda child: child[mover])
    chances = [tree.probability(s, a) for a in tree.actions(s)]
    return tuple(sum(p * child[i] for p, child in zip(chances, children, strict=True)) for i in range(tree.players))


def root_utilities(spec: str) -> tuple[float, ...]:
    tree = load(spec)
    assert isinstance(tree, Tree)
    return solved(tree, tree.initial())


EXAMPLES = {
    "lecture": (3, -3),
    "chance": (10, -10),
    "airport": (35, -35),
    "mixed": (4, -4),
    "alphabeta": (5, -5),
    "shared": (1, -1),
    "three_players": (3, 5, 4),
    "tie": (4, 4, 4),
}


def test_every_example_has_a_known_value() -> None:
    assert sorted(EXAMPLES) == examples()


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    assert root_utilities(f"tree:name={name}") == pytest.approx(EXAMPLES[name])


def test_without_options_the_lecture_tree() -> None:
    assert load("tree") == load("tree:name=lecture")


def test_every_part_of_the_format() -> None:
    tree: Any = Tree.parse_tree(
        "all.tree",
        "# a comment\n"
        "root MAX ~ 1/4: go -> dice, -1.5, last   # two branches without names\n"
        "\n"
        "dice CHANCE:\n"
        "    25% low -> 1e1\n"
        "    0.5     -> last, 1/4 high -> inner,\n"
        "inner MIN ~-2: last, 2 -> 7\n"
        "last = 2\n",
    )
    root, dice, inner = tree.initial(), tree.parse("dice"), tree.parse("inner")
    assert [tree.action_name(root, a) for a in tree.actions(root)] == ["go", "2", "last"]
    assert [tree.notation(tree.result(root, a)) for a in tree.actions(root)] == ["dice", "root/2", "last"]
    assert [tree.action_name(dice, a) for a in tree.actions(dice)] == ["low", "last", "high"]
    assert [tree.probability(dice, a) for a in tree.actions(dice)] == [0.25, 0.5, 0.25]
    assert [tree.to_move(s) for s in (root, dice, inner)] == [0, CHANCE, 1]
    assert utilities(tree, tree.parse("dice/low")) == (10, -10)
    assert [tree.evaluate(s, 0) for s in (root, dice, inner)] == [0.25, 0, -2]
    assert tree.evaluate(inner, 1) == 2
    assert tree.result(inner, 0) == tree.result(root, 2) == tree.parse("last")
    assert tree.is_terminal(tree.parse("last"))
    assert not tree.is_terminal(root)
    assert tree.names.count("last") == 1


def test_outcomes_without_probabilities_are_equally_likely() -> None:
    die = Tree.parse_tree("die.tree", "die CHANCE: 1, 2, 3, 4, 5, 6")
    assert solved(die, die.initial())[0] == pytest.approx(3.5)


def test_players_and_their_total() -> None:
    text = "players: Ann, Ben, Cleo\nroot Ben: (1, 2, 3), stop -> end\nend = 4, {}, 1"
    same: Any
    different: Any
    same, different = (Tree.parse_tree("t", text.format(last)) for last in (1, 2))
    assert same.player_names == ("Ann", "Ben", "Cleo")
    assert same.to_move(same.initial()) == 1
    assert utilities(same, same.parse("root/1")) == (1, 2, 3)
    assert constant_sum(same) == 6
    assert constant_sum(different) is None
    assert constant_sum(load("tree")) == 0


def test_show_names_the_branches() -> None:
    tree = load("tree:name=airport")
    assert tree.show(tree.initial()).splitlines()[1] == "    0.25 free-road -> drive/free-road"
    assert tree.show(tree.parse("drive/free-road")) == "drive/free-road: MAX 20, MIN -20"


@pytest.mark.parametrize("name", EXAMPLES)
def test_positions_are_node_names(name: str) -> None:
    tree = load(f"tree:name={name}")
    assert isinstance(tree, Tree)
    assert [tree.parse(tree.notation(Place(node))).node for node in range(len(tree.names))] == list(range(len(tree.names)))
    with pytest.raises(PositionError, match="unknown node 'nowhere'"):
        tree.parse("nowhere")


MISTAKES = {
    "root CHANCE: 1/2 -> 1, 1/3 -> 2": "t:1: the probabilities of 'root' add up to 0.833333, not to 1",
    "root CHANCE: 1/2 -> 1, 2": "t:1: outcome '2' of 'root' has no probability; give one to all outcomes or to none",
    "root CHANCE: 3/2 -> 1, -1/2 -> 2": "t:1: a probability is above 0 and at most 1, not 1.5",
    "root CHANCE: 1/0 -> 1": "t:1: a probability is above 0 and at most 1, not nan",
    "root CHANCE: heads 1/2 -> 1": "t:1: 'heads 1/2 -> 1' is not a branch of the form '[probability] [name] -> target'",
    "root MAX: B\nB MIN: C\nC MAX: 1, B": "t:3: a tree may not have a cycle, but B -> C -> B is one",
    "root MAX: root": "t:1: a tree may not have a cycle, but root -> root is one",
    "root MAX: go -> Bob\n\nBo = 2": "t:1: branch 'go' of 'root': unknown node 'Bob' (did you mean Bo?); known: root, Bo",
    "root MAX: 1\nB MIN: 2": "t:2: no branch leads from the root 'root' to node 'B'",
    "root MAX: B\nB = 1\nB = 2": "t:3: node 'B' is defined twice, first in line 2",
    "root MAX: a -> 1,, b -> 2": "t:1: '' is no name",
    "root MAX: a -> 1\n a -> 2": "t:2: 'root' has two branches called 'a'",
    "root MAX:": "t:1: node 'root' has no branches; a leaf is written 'name = value'",
    "root = 1": "t:1: the first node, 'root', is the root and needs branches",
    "root MAXX: 1": "t:1: unknown kind of node 'MAXX' (did you mean MAX?); known: MAX, MIN, CHANCE",
    "root: 1": "t:1: 'root: 1' is not understood; a line reads",
    "  a -> 1": "t:1: an indented line must follow a node",
    "root MAX: B\nB = x": "t:2: 'x' is not a number",
    "root MAX: B\nB = 1e999": "t:2: '1e999' is not a number",
    "root MAX: B\nB = nan": "t:2: 'nan' is not a number",
    "root MAX: B\nB = (1, 2)": "t:2: a value in a tree of MAX and MIN is one number, not 2",
    "root MAX: 7 eleven -> 2": "t:1: '7 eleven -> 2' is not a branch of the form 'name -> target'",
    "root MAX: -> 2": "t:1: '-> 2' is not a branch",
    "12 MAX: 1": "t:1: '12' is a number and cannot be a name",
    "root MAX: a(b -> 1": "t:1: 'a(b' is no name",
    "players: A, B\nroot A: (1, 2, 3)": "t:2: (1, 2, 3) has 3 utilities, but there are 2 players: A, B",
    "players: A, B\nroot A: 1": "t:2: 1 has 1 utilities, but there are 2 players: A, B",
    "players: A, B\nroot MAX: (1, 2)": "t:2: unknown kind of node 'MAX'; known: A, B, CHANCE",
    "players: A, A\nroot A: (1, 2)": "t:1: players have different names",
    "root MAX: 1\nplayers: A, B": "t:2: the players are named once, before the first node",
    "": "t holds no node",
    "# only a comment\n\n": "t holds no node",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_mistake(text: str) -> None:
    with pytest.raises(InputError) as error:
        Tree.parse_tree("t", text)
    assert str(error.value).startswith(MISTAKES[text])
    assert "\n" not in str(error.value)


def test_a_deep_tree_needs_no_deep_stack() -> None:
    lines = [f"n{depth} {'MAX' if depth % 2 == 0 else 'MIN'}: n{depth + 1}" for depth in range(5000)]
    tree = Tree.parse_tree("deep", "\n".join([*lines, "n5000 = 1"]))
    assert len(tree.names) == 5001


def test_files(tmp_path: Path) -> None:
    good = tmp_path / "good.tree"
    good.write_text("\ufeffroot MAX: 1, 2\n", encoding="utf-8")
    assert load(f"tree:file={good}") == load(str(good))
    binary = tmp_path / "binary.tree"
    binary.write_bytes(b"root MAX: \xff\xfe")
    with pytest.raises(InputError, match=r"binary\.tree is not a text file"):
        load(str(binary))
    with pytest.raises(InputError, match=r"none\.tree cannot be read: No such file"):
        load(f"tree:file={tmp_path}/none.tree")
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        load(f"tree:file={tmp_path}")
    with pytest.raises(UnknownNameError, match=r"unknown example tree 'lectur' .did you mean lecture"):
        load("tree:name=lectur")
    with pytest.raises(UnknownNameError, match="unknown option of tree 'path'"):
        load("tree:path=x")
    with pytest.raises(InputError, match="either file=PATH or name=NAME"):
        load("tree:name=lecture,file=x")
