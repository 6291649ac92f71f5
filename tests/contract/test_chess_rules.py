"""Chess: ends of games, castling, captures in passing, keys, what searches are told, notation, pictures."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import pytest

from kibitz.core.bits import bit
from kibitz.core.errors import IllegalMoveError, InputError, PositionError
from kibitz.core.registry import load
from kibitz.games._drawing import CELL
from kibitz.games.chess import Chess
from kibitz.games.chess.exchange import recapture
from kibitz.games.chess.notation import from_uci, uci_name
from kibitz.games.chess.state import State, occupied

GAME = Chess()


def names(fen: str) -> set[str]:
    """Return the names of the legal moves."""
    s = GAME.parse(fen)
    return {GAME.action_name(s, a) for a in GAME.actions(s)}


def after(fen: str, *moves: str) -> State:
    """Return the position after some moves."""
    s = GAME.parse(fen)
    for move in moves:
        s = GAME.result(s, GAME.parse_action(s, move))
    return s


@pytest.mark.parametrize(
    ("fen", "is_drawn"),
    [
        ("8/8/4k3/8/8/3K4/8/8 w", True),
        ("8/8/4k3/8/8/3KN3/8/8 w", True),
        ("8/8/4k3/8/8/3KB3/8/8 b", True),
        ("8/8/3bk3/8/8/3K4/8/8 w", True),
        ("8/8/4k1b1/8/8/3K2B1/8/8 w", False),  # g6 is light, g3 dark
        ("8/4k3/6b1/8/8/3K3B/8/8 w", True),
        ("8/4k3/1b4b1/8/8/3K3B/8/8 w", False),
        ("8/8/4k3/8/8/2NKN3/8/8 w", False),
        ("8/8/4kn2/8/8/3KN3/8/8 w", False),
        ("8/8/4kb2/8/8/3KN3/8/8 w", False),
        ("8/8/4k3/8/8/3KP3/8/8 w", False),
        ("8/8/4k3/8/8/3KR3/8/8 b", False),
        ("8/8/4k3/8/8/3KQ3/8/8 b", False),
    ],
)
def test_material_that_cannot_win(fen: str, is_drawn: bool) -> None:
    s = GAME.parse(fen)
    assert GAME.is_drawn(s) == GAME.is_terminal(s) == is_drawn
    assert not is_drawn or GAME.utility(s, 0) == GAME.utility(s, 1) == 0


def test_fifty_moves() -> None:
    open_game = "4k3/8/8/8/8/8/8/R3K3 w - - {} 80"
    assert not GAME.is_terminal(GAME.parse(open_game.format(99)))
    assert GAME.is_terminal(GAME.parse(open_game.format(100)))
    s = after("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "Ra2")
    assert (GAME.is_terminal(s), GAME.is_drawn(s), GAME.utility(s, 0)) == (True, True, 0)


def test_checkmate_goes_before_fifty_moves() -> None:
    s = after("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "Ra8")
    assert (GAME.is_terminal(s), GAME.is_drawn(s), GAME.utility(s, 0), GAME.utility(s, 1)) == (True, False, 1, -1)


def test_stalemate_is_a_draw() -> None:
    s = GAME.parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert GAME.is_terminal(s)
    assert not GAME.is_drawn(s)
    assert GAME.utility(s, 0) == GAME.utility(s, 1) == 0


def test_the_shortest_game() -> None:
    s = GAME.parse("f3 e5 g4 Qh4#")
    assert (GAME.is_terminal(s), GAME.utility(s, 0), GAME.utility(s, 1)) == (True, -1, 1)


def test_clocks() -> None:
    states = [GAME.parse(text) for text in ("", "e4", "e4 Nf6", "e4 Nf6 Nc3", "e4 Nf6 Nc3 Nxe4", "e4 Nf6 Nc3 Nxe4 Nxe4")]
    assert [s.clock for s in states] == [0, 0, 1, 2, 0, 0]
    assert [GAME.halfmove_clock(s) for s in states] == [s.clock for s in states]
    assert [s.plies for s in states] == [0, 1, 2, 3, 4, 5]
    assert GAME.notation(states[3]).endswith(" b KQkq - 2 2")


CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R {} KQkq - 0 1"


def test_castling() -> None:
    assert {"O-O", "O-O-O"} <= names(CASTLING.format("w")) & names(CASTLING.format("b"))
    assert GAME.notation(after(CASTLING.format("w"), "O-O")) == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    assert GAME.notation(after(CASTLING.format("b"), "O-O-O")) == "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"


@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ("Ke2", "kq"), ("Ra2", "Kkq"), ("Rh2", "Qkq"), ("Rxa8", "Kk"), ("Rxh8", "Qq"), ("Ke2 Kd8", "-"), ("Ra2 Rh5", "Kq"),
        ("Ra2 Rxa2", "Kk"),
    ],
)  # fmt: skip
def test_rights_are_lost(moves: str, left: str) -> None:
    assert GAME.notation(after(CASTLING.format("w"), *moves.split())).split()[2] == left


@pytest.mark.parametrize(
    ("fen", "allowed"),
    [
        ("4k3/8/8/8/8/4r3/8/R3K2R w KQ", set()),  # in check
        ("4k3/8/8/8/8/5r2/8/R3K2R w KQ", {"O-O-O"}),  # f1 attacked: the king passes it
        ("4k3/8/8/8/8/6r1/8/R3K2R w KQ", {"O-O-O"}),  # g1 attacked
        ("4k3/8/8/8/8/7r/8/R3K2R w KQ", {"O-O", "O-O-O"}),  # only the rook is attacked
        ("4k3/8/8/8/8/1r6/8/R3K2R w KQ", {"O-O", "O-O-O"}),  # only the rook passes b1
        ("4k3/8/8/8/8/2r5/8/R3K2R w KQ", {"O-O"}),
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ", set()),
        ("4k3/8/8/8/8/8/8/R2QKB1R w KQ", set()),
        ("4k3/8/8/8/8/8/8/R3K2R w -", set()),
        ("4k3/8/8/8/8/8/8/R3K2R w K", {"O-O"}),
        ("4k3/8/8/8/8/8/6p1/R3K2R w KQ", {"O-O-O"}),  # the pawn attacks f1 and h1
        ("4k3/8/8/8/8/8/1p6/R3K2R w KQ", {"O-O"}),  # the pawn attacks a1 and c1
        ("7k/8/8/8/8/8/8/qRK5 w B", set()),  # the rook would leave its king to the queen
        ("7k/8/8/8/8/8/8/1RK5 w B", {"O-O-O"}),
        ("4k3/8/8/8/8/8/8/R1K4R w AH", {"O-O", "O-O-O"}),
        ("4k3/8/8/8/8/8/8/RK4R1 w AG", {"O-O", "O-O-O"}),
        ("4k3/8/8/8/8/8/8/RKB3R1 w AG", set()),
        ("4k3/8/8/8/8/4r3/8/RK4R1 w AG", {"O-O-O"}),  # the king would pass e1
    ],
)
def test_when_castling_is_allowed(fen: str, allowed: set[str]) -> None:
    assert {name for name in names(fen) if name.startswith("O")} == allowed


def test_castling_from_anywhere_ends_on_the_same_squares() -> None:
    assert GAME.notation(after("4k3/8/8/8/8/8/8/RK4R1 w AG - 3 9", "O-O")) == "4k3/8/8/8/8/8/8/R4RK1 b - - 4 9"
    assert GAME.notation(after("4k3/8/8/8/8/8/8/RK4R1 w AG - 3 9", "O-O-O")) == "4k3/8/8/8/8/8/8/2KR2R1 b - - 4 9"
    assert GAME.notation(after("2rkr3/8/8/8/8/8/8/5K2 b ce - 3 9", "O-O-O")) == "2krr3/8/8/8/8/8/8/5K2 w - - 4 10"
    assert GAME.notation(after("2rkr3/8/8/8/8/8/8/7K b ce - 3 9", "O-O")) == "2r2rk1/8/8/8/8/8/8/7K w - - 4 10"


@pytest.mark.parametrize(
    ("fen", "captures"),
    [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", {"exd6"}),
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6", {"cxd6", "exd6"}),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", {"dxe3"}),
        ("4k3/8/8/8/P6p/8/8/4K3 b - a3", set()),  # not round the edge
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6", set()),  # both pawns leave the rank
        ("8/8/8/K1PpP2r/8/8/8/4k3 w - d6", {"cxd6", "exd6"}),  # the other pawn stays between
        ("2r5/8/8/2PpP3/8/8/8/2K1k3 w - d6", {"exd6"}),  # the other pawn is pinned
        ("4r3/8/8/3pP3/8/8/8/k3K3 w - d6", set()),  # pinned on its file
        ("8/8/8/3pP3/8/2b5/8/k3K3 w - d6", set()),  # it does not answer the check
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3", {"exd3"}),  # the jumping pawn gives check
        ("7b/8/8/3pP3/8/2K5/8/k7 w - d6", set()),  # pinned on a diagonal
        ("5b2/8/8/3pP3/8/K7/8/7k w - d6", {"exd6"}),  # it answers the check
    ],
)
def test_captures_in_passing(fen: str, captures: set[str]) -> None:
    assert {name for name in names(fen) if re.match("[a-h]x[a-h][36]", name)} == captures
    assert (GAME.parse(fen).passant != 0) == bool(captures)


def test_a_capture_in_passing_takes_the_pawn() -> None:
    assert GAME.notation(after("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 5", "exd6")) == "4k3/8/3P4/8/8/8/8/4K3 b - - 0 5"
    s = after("4k3/3p4/8/4P3/8/8/8/4K3 b - - 4 5", "d5")
    assert GAME.notation(s) == "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 6"
    assert GAME.notation(after(GAME.notation(s), "Kd1")) == "4k3/8/8/3pP3/8/8/8/3K4 b - - 1 6"


def test_promotions() -> None:
    fen = "3r3k/4P3/8/8/8/8/8/4K3 w - - 5 9"
    assert {name for name in names(fen) if "=" in name} == {
        *(f"e8={kind}" for kind in "BN"), "e8=Q+", "e8=R+", *(f"exd8={kind}" for kind in "BN"), "exd8=Q+", "exd8=R+",
    }  # fmt: skip
    boards = {kind: GAME.notation(after(fen, f"exd8={kind}")).split()[0] for kind in "NBRQ"}
    assert boards == {kind: f"3{kind}3k/8/8/8/8/8/8/4K3" for kind in "NBRQ"}


def test_keys_leave_out_counters_and_order_of_moves() -> None:
    there = GAME.parse("Nf3 Nf6 Ng1 Ng8")
    assert GAME.key(there) == GAME.key(GAME.initial())
    assert there != GAME.initial()
    assert GAME.key(GAME.parse("e3 e6 Nf3")) == GAME.key(GAME.parse("Nf3 e6 e3"))
    assert GAME.key(GAME.parse("4k3/8/8/8/8/8/8/R3K2R w KQ - 7 9")) == GAME.key(GAME.parse("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"))


def test_keys_tell_rights_and_sides_apart() -> None:
    fens = [
        *(f"r3k2r/8/8/3pP3/8/8/8/R3K2R w {rights} -" for rights in ("KQkq", "KQk", "KQq", "Kkq", "Qkq", "-")),
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq -",
        "r3k2r/8/8/8/3Pp3/8/8/R3K2R b KQkq -",
    ]
    assert len({GAME.key(GAME.parse(fen)) for fen in fens}) == len(fens)
    pinned = "8/8/8/K2pP2r/8/8/8/4k3 w - {}"
    assert GAME.key(GAME.parse(pinned.format("d6"))) == GAME.key(GAME.parse(pinned.format("-"))), "no capture, no difference"


def test_no_two_positions_of_a_tree_share_a_key() -> None:
    start = GAME.parse("r3k2r/pp4b1/2n5/3p4/4P3/2N5/1B4PP/R3K2R w KQkq - 0 1")
    layer = {start[:6]: start}
    for _ in range(3):
        states = [GAME.result(s, a) for s in layer.values() for a in GAME.actions(s)]
        layer = {s[:6]: s for s in states}
    assert len({GAME.key(s) for s in layer.values()}) == len(layer) > 5_000


def test_no_two_boards_of_few_pieces_share_a_key() -> None:
    """Squares of one file, 32 bits apart, at the ends of the number: where sums of products would hide a difference."""
    kinds = [(kind, mine) for kind in (1, 2, 3, 4, 5, 6) for mine in (0, 1)]
    pieces = [(square, *kind) for square in (0, 7, 24, 31, 32, 39, 56, 63) for kind in kinds]
    boards = [(), *((piece,) for piece in pieces), *combinations(pieces, 2)]
    boards = [board for board in boards if len({square for square, *_ in board}) == len(board)]
    keys = set()
    for board in boards:
        sets = [0, 0, 0, 0]
        for square, kind, mine in board:
            for place, is_in in enumerate((kind & 1, kind & 2, kind & 4, mine)):
                sets[place] |= bit(square) if is_in else 0
        keys.add(GAME.key(State(sets[0], sets[1], sets[2], sets[3], 0, 0, 0, 0)))
    assert len(keys) == len(boards) > 4_000


def test_skipping_a_turn() -> None:
    s = GAME.parse("4k3/8/8/3pP3/8/8/8/4K2R w K d6 7 9")
    assert GAME.notation(GAME.null_move(s)) == "4k3/8/8/3pP3/8/8/8/4K2R b K - 0 9"
    assert GAME.allows_null_move(s)
    assert not GAME.allows_null_move(GAME.parse("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 9")), "pawns only: having to move may hurt"
    assert not GAME.allows_null_move(GAME.parse("4k3/8/8/3pP3/8/8/4r3/4K2R w K - 0 9")), "in check"
    assert not GAME.allows_null_move(GAME.null_move(s)), "the other side has pawns only"


@pytest.mark.parametrize(
    ("fen", "noisy"),
    [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", {"exd6"}),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", {"exd5"}),
        ("1n6/P6k/8/8/8/8/8/R3K3 w Q -", {"a8=Q", "axb8=Q", "axb8=R", "axb8=B", "axb8=N"}),
    ],
)
def test_noisy_moves(fen: str, noisy: set[str]) -> None:
    s = GAME.parse(fen)
    assert {GAME.action_name(s, a) for a in GAME.actions(s) if GAME.is_noisy(s, a)} == noisy


def order(fen: str, move: str) -> int:
    s = GAME.parse(fen)
    return GAME.order(s, GAME.parse_action(s, move))


def test_the_best_captures_come_first() -> None:
    fen = "3q4/2P5/k7/2r1b3/1P1P3n/8/5N2/1R2K2Q w - -"
    ranks = [order(fen, move) for move in ("cxd8=Q", "bxc5", "dxe5", "Ng4", "c8=N+", "Qxh4")]
    assert ranks[0] > ranks[1] > ranks[2] > ranks[3] == 0 > max(ranks[4:])
    assert order(fen, "bxc5") == order(fen, "dxc5")
    assert order("4k3/8/8/8/8/8/8/R3K2R w KQ", "O-O") == 0


@pytest.mark.parametrize(
    ("fen", "move", "sign"),
    [
        ("1k6/8/8/3p4/8/8/8/1K1R4 w - -", "Rxd5", 1),
        ("1k6/8/2p5/3p4/8/8/8/1K1R4 w - -", "Rxd5", -1),
        ("1k6/8/2p5/3n4/8/8/8/1K1R4 w - -", "Rxd5", -1),
        ("1k6/8/2p5/3r4/8/8/8/1K1R4 w - -", "Rxd5", 1),
        ("1k1r4/8/8/3p4/8/8/3R4/1K1R4 w - -", "Rxd5", 1),  # two against one
        ("1k1r4/3r4/8/3p4/8/8/3R4/1K1R4 w - -", "Rxd5", -1),  # two against two
        ("1k1r4/3q4/8/3p4/8/8/3R4/1K1R4 w - -", "Rxd5", 1),  # the queen would be lost for a rook
        ("1k6/8/1n6/3p4/4P3/8/8/1K6 w - -", "exd5", 1),
        ("1k6/8/1n6/3p4/8/4N3/8/1K6 w - -", "Nxd5", -1),
        ("1k6/8/1n6/3p4/2P5/4N3/8/1K6 w - -", "Nxd5", 1),  # a pawn backs it up
        ("8/8/2k5/3p4/4B3/8/8/1K6 w - -", "Bxd5+", -1),
        ("8/8/2k5/3p4/4B3/5B2/8/1K6 w - -", "Bxd5+", 1),  # a king does not take what is defended
        ("1k6/8/8/3p4/3K4/8/8/8 w - -", "Kxd5", 1),
        ("7k/8/8/3p4/8/1Q3b2/8/1K6 w - -", "Qxd5", -1),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6", 1),
    ],
)
def test_captures_that_lose(fen: str, move: str, sign: int) -> None:
    assert order(fen, move) * sign > 0


def test_what_exchanges_win() -> None:
    def win(fen: str, square: str, stake: int) -> int:
        s = GAME.parse(fen)
        place = "abcdefgh".index(square[0]) + 8 * int(square[1]) - 8
        return recapture(s, place, occupied(s), s.mine, stake)

    assert win("1k6/8/8/3p4/8/8/8/1K1R4 w - -", "d5", 100) == 100
    assert win("1k6/8/2p5/3r4/8/8/8/1K1R4 w - -", "d5", 500) == 0
    assert win("1k6/8/2p5/3r4/4P3/8/8/1K1R4 w - -", "d5", 500) == 500, "the pawn takes, and taking it back would cost a pawn"
    assert win("1k1r4/8/8/3q4/8/8/3R4/1K1R4 w - -", "d5", 950) == 950
    assert win("1k6/8/8/8/8/8/8/1K1R4 w - -", "a8", 100) == 0


SAN_GAME = "e4 d5 exd5 Nf6 Bb5+ c6 dxc6 bxc6 Bc4 Ng8 Nf3 Nf6 O-O"


def test_games_are_read_in_many_forms() -> None:
    s = GAME.parse(SAN_GAME)
    assert GAME.notation(s) == "rnbqkb1r/p3pppp/2p2n2/8/2B5/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 7"
    assert GAME.parse("1. e4 d5 2.exd5 Nf6 3. Bb5 c6 4. dc6 bxc6! 5. Bc4 Ng8 6. Nf3 Nf6 7. 0-0") == s
    assert GAME.parse("e2e4 d7d5 e4d5 g8f6 f1b5 c7c6 d5c6 b7c6 b5c4 f6g8 g1f3 g8f6 e1g1") == s
    assert GAME.parse("e2e4,d7d5,e4d5,g8f6,f1b5,c7c6,d5c6,b7c6,b5c4,f6g8,g1f3,g8f6,e1h1") == s
    assert GAME.parse("") == GAME.initial()


def test_moves_that_need_more_to_be_told_apart() -> None:
    assert {name for name in names("6k1/8/8/8/4Q2Q/8/8/K6Q w - -") if name.endswith("e1")} == {"Qee1", "Qh4e1", "Q1e1"}
    s = GAME.parse("7k/8/8/8/8/8/8/KN3N2 w - -")
    assert {GAME.action_name(s, a) for a in GAME.actions(s) if a >> 6 == 11} == {"Nbd2", "Nfd2"}
    with pytest.raises(IllegalMoveError, match="'Nd2' may be Nbd2 or Nfd2"):
        GAME.parse_action(s, "Nd2")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("e5", "unknown move 'e5'"),
        ("e2e5", "unknown move 'e2e5'"),
        ("Ng3", r"did you mean g3\?"),
        ("O-O", "unknown move"),
        ("e4=Q", "unknown move"),
        ("e2e4q", "unknown move"),
        ("0000", "unknown move"),
        ("", "unknown move"),
    ],
)
def test_illegal_moves_are_refused(text: str, words: str) -> None:
    with pytest.raises(IllegalMoveError, match=words):
        GAME.parse_action(GAME.initial(), text)


def test_no_move_is_left_when_the_game_is_over() -> None:
    drawn = GAME.parse("4k3/8/8/8/8/8/8/R3K3 w - - 100 80")
    with pytest.raises(IllegalMoveError, match="known: none"):
        GAME.parse_action(drawn, "Ra2")
    assert from_uci(GAME, drawn, "a1a2") == 0 + 64 * 8, "a program may be asked about it all the same"


def test_coordinates() -> None:
    s = GAME.parse(CASTLING.format("b"))
    castling = GAME.parse_action(s, "O-O")
    assert castling == 60 + 64 * 63
    assert (uci_name(s, castling), uci_name(s, castling, chess960=True)) == ("e8g8", "e8h8")
    assert from_uci(GAME, s, "e8g8") == from_uci(GAME, s, "e8h8") == castling
    elsewhere = GAME.parse("4k3/8/8/8/8/8/8/5KR1 w G -")
    assert uci_name(elsewhere, GAME.parse_action(elsewhere, "O-O")) == "f1g1"
    step = GAME.parse("4k3/8/8/8/8/8/8/5K2 w - -")
    assert from_uci(GAME, step, "f1g1") == 5 + 64 * 6
    pawn = GAME.parse("8/4P3/8/8/8/8/k7/4K3 w - -")
    assert [from_uci(GAME, pawn, f"e7e8{kind}") for kind in "nbrq"] == [52 + 64 * 60 + 4096 * kind for kind in (1, 2, 3, 4)]
    for text in ("e7e8", "e7e8k", "E7E8Q", "0000", ""):
        with pytest.raises(IllegalMoveError):
            from_uci(GAME, pawn, text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w QK - 3", "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 3 0", "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 1"),
        ("4k3/8/8/8/8/8/8/1R2K1RR w KQ - 0 9", "4k3/8/8/8/8/8/8/1R2K1RR w KQ - 0 9"),
        ("4k3/8/8/8/8/8/8/1R2K1RR w GB - 0 9", "4k3/8/8/8/8/8/8/1R2K1RR w GQ - 0 9"),
        ("1rr1k3/8/8/8/8/8/8/4K3 b c - 0 9", "1rr1k3/8/8/8/8/8/8/4K3 b c - 0 9"),
        ("4k3/pppp4/8/8/4P3/8/PPPP4/4K3 b - e3 0 1", "4k3/pppp4/8/8/4P3/8/PPPP4/4K3 b - - 0 1"),
    ],
)
def test_positions_are_read_and_written(text: str, written: str) -> None:
    assert GAME.notation(GAME.parse(text)) == written


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("8/8/8/8/8/8/8 w - - 0 1", "8 ranks separated by slashes, not 7"),
        ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", "rank 1 of the FEN, '4K4', has 9 squares instead of 8"),
        ("4k2/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 .* has 7 squares"),
        ("4k3/8/8/8/8/8/8/4X3 w - - 0 1", "'X' in rank 1 of the FEN is neither a piece"),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "'9' in rank 7"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "black has 0 kings instead of one"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "white has 2 kings instead of one"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "white has a pawn on the first or last rank"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "black has a pawn on the first or last rank"),
        ("4k3/p7/pppppppp/8/8/8/8/4K3 w - - 0 1", "black has more pieces than eight pawns and their promotions"),
        ("4k3/8/8/8/QQQ5/8/PPPPPPP1/4K3 w - - 0 1", "white has more pieces than eight pawns and their promotions"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "the side to move in a FEN is w or b, not 'x'"),
        ("4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "castling rights of a FEN .* not 'KX'"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "the castling right K needs"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "the castling right K needs"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "the castling right Q needs"),
        ("4k3/8/8/8/8/8/8/4K2R w k - 0 1", "the castling right k needs"),
        ("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", "name the same side twice"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "name the same side twice"),
        ("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", "the en passant square of a FEN is one of a6 to h6"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "one of a6 to h6"),
        ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", "one of a3 to h3"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn can just have jumped over e6"),
        ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "no pawn can just have jumped over e6"),
        ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "no pawn can just have jumped over e6"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "black is in check while white is to move"),
        ("4k3/8/8/8/8/3n4/8/4K3 b - - 0 1", "white is in check while black is to move"),
        ("8/8/8/8/8/8/3k4/4K3 w - - 0 1", "black is in check while white is to move"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "count of moves without progress in a FEN"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", "number of the move in a FEN"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 9999999", "below a million"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 9", "at most six fields"),
        ("e4 e5 Ke3", "as move 3 from the start: unknown move 'Ke3'"),
        ("e9", "no FEN .*, and as move 1 from the start: unknown move 'e9'"),
    ],
)
def test_impossible_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words) as told:
        GAME.parse(text)
    assert "\n" not in str(told.value)


def test_starting_positions() -> None:
    assert GAME.notation(GAME.initial()) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    rows = [Chess(start).notation(Chess(start).initial()).split("/")[0] for start in range(960)]
    assert len(set(rows)) == 960
    for row in rows:
        assert sorted(row) == sorted("rnbqkbnr")
        assert row.index("r") < row.index("k") < row.rindex("r")
        assert (row.index("b") + row.rindex("b")) % 2 == 1
    assert (rows[0], rows[959]) == ("bbqnnrkr", "rkrnnqbb")
    for start in (-1, 960):
        with pytest.raises(InputError, match="0 to 959"):
            load(f"chess:start={start}")


def test_board_as_text() -> None:
    told = GAME.show(GAME.parse("4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6")).splitlines()
    assert told == [
        "8 . . . . k . . .", "7 . . . . . . . .", "6 . . . . . . . .", "5 . . . p P . . .", "4 . . . . . . . .",
        "3 . . . . . . . .", "2 . . . . . . . .", "1 R . . . K . . R", "  a b c d e f g h", "white to move",
    ]  # fmt: skip
    assert GAME.show(GAME.parse("4k3/8/8/8/8/8/8/R3K3 b")).splitlines()[-3:] == [
        "1 R . . . K . . .", "  a b c d e f g h", "black to move",
    ]  # fmt: skip


@pytest.mark.parametrize("side", ["w", "b"])
def test_board_as_a_picture(side: str) -> None:
    drawn = GAME.svg(GAME.parse(f"4k3/8/8/3pP3/8/8/8/R3K2R {side}"))
    found = re.findall(r'<path transform="translate\((\d+) (\d+)\)" d="([^"]*)" fill="([^"]*)"', drawn)
    pieces = {(int(x) // CELL, int(y) // CELL): (shape, fill) for x, y, shape, fill in found}
    assert pieces.keys() == {(5, 0), (4, 3), (5, 3), (1, 7), (5, 7), (8, 7)}
    assert len({shape for shape, _ in pieces.values()}) == 3
    assert pieces[1, 7] == pieces[8, 7]
    black, white = pieces[5, 0][1], pieces[5, 7][1]
    assert (pieces[4, 3][1], pieces[5, 3][1]) == (black, white) == tuple(sorted((black, white)))
    assert re.findall(r'<circle [^>]*fill="([^"]*)"', drawn) == [white if side == "w" else black]
    squares = re.findall(r'<rect x="(\d+)" y="(\d+)" width="40" height="40" fill="(#[^"]*)"', drawn)
    colours = {(int(x) // CELL, int(y) // CELL): colour for x, y, colour in squares}
    assert len(colours) == 64
    assert colours[8, 7] == colours[1, 0] == max(colours.values()), "h1 and a8 are light"
    assert all(colours[x, 3] != colours[y, 3] for x, y in pairwise(range(1, 9)))
    assert re.findall("<text[^>]*>(.)</text>", drawn) == list("12345678abcdefgh")


def test_the_board_is_turned_over_for_black() -> None:
    s = GAME.parse("4k3/8/8/8/8/8/8/R3K3 b")
    assert s.mine == bit(4)
    assert [GAME.action_name(s, a) for a in GAME.actions(s) if a == 60 + 64 * 51] == ["Kd7"]
