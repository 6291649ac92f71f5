"""Checkers against a board of squares: moves, captures, kings, ends, draws, keys, and what the rules say case by case."""

from __future__ import annotations

from typing import Any

import naive_checkers as naive
import pytest

from kibitz.api import perft
from kibitz.core.errors import InputError
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.games.checkers import Checkers
from kibitz.games.checkers.notation import path, squares
from kibitz.games.checkers.state import BOARD, State

GAME: Any = Checkers()


def names(fen: str) -> set[str]:
    """Return the names of all moves in a position."""
    s = GAME.parse(fen)
    return {GAME.action_name(s, action) for action in GAME.actions(s)}


def played(fen: str, *moves: str) -> str:
    """Return the position after some moves."""
    s = GAME.parse(fen)
    for move in moves:
        s = GAME.result(s, GAME.parse_action(s, move))
    return str(GAME.notation(s))


def random_board(random: Random) -> naive.Board:
    """Return pieces on random squares, no man on its last row."""
    board = {}
    share, crowned = random.unit() * 0.7, random.unit()
    for square in naive.SQUARES.values():
        if random.unit() < share:
            piece = random.choice(["b", "w"])
            board[square] = piece.upper() if square[0] == naive.LAST_ROW[piece] or random.unit() < crowned else piece
    counts = [sum(piece.lower() == side for piece in board.values()) for side in "bw"]
    return board if max(counts) <= 12 else random_board(random)


def agree(s: State, board: naive.Board, side: str, quiet: int) -> dict[tuple[int, ...], int]:
    """Compare a state with a board, and return the actions by their squares."""
    assert GAME.notation(s) == naive.fen(board, side, quiet)
    assert GAME.to_move(s) == "bw".index(side)
    legal = naive.moves(board, side)
    actions = {tuple(path(s, action)): action for action in GAME.actions(s)}
    assert len(list(GAME.actions(s))) == len(actions) == GAME.count_actions(s)
    assert set(actions) == {move.numbers for move in legal}
    assert GAME.in_check(s) == any(move.taken for move in legal)
    for move in legal:
        assert GAME.is_noisy(s, actions[move.numbers]) == bool(move.taken)
        assert GAME.order(s, actions[move.numbers]) == len(move.taken)
    return actions


@pytest.mark.parametrize("patience", [80, 6])
def test_random_games_move_by_move(patience: int) -> None:
    game = Checkers(patience)
    random = Random(1)
    ends = []
    for _ in range(40):
        board, side, quiet, s = naive.start(), "b", 0, game.initial()
        while True:
            actions = agree(s, board, side, quiet)
            legal = naive.moves(board, side)
            assert game.halfmove_clock(s) == quiet
            assert game.is_drawn(s) == (bool(legal) and quiet >= patience)
            assert game.is_terminal(s) == (not legal or quiet >= patience)
            if game.is_terminal(s):
                mover = "bw".index(side)
                assert game.utility(s, mover) == (0 if legal else -1)
                assert game.utility(s, 1 - mover) == (0 if legal else 1)
                ends.append(game.utility(s, 0))
                break
            move = random.choice(legal)
            quiet = quiet + 1 if board[move.path[0]].isupper() and not move.taken else 0
            s = game.result(s, actions[move.numbers])
            board, side = naive.after(board, move), naive.OTHER[side]
    assert set(ends) == ({-1, 1} if patience == 80 else {-1, 0, 1})


def test_random_positions_with_many_kings() -> None:
    random = Random(2)
    longest = 0
    for _ in range(1500):
        board, side = random_board(random), random.choice(["b", "w"])
        s = GAME.parse(naive.fen(board, side, 0))
        actions = agree(s, board, side, 0)
        for move in naive.moves(board, side):
            reached = GAME.result(s, actions[move.numbers])
            quiet = 1 if board[move.path[0]].isupper() and not move.taken else 0
            assert GAME.notation(reached) == naive.fen(naive.after(board, move), naive.OTHER[side], quiet)
            longest = max(longest, len(move.taken))
    assert longest >= 5


def test_the_start() -> None:
    s = GAME.initial()
    assert GAME.notation(s) == naive.fen(naive.start(), "b", 0)
    assert names(GAME.notation(s)) == {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"}
    assert BOARD.bit_count() == 32


def test_men_step_and_jump_forward_only() -> None:
    assert names("B:W30:B15") == {"15-18", "15-19"}
    assert names("W:W18:B3") == {"18-14", "18-15"}
    assert names("B:W10,11:B15") == {"15-18", "15-19"}, "no jump backward"
    assert names("B:W10,11:BK15") == {"15x6", "15x8"}
    assert names("B:W32:BK15") == {"15-10", "15-11", "15-18", "15-19"}, "kings go one step, both ways"
    assert names("B:W32:BK1") == {"1-5", "1-6"}


def test_any_capture_is_compulsory_the_longest_is_not() -> None:
    assert names("B:W18,19,26:B15,1") == {"15x22x31", "15x24"}
    assert names("B:W10,17:B6,7,1") == {"6x15", "7x14x21"}


def test_a_capture_goes_on_to_its_end() -> None:
    assert names("B:W18,26:B15") == {"15x22x31"}
    assert played("B:W18,26,5:B15", "15x22x31") == "W:W5:BK31"
    assert played("W:W22,32:B18,10,3", "22x15x6") == "B:W6,32:B3"


def test_a_man_crowned_ends_its_move() -> None:
    assert names("B:W26,27:B22") == {"22x31"}, "a king on 31 could jump on over 27"
    assert played("B:W26,27:B22", "22x31") == "W:W27:BK31"
    assert names("B:W26,27:BK22") == {"22x31x24"}
    assert names("W:W10:B6,7") == {"10x1", "10x3"}
    assert played("W:W7,30:B20", "7-2") == "B:WK2,30:B20"


def test_a_king_may_return_to_where_it_came_from_either_way_round() -> None:
    ring = "B:W9,10,17,18:BK6"
    assert names(ring) == {"6x15x22x13x6", "6x13x22x15x6"}
    assert played(ring, "6x15x22x13x6") == "W:W:BK6"


def test_no_piece_is_jumped_twice() -> None:
    assert names("B:W10:BK6") == {"6x15"}
    assert names("W:WK22:B17,18,9") == {"22x13x6", "22x15"}


def test_who_cannot_move_has_lost() -> None:
    for fen in ("W:W:B12", "W:W12:B8,3", "B:W12,16,20,24:B"):
        s = GAME.parse(fen)
        assert GAME.is_terminal(s)
        assert not GAME.is_drawn(s)
        assert list(GAME.actions(s)) == []
        assert GAME.count_actions(s) == 0
        assert (GAME.utility(s, s.turn), GAME.utility(s, 1 - s.turn)) == (-1, 1)


def test_moves_without_progress_are_counted() -> None:
    assert played("B:W32:BK1,20:H5", "1-6") == "W:W32:BK6,20:H6"
    assert played("B:W32:BK1,20:H5", "20-24") == "W:W32:BK1,24"
    assert played("B:W24,32:BK19,20:H5", "19x28") == "W:W32:B20,K28"
    assert played("B:WK32:BK1", *("1-6 32-27 6-1 27-32 " * 2).split()) == "B:WK32:BK1:H8"


def test_eighty_quiet_moves_are_a_draw_but_not_for_who_is_blocked() -> None:
    open_board, blocked = "B:WK32:BK1", "W:WK32:BK27,K28,K23,K24"
    assert not GAME.is_terminal(GAME.parse(f"{open_board}:H79"))
    drawn = GAME.parse(f"{open_board}:H80")
    assert GAME.is_terminal(drawn)
    assert GAME.is_drawn(drawn)
    assert [GAME.utility(drawn, player) for player in (0, 1)] == [0, 0]
    lost = GAME.parse(f"{blocked}:H80")
    assert GAME.is_terminal(lost)
    assert not GAME.is_drawn(lost)
    assert [GAME.utility(lost, player) for player in (0, 1)] == [1, -1]
    short = Checkers(patience=4)
    assert short.is_drawn(short.parse(f"{open_board}:H4"))
    assert not short.is_drawn(short.parse(f"{open_board}:H3"))


def test_keys() -> None:
    """Different boards have different keys; the count of quiet moves is no part of the position."""
    random = Random(3)
    fens = {naive.fen(random_board(random), side, 0) for _ in range(4000) for side in "bw"}
    assert len({GAME.key(GAME.parse(fen)) for fen in fens}) == len(fens)
    singles = {f"{side}:W{white}:B{black}" for side in "BW" for white in ("K7", "7") for black in ("K8", "8", "K9", "9")}
    assert len({GAME.key(GAME.parse(fen)) for fen in singles}) == len(singles) == 16
    assert GAME.key(GAME.parse("B:WK32:BK1:H9")) == GAME.key(GAME.parse("B:WK32:BK1"))


def test_keys_of_all_positions_with_one_or_two_pieces() -> None:
    pieces = [(0, 0), *((1 << square, crown << square) for square in squares(BOARD) for crown in (0, 1))]
    states = {
        State(mine, theirs, king | other, turn, 0)
        for mine, king in pieces
        for theirs, other in pieces
        for turn in (0, 1)
        if mine != theirs
    }
    assert len({GAME.key(s) for s in states}) == len(states) == 2 * 64 * (2 * 31 + 2)


def test_an_impossible_patience_is_refused() -> None:
    with pytest.raises(InputError, match="patience of at least 1"):
        load("checkers:patience=0")


def paths(board: naive.Board, side: str, depth: int) -> int:
    """Return the number of ways to play `depth` moves on a board of squares."""
    legal = naive.moves(board, side)
    if depth == 1:
        return len(legal)
    return sum(paths(naive.after(board, move), naive.OTHER[side], depth - 1) for move in legal)


@pytest.mark.parametrize(
    "fen",
    [
        "B:WK9,K10,17,18:BK6,K7",
        "W:W14,23,25,K1,K30:B13,16,K24,4,K7",
        "B:W17,19,21,25,26,28,K5:B1,10,12,13,16,K27",
        "W:WK22,K23,K6:B9,10,17,18,K15,K32",
        "B:W11,12:B3,4",
    ],
)
def test_paths_from_positions_with_kings(fen: str) -> None:
    board = {naive.SQUARES[n]: letter for letter, numbers in pieces(fen) for n in numbers}
    for depth in range(1, 5):
        assert perft(GAME, GAME.parse(fen), depth) == paths(board, fen[0].lower(), depth)


def pieces(fen: str) -> list[tuple[str, list[int]]]:
    """Return the pieces of a FEN: the letter of a kind and the numbers of its squares."""
    found = []
    for part in fen.split(":")[1:]:
        words = part[1:].split(",")
        found.append((part[0], [int(word[1:]) for word in words if word[0] == "K"]))
        found.append((part[0].lower(), [int(word) for word in words if word[0] != "K"]))
    return found


@pytest.mark.parametrize("rows", [4, 6])
def test_random_games_on_smaller_boards(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    each = rows // 2

    def number(square: naive.Square) -> int:
        return square[0] * each + square[1] // 2 + 1

    places = {number((row, column)): (row, column) for row in range(rows) for column in range(rows) if (row + column) % 2}
    monkeypatch.setattr(naive, "number", number)
    monkeypatch.setattr(naive, "SQUARES", places)
    monkeypatch.setattr(naive, "LAST_ROW", {"b": rows - 1, "w": 0})
    game: Any = load(f"checkers:rows={rows}")
    random, ends = Random(9), set()
    for _ in range(60):
        board = {square: "b" if square[0] < each else "w" for square in places.values() if square[0] not in (each - 1, each)}
        side, quiet, s = "b", 0, game.initial()
        while True:
            legal = naive.moves(board, side)
            assert game.notation(s) == naive.fen(board, side, quiet)
            assert game.parse(game.notation(s)) == s
            actions = {tuple(path(s, action, rows)): action for action in game.actions(s)}
            assert set(actions) == {move.numbers for move in legal}
            assert game.is_terminal(s) == (not legal or quiet >= game.patience)
            if game.is_terminal(s):
                ends.add(game.utility(s, 0))
                break
            move = random.choice(legal)
            quiet = quiet + 1 if board[move.path[0]].isupper() and not move.taken else 0
            s = game.result(s, actions[move.numbers])
            board, side = naive.after(board, move), naive.OTHER[side]
    assert ends >= {-1, 1}


def test_other_boards_are_refused() -> None:
    for rows in (2, 5, 10):
        with pytest.raises(InputError):
            load(f"checkers:rows={rows}")
    for position in ("B:W13:B19", "B:W1,2,3,4,5,6,7:B18", "B:W13:B16"):
        with pytest.raises(InputError):
            load("checkers:rows=6").parse(position)
