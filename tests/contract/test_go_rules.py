"""Go: the rules against a naive version of them, counts of legal positions, and what is said about illegal moves."""

from __future__ import annotations

from typing import Any, cast

import pytest
from naive_go import NaiveGo

import kibitz
from kibitz.core.contract import Game
from kibitz.core.errors import IllegalMoveError, InputError
from kibitz.core.randomness import Random
from kibitz.games.go import Go
from kibitz.games.go.notation import letters, point_name
from kibitz.games.go.patterns import MEANINGS, SHAPES
from kibitz.games.go.state import MEMORY, State


def go(**parameters: Any) -> Go:
    listed = ",".join(f"{name}={value}" for name, value in parameters.items())
    return cast(Go, kibitz.load(f"go:{listed}"))


def board(game: Go, s: State) -> str:
    return letters(game.size, game.stones(s))


def compare(game: Go, seed: int, rows: range | None = None) -> int:
    """Play a random game, most moves in some rows, by both versions of the rules; return how many captures there were."""
    random, naive, s = Random(seed), NaiveGo(game.size, game.komi, game.superko), game.initial()
    captures = 0
    while not game.is_terminal(s):
        actions = list(game.actions(s))
        points = set(actions) - {game.size**2}
        assert len(actions) == len(points) + 1 == game.count_actions(s)
        assert points == naive.legal()
        assert board(game, s) == "".join(naive.board)
        assert game.lead(s) == naive.lead()
        black, white = game.stones(s)
        assert game.set_up(black, white, s.turn).atari == s.atari
        wanted = sorted(point for point in points if rows is None or point // game.size in rows) or sorted(points)
        a = random.choice(wanted) if wanted and random.below(30) else game.size**2
        naive.play(a)
        s = game.result(s, a)
        captures += game.stones(s)[s.turn] != (black, white)[s.turn]
        assert s.turn == naive.turn
    assert naive.passes == 2 or s.left == 0
    assert game.utility(s, 0) == -game.utility(s, 1) == (naive.lead() > 0) - (naive.lead() < 0)
    return captures


@pytest.mark.parametrize(("size", "games"), [(2, 12), (3, 12), (5, 4), (7, 2), (8, 1), (9, 1)])
def test_random_games_by_two_versions_of_the_rules(size: int, games: int) -> None:
    game = go(size=size, komi=0.5)
    assert sum(compare(game, seed) for seed in range(games)) > 5


@pytest.mark.parametrize(("size", "rows"), [(11, range(9, 11)), (13, range(11, 13)), (19, range(17, 19))])
def test_play_across_the_words_of_a_large_board(size: int, rows: range) -> None:
    assert compare(go(size=size, moves=80), 2, rows) > 0


@pytest.mark.parametrize(("size", "games"), [(2, 20), (3, 20), (4, 6), (6, 3)])
def test_random_games_with_superko(size: int, games: int) -> None:
    """On small boards positions often come back; longer games than the memory reaches back are for larger ones."""
    game = go(size=size, komi=0, superko="true", moves=min(MEMORY - 1, 3 * size**2))
    for seed in range(games):
        compare(game, seed)


@pytest.mark.conformance
@pytest.mark.parametrize("size", range(2, 20))
def test_more_random_games(size: int) -> None:
    for seed in range(100, 103):
        compare(go(size=size, komi=1), seed)
        if size < 7:
            compare(go(size=size, superko="true", moves=MEMORY - 1), seed)


@pytest.mark.parametrize(("size", "positions"), [(2, 57), (3, 12_675)])
def test_legal_positions_are_counted(size: int, positions: int) -> None:
    """So many there are by Tromp and Farnebäck, "Combinatorics of Go" (2006).

    Stones are put down from the first point to the last. Whatever is missing of a chain is a liberty of the rest, so every
    legal position comes about in this way, and a stone that captures or may not be put there makes one that is not legal.
    """
    game = go(size=size, komi=0)
    found = [game.initial()]
    for point in range(size**2):
        for s in list(found):
            for turn in range(2):
                mover = game.turned(s, turn)
                if point in game.actions(mover):
                    after = game.turned(game.result(mover, point), turn)
                    if after.theirs == mover.theirs:
                        found.append(after)
    boards = [board(game, s) for s in found]
    assert len(boards) == len(set(boards)) == positions


def test_a_ko_may_not_be_taken_back_at_once() -> None:
    game = go(size=5)
    s = game.parse(".XO../X.XO./.XO../...../.....:O")
    s = game.result(s, game.parse_action(s, "B4"))
    assert board(game, s) == ".XO..XO.O..XO............"
    with pytest.raises(IllegalMoveError, match="ko"):
        game.parse_action(s, "C4")
    for vertex in ("E1", "A1"):
        s = game.result(s, game.parse_action(s, vertex))
    s = game.result(s, game.parse_action(s, "C4"))
    assert board(game, s)[5:10] == "X.XO."


@pytest.mark.parametrize(("position", "vertex", "reason"), [
    (".X./X.X/.X.:O", "B2", "suicide"),
    (".X./X.X/.X.:X", "A1", ""),
    ("XX./.../...:O", "A3", "stone"),
    ("XO./X.O/OO.:O", "A2", "stone"),
    (".../.../...", "D4", "no point"),
    (".../.../...", "I1", "no I"),
])  # fmt: skip
def test_why_a_move_is_not_legal(position: str, vertex: str, reason: str) -> None:
    game = go(size=3)
    s = game.parse(position)
    if not reason:
        assert game.action_name(s, game.parse_action(s, vertex)) == vertex
        return
    with pytest.raises(IllegalMoveError, match=reason):
        game.parse_action(s, vertex)


def test_playout_moves_are_legal_and_fill_no_eyes() -> None:
    for game in (go(size=9), go(size=5, superko="true", moves=60)):
        random, s, passes = Random(3), game.initial(), 0
        while not game.is_terminal(s):
            a = game.playout_action(s, random.bits())
            assert a in list(game.actions(s))
            if a == game.size**2:
                passes += 1
            else:
                assert not is_eye(game, s, a)
            s = game.result(s, a)
        assert passes >= 2 or s.left == 0


def is_eye(game: Go, s: State, point: int) -> bool:
    """Return whether a point is surrounded by the mover's stones and the other holds too few corners to break in."""
    naive = NaiveGo(game.size, 0.0, board=tuple(board(game, s)), turn=s.turn)
    own, other = "XO"[s.turn], "OX"[s.turn]
    if any(naive.board[near] != own for near in naive.neighbours(point)):
        return False
    row, column = divmod(point, game.size)
    corners = [(row + y, column + x) for y in (-1, 1) for x in (-1, 1)]
    inside = [(y, x) for y, x in corners if 0 <= y < game.size and 0 <= x < game.size]
    held = sum(naive.board[y * game.size + x] == other for y, x in inside)
    captures = any("." not in naive.region(naive.board, near)[1] for near in naive.neighbours(point))
    return not captures and held < (2 if len(inside) == 4 else 1)


def test_playouts_capture_and_save() -> None:
    game = go(size=5)
    capture = game.parse(".OX../..O../...../...../.....:O")
    assert {game.playout_action(capture, Random(seed).bits()) for seed in range(20)} == {game.parse_action(capture, "D5")}
    save = game.parse("...../..O../.OX../...../.....:O")
    save = game.result(save, game.parse_action(save, "D3"))
    assert {game.playout_action(save, Random(seed).bits()) for seed in range(20)} == {game.parse_action(save, "C2")}


def invites(marked: str, size: int, point: int) -> bool:
    """Return whether the eight points around one look like one of the shapes, in any of the ways to look at it."""
    row, column = divmod(point, size)
    square = [[(row + y, column + x) for x in (-1, 0, 1)] for y in (-1, 0, 1)]
    here = ["".join(marked[y * size + x] if 0 <= y < size and 0 <= x < size else "#" for y, x in line) for line in square]
    for shape in SHAPES:
        for sides in ("XOxo", "OXox"):
            rows = shape.translate(str.maketrans("XOxo", sides)).split()
            for turn in range(8):
                rows = ["".join(line) for line in zip(*rows, strict=True)] if turn % 2 else rows[::-1]
                pairs = list(zip("".join(rows), "".join(here), strict=True))
                if all(cell in MEANINGS[wanted] for wanted, cell in pairs[:4] + pairs[5:]):
                    return True
    return False


@pytest.mark.parametrize("size", [5, 9, 12])
def test_playouts_answer_by_shape(size: int) -> None:
    """Where no chain is in atari, and there is a shape beside the last move, a move makes such a shape, any of them."""
    game, found = go(size=size), 0
    for seed in range(6):
        random, s = Random(seed), game.initial()
        for _ in range(4 * size):
            if game.is_terminal(s):
                break
            points = set(game.actions(s)) - {size**2}
            marked = board(game, s)
            if not any(s.atari) and 0 <= s.last < size**2:
                row, column = divmod(s.last, size)
                near = {p for p in points if max(abs(p // size - row), abs(p % size - column)) == 1}
                wanted = {p for p in near if invites(marked, size, p)}
                chosen = {game.playout_action(s, random.bits()) for _ in range(40)}
                assert chosen == wanted if wanted else len(chosen) > 1 or len(points) < 3
                found += len(wanted) > 0
            s = game.result(s, game.playout_action(s, random.bits()))
    assert found > 10


def test_scores_have_the_sign_of_the_utility_and_round_halves_up() -> None:
    game = go(size=3, komi=0.5)
    s = game.parse("X../.../...:O:-:passpass:20")
    assert (game.lead(s), game.score(s, 0), game.score(s, 1)) == (8.5, 9, -9)
    empty = game.parse(".../.../...:X:-:passpass:20")
    assert (game.lead(empty), game.score(empty, 0), game.utility(empty, 1)) == (-0.5, -1, 1.0)


def test_a_game_ends_after_its_moves() -> None:
    game = go(size=2, moves=3)
    s = game.initial()
    for _ in range(3):
        assert not game.is_terminal(s)
        s = game.result(s, next(iter(game.actions(s))))
    assert game.is_terminal(s)


@pytest.mark.parametrize("spec", ["go:size=1", "go:size=20", "go:komi=0.3", "go:moves=-1", "go:superko=maybe"])
def test_impossible_parameters_are_refused(spec: str) -> None:
    with pytest.raises(InputError):
        kibitz.load(spec)


@pytest.mark.parametrize("text", ["XX/XX", "X./..:Z", "X./..:X:-:-:many", "X./..:X:-:-:5:1", "X./../..", "A1 A1", "A9"])
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        go(size=2).parse(text)


def test_points_are_named_without_an_i() -> None:
    game = go(size=19)
    named = [point_name(19, point) for point in range(19)]
    assert named[7:10] == ["H19", "J19", "K19"]
    assert game.action_name(game.initial(), 361) == "pass"
    for name in ("Q16", "d4"):
        assert game.action_name(game.initial(), game.parse_action(game.initial(), name)) == name.upper()
    assert game.parse_action(game.initial(), "PASS") == 361


def test_features_count_for_the_side_to_move() -> None:
    game = go(size=5, komi=0.5)
    s = game.parse("XX.../.O.../...../...../....O:O")
    turned = game.turned(s, 0)
    ours, theirs = game.features(s), game.features(turned)
    assert tuple(ours) == tuple(-feature for feature in theirs)
    assert ours.atari == 0
    assert cast(Game, game).evaluate(s, 1) > 0 > cast(Game, game).evaluate(s, 0)
