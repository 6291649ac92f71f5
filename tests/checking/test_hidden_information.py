"""Games with hidden cards: Kibitz is not for them, says so, and refuses those that tell of it themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz.checking import check
from kibitz.core.errors import RulesError

KUHN = '''\
from typing import NamedTuple

import kibitz

PASS, BET = 0, 1


class State(NamedTuple):
    first: int
    second: int
    history: int
    moves: int


@kibitz.game(players=2)
class Kuhn(NamedTuple):
    """Kuhn's poker: three cards, one each, one stake more or none."""

    def initial(self):
        return State(-1, -1, 0, 0)

    def to_move(self, s):
        if s.second < 0:
            return kibitz.CHANCE
        return s.moves % 2

    def actions(self, s):
        if s.second < 0:
            for card in range(3):
                if card != s.first:
                    yield card
        else:
            yield 0
            yield 1

    def result(self, s, a):
        if s.first < 0:
            return State(a, -1, 0, 0)
        if s.second < 0:
            return State(s.first, a, 0, 0)
        return State(s.first, s.second, 2 * s.history + a, s.moves + 1)

    def is_terminal(self, s):
        return (s.moves == 2 and s.history != 1) or s.moves == 3

    def utility(self, s, player):
        higher = 1 if s.first > s.second else -1
        worth = higher
        if s.moves == 2 and s.history == 2:
            worth = 1
        elif s.moves == 3 and s.history == 2:
            worth = -1
        elif s.history == 3:
            worth = 2 * higher
        return worth if player == 0 else -worth
'''


def written(folder: Path, more: str = "") -> str:
    """Return the path of a file with the game and more methods."""
    path = folder / "kuhn.py"
    path.write_text(KUHN + more)
    return str(path)


def test_the_report_says_that_everybody_sees_everything(tmp_path: Path) -> None:
    report = check(written(tmp_path), games=20, targets=("python",))
    told = {finding.law: finding.message for finding in report.findings}
    assert report.ok, "the rules alone do not show it"
    assert "hidden cards is not for Kibitz" in told["information"]
    without_chance = check("tic_tac_toe", games=2, targets=("python",))
    assert "every player is taken to see the whole state" in [finding.message for finding in without_chance.findings]


@pytest.mark.parametrize(
    "name",
    ["observation", "observation_tensor", "information_state", "information_state_string"],
)
def test_a_game_that_hides_something_is_refused(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, f"\n    def {name}(self, s, player):\n        return s.first if player == 0 else s.second\n")
    report = check(path)
    assert not report.ok
    assert [finding.law for finding in report.findings] == ["contract"]
    assert f"Kuhn has a method {name}, as games with hidden cards do" in report.findings[0].message
    with pytest.raises(RulesError, match="every player sees the whole state"):
        kibitz.load(path)


def test_parameters_and_methods_for_people_may_have_any_name(tmp_path: Path) -> None:
    """A field is no method, and neither does a name that only contains such a word hide anything."""
    extra = "\n    hidden: int = 0\n\n    def show_hidden(self, s):\n        return str(s)\n"
    kibitz.load(written(tmp_path, extra))
