"""Mistakes that authors make: each is told in a sentence of its own, with the right line."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from kibitz.compile.diagnosis.trial import what_keeps_from_gpu, why_not_compiled
from kibitz.core.registry import games, load
from sample_game import ACTIONS, RESULT, TERMINAL, UTILITY, line_of, written

TABLE = "TABLE = (1, 2, 3)"


class Mistake(NamedTuple):
    """What is written instead of what, the sentence that must come (a part of it), and a part of the line it is about."""

    changes: dict[str, str]
    sentence: str
    line: str


MISTAKES = {
    "a list as state": Mistake(
        {"State(self.pile, 0)": "[self.pile, 0]"}, "the state is a list; a compiled state is a NamedTuple", "def initial"
    ),
    "a list in the state": Mistake(
        {"    left: int": "    seen: list[int]\n    left: int", "State(self.pile, 0)": "State([], self.pile, 0)"},
        "field seen is a list",
        "seen: list[int]",
    ),
    "a dict": Mistake(
        {UTILITY: '        worth = {"won": 1.0}\n        return worth[player]'},
        "a dict does not compile; use a tuple indexed by whole numbers",
        "worth = {",
    ),
    "a set": Mistake({TERMINAL: "        return s.left in set()"}, "a set does not compile; use a tuple, or the bits", "set()"),
    "text": Mistake(
        {TERMINAL: '        letters = "abc"\n        return letters.index(s.left) == 0'}, "text does not compile", "letters = "
    ),
    "an f-string": Mistake({RESULT: f'        told = f"{{s}} {{a!r}}"\n{RESULT}'}, "an f-string does not compile", "told = "),
    "an unsupported built-in function": Mistake(
        {TERMINAL: "        return next(iter(self.actions(s)), None) is None"},
        "next() does not compile; of Python's own",
        "next(",
    ),
    "a generator expression": Mistake(
        {TERMINAL: "        return sum(1 for _ in self.actions(s)) == 0"}, "a generator expression does not compile", "sum("
    ),
    "_replace": Mistake(
        {RESULT: "        return s._replace(left=s.left - a, player=1 - s.player)"},
        "_replace does not compile; write",
        "_replace(",
    ),
    "a float in an int field": Mistake(
        {RESULT: "        half = s.left / 2\n        return State(half, 1 - s.player)"},
        "a field annotated int is given",
        "State(half",
    ),
    "an undefined name": Mistake(
        {RESULT: "        return State(s.left - amount, 1)"}, "the name amount is not defined", "amount"
    ),
    "a wrong field": Mistake({RESULT: "        return State(s.lefft - a, 1)"}, "State has no field lefft", "lefft"),
    "a wrong parameter": Mistake({TERMINAL: "        return s.left == self.pil"}, "TakeAway has no pil", "== self.pil"),
    "try": Mistake(
        {RESULT: f"        try:\n    {RESULT}\n        except ValueError as error:\n            return s"},
        "try does not compile",
        "try:",
    ),
    "with": Mistake({TERMINAL: f'        with open("x") as file:\n    {TERMINAL}'}, "with does not compile", "with open"),
    "a list as table": Mistake(
        {TABLE: "TABLE = [1, 2, 3]", ACTIONS: "        yield TABLE[0]"},
        "TABLE is a list, which does not compile",
        "yield TABLE",
    ),
    "a dict as table": Mistake(
        {TABLE: "TABLE = {0: 1.0}", UTILITY: "        return TABLE[player]"}, "TABLE is a dict, which", "return TABLE"
    ),
    "None in one branch": Mistake(
        {UTILITY: "        if s.left > 0:\n            return None\n        return 1.0"},
        "utility returns None in some",
        "return None",
    ),
    "None at the end": Mistake(
        {UTILITY: "        if s.left == 0:\n            return 1.0"}, "utility returns None in some cases", "if s.left == 0"
    ),
    "a tuple in one branch": Mistake(
        {RESULT: f"        if a == 1:\n            return (s.left - 1, 1 - s.player)\n{RESULT}"},
        "every return must give the same type",
        "return (s.left",
    ),
    "a state of another kind": Mistake(
        {RESULT: "        return s.left - a"}, "result returns a value of type int64", "def result"
    ),
    "self as a value": Mistake({UTILITY: "        return 1.0 if self else s.left"}, "self is used as a value", "if self"),
    "self assigned to": Mistake(
        {TERMINAL: "        self.pile = 0\n        return True"}, "self.pile is assigned to", "self.pile = 0"
    ),
    "an import": Mistake({TERMINAL: f"        import math\n{TERMINAL}"}, "an import inside a method does not", "import math"),
    "a number too large": Mistake(
        {TERMINAL: "        return s.left == 1180591620717411303424"}, "1180591620717411303424 does not fit in a", "== 11805"
    ),
    "a cut tuple": Mistake(
        {TERMINAL: "        items = (s.left, s.player)\n        return items[: s.left] == ()"},
        "a tuple is cut at a place",
        "items[:",
    ),
    "a wrong call": Mistake(
        {TERMINAL: "        return self.to_move(s, 1) == 5"}, "too many positional arguments", "self.to_move"
    ),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_told_with_its_line(case: str, tmp_path: Path) -> None:
    mistake = MISTAKES[case]
    path = written(tmp_path, mistake.changes)
    reason = why_not_compiled(load(str(path)))
    assert reason is not None
    assert mistake.sentence in reason.reason
    assert (reason.path, reason.line) == (str(path), line_of(path, mistake.line))
    assert "\n" not in str(reason)


def test_a_mistake_in_a_helper_function_has_the_line_of_the_helper(tmp_path: Path) -> None:
    helper = "def worth(player):\n    number = player\n    return number.upper()\n\n\nTABLE = ()"
    path = written(tmp_path, {TABLE: helper, UTILITY: "        return worth(player)"})
    reason = why_not_compiled(load(str(path)))
    assert reason is not None
    assert reason.line == line_of(path, "number.upper()")
    assert reason.reason == "a value of type int64 has no attribute upper"


GPU = {
    "a dict": ({UTILITY: "        worth = {0: 1.0, 1: -1.0}\n        return worth[player]"}, "a dict", "worth = "),
    "a sorted list": ({TERMINAL: "        return sorted([s.left, 9])[0] == 0"}, "sorted()", "sorted("),
    "text": ({TERMINAL: '        return str(s.left) == "0"'}, "text", "str(s.left)"),
}


@pytest.mark.parametrize("case", GPU)
def test_what_only_a_gpu_does_not_take_is_told(case: str, tmp_path: Path) -> None:
    changes, word, line = GPU[case]
    path = written(tmp_path, changes)
    game = load(str(path))
    reason = what_keeps_from_gpu(game)
    assert reason is not None
    assert reason.reason.startswith(f"{word} does not compile")
    assert reason.line == line_of(path, line)


def test_a_rule_may_ask_for_the_actions_but_not_on_a_gpu(tmp_path: Path) -> None:
    path = written(tmp_path, {TERMINAL: "        for _ in self.actions(s):\n            return False\n        return True"})
    game = load(str(path))
    assert why_not_compiled(game) is None
    reason = what_keeps_from_gpu(game)
    assert reason is not None
    assert "a GPU has no generators" in reason.reason
    assert reason.line == line_of(path, "self.actions")


def test_docstrings_errors_and_returned_lists_are_no_obstacle(tmp_path: Path) -> None:
    told = '        """Return the stones left."""\n        assert s.left >= 0, "below zero"\n'
    path = written(tmp_path, {TERMINAL: told + TERMINAL, ACTIONS: "        return [a for a in TABLE if a <= s.left]"})
    assert what_keeps_from_gpu(load(str(path))) is None


@pytest.mark.parametrize("name", games())
def test_nothing_keeps_the_library_games_from_a_gpu(name: str) -> None:
    assert what_keeps_from_gpu(load(name)) is None
