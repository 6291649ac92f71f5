"""Backgammon: plays against a board of lists, and what dice, hits, the bar, bearing off and the end of a game do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from naive_backgammon import Position, Side, plays

from kibitz.core.contract import Game
from kibitz.core.errors import IllegalMoveError, InputError, PositionError
from kibitz.core.game import CHANCE, utilities
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.games.backgammon import Backgammon
from kibitz.games.backgammon.position_id import counts, planes
from kibitz.games.backgammon.state import State

GAME = Backgammon()


def side(**places: int) -> Side:
    """Return a side with so many checkers on its places: `p6=2`, `bar=1`."""
    numbers = {25 if name == "bar" else int(name[1:]): count for name, count in places.items()}
    return tuple(numbers.get(place, 0) for place in range(26))


def state(mine: Side, theirs: Side, dice: str = "", turn: int = 0) -> State:
    """Return the state with these checkers and dice."""
    rolled = int(max(dice)) * 8 + int(min(dice)) if dice else 0
    return State(*planes(list(mine)), *planes(list(theirs)), rolled, turn)


def board(s: State) -> Position:
    """Return the checkers of the side that has just moved and of the other."""
    return tuple(counts(s.their_few, s.their_many)), tuple(counts(s.mine_few, s.mine_many))


def names(s: State) -> set[str]:
    """Return the names of all plays."""
    return {GAME.action_name(s, a) for a in GAME.actions(s)}


def same_as_naive(game: Game, s: State) -> None:
    """Compare all plays with the board of lists, and see that none comes twice."""
    mine, theirs = counts(s.mine_few, s.mine_many), counts(s.their_few, s.their_many)
    found = [board(game.result(s, a)) for a in game.actions(s)]
    assert len(set(found)) == len(found)
    assert set(found) == plays((tuple(mine), tuple(theirs)), s.dice >> 3, s.dice & 7), game.notation(s)


@pytest.mark.parametrize(("spec", "games"), [("backgammon", 4), ("hypergammon", 15), ("hypergammon:checkers=1", 15)])
def test_random_games_are_those_of_a_board_of_lists(spec: str, games: int) -> None:
    game, random = load(spec), Random(2)
    for _ in range(games):
        s = game.initial()
        while not game.is_terminal(s):
            if s.dice > 0:
                same_as_naive(game, s)
            s = game.result(s, random.choice(list(game.actions(s))))


def scattered(random: Random, home: bool) -> Iterator[State]:
    """Yield positions with checkers anywhere, the mover's mostly at home if so wanted, with all 21 rolls."""
    theirs, mine = [0] * 26, [0] * 26
    for _ in range(15):
        theirs[random.below(26)] += 1
    theirs[0] = 0
    free = [place for place in range(1, 25) if theirs[25 - place] == 0] + [25] * (random.below(4) == 0)
    near = [place for place in free if place <= 7] or free
    for _ in range(1 + random.below(15)):
        mine[random.choice(near if home else free)] += 1
    for high in range(1, 7):
        for low in range(1, high + 1):
            yield state(tuple(mine), tuple(theirs), f"{high}{low}")


@pytest.mark.parametrize("home", [False, True])
def test_scattered_checkers_move_as_on_a_board_of_lists(home: bool) -> None:
    random = Random(4)
    for _ in range(40):
        for s in scattered(random, home):
            same_as_naive(load("backgammon"), s)


def test_the_opening_roll_is_no_double_and_the_higher_die_begins() -> None:
    start = GAME.initial()
    rolls = list(GAME.actions(start))
    assert len(rolls) == 30
    assert all(GAME.probability(start, a) == 1 / 30 for a in rolls)
    first = GAME.result(start, GAME.parse_action(start, "31"))
    second = GAME.result(start, GAME.parse_action(start, "13"))
    assert (GAME.notation(first), GAME.notation(second)) == ("4HPwATDgc/ABMA:31", "4HPwATDgc/ABMA:o:31")
    with pytest.raises(IllegalMoveError):
        GAME.parse_action(start, "33")


def test_later_rolls() -> None:
    s = GAME.parse("4HPwATDgc/ABMA")
    assert GAME.to_move(s) == CHANCE
    chances = {GAME.action_name(s, a): GAME.probability(s, a) for a in GAME.actions(s)}
    assert len(chances) == 21
    assert (chances["66"], chances["65"]) == (1 / 36, 1 / 18)
    assert GAME.parse_action(s, "56") == GAME.parse_action(s, "6-5")


def test_who_is_on_the_bar_must_come_in_first() -> None:
    closed = side(p6=2, p5=2, p4=2, p3=2, p2=2, p1=2)
    assert names(state(side(bar=1, p6=5), closed, "62")) == {"pass"}
    assert names(state(side(bar=1, p9=5), side(p6=2, p4=1), "64")) == {"bar/21*/15", "bar/21* 9/3"}
    assert names(state(side(bar=2, p9=5), side(p6=2, p4=1), "64")) == {"bar/21*"}


def test_both_dice_are_played_if_that_is_possible_at_all() -> None:
    # 8/7 would leave no 6: 20/14 and 7/1 are closed
    assert names(state(side(p8=1, p20=1), side(p24=2, p12=2, p11=2), "61")) == {"20/19 8/2"}


def test_the_larger_die_if_only_one_can_be_played() -> None:
    assert names(state(side(p20=1), side(p14=2), "54")) == {"20/15"}  # 20 - 9 = 11 is the other side's 14
    assert names(state(side(p20=1), side(p14=2, p10=2), "54")) == {"20/16"}


def test_doubles_are_played_four_times_or_as_often_as_possible() -> None:
    assert names(state(side(p24=1), side(p6=1), "11")) == {"24/20"}
    assert names(state(side(p24=1), side(p4=2), "11")) == {"24/22"}
    assert "13/7(2)" in names(state(side(p13=5, p6=5), side(p24=2), "33"))


def test_bearing_off() -> None:
    other = side(p1=3)
    assert names(state(side(p6=1, p3=2), other, "65")) == {"6/off 3/off", "6/1 3/off"}
    assert names(state(side(p4=1, p2=1), other, "65")) == {"4/off 2/off"}
    assert names(state(side(p6=2, p9=2), other, "65")) == {"9/4 9/3", "9/3 6/1"}
    assert names(state(side(p5=2), other, "63")) == {"5/2 5/off"}
    assert names(state(side(p3=4), other, "66")) == {"3/off(4)"}
    assert names(state(side(p7=1, p6=1), other, "61")) == {"7/off", "7/1 6/5"}


def test_hits() -> None:
    s = state(side(p8=1, p24=1), side(p22=1, p20=1), "53")
    assert names(s) == {"24/16", "24/19 8/5*", "24/21 8/3*"}
    after = GAME.result(s, GAME.parse_action(s, "8/3 24/21"))
    assert board(after) == (side(p21=1, p3=1), side(p20=1, bar=1))


def test_a_checker_may_choose_what_it_hits_on_the_way() -> None:
    s = state(side(p10=1), side(p18=1, p20=1), "32")
    assert names(s) == {"10/7*/5*", "10/5*"}
    sent = {name: sum(board(GAME.result(s, GAME.parse_action(s, name)))[1][25:]) for name in names(s)}
    assert sent == {"10/7*/5*": 2, "10/5*": 1}


@pytest.mark.parametrize(
    ("theirs", "points"),
    [
        (side(p1=14), 1),
        (side(p1=15), 2),
        (side(p18=1, p1=14), 2),
        (side(p19=1, p1=14), 3),
        (side(bar=1, p1=14), 3),
        (side(p24=1), 1),
    ],
)
def test_what_a_game_is_worth(theirs: Side, points: int) -> None:
    for turn in (0, 1):
        before = state(side(p1=1), theirs, "21", turn)
        after = GAME.result(before, GAME.parse_action(before, "1/off"))
        assert GAME.is_terminal(after)
        assert utilities(load("backgammon"), after) == ((points, -points) if turn == 0 else (-points, points))


def test_all_of_few_checkers_on_the_board_make_a_gammon() -> None:
    game = load("hypergammon:checkers=1")
    for place, points in ((18, 2), (19, 3)):
        assert utilities(game, state(side(), side(**{f"p{place}": 1}))) == (points, -points)


@pytest.mark.parametrize("name", ["8/5 6/5", "6/5 8/5", "8/5,6/5", "6/5,8/5"])
def test_parts_of_a_play_in_any_order(name: str) -> None:
    s = GAME.parse("4HPwATDgc/ABMA 31")
    assert GAME.action_name(s, GAME.parse_action(s, name)) == "8/5 6/5"


@pytest.mark.parametrize("name", ["", "8/3", "8/5", "pass", "8/5 6/5 6/5", "5/8 6/5", "8/5* 6/5", "bar/22", "99/1", "31"])
def test_plays_that_are_none(name: str) -> None:
    with pytest.raises(IllegalMoveError):
        GAME.parse_action(GAME.parse("4HPwATDgc/ABMA 31"), name)


@pytest.mark.parametrize("text", ["4HPwATDgc/ABMA:31", "4HPwATDgc/ABMA 1-3", "4HPwATDgc/ABMA:x:13", " 4HPwATDgc/ABMA  31 "])
def test_ways_to_write_a_position(text: str) -> None:
    assert GAME.notation(GAME.parse(text)) == "4HPwATDgc/ABMA:31"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("4HPwATDgc/ABMA 71", "'71' is no roll of two dice, which show 1 to 6 each"),
        ("4HPwATDgc/ABMA 7-1", "'7-1' is no roll"),
        ("4HPwATDgc/ABM", "is not a position ID"),
        ("4HPwATDgc/ABM!", "is not a position ID"),
        ("4HPwATDgc/ABMA 31 x o", "is not a position ID with dice and player"),
        ("//////////////", "does not describe a board with at most 15 checkers"),
        ("4HPwATDgc/ABMA:o:opening", "only the start"),
        ("AAAAAAAAAAAAAA", "has no checkers"),
        ("4HPwATDgc/ABMA 31 42", "names two rolls"),
        ("4HPwATDgc/ABMA x o", "names two players"),
    ],
)
def test_bad_positions(text: str, told: str) -> None:
    with pytest.raises(PositionError, match=told):
        GAME.parse(text)


def test_a_finished_game_has_no_roll() -> None:
    over = GAME.notation(state(side(), side(p5=2)))
    assert GAME.is_terminal(GAME.parse(over))
    with pytest.raises(PositionError, match="the game is over"):
        GAME.parse(f"{over} 31")


def test_both_sides_on_one_point_are_refused() -> None:
    with pytest.raises(PositionError, match="both sides on one point"):
        GAME.parse(GAME.notation(state(side(p5=2), side(p20=2))))


def test_the_start_of_hypergammon() -> None:
    game = load("hypergammon")
    start = game.initial()
    assert board(start) == (side(p24=1, p23=1, p22=1),) * 2
    assert len(list(game.actions(start))) == 21
    with pytest.raises(InputError, match="hypergammon with 1 to 3, not 4"):
        load("hypergammon:checkers=4")


def test_the_evaluation_is_fair_and_lies_within_what_can_be_won_and_lost() -> None:
    random = Random(6)
    for _ in range(20):
        for s in scattered(random, home=random.below(2) == 0):
            worth, (low, high) = GAME.evaluate(s, 0), GAME.utility_bounds(s, 0)
            assert low == (-3 if sum(counts(s.mine_few, s.mine_many)) == 15 else -1)
            assert high == (3 if sum(counts(s.their_few, s.their_many)) == 15 else 1)
            assert low <= worth <= high
            assert GAME.utility_bounds(s, 1) == (-high, -low)
            assert GAME.evaluate(s, 1) == -worth
            assert GAME.evaluate(s._replace(turn=1), 1) == worth


def best_by_evaluation(position: str) -> str:
    """Return the play after which the evaluation is highest."""
    s = GAME.parse(position)
    return GAME.action_name(s, max(GAME.actions(s), key=lambda a: GAME.evaluate(GAME.result(s, a), s.turn)))


def test_the_evaluation_finds_plain_good_plays() -> None:
    assert best_by_evaluation("4HPwATDgc/ABMA 31") == "8/5 6/5"
    assert best_by_evaluation("4HPwATDgc/ABMA 61") == "13/7 8/7"
    assert best_by_evaluation("4HPwATDgc/ABMA:o:42") == "8/4 6/4"


def test_the_evaluation_of_races() -> None:
    race = [GAME.evaluate(state(side(p6=lead, p5=15 - lead), side(p6=15)), 0) for lead in range(16)]
    assert race == sorted(race, reverse=True)
    assert 0 < race[-1] < race[0] < 1  # the turn counts in an even race
    far = side(p12=15)
    assert GAME.evaluate(state(side(p1=2), far), 0) > 1.8  # a gammon, nearly for certain
    assert GAME.evaluate(state(far, side(p1=2)), 0) < -1.8
    assert GAME.evaluate(state(side(p1=2), side(p6=14)), 0) == pytest.approx(1, abs=0.05)
