"""Go's records in SGF: read as the format says, written so that they are read back, refused with a reason."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

import kibitz
from kibitz.core.errors import PositionError
from kibitz.core.randomness import Random
from kibitz.games.go import Go, sgf
from kibitz.games.go.state import State

GO = cast(Go, kibitz.load("go:size=9"))


def after(text: str, game: Go = GO) -> State:
    return sgf.replay(game, sgf.parse(text)).states[-1]


def test_games_are_read_back() -> None:
    for seed in range(5):
        random, s = Random(seed), GO.initial()
        moves: list[tuple[int, int]] = []
        while not GO.is_terminal(s) and len(moves) < 60 + 200 * (seed % 2):
            a = random.choice(list(GO.actions(s)))
            moves.append((s.turn, a))
            s = GO.result(s, a)
        lead = GO.lead(s) if GO.is_terminal(s) else None
        text = sgf.write(GO, GO.initial(), moves, ("one ] two \\", "O: 3"), sgf.result_of(lead))
        record = sgf.parse(text)
        assert (record.size, record.komi) == (9, 7.5)
        assert record.nodes[0]["PB"] == ["one ] two \\"]
        assert record.nodes[0]["PW"] == ["O: 3"]
        assert record.nodes[0].get("RE") == (None if lead is None else [f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"])
        played = sgf.replay(GO, record)
        assert played.states[-1] == s
        assert played.moves == moves


def test_the_main_line_is_the_first_branch() -> None:
    text = "junk (;GM[1]FF[4]SZ[9]C[a (comment\\] with ; brackets)];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]))(;SZ[9])"
    assert after(text) == GO.parse("A9 B8 C7 D6")


def test_stones_are_set_up_anywhere() -> None:
    s = after("(;SZ[9]HA[2]AB[gc][cg];W[ee];AE[ee]AW[aa:bb]PL[B])")
    assert GO.notation(s).startswith("OO......./OO......./......X../........./........./........./..X....../")
    assert s.turn == 0
    assert after("(;SZ[9]HA[2]AB[gc][cg])").turn == 1
    assert after("(;SZ[9]AB[gc])").turn == 0


def test_set_up_positions_are_written() -> None:
    first = GO.set_up([0, 1], [80], 1)
    text = sgf.write(GO, first, [(1, 40), (0, 81)])
    assert "AB[aa][ba]AW[ii]PL[W]" in text
    assert after(text) == GO.result(GO.result(first, 40), 81)


def test_passes_colours_out_of_turn_and_long_names() -> None:
    s = after("(;Game[1]SiZe[9];Black[];W[tt];B[ee];B[ef])")
    assert len(GO.stones(s)[0]) == 2
    assert s.turn == 1


def test_size_and_komi_must_be_the_games(tmp_path: Path) -> None:
    path = tmp_path / "Game.SGF"
    path.write_bytes(b"\xef\xbb\xbf(;GM[1]SZ[9]KM[6.5]PB[\xe4];B[ee])")
    with pytest.raises(PositionError, match=r"komi 6.5: write go:size=9,komi=6.5"):
        GO.parse(str(path))
    game = cast(Go, kibitz.load("go:komi=6.5"))
    assert game.parse(str(path)) == game.parse("E5")
    with pytest.raises(PositionError, match="write go:size=9"):
        cast(Go, kibitz.load("go:size=5,komi=6.5")).parse(str(path))


@pytest.mark.parametrize(("text", "reason"), [
    ("", "no game record"),
    ("hello", "no game record"),
    ("(;SZ[9];B[ee]", "too early"),
    ("(;SZ[9];B[ee)", "no value"),
    ("(;SZ[9]KM;B[ee])", "no value"),
    ("(;GM[2];B[ee])", "another game"),
    ("(;SZ[25])", "SZ"),
    ("(;SZ[9:7])", "SZ"),
    ("(;SZ[nine])", "SZ"),
    ("(;SZ[9]KM[x])", "komi"),
    ("(;SZ[9];B[jj])", "no point"),
    ("(;SZ[9];B[e])", "no point"),
    ("(;SZ[9]AB[zz])", "no point"),
    ("(;SZ[9];B[ee];W[ee])", "move 2 .* by white: .* there is a stone"),
    ("(;SZ[9]AB[ba][ab];W[aa])", "suicide"),
    ("(;SZ[9]AB[ba][ab]AW[aa])", "no liberty"),
    ("(x;SZ[9])", "should begin"),
])  # fmt: skip
def test_what_is_no_record_is_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason) as told:
        after(text)
    assert "\n" not in str(told.value)


def test_files_that_are_not_there() -> None:
    with pytest.raises(PositionError, match="cannot be read"):
        GO.parse("/no/such/file.sgf")
