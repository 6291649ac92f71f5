"""Chess is judged alike from both sides and on both wings, and leads that cannot be won count little."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz
from kibitz.core.game import points

GAME: Any = kibitz.load("chess")
MIDDLEGAMES = (
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "2kr3r/ppp2ppp/2n1b3/q3P3/1b1P4/2N2N2/PP1B1PPP/R2QKB1R b - - 2 11",
    "8/2k2p2/1p1p2p1/pPpP3p/P1P1PP1P/3K2P1/8/8 w - - 0 40",
    "3r2k1/5ppp/p7/1pP5/8/1P2n1P1/P4R1P/2B3K1 b - - 0 28",
)


def worth(fen: str) -> int:
    """Return the points of the side to move."""
    return points(GAME, GAME.parse(fen), tuple(GAME.weights()))


@pytest.mark.parametrize("fen", MIDDLEGAMES)
def test_colours_and_wings_do_not_matter(fen: str) -> None:
    board, mover, *rest = fen.split()
    turned = "/".join(reversed(board.swapcase().split("/")))
    mirrored = "/".join(rank[::-1] for rank in board.split("/"))
    expected = worth(fen)
    assert worth(" ".join([turned, "b" if mover == "w" else "w", *rest])) == expected
    assert worth(" ".join([mirrored, mover, *rest])) == expected


@pytest.mark.parametrize(
    ("fen", "most"),
    [
        ("1N6/K7/2k5/8/8/1r6/8/8 b - - 0 1", 40),  # a rook against a knight
        ("8/8/4k3/8/2b5/1r6/8/3K3R b - - 0 1", 120),  # a rook and a bishop against a rook
        ("1k6/8/P7/8/2K5/6B1/8/8 b - - 0 1", 0),  # the bishop does not see the corner
    ],
)
def test_leads_that_cannot_be_won(fen: str, most: int) -> None:
    assert abs(worth(fen)) <= most


@pytest.mark.parametrize(
    "fen", ["4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "1k6/8/P7/8/2K5/5B2/8/8 w - - 0 1", "8/8/8/3k4/5K2/1r3p2/5N2/8 b - - 0 1"]
)
def test_leads_that_can(fen: str) -> None:
    assert worth(fen) > 300
    assert GAME.features(GAME.parse(fen)).drawishness == 0


def test_more_pieces_near_a_king_are_more_danger() -> None:
    nobody, queen, both = (
        GAME.features(GAME.parse(f"6k1/5ppp/8/{rank}/8/8/5PPP/6K1 w - - 0 1")).king_danger for rank in ("8", "6Q1", "6QN")
    )
    assert nobody == 0 < queen < both


@pytest.mark.parametrize(
    ("fen", "move", "gain"),
    [
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 100),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100),  # in passing
        ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=Q+", 500 + 850),
        ("4k3/8/3p4/8/8/3N4/8/4K3 w - - 0 1", "Ne5", -320),  # a pawn takes it
        ("4k3/8/3p4/8/3P4/3N4/8/4K3 w - - 0 1", "Ne5", -220),  # and is taken
        ("4k3/8/3p4/8/3P4/3N4/8/4K3 w - - 0 1", "Nf4", 0),
        ("4k3/8/8/8/8/8/7r/4K2R w K - 0 1", "O-O", 0),
    ],
)
def test_what_moves_win_or_lose_at_once(fen: str, move: str, gain: int) -> None:
    s = GAME.parse(fen)
    assert GAME.exchange_gain(s, GAME.parse_action(s, move)) == gain
