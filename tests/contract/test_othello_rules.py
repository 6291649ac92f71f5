"""Othello against a board of letters: moves, flips, passes, ends, scores, keys; and what people read and write."""

from __future__ import annotations

import re

import pytest
from naive_othello import Board, random_boards

from kibitz.compile.cpu import rules
from kibitz.core.bits import wrap
from kibitz.core.errors import IllegalMoveError, InputError, PositionError
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.games._drawing import CELL
from kibitz.games.othello import Othello, State
from kibitz.games.othello.drawing import DISCS

GAMES = {4: 200, 6: 60, 8: 30}


def state(letters: str, mover: str) -> State:
    """Return the documented bits of a board."""
    black, white = (wrap(sum(1 << square for square, letter in enumerate(letters) if letter == side)) for side in "XO")
    return State(black, white, 0) if mover == "X" else State(white, black, 1)


@pytest.mark.parametrize(("size", "games"), GAMES.items())
def test_random_games_move_by_move(size: int, games: int) -> None:
    game, native = Othello(size), rules(load(f"othello:size={size}")).module
    passes = early_ends = 0
    for board in random_boards(size, games, seed=size):
        s = state(board.letters, board.mover)
        assert game.parse(board.text) == s
        assert game.notation(s) == board.text
        assert game.to_move(s) == "XO".index(board.mover)
        assert list(game.actions(s)) == list(native.actions(s)) == board.actions
        assert game.count_actions(s) == native.count_actions(s) == len(board.actions)
        assert game.is_terminal(s) == native.is_terminal(s) == (not board.actions)
        assert not game.is_drawn(s)
        for action in board.actions:
            after = game.result(s, action)
            assert after == native.result(s, action)
            assert game.notation(after) == board.after(action).text
        passes += board.actions == [size * size]
        if not board.actions:
            early_ends += "." in board.letters
            for player in (0, 1):
                score = board.score if player == s.turn else -board.score
                assert game.score(s, player) == native.score(s, player) == score
                assert game.utility(s, player) == native.utility(s, player) == (score > 0) - (score < 0)
    assert passes > 5
    assert early_ends > 0 or size == 8


@pytest.mark.parametrize("size", [4, 6, 8])
def test_every_line_of_discs_in_every_direction(size: int) -> None:
    """From each square, runs of each length that are closed, open or reach the border; all the rest of the board is full."""
    game, native = Othello(size), rules(load(f"othello:size={size}")).module
    for square in range(size * size):
        for length in range(size):
            for rest in "XO":
                letters = [rest] * size**2
                letters[square] = "."
                for other in range(size * size):
                    x, y = other % size - square % size, other // size - square // size
                    if 0 < max(abs(x), abs(y)) <= length:
                        letters[other] = "O" if rest == "X" else "X"
                board = Board(size, "".join(letters))
                s = state(board.letters, "X")
                assert game.count_actions(s) == len(board.actions)
                if square in board.actions:
                    assert game.notation(game.result(s, square)) == board.after(square).text
                    assert native.result(s, square) == game.result(s, square)


def test_the_start() -> None:
    game = Othello()
    assert [game.action_name(game.initial(), a) for a in game.actions(game.initial())] == ["d3", "c4", "f5", "e6"]
    assert game.to_move(game.initial()) == 0
    assert game.notation(game.initial()) == "." * 27 + "OX" + "." * 6 + "XO" + "." * 27 + "X"


def test_keys_tell_apart_whose_turn_it_is_and_whose_discs_they_are() -> None:
    game = Othello()
    seen: dict[int, str] = {}
    for board in random_boards(8, 60, seed=9):
        for letters in (board.letters, board.letters.translate(str.maketrans("XO", "OX"))):
            for mover in "XO":
                text = letters + mover
                key = game.key(state(letters, mover))
                assert -(1 << 63) <= key < 1 << 63
                assert seen.setdefault(key, text) == text
    assert len(seen) > 10_000


def test_keys_of_discs_on_every_pair_of_squares() -> None:
    """Two discs anywhere, each of either colour: the case in which sums of products would cancel out."""
    game = Othello()
    bits = [1 << square if square < 63 else -(1 << 63) for square in range(64)]
    keys = set()
    for first in range(64):
        for second in range(first):
            for mine, theirs in ((first, second), (second, first)):
                keys |= {game.key(State(bits[mine], bits[theirs], turn)) for turn in (0, 1)}
            keys |= {game.key(State(bits[first] | bits[second], 0, turn)) for turn in (0, 1)}
            keys |= {game.key(State(0, bits[first] | bits[second], turn)) for turn in (0, 1)}
    assert len(keys) == 8 * 64 * 63 // 2


def test_boards_and_moves_are_read() -> None:
    game = Othello()
    after = game.parse("f5d6c3")
    board = "..................X........XX......OXX.....O....................O"
    assert game.notation(after) == board
    for text in ("F5 D6 C3", "f5, d6, c3", board.lower(), board.replace(".", "-").replace("X", "*"), f"{board[:64]} O"):
        assert game.parse(text) == after
    assert game.parse("") == game.initial()
    assert game.parse("x" * 63 + "o" + "x") == State(2**63 - 1, -(2**63), 0)


def test_passes_may_be_written_or_left_out() -> None:
    game, random, passes = Othello(4), Random(3), 0
    for _ in range(60):
        s, names = game.initial(), []
        while not game.is_terminal(s):
            action = random.choice(list(game.actions(s)))
            names.append(game.action_name(s, action))
            s = game.result(s, action)
        passes += names.count("pass")
        text = "".join(names)
        assert game.parse(text) == game.parse(" ".join(names)) == s
        assert game.parse(text.replace("pass", "--")) == game.parse(text.replace("pass", "")) == s
    assert passes > 20


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("f5f5", "move 2 of 'f5f5' is 'f5', not one of f4, d6, f6"),
        ("a1", "move 1 of 'a1' is 'a1', not one of d3, c4, f5, e6"),
        ("f5passd6", "move 2 of 'f5passd6' is 'pass'"),
        ("f5z", "move 2 of 'f5z' is 'z'"),
        ("X" * 63, "move 1 of"),
        ("X" * 64, "must be 64 squares"),
        (".X" * 32 + ".", "must be 64 squares"),
        ("." * 65 + "X", "must be 64 squares"),
        ("X" * 65, "O has moved or passed last and has no disc"),
        ("." * 64 + "O", "X has moved or passed last and has no disc"),
    ],
)
def test_what_is_no_position_is_refused(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=re.escape(words)):
        Othello().parse(text)


def test_moves_after_the_end_are_refused() -> None:
    game = Othello()
    wiped_out = "e6f4e3f6g5d6e7f5c5"  # the shortest games end after nine moves
    assert game.is_terminal(game.parse(wiped_out))
    assert game.score(game.parse(wiped_out), 0) == 64
    with pytest.raises(PositionError, match="is over before its move 10"):
        game.parse(wiped_out + "a1")


def test_moves_are_found_by_name_in_any_case() -> None:
    game = Othello()
    s = game.initial()
    assert game.parse_action(s, "F5") == game.parse_action(s, "f5") == 4 * 8 + 5
    with pytest.raises(IllegalMoveError, match="known: d3, c4, f5, e6"):
        game.parse_action(s, "--")
    small = Othello(4)
    passing = next(small.parse(board.text) for board in random_boards(4, 100, seed=1) if board.actions == [16])
    assert small.parse_action(passing, "pass") == small.parse_action(passing, "--") == small.parse_action(passing, "PASS") == 16


@pytest.mark.parametrize("size", [0, 2, 5, 7, 10, -8])
def test_other_sizes_are_refused(size: int) -> None:
    with pytest.raises(InputError, match="size 4, 6 or 8"):
        load(f"othello:size={size}")


def test_text_to_look_at() -> None:
    game = Othello(4)
    start = "  a b c d\n1 . + . .\n2 + O X .\n3 . X O +\n4 . . + .\nX 2, O 2; X to move"
    assert game.show(game.initial()) == start
    assert game.show(game.parse("XXXX" * 3 + "XXXO" + "X")).endswith("\n4 X X X O\nX 15, O 1")


def circles(picture: str, colour: str, radius: int) -> set[tuple[int, int]]:
    """Return the squares (column, row) with a circle of this colour and size."""
    found = re.findall(rf'<circle cx="(\d+)" cy="(\d+)" r="{radius}" fill="{colour}"', picture)
    return {(int(x) // CELL - 1, int(y) // CELL - 1) for x, y in found}


def test_picture() -> None:
    game = Othello(6)
    start, after = game.svg(game.initial()), game.svg(game.parse("c2"))
    assert circles(start, DISCS[0], CELL * 2 // 5) == {(3, 2), (2, 3)}
    assert circles(start, DISCS[1], CELL * 2 // 5) == {(2, 2), (3, 3)}
    assert circles(start, DISCS[0], CELL // 10) == {(2, 1), (1, 2), (4, 3), (3, 4)}, "dots where black can move"
    assert circles(start, DISCS[1], CELL // 10) == set()
    assert circles(after, DISCS[1], CELL // 10) == {(1, 1), (3, 1), (1, 3)}
    assert re.findall("<text[^>]*>(.)</text>", start) == list("a1b2c3d4e5f6")
