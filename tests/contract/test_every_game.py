"""The laws that every game obeys, on every state of some random games."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from typing import Any

import pytest

from kibitz.checking.pictures import path_fault, picture_fault
from kibitz.core.contract import Game
from kibitz.core.errors import IllegalMoveError, InputError
from kibitz.core.game import CHANCE, about, constant_sum, utilities
from kibitz.core.randomness import Random
from kibitz.core.registry import games, load

VARIANTS = [
    "checkers:rows=6",
    "morris:men=6",
    "kalah:pits=2,seeds=3,empty=false",
    "connect_four:width=4,height=4",
    "connect_four:width=5,height=3,connect=3",
    "connect_four:width=8,height=7",
    "connect_four:width=10,height=5",
    "connect_four:width=2,height=31,connect=5",
    "connect_four:width=1,height=61",
    "connect_four:width=32,height=1,connect=3",
    "mnk:players=3",
    "mnk:width=4,height=3,players=4",
    "mnk:width=8,height=8,connect=5",
    "mnk:width=64,height=1,connect=4",
    "mnk:width=1,height=64,connect=4",
    "nim:piles=7",
    "nim:piles=1+3+5+7,misere=true",
    "nim:piles=2+2+2,players=3",
    "nim:piles=2+2,players=4,misere=true",
    "go:size=2,komi=0.5",
    "go:size=4,superko=true,moves=40",
    "othello:size=6",
    "othello:size=4",
    "pig:goal=10",
    "pig:goal=7,sides=2",
    "hypergammon:checkers=1",
    "2048:size=2",
    "chinese_checkers:players=6,size=2,rounds=10",
    "chinese_checkers:players=2,size=1,rounds=20",
    "vacuum:squares=1",
    "vacuum:squares=4",
    "vacuum:squares=3,slippery=true",
]
GAMES = [*games(), *VARIANTS]
LONGEST = 5000


def random_game(game: Game, seed: int) -> Iterator[Any]:
    """Yield every state of one random game, the end too."""
    random = Random(seed)
    s = game.initial()
    yield s
    for _ in range(LONGEST):
        if game.is_terminal(s):
            return
        s = game.result(s, random.choice(list(game.actions(s))))
        yield s
    raise AssertionError(f"a random game has not ended after {LONGEST} moves")


@pytest.fixture(params=GAMES, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


@pytest.fixture(scope="module")
def states(game: Game) -> list[Any]:
    return [s for seed in range(6) for s in random_game(game, seed)]


@pytest.fixture(scope="module")
def open_states(game: Game, states: list[Any]) -> list[Any]:
    return [s for s in states if not game.is_terminal(s)]


@pytest.fixture(scope="module")
def finished(game: Game, states: list[Any]) -> list[Any]:
    return [s for s in states if game.is_terminal(s)]


def whole_numbers(value: Any) -> Iterator[int]:
    """Yield every integer in a state."""
    if isinstance(value, tuple):
        for item in value:
            yield from whole_numbers(item)
    elif isinstance(value, int):
        yield value


def test_legal_moves_are_distinct_and_there_is_one(game: Game, open_states: list[Any]) -> None:
    for s in open_states:
        moves = list(game.actions(s))
        assert moves
        assert len(set(moves)) == len(moves)


def test_somebody_moves(game: Game, open_states: list[Any]) -> None:
    movers = {game.to_move(s) for s in open_states}
    assert movers <= {CHANCE, *range(game.players)}
    assert movers - {CHANCE}


def test_rules_change_nothing_and_always_say_the_same(game: Game, open_states: list[Any]) -> None:
    for s in open_states:
        before, text = hash(s), repr(s)
        told = [(list(game.actions(s)), game.to_move(s), game.is_terminal(s), game.evaluate(s, 0)) for _ in range(2)]
        assert told[0] == told[1]
        for a in told[0][0]:
            first, second = game.result(s, a), game.result(s, a)
            assert first == second
            assert hash(first) == hash(second)
        assert (hash(s), repr(s)) == (before, text)


def test_numbers_fit_into_64_bits(game: Game, states: list[Any]) -> None:
    for s in states:
        for number in [*whole_numbers(s), *game.actions(s)]:
            assert -(1 << 63) <= number < 1 << 63


def test_no_state_comes_back_unless_the_game_says_so(game: Game) -> None:
    if not about(game).cyclic:
        for seed in range(6):
            met = list(random_game(game, seed))
            assert len(set(met)) == len(met)


@pytest.mark.parametrize(
    ("spec", "players", "adds_up_to", "cyclic"),
    [
        ("connect_four", 2, 0, False),
        ("mnk:players=3", 3, 0, False),
        ("nim:players=4", 4, 0, False),
        ("pig", 2, 1, True),
        ("vacuum", 1, None, True),
    ],
)
def test_what_games_claim(spec: str, players: int, adds_up_to: float | None, cyclic: bool) -> None:
    game = load(spec)
    assert (game.players, constant_sum(game), about(game).cyclic) == (players, adds_up_to, cyclic)


def test_states_keep_their_shape(game: Game, states: list[Any]) -> None:
    def shape(value: Any) -> Any:
        return tuple(map(shape, value)) if isinstance(value, tuple) else type(value)

    assert {(type(s), shape(s)) for s in states} == {(type(states[0]), shape(states[0]))}


def test_utilities_add_up_to_the_total(game: Game, finished: list[Any]) -> None:
    assert len(finished) == 6
    if constant_sum(game) is not None:
        for s in finished:
            assert sum(utilities(game, s)) == pytest.approx(constant_sum(game), abs=1e-12)


def test_outcomes_have_probability_one_together(game: Game, open_states: list[Any]) -> None:
    for s in open_states:
        if game.to_move(s) == CHANCE:
            chances = [game.probability(s, a) for a in game.actions(s)]
            assert all(chance > 0 for chance in chances)
            assert sum(chances) == pytest.approx(1, abs=1e-12)


def test_notation_is_read_back(game: Game, states: list[Any]) -> None:
    for s in states:
        again = game.parse(game.notation(s))
        assert again == s
        assert type(again) is type(s)


def test_notation_is_one_word(game: Game, states: list[Any]) -> None:
    if about(game).title == "Chess":  # a FEN has six
        return
    assert all(game.notation(s).split() == [game.notation(s)] for s in states)


def test_moves_are_found_by_name(game: Game, open_states: list[Any]) -> None:
    for s in open_states:
        for a in game.actions(s):
            name = game.action_name(s, a)
            assert game.parse_action(s, name) == a
            if about(game).title != "Backgammon":  # a play is told by each checker's way: 13/7 8/5
                assert name.replace(",", " ").split() == [name]


def test_unknown_moves_and_positions_are_refused(game: Game, states: list[Any]) -> None:
    for s in states[:20]:
        with pytest.raises(IllegalMoveError):
            game.parse_action(s, "no such move")
    for text in ("~", "9" * 5000, "x" * 65, "1+", "-1", "²"):
        with pytest.raises(InputError) as told:
            game.parse(text)
        assert "\n" not in str(told.value)


def test_keys_tell_states_apart(game: Any, states: list[Any]) -> None:
    if "key" not in about(game).given:
        return
    keys = {s: game.key(s) for s in states}
    if "halfmove_clock" in about(game).given:  # positions are the same that differ only in their counters of moves
        sights = {(key, game.show(s), *game.actions(s)) for s, key in keys.items()}
        assert len(sights) == len(set(keys.values())) > len(keys) // 2
    else:
        assert len(set(keys.values())) == len(keys)
    for s, key in keys.items():
        assert game.key(game.parse(game.notation(s))) == key
        assert -(1 << 63) <= key < 1 << 63


def test_score_and_utility_agree_on_the_winner(game: Any, finished: list[Any]) -> None:
    if "score" not in about(game).given:
        return
    for s in finished:
        for player in range(game.players):
            score, utility = game.score(s, player), game.utility(s, player)
            assert (score > 0, score < 0) == (utility > 0, utility < 0)


def test_pictures_can_be_drawn(game: Game, states: list[Any]) -> None:
    for s in [*states[:3], states[-1]]:
        assert game.show(s).strip()
        assert picture_fault(game.svg(s)) is None


def test_moves_are_paths_of_cells_in_the_picture(game: Any, open_states: list[Any]) -> None:
    for s in open_states[:: max(1, len(open_states) // 30)]:
        root = ElementTree.fromstring(game.svg(s))
        paths = {a: game.cells(s, a) for a in game.actions(s)}
        assert [path_fault(root, path) for path in paths.values()] == [None] * len(paths)


def test_what_a_player_does_has_a_place_but_for_passing(game: Any, open_states: list[Any]) -> None:
    for s in open_states[:: max(1, len(open_states) // 30)]:
        if game.to_move(s) != CHANCE:
            bare = [game.action_name(s, a) for a in game.actions(s) if not game.cells(s, a)]
            assert {name.lower() for name in bare} <= {"pass", "left", "right"}, "a machine at the end of its row stays there"


def test_the_rules_are_told(game: Game) -> None:
    assert len(about(game).rules) > 40
