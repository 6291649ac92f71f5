"""What a game tells searches beyond its rules is checked, method by method; the blame has the method's name and line."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from kibitz.checking import Report, check
from kibitz.compile.hint_agreement import hint_disagreement
from kibitz.core.errors import CompileError, RulesError
from kibitz.core.registry import load
from kibitz.core.weights import default_weights
from sample_game import ACTIONS, RESULT, TERMINAL, UTILITY, line_of, written

TABLE = "TABLE = (1, 2, 3)"
FEATURES = f"""{TABLE}


class Features(NamedTuple):
    stones: int
    tempo: int
"""

HINTS = """
    def count_actions(self, s):
        return min(3, s.left)

    def is_drawn(self, s):
        return False

    def sufficient_actions(self, s):
        for a in range(1, min(3, s.left) + 1):
            if (s.left - a) % 4 == 0 or s.left % 4 == 0:
                yield a

    def score(self, s, player):
        return -1 if player == s.player else 1

    def score_bounds(self, s):
        if s.left == 0:
            return -1, -1
        return (1, 1) if s.left <= 3 else (-1, 1)

    def is_noisy(self, s, a):
        return a == 3

    def noisy_actions(self, s):
        if s.left >= 3:
            yield 3

    def move_kind(self, s, a):
        return a

    def allows_null_move(self, s):
        return s.left > 3

    def null_move(self, s):
        return State(s.left, 1 - s.player)

    def features(self, s):
        return Features(s.left & 3, 1)

    def weights(self):
        return Features(stones=-10, tempo=5)

    def halfmove_clock(self, s):
        return 0

    def key(self, s):
        return 2 * s.left + s.player

    def playout_action(self, s, random):
        return 1 + (random & 7) % min(3, s.left)
"""


class Broken(NamedTuple):
    """What is written instead of what among the hints, the method that is to blame, and a part of the sentence."""

    old: str
    new: str
    method: str
    sentence: str


BROKEN = {
    "a count off by one": Broken(
        "return min(3, s.left)\n", "return min(3, s.left) + 1\n", "count_actions", "says 4 where there are 3 moves"
    ),
    "a count wrong at the end only": Broken(
        "return min(3, s.left)\n", "return max(1, min(3, s.left))\n", "count_actions", "says 1 where there are 0 moves"
    ),
    "a draw in the middle": Broken(
        "return False\n", "return s.left == 4\n", "is_drawn", "says True with 3 moves left, but the game is not over"
    ),
    "a draw that somebody wins": Broken(
        "return False\n", "return s.left == 0\n", "is_drawn", "says True where utilities differ: [-1.0, 1.0]"
    ),
    "a random move that is none": Broken("1 + (random", "2 + (random", "playout_action", "which is no legal move"),
    "a move that is none": Broken("yield a\n", "yield a + 1\n", "sufficient_actions", "which is no legal move"),
    "no candidate": Broken(
        "(s.left - a) % 4 == 0 or s.left % 4 == 0", "(s.left - a) % 4 == 0", "sufficient_actions",
        "nothing although there are moves",
    ),
    "bounds too low": Broken(
        "return (1, 1) if", "return (0, 0) if", "score_bounds", "gives 0 as the highest score, but one move leads to 1 at least"
    ),
    "bounds too high": Broken(
        "if s.left <= 3 else (-1, 1)", "if s.left <= 4 else (-1, 1)", "score_bounds",
        "gives 1 as the lowest score, but no move leads to more than -1",
    ),
    "bounds the wrong way round": Broken(
        "else (-1, 1)", "else (1, -1)", "score_bounds", "gives 1 as the lowest and -1 as the highest score"
    ),
    "bounds of another ending": Broken(
        "return -1, -1", "return 1, 1", "score_bounds", "gives 1 to 1 where the game has ended with -1"
    ),
    "a noisy move left out": Broken(
        "if s.left >= 3:", "if s.left > 3:", "noisy_actions", "yields [] where is_noisy is true of [3]"
    ),
    "a move_kind out of range": Broken(
        "def move_kind(self, s, a):\n        return a", "def move_kind(self, s, a):\n        return 511 + a", "move_kind",
        "gives 512 for move 1, not a number from 0 to 511",
    ),
    "a turn that stays": Broken(
        "return State(s.left, 1 - s.player)\n", "return State(s.left, s.player)\n", "allows_null_move",
        "is true where null_move leaves player 0 to move",
    ),
    "a fraction": Broken(
        "Features(s.left & 3, 1)", "Features(s.left / 2, 1)", "features", "returns stones as 5.0, not a whole number"
    ),
    "a truth value": Broken(
        "Features(s.left & 3, 1)", "Features(s.left & 3, s.left > 0)", "features", "returns tempo as True, not a whole number"
    ),
    "a plain tuple": Broken(
        "return Features(s.left & 3, 1)", "return (s.left & 3, 1)", "features", "returns a tuple, not a NamedTuple that names"
    ),
    "more moves back than were made": Broken(
        "return 0\n", "return 10 - s.left if s.left < 10 else 1\n", "halfmove_clock", "says 1 after 0 moves"
    ),
    "a negative number of moves": Broken("return 0\n", "return -1\n", "halfmove_clock", "says -1 after 0 moves"),
    "an error": Broken("return False\n", "return s.lefft == 4\n", "is_drawn", "raised AttributeError"),
}  # fmt: skip


def checked(folder: Path, hints: str, changes: dict[str, str] | None = None) -> tuple[Path, Report]:
    """Return the file of a game with these hints, and what the checker says of it."""
    path = written(folder, {TABLE: FEATURES, **(changes or {})}, hints)
    return path, check(str(path), games=20, targets=())


def broken_laws(report: Report) -> list[str]:
    return [finding.law for finding in report.findings if not finding.passed]


def test_sound_hints_keep_the_law(tmp_path: Path) -> None:
    _, report = checked(tmp_path, HINTS)
    assert broken_laws(report) == []
    (told,) = (finding.message for finding in report.findings if finding.law == "hints")
    names = (
        "count_actions, is_drawn, sufficient_actions, noisy_actions, move_kind, score_bounds, allows_null_move, features, "
        "halfmove_clock, playout_action"
    )
    assert told == f"{names} fit the rules"


def test_a_game_without_hints_has_nothing_to_check(tmp_path: Path) -> None:
    _, report = checked(tmp_path, "")
    assert [finding.message for finding in report.findings if finding.law == "hints"] == ["none given"]


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_hint_is_found(case: str, tmp_path: Path) -> None:
    broken = BROKEN[case]
    assert HINTS.count(broken.old) == 1
    path, report = checked(tmp_path, HINTS.replace(broken.old, broken.new))
    assert broken_laws(report) == ["hints"]
    (finding,) = (finding for finding in report.findings if not finding.passed)
    line = line_of(path, "s.lefft" if case == "an error" else f"def {broken.method}(")
    assert finding.message.startswith(f"{path}:{line}: {broken.method} ")
    assert broken.sentence in finding.message


def test_a_rule_that_ends_the_game_must_be_told_by_is_drawn(tmp_path: Path) -> None:
    """Where a game says what is drawn, searches ask no more whether it is over."""
    drawn = f"        if s.left == 4:\n            return 0.0\n{UTILITY}"
    changes = {TERMINAL: "        return s.left == 0 or s.left == 4", UTILITY: drawn}
    silent = HINTS.replace("return -1 if player", "return 0 if s.left == 4 else -1 if player")
    _, report = checked(tmp_path, silent, changes)
    assert broken_laws(report) == ["hints"]
    assert any("is_drawn says False with 3 moves left, but the game is over" in finding.message for finding in report.findings)
    _, report = checked(tmp_path, silent.replace("return False\n", "return s.left == 4\n"), changes)
    assert broken_laws(report) == []


PASSING = {
    "    player: int\n": "    player: int\n    quiet: int = 0\n",
    ACTIONS: "        yield from range(0, min(3, s.left) + 1)",
    RESULT: "        return State(s.left - a, 1 - s.player, 0 if a else s.quiet + 1)",
    TERMINAL: "        return s.left == 0 or s.quiet == 12",
    UTILITY: f"        if s.left > 0:\n            return 0.0\n{UTILITY}",
}
NUMBERED = """
    def index(self, s):
        return 2 * s.left + s.player

    def unindex(self, i):
        return State(i // 2, i & 1)

    def size(self):
        return 2 * self.pile + 2

    def moves_to_draw(self, s):
        return 12 - s.quiet
"""


@pytest.mark.parametrize(("told", "left"), [("100", 100), ("13 - s.quiet", 1), ("12", 12)])
def test_a_draw_by_a_rule_that_comes_before_it_was_told_is_found(told: str, left: int, tmp_path: Path) -> None:
    """Who passes twelve times in turn draws, which random games never show."""
    path, report = checked(tmp_path, NUMBERED.replace("12 - s.quiet", told), PASSING)
    (finding,) = (finding for finding in report.findings if not finding.passed)
    assert finding.law == "hints"
    line = line_of(path, "def moves_to_draw(")
    assert finding.message.startswith(f"{path}:{line}: moves_to_draw says {left} where a rule has drawn the game")


def test_a_draw_by_a_rule_that_was_told_keeps_the_law(tmp_path: Path) -> None:
    _, report = checked(tmp_path, NUMBERED, PASSING)
    assert broken_laws(report) == []


def test_with_features_a_win_is_worth_one(tmp_path: Path) -> None:
    path, report = checked(tmp_path, HINTS, {UTILITY: UTILITY.replace("1.0", "2.0")})
    assert broken_laws(report) == ["endings"]
    (told,) = (finding.message for finding in report.findings if not finding.passed)
    assert told.startswith(f"{path}:{line_of(path, 'def utility')}: utility returned ")
    assert "2; a game with features is won at 1 and lost at -1" in told
    _, report = checked(tmp_path, "", {UTILITY: UTILITY.replace("1.0", "2.0")})
    assert broken_laws(report) == []


def test_weights_without_names_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, {TABLE: FEATURES}, HINTS.replace("Features(stones=-10, tempo=5)", "(-10, 5)"))
    told = "weights of TakeAway returns a tuple, not the NamedTuple of its features"
    with pytest.raises(RulesError, match=told):
        default_weights(load(str(path)))
    report = check(str(path))
    assert [(finding.law, finding.message) for finding in report.findings] == [("contract", told)]


def test_a_hint_that_compiles_to_something_else_is_found(tmp_path: Path) -> None:
    """The shift loses the upper bits of numbers from 8 on, but in Python does not."""
    noisy = "\n    def is_noisy(self, s, a):\n        return (s.left << 60) // 1152921504606846976 == s.left\n"
    game = load(str(written(tmp_path, {}, noisy)))
    with pytest.raises(CompileError, match=r"my_game\.py:\d+: what comes out here is no whole number of 64 bits"):
        hint_disagreement(game, 0)
    large = "\n    def is_noisy(self, s, a):\n        return 9007199254740993 + s.left - s.left == 9007199254740992.0\n"
    told = hint_disagreement(load(str(written(tmp_path, {}, large))), 0)
    assert told == "compiled, is_noisy gives another answer than in Python, in the initial state"
    assert hint_disagreement(load(str(written(tmp_path, {TABLE: FEATURES}, HINTS))), 0) is None
