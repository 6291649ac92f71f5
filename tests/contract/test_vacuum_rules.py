"""The vacuum world: the book's table of results, the same rules on strings for longer rows, and the book's plan."""

from __future__ import annotations

import pytest

from kibitz.core.errors import InputError, PositionError
from kibitz.core.game import CHANCE
from kibitz.core.registry import load
from kibitz.games.vacuum import State, Vacuum

Plan = list[object]


def results(game: Vacuum, s: State, name: str) -> set[State]:
    """Return all states to which an action may lead."""
    action = ("Suck", "Left", "Right").index(name)
    after = game.result(s, action)
    return {game.result(after, a) for a in game.actions(after)} if game.to_move(after) == CHANCE else {after}


BOOK = {
    1: ({5, 7}, {1}, {2}), 2: ({4, 8}, {1}, {2}), 3: ({7}, {3}, {4}),
    4: ({2, 4}, {3}, {4}), 5: ({1, 5}, {5}, {6}), 6: ({8}, {5}, {6}),
}  # fmt: skip
"""For each state of the book that is not clean: where Suck, Left and Right may lead."""


@pytest.mark.parametrize("number", BOOK)
def test_the_books_table(number: int) -> None:
    game = Vacuum()
    for name, numbers in zip(("Suck", "Left", "Right"), BOOK[number], strict=True):
        assert results(game, game.parse(str(number)), name) == {game.parse(str(n)) for n in numbers}


def naive(row: str, place: int, name: str, slippery: bool) -> set[tuple[str, int]]:
    """Return where an action may lead, worked out on a row of letters."""
    if name != "Suck":
        target = place + (1 if name == "Right" else -1)
        target = target if 0 <= target < len(row) else place
        return {(row, target), (row, place)} if slippery else {(row, target)}

    def with_letter(text: str, index: int, letter: str) -> str:
        return text[:index] + letter + text[index + 1 :] if 0 <= index < len(text) else text

    if row[place] == "c":
        return {(row, place), (with_letter(row, place, "d"), place)}
    cleaned = with_letter(row, place, "c")
    return {(text, place) for text in (cleaned, with_letter(cleaned, place - 1, "c"), with_letter(cleaned, place + 1, "c"))}


@pytest.mark.parametrize("slippery", [False, True])
@pytest.mark.parametrize("squares", [1, 2, 3, 4])
def test_rows_of_any_length(squares: int, slippery: bool) -> None:
    game = Vacuum(squares, slippery)
    numbers = set()
    for dirt in range(1, 1 << squares):
        row = "".join("d" if dirt >> place & 1 else "c" for place in range(squares))
        for place in range(squares):
            s = game.parse(row[:place] + row[place].upper() + row[place + 1 :])
            assert s == State(dirt, place, -1)
            numbers.add(game.notation(s))
            for name in ("Suck", "Left", "Right"):
                after = {
                    ("".join("d" if r.dirt >> n & 1 else "c" for n in range(squares)), r.square) for r in results(game, s, name)
                }
                assert after == naive(row, place, name, slippery)
    assert numbers == {str(number) for number in range(1, squares * ((1 << squares) - 1) + 1)}


def test_only_what_may_turn_out_differently_is_left_to_chance() -> None:
    game = Vacuum()
    assert game.to_move(game.result(game.parse("1"), 0)) == CHANCE
    assert game.to_move(game.result(game.parse("6"), 0)) == 0
    assert game.to_move(game.result(game.parse("1"), 2)) == 0
    slippery = Vacuum(slippery=True)
    assert slippery.to_move(slippery.result(slippery.parse("1"), 2)) == CHANCE
    assert slippery.to_move(slippery.result(slippery.parse("1"), 1)) == 0


def test_clean_means_done() -> None:
    game = Vacuum()
    assert [game.is_terminal(game.parse(str(n))) for n in range(1, 9)] == [False] * 6 + [True] * 2
    assert game.utility(game.parse("7"), 0) == 1


@pytest.mark.parametrize(
    ("position", "outcomes"),
    [
        ("dDd:Suck", {"cleaned": "dCd", "cleaned-left-too": "cCd", "cleaned-right-too": "dCc"}),
        ("dDc:Suck", {"cleaned": "dCc", "cleaned-left-too": "cCc"}),
        ("cDd:Suck", {"cleaned": "cCd", "cleaned-right-too": "cCc"}),
        ("dCd:Suck", {"unchanged": "dCd", "dirt-dropped": "dDd"}),
        ("dDd:Left", {"moved": "Ddd", "slipped": "dDd"}),
        ("dDd:Right", {"moved": "ddD", "slipped": "dDd"}),
    ],
)
def test_outcomes_are_what_they_are_called(position: str, outcomes: dict[str, str]) -> None:
    game = load("vacuum:squares=3,slippery=true")
    s = game.parse(position)
    assert {game.action_name(s, a): game.result(s, a) for a in game.actions(s)} == {
        name: game.parse(after) for name, after in outcomes.items()
    }


def plan(game: Vacuum, s: State, path: tuple[State, ...] = ()) -> Plan | None:
    """Return a plan that always works, by AND-OR search without a way back, or None."""
    if game.is_terminal(s):
        return []
    for a in game.actions(s) if s not in path else ():
        after = game.result(s, a)
        name = ("Suck", "Left", "Right")[a]
        if game.to_move(after) != CHANCE:
            rest = plan(game, after, (*path, s))
            if rest is not None:
                return [name, *rest]
            continue
        outcomes = {game.result(after, outcome) for outcome in game.actions(after)}
        branches = {game.notation(outcome): plan(game, outcome, (*path, s)) for outcome in outcomes}
        if None not in branches.values():
            return [name, branches]
    return None


def test_the_books_plan() -> None:
    assert plan(Vacuum(), Vacuum().parse("1")) == ["Suck", {"5": ["Right", "Suck"], "7": []}]
    assert plan(Vacuum(slippery=True), Vacuum().initial()) is None


@pytest.mark.parametrize("text", ["0", "9", "dd", "DD", "Ddd", "x", "", "1:Left", "1:Jump", "7:Suck", "3:Suck"])
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(PositionError):
        load("vacuum").parse(text)


@pytest.mark.parametrize("options", ["squares=0", "squares=33"])
def test_impossible_rows_are_refused(options: str) -> None:
    with pytest.raises(InputError):
        load(f"vacuum:{options}")
