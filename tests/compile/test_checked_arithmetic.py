"""Arithmetic of users' rules: compiled it is Python's, or it is refused."""

from __future__ import annotations

import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

import kibitz
from kibitz.compile.agreement import why_not_alike
from kibitz.compile.checked_arithmetic import CHECKED
from kibitz.compile.cpu import InterpretedWarning, why_not_native
from kibitz.compile.rewrite.arithmetic import IntegerOverflow
from kibitz.core.errors import CompileError
from sample_game import RESULT, UTILITY, written

EDGES = [
    -(1 << 63),
    -(1 << 63) + 1,
    -(1 << 32),
    -2,
    -1,
    0,
    1,
    2,
    3,
    31,
    32,
    62,
    63,
    64,
    1 << 31,
    1 << 32,
    (1 << 62) - 1,
    (1 << 63) - 1,
]
WORDS = st.sampled_from(EDGES) | st.integers(-(1 << 63), (1 << 63) - 1) | st.integers(-70, 70)
PLACE = 77

OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "checked_add__": operator.add,
    "checked_subtract__": operator.sub,
    "checked_multiply__": operator.mul,
    "checked_shift_left__": operator.lshift,
    "checked_shift_right__": operator.rshift,
    "checked_power__": operator.pow,
}


def compiled(name: str) -> Any:
    """Return a compiled function of two arguments that does the checked operation."""
    operation = CHECKED[name]

    @njit  # type: ignore[untyped-decorator]
    def compute(left: Any, right: Any) -> Any:
        return operation(left, right, PLACE)

    return compute


COMPILED = {name: compiled(name) for name in OPERATIONS}


@given(name=st.sampled_from(sorted(OPERATIONS)), left=WORDS, right=WORDS)
def test_whole_numbers_are_pythons_or_refused(name: str, left: int, right: int) -> None:
    if name == "checked_power__" and abs(left) > 1 and right > 200:
        right %= 200
    if name == "checked_shift_left__" and right > 1000:
        right %= 1000
    try:
        expected = OPERATIONS[name](left, right)
    except (ValueError, ZeroDivisionError):
        expected = None
    if type(expected) is int and -(1 << 63) <= expected < 1 << 63:
        assert COMPILED[name](left, right) == expected
    else:
        with pytest.raises(IntegerOverflow) as refused:
            COMPILED[name](left, right)
        assert refused.value.args == (PLACE,)


@given(left=st.floats(allow_nan=False), right=WORDS)
def test_fractions_are_as_ever(left: float, right: int) -> None:
    assert COMPILED["checked_add__"](left, right) == left + right
    assert COMPILED["checked_multiply__"](left, 2) == left * 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("s.left - a if 10 ** 40 > s.left else 0", r"10 \*\* 40 does not fit in 64 bits"),
        ("s.left - a if 1 << 70 > s.left else 0", "1 << 70 does not fit in 64 bits"),
        ("s.left - a + (s.left + 4611686018427387904) * 4 * 0", "no whole number of 64 bits"),
        ("s.left - a + int(1e30 * s.left) * 0", "no whole number of 64 bits"),
        ("s.left - a + 0 * -(-9223372036854775807 - s.left // s.left)", "no whole number of 64 bits"),
        ("s.left - a + 0 * int(2 ** (s.left - 12))", "no whole number of 64 bits"),
    ],
)
def test_what_64_bits_do_not_hold_runs_interpreted_and_says_where(tmp_path: Path, change: str, words: str) -> None:
    path = written(tmp_path, {RESULT: f"        return State({change}, 1 - s.player)"})
    game = kibitz.load(str(path))
    with pytest.warns(InterpretedWarning, match=rf"my_game\.py:\d+: .*{words}"):
        decision = kibitz.decide(game, None, "minimax")
    assert decision.value == kibitz.decide(kibitz.load(str(path)), None, "minimax:engine=textbook").value
    assert why_not_native(game) is not None


def test_a_difference_at_the_end_of_a_long_game_is_found(tmp_path: Path) -> None:
    """Compared is not only the beginning: fractions above 2 to the 53rd are not told apart by the machine."""
    changes = {
        "    pile: int = 10": "    pile: int = 2000",
        UTILITY: UTILITY.replace("player == s.player", "LARGE + player == FLOAT"),
    }
    source = {"TABLE = (1, 2, 3)": "TABLE = (1, 2, 3)\nLARGE = 9007199254740992\nFLOAT = 9007199254740992.0"}
    game = kibitz.load(str(written(tmp_path, changes | source)))
    reason = why_not_alike(game)
    assert reason is not None
    assert "utility gives another answer than in Python, after the moves" in reason.reason


def test_the_verdict_is_kept_and_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    sound = kibitz.load(str(written(tmp_path)))
    assert why_not_alike(sound) is None
    (kept,) = (tmp_path / "cache").glob("*.verdict")
    monkeypatch.setattr("kibitz.compile.agreement._compared", lambda game: (CompileError("compared anew"), True))
    assert why_not_alike(sound) is None
    kept.unlink()
    assert str(why_not_alike(sound)) == "compared anew"


def test_recursion_keeps_its_defaults_and_keywords(tmp_path: Path) -> None:
    helper = "\n    def down(self, n, step=1):\n        return 0 if n <= 0 else self.down(n - step, step=step)\n"
    path = written(tmp_path, {RESULT: "        return State(s.left - a + self.down(s.left), 1 - s.player)"}, helper)
    game = kibitz.load(str(path))
    assert why_not_native(game) is None
    assert kibitz.decide(game, None, "minimax").value == kibitz.decide(game, None, "minimax:engine=textbook").value


def test_a_name_of_the_authors_own_stays(tmp_path: Path) -> None:
    path = written(tmp_path, {RESULT: "        return State(checked_add(s.left, a), 1 - s.player)"})
    path.write_text(
        path.read_text().replace("\n\nclass State", "\n\ndef checked_add(one, other):\n    return one - other\n\n\nclass State")
    )
    game = kibitz.load(str(path))
    assert why_not_native(game) is None
