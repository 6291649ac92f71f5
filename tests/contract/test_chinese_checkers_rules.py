"""Chinese checkers: moves against sets of coordinates, the six ways across the star, and how games end."""

from __future__ import annotations

import pytest

from kibitz.core.contract import Game
from kibitz.core.errors import IllegalMoveError, InputError, PositionError
from kibitz.core.game import play, utilities
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.games.chinese_checkers import SEATS, State
from kibitz.games.chinese_checkers.board import Hole, holes

AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def star(size: int) -> set[Hole]:
    """Return the coordinates of a star: two triangles, one upside down."""
    reach = range(-2 * size, 2 * size + 1)
    up = {(q, r) for q in reach for r in reach if q >= -size and r >= -size and q + r <= size}
    return up | {(-q, -r) for q, r in up}


def pieces(game: Game, s: State) -> list[set[Hole]]:
    """Return the coordinates of each player's pieces, read off the position's text."""
    marks = game.notation(s).partition(":")[0].replace("/", "")
    size = game.size  # type: ignore[attr-defined]
    return [
        {hole for hole, mark in zip(holes(size), marks, strict=True) if mark == str(player + 1)}
        for player in range(game.players)
    ]


def moves(board: set[Hole], taken: set[Hole], source: Hole) -> set[Hole]:
    """Return where a piece can go: one step, or jumps from hole to hole, found one after the other."""
    others = taken - {source}
    steps = {(source[0] + q, source[1] + r) for q, r in AROUND}
    landed, todo = {source}, [source]
    while todo:
        at = todo.pop()
        for q, r in AROUND:
            over, end = (at[0] + q, at[1] + r), (at[0] + 2 * q, at[1] + 2 * r)
            if over in others and end in board - others - landed:
                landed.add(end)
                todo.append(end)
    return (steps & board | landed) - others - {source}


def expected(game: Game, s: State) -> set[tuple[Hole, Hole]]:
    """Return all moves of the player to move."""
    sides = pieces(game, s)
    taken, board = set().union(*sides), star(game.size)  # type: ignore[attr-defined]
    return {(source, target) for source in sides[s.turn] for target in moves(board, taken, source)}


@pytest.mark.parametrize("spec", ["", "players=2", "players=4,size=3", "players=6", "players=6,size=2", "size=1"])
def test_random_games_have_the_moves_of_sets(spec: str) -> None:
    game, random = load(f"chinese_checkers:{spec}" if spec else "chinese_checkers"), Random(3)
    size = game.size  # type: ignore[attr-defined]
    s = game.initial()
    for _ in range(120):
        if game.is_terminal(s):
            break
        actions = list(game.actions(s))
        found = {(holes(size)[a >> 7], holes(size)[a & 127]) for a in actions if a}
        assert found == expected(game, s)
        chosen = random.choice(actions)
        before, after = pieces(game, s), pieces(game, game.result(s, chosen))
        if chosen:
            before[s.turn] ^= {holes(size)[chosen >> 7], holes(size)[chosen & 127]}
        assert before == after
        s = game.result(s, chosen)


@pytest.mark.parametrize(("size", "number", "own"), [(4, 121, 10), (3, 73, 6), (2, 37, 3), (1, 13, 1)])
def test_stars(size: int, number: int, own: int) -> None:
    assert set(holes(size)) == star(size)
    assert len(holes(size)) == number
    for players in SEATS:
        game = load(f"chinese_checkers:players={players},size={size}")
        assert [len(side) for side in pieces(game, game.initial())] == [own] * players


def test_fourteen_first_moves() -> None:
    game = load("chinese_checkers")
    assert len(list(game.actions(game.initial()))) == 14
    assert game.evaluate(game.initial(), 0) == pytest.approx(1 / 3)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_everybody_goes_to_the_opposite_point(players: int) -> None:
    game = load(f"chinese_checkers:players={players},size=1")
    homes = [side.pop() for side in pieces(game, game.initial())]
    for player, (q, r) in enumerate(homes):
        at = {home: number + 1 for number, home in enumerate(homes)}
        del at[q, r]
        at = {(0, 0) if hole == (-q, -r) else hole: number for hole, number in at.items()} | {(-q, -r): player + 1}
        text = "".join(str(at.get(hole, ".")) for hole in holes(1))
        s = game.parse(f"{text[0]}/{text[1:5]}/{text[5:8]}/{text[8:12]}/{text[12]}")
        assert game.is_terminal(s)
        assert utilities(game, s) == tuple(float(other == player) for other in range(players))


def test_who_stays_at_home_holds_nobody_up() -> None:
    game = load("chinese_checkers:players=2,size=2")
    start = "1/11/......./....../...../....../......./22/2"
    assert not game.is_terminal(game.parse(start))
    ends = {"./1./....1../....../.2.../....../......./12/2": 0, "2/11/......./....../.1.../....../......./22/.": 1}
    for board, winner in ends.items():
        assert game.is_terminal(game.parse(board))
        assert utilities(game, game.parse(board))[winner] == 1.0
    assert not game.is_terminal(game.parse("./.1/....1../....../...../....../..22.../2./1"))


def test_who_is_nearest_when_the_moves_run_out_wins() -> None:
    game = load("chinese_checkers:size=1,rounds=2")
    assert game.notation(play(game, game.initial(), "a1-b3 d4-d3")).endswith(":3:4")
    tied = play(game, game.initial(), "a1-b3 d4-d3 d1-c1 b3-a1 d3-d4 c1-d1")
    assert utilities(game, tied) == (1 / 3, 1 / 3, 1 / 3)
    ahead = play(game, game.initial(), "a1-b3 d4-d3 d1-c1 b3-c3 d3-d4 c1-d1")
    assert utilities(game, ahead) == (1.0, 0.0, 0.0)


def test_a_piece_may_jump_on_over_any_pieces() -> None:
    game = load("chinese_checkers:players=2,size=2")
    s = game.parse("./11/...2.../....../..1../....../..2..../2./.")
    assert {game.action_name(s, a) for a in game.actions(s)} >= {"b1-d4", "b1-f3"}


def test_moves_that_are_none() -> None:
    game = load("chinese_checkers")
    for name in ("a1-b1", "d1-d2", "e5-e6", "j10-i9", "pass", "d1", "d1-z9", "d1-e5-e6"):
        with pytest.raises(IllegalMoveError):
            game.parse_action(game.initial(), name)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1/1/......./....../...../....../......./22/2", "rows of 1, 2, 7"),
        ("1/1./......./....../...../....../......./22/2", "player 1 has 2 pieces"),
        ("1/11/3....../....../...../....../......./22/2", "more than 2 players"),
        ("1/11/......./....../...../....../......./22/2:3", "more than 2 players"),
        ("1/11/......./....../...../....../......./22/2:1:999", "200 moves"),
    ],
)
def test_bad_positions(text: str, told: str) -> None:
    with pytest.raises(PositionError, match=told):
        load("chinese_checkers:players=2,size=2").parse(text)


@pytest.mark.parametrize("options", ["players=1", "players=5", "players=7", "size=0", "size=5", "rounds=0"])
def test_bad_games(options: str) -> None:
    with pytest.raises(InputError):
        load(f"chinese_checkers:{options}")


def test_searches_try_moves_ahead_first() -> None:
    game = load("chinese_checkers")
    s = game.initial()
    worth = {game.action_name(s, a): game.order(s, a) for a in game.actions(s)}
    assert (worth["c1-e5"], worth["d1-e5"]) == (2, 1)
    before = game.evaluate(s, 0)
    assert game.evaluate(play(game, s, "c1-e5"), 0) > game.evaluate(play(game, s, "d1-e5"), 0) > before
