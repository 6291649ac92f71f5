"""Each law of the checker finds the game that breaks it, and that one law alone."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from kibitz.checking import Report, check
from kibitz.core.errors import InputError
from sample_game import ACTIONS, LISTS, RESULT, TERMINAL, TO_MOVE, UTILITY, line_of, written

DICE = """
    def probability(self, s, a):
        return {}
"""
KEY = """
    def key(self, s):
        return {}
"""


class Broken(NamedTuple):
    """A way to break a law: what is changed or added, the law, a part of the sentence, and a part of the line it names."""

    law: str
    changes: dict[str, str]
    more: str
    sentence: str
    line: str = ""


CHANCE_MOVES = {TO_MOVE: "        return kibitz.CHANCE if s.left == 5 else s.player"}

BROKEN = {
    "no move": Broken(
        "moves", {ACTIONS: "        yield from range(1, min(3, s.left - 1) + 1)"}, "", "gave no move", "def actions"
    ),
    "a move twice": Broken("moves", {ACTIONS: ACTIONS + "\n        yield 1"}, "", "gave the move 1 twice", "def actions"),
    "a move that is text": Broken("moves", {ACTIONS: "        yield 'one'"}, "", "gave 'one', a str", "def actions"),
    "a move that is true": Broken(
        "moves", {ACTIONS: "        yield True"}, "", "a bool; moves are whole numbers", "def actions"
    ),
    "moves without end": Broken(
        "moves",
        {ACTIONS: "        a = 0\n        while True:\n            a += 1\n            yield a"},
        "",
        "more than 100,000",
    ),
    "an error in actions": Broken(
        "moves", {ACTIONS: "        yield 1 // (s.left - 10)"}, "", "ZeroDivisionError", "s.left - 10"
    ),
    "a third player": Broken(
        "turns", {TO_MOVE: "        return 2 * s.player"}, "", "returned 2, which is not a player", "def to_move"
    ),
    "nobody": Broken("turns", {TO_MOVE: "        return None"}, "", "returned None", "def to_move"),
    "no state": Broken(
        "states", {RESULT: f"        if a < 3:\n    {RESULT}"}, "", "returned None, which is not a State like the", "def result"
    ),
    "a plain tuple": Broken(
        "states", {RESULT: "        return (s.left - a, 1 - s.player)"}, "", "is not a State", "def result"
    ),
    "a fraction": Broken(
        "states",
        {RESULT: "        return State(s.left / 2, 1 - s.player)"},
        "",
        "field left is a number of type int and got 5.0; use //",
    ),
    "a longer tuple": Broken(
        "states",
        {
            "    left: int": "    taken: tuple[int, ...]\n    left: int",
            "State(self.pile, 0)": "State((0,), self.pile, 0)",
            RESULT: "        return State((*s.taken, a), s.left - a, 1 - s.player)",
        },
        "",
        "field taken had 1 items at the start and got 2",
    ),
    "an error in result": Broken(
        "states", {RESULT: "        return stat(s)"}, "", "result raised NameError: name 'stat'", "stat(s)"
    ),
    "an error in initial": Broken("states", {"State(self.pile, 0)": "State(self.pil, 0)"}, "", "initial raised", "self.pil, 0"),
    "too many bits": Broken(
        "numbers",
        {
            "    left: int": "    seen: int\n    left: int",
            "State(self.pile, 0)": "State(1, self.pile, 0)",
            RESULT: "        return State(s.seen << 20, s.left - a, 1 - s.player)",
        },
        "",
        "gave the field seen the value 1208925819614629174706176, more than 64 bits",
    ),
    "a position comes back": Broken(
        "cycles",
        {RESULT: "        return State(10 if s.left == 9 else s.left - a, s.player)", ACTIONS: "        yield 1"},
        "",
        "comes back after 2 moves",
    ),
    "without end": Broken(
        "cycles",
        {RESULT: "        return State(s.left + 1, 1 - s.player)", ACTIONS: "        yield 1"},
        "",
        "not over after 10,000 moves",
    ),
    "neither over nor not": Broken(
        "endings", {TERMINAL: "        return None"}, "", "is_terminal returned None", "def is_terminal"
    ),
    "utility is text": Broken("endings", {UTILITY: "        return 'won'"}, "", "utility returned 'won'", "def utility"),
    "utility is infinite": Broken(
        "endings", {UTILITY: "        return float('inf')"}, "", "not a finite number", "def utility"
    ),
    "an error in utility": Broken(
        "endings", {UTILITY: "        return 1 / 0"}, "", "utility raised ZeroDivisionError", "1 / 0"
    ),
    "not zero-sum": Broken(
        "constant_sum", {UTILITY: UTILITY.replace("-1.0", "0.0")}, "", "= 1, and @kibitz.game says constant_sum=0"
    ),
    "a random order": Broken(
        "purity",
        {"TABLE = (1, 2, 3)": "CALLS = []"},
        "\n    def order(self, s, a):\n        CALLS.append(a)\n        return len(CALLS)\n",
        "order answered differently",
        "def order",
    ),
    "a key that forgets the mover": Broken("hashing", {}, KEY.format("s.left"), "(it does not tell who is to move)", "def key"),
    "a key of too many bits": Broken(
        "hashing", {}, KEY.format("(s.left * 2 + s.player) << 70"), "not an int of 64 bits", "def key"
    ),
    "impossible outcome": Broken(
        "probabilities", CHANCE_MOVES, DICE.format("(0.0, 0.5, 0.5)[a - 1]"), "outcome 1 the probability 0,", "def probability"
    ),
    "too likely": Broken("probabilities", CHANCE_MOVES, DICE.format("0.5"), "sum to 1.5, not 1", "def probability"),
    "negative": Broken("probabilities", CHANCE_MOVES, DICE.format("-1.0"), "probability -1", "def probability"),
    "one name for all": Broken(
        "names",
        {},
        "\n    def action_name(self, s, a):\n        return 'take'\n",
        "the moves 1 and 2 both 'take'",
        "def action_name",
    ),
    "a name with a space": Broken(
        "names", {}, "\n    def action_name(self, s, a):\n        return f'take {a}'\n", "spaces and commas", "def action_name"
    ),
    "a name of no text": Broken(
        "names", {}, "\n    def action_name(self, s, a):\n        return a\n", "is no text", "def action_name"
    ),
    "names misread": Broken(
        "names",
        {},
        "\n    def parse_action(self, s, text):\n        return 1\n",
        "reads '2', the name of move 2, as 1",
        "def parse_action",
    ),
    "notation misread": Broken(
        "notation",
        {},
        "\n    def notation(self, s):\n        return f'[{s.left}, 0]'\n",
        "reads '[9, 0]' as State(left=9, player=0)",
    ),
    "notation not read": Broken(
        "notation",
        {},
        "\n    def parse(self, text):\n        raise ValueError('no')\n",
        "parse raised ValueError: no",
        "ValueError('no')",
    ),
    "an evaluation beyond winning": Broken(
        "evaluation", {}, "\n    def evaluate(self, s, player):\n        return s.left * 0.5\n", "worth -1 to 1", "def evaluate"
    ),
    "no number": Broken(
        "evaluation", {}, "\n    def evaluate(self, s, player):\n        return float('nan')\n", "returned nan", "def evaluate"
    ),
    "order in fractions": Broken(
        "order",
        {},
        "\n    def order(self, s, a):\n        return a / 2\n",
        "order returned 0.5, which is not a whole number",
        "def order",
    ),
    "an order too large": Broken(
        "order",
        {},
        "\n    def order(self, s, a):\n        return (1 << 30) + 1\n",
        "order returned 1073741825, which is not a whole number from -1,073,741,824 to 1,073,741,824",
        "def order",
    ),
    "scores of two kinds": Broken(
        "score",
        {},
        "\n    def score(self, s, player):\n        return -1 if player == s.player else 1.0\n",
        "whole numbers (int) at all endings, or at none",
        "def score",
    ),
    "a score upside down": Broken(
        "score",
        {},
        "\n    def score(self, s, player):\n        return 5 if player == s.player else 1\n",
        "gave 1 for an ending of utility 1, and 5 for one of lower utility",
        "def score",
    ),
    "nothing to show": Broken(
        "pictures", {}, "\n    def show(self, s):\n        return None\n", "show returned None", "def show"
    ),
    "no picture": Broken("pictures", {}, "\n    def svg(self, s):\n        return '<svg'\n", "well-formed SVG", "def svg"),
}


def broken_laws(report: Report) -> list[str]:
    return [finding.law for finding in report.findings if not finding.passed]


def test_the_sound_game_keeps_all_laws(tmp_path: Path) -> None:
    report = check(str(written(tmp_path)), games=20, targets=())
    assert report.ok
    assert broken_laws(report) == []
    assert len(report.findings) >= 16
    assert "positions of 20 random games" in report.findings[0].message


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_law_is_found_and_no_other(case: str, tmp_path: Path) -> None:
    broken = BROKEN[case]
    path = written(tmp_path, broken.changes, broken.more)
    report = check(str(path), games=20, targets=())
    assert broken_laws(report) == [broken.law]
    finding = next(finding for finding in report.findings if not finding.passed)
    assert broken.sentence in finding.message
    assert "\n" not in finding.message
    assert "Traceback" not in finding.message
    if broken.line:
        assert finding.line == line_of(path, broken.line)
        assert f"my_game.py:{finding.line}: " in finding.message
    assert not report.speeds


def test_the_moves_reproduce_a_breach(tmp_path: Path) -> None:
    path = written(tmp_path, {ACTIONS: "        yield from range(1, min(3, s.left - 1) + 1)"})
    finding = next(finding for finding in check(str(path), games=20, targets=()).findings if not finding.passed)
    assert finding.moves is not None
    assert 10 - sum(finding.moves) == 1
    assert finding.message.endswith("after the moves " + ", ".join(map(str, finding.moves)))


def test_a_state_that_is_a_list_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "my_game.py"
    path.write_text(LISTS)
    report = check(str(path), games=20)
    assert report.ok
    native = report.findings[-1]
    assert native.law == "native"
    assert native.line == line_of(path, "def initial")
    assert f"runs in Python only; {path}:{native.line}: the state is a list" in native.message
    assert set(report.speeds) == {"python"}
    assert min(report.speeds["python"].nodes or 0, report.speeds["python"].playouts or 0) > 0


def test_a_list_that_is_changed_is_found(tmp_path: Path) -> None:
    path = tmp_path / "my_game.py"
    changing = "        s[0] -= a\n        s[1] = 1 - s[1]\n        return s"
    path.write_text(LISTS.replace("        return [s[0] - a, 1 - s[1]]", changing))
    report = check(str(path), games=20, targets=())
    assert broken_laws(report) == ["purity"]
    message = next(finding.message for finding in report.findings if not finding.passed)
    assert f"{path}:{line_of(path, 'def result')}: result changed the state it was given, after the move" in message


def test_a_game_that_changes_itself_is_found(tmp_path: Path) -> None:
    own = "class TakeAway:\n    def __init__(self):\n        self.pile, self.count = 10, 0\n"
    path = written(
        tmp_path,
        {"class TakeAway(NamedTuple):\n": own, "    pile: int = 10\n": "", TERMINAL: f"        self.count += 1\n{TERMINAL}"},
    )
    report = check(str(path), games=20, targets=())
    assert broken_laws(report) == ["purity"]
    assert any("the game changed its own count in play" in finding.message for finding in report.findings)


OBJECTS = {
    "class State(NamedTuple):\n    left: int\n    player: int\n": (
        "class State:\n    def __init__(self, left, player):\n        self.left, self.player = left, player\n"
    )
}


def test_states_that_are_never_equal_are_found(tmp_path: Path) -> None:
    report = check(str(written(tmp_path, OBJECTS)), games=20, targets=())
    assert broken_laws(report) == ["hashing"]
    assert any("two State objects with the same content are not equal" in finding.message for finding in report.findings)


def test_equal_states_with_unequal_hashes_are_found(tmp_path: Path) -> None:
    unequal = "    def __eq__(self, other):\n        return vars(self) == vars(other)\n\n"
    unequal += "    def __hash__(self):\n        return id(self)\n"
    (old, new), = OBJECTS.items()  # fmt: skip
    report = check(str(written(tmp_path, {old: new + "\n" + unequal})), games=20, targets=())
    assert broken_laws(report) == ["hashing"]
    assert any("two equal State objects have different hashes" in finding.message for finding in report.findings)


def test_a_cyclic_game_may_repeat_itself(tmp_path: Path) -> None:
    changes = BROKEN["a position comes back"].changes | {"players=2": "players=2, cyclic=True"}
    report = check(str(written(tmp_path, changes)), games=2, targets=())
    assert report.ok
    assert any("2 games given up" in finding.message for finding in report.findings)


def test_a_missing_method_is_a_finding(tmp_path: Path) -> None:
    report = check(str(written(tmp_path, {"    def utility(self": "    def worth(self"})))
    assert not report.ok
    assert "has no method utility" in report.findings[0].message


def test_a_parameter_that_is_a_list_is_a_finding(tmp_path: Path) -> None:
    report = check(str(written(tmp_path, {"    pile: int = 10": "    pile: int = 10\n    sizes: list[int] = [1, 2]"})))
    assert not report.ok
    assert "parameter sizes cannot be hashed" in report.findings[0].message


def test_a_file_that_is_no_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no file"):
        check(str(tmp_path / "none.py"))
    path = written(tmp_path, {"    def initial(self):": "    def initial(self:"})
    with pytest.raises(InputError, match=f"my_game.py:{line_of(path, 'def initial')}: "):
        check(str(path))


def test_the_same_seed_finds_the_same(tmp_path: Path) -> None:
    path = str(written(tmp_path, BROKEN["too many bits"].changes))
    assert check(path, games=5, seed=3, targets=()) == check(path, games=5, seed=3, targets=())
    assert check(path, games=5, seed=3, targets=()) != check(path, games=5, seed=4, targets=())
