"""Games that break their word are refused by every command that would search them, in one line with the place."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import kibitz, refusal

from sample_game import LISTS, SOUND

WRONG = {
    "a missing yield": (SOUND.replace("yield from range", "range"), "actions returned None", "is a yield missing"),
    "a move twice": (SOUND.replace("yield from", "yield 1\n        yield from"), "actions", "twice"),
    "no number": (SOUND.replace("-1.0 if player == s.player else 1.0", "None"), "utility", "not a number"),
    "not a number": (SOUND.replace("-1.0 if", "float('nan') if"), "utility", "not a number"),
    "a sum that is not kept": (SOUND.replace("else 1.0", "else 2.0"), "utility", "adds up to 1"),
    "a missing parameter": (SOUND.replace("utility(self, s, player)", "utility(self, s)"), "utility", "cannot be called"),
    "no self": (SOUND.replace("to_move(self, s)", "to_move(s)"), "to_move", "cannot be called"),
    "an undeclared cycle": (SOUND.replace("s.left - a", "(s.left - a) % 4 + 1"), "result", "cyclic=True"),
    "a state changed in place": (
        LISTS.replace("        return [s[0] - a, 1 - s[1]]", "        s[0] -= a\n        s[1] = 1 - s[1]\n        return s"),
        "result changed the state",
        "new one",
    ),
}


@pytest.mark.parametrize(("source", "method", "words"), WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_a_broken_game_is_refused(tmp_path: Path, command: str, source: str, method: str, words: str) -> None:
    path = tmp_path / "broken.py"
    path.write_text(source)
    line = refusal(kibitz(command, str(path)))
    assert "broken.py:" in line
    assert method in line
    assert words in line


def test_probabilities_that_do_not_add_up_are_refused(tmp_path: Path) -> None:
    source = SOUND.replace("return s.player\n\n    def actions", "return -1\n\n    def actions", 1)
    source += "\n    def probability(self, s, a):\n        return 0.7\n"
    (tmp_path / "dice.py").write_text(source)
    assert "probability adds up to" in refusal(kibitz("solve", str(tmp_path / "dice.py")))


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("@kibitz.game(players=2)", "@kibitz.game", "with parentheses"),
        ("is_terminal", "is_terminel", "is it called is_terminel?"),
    ],
)
def test_slips_in_the_class_get_a_hint(tmp_path: Path, right: str, wrong: str, words: str) -> None:
    (tmp_path / "slip.py").write_text(SOUND.replace(right, wrong))
    done = kibitz("check", str(tmp_path / "slip.py"))
    assert done.code != 0
    assert words in done.err + done.out


def test_an_opponent_is_found_for_a_game_that_does_not_compile(tmp_path: Path) -> None:
    source = SOUND.replace("return s.left == 0", "return DONE.get(s.left, False)").replace("= 10", "= 20")
    (tmp_path / "words.py").write_text(f"DONE = {{0: True}}\n{source}")
    done = kibitz("play", str(tmp_path / "words.py"), "--json", stdin="1\n")
    assert done.code == 0, done.err
    assert '"agent": "uct:time=1,c=0.7"' in done.out


def test_agents_are_listed_with_their_options() -> None:
    done = kibitz("agents", "--json")
    rows = {(row["agent"], row["engine"]): row["options"] for row in done.jsons}
    assert rows["alphabeta", "search"]["hash"] == 64
    assert rows["uct", "textbook"] == {"sims": None, "time": None, "c": 1.4}
    assert "uct" in kibitz("agents").out


def test_of_two_games_in_a_file_one_must_be_named(tmp_path: Path) -> None:
    second = SOUND.split("@kibitz.game(players=2)")[1].replace("TakeAway", "Other").replace("= 10", "= 8")
    both = f"{SOUND}\n\n@kibitz.game(players=2){second}"
    (tmp_path / "two.py").write_text(both)
    assert "several games (TakeAway, Other)" in refusal(kibitz("solve", str(tmp_path / "two.py")))
    (tmp_path / "two.py").write_text(f"{both}\n\nGAME = Other()\n")
    assert kibitz("solve", str(tmp_path / "two.py"), "--json").json["value"] == -1.0


def test_weights_that_name_no_features_are_refused(tmp_path: Path) -> None:
    methods = "\n    def features(self, s):\n        return (s.left,)\n\n    def weights(self):\n        return (1,)\n"
    (tmp_path / "plain.py").write_text(SOUND + methods)
    for command in ("analyse", "solve", "play"):
        assert "weights of TakeAway returns a tuple" in refusal(kibitz(command, str(tmp_path / "plain.py")))
    assert "weights of TakeAway returns a tuple" in refusal(kibitz("weights", str(tmp_path / "plain.py")))
