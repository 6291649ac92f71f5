"""The m,n,k games against a board of lists: moves, lines in all directions, shared losses, the evaluation, the notation."""

from __future__ import annotations

import pytest
from naive_boards import all_lines, has_line

from kibitz.core.bits import bit, wrap
from kibitz.core.errors import InputError, PositionError
from kibitz.core.game import parameters, utilities
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.games.mnk import Mnk, State

SIZES = (
    (3, 3, 3, 2), (3, 3, 3, 3), (4, 3, 3, 4), (3, 4, 4, 2), (4, 3, 4, 2), (5, 5, 4, 2), (8, 8, 5, 2), (8, 8, 8, 3),
    (7, 9, 5, 2), (9, 7, 5, 4), (16, 4, 4, 2), (4, 16, 4, 2), (64, 1, 4, 2), (1, 64, 4, 2), (32, 2, 2, 2), (2, 32, 2, 2),
    (1, 1, 1, 2), (3, 2, 1, 4),
)  # fmt: skip
BOARDS = [Mnk(*size) for size in SIZES]
Held = set[tuple[int, int]]


def bits(game: Mnk, cells: Held) -> int:
    """Return cells (column, row from the top) as the documented bits."""
    return wrap(sum(1 << (y * game.width + x) for x, y in cells))


def every_cell(game: Mnk) -> list[tuple[int, int]]:
    """Return the cells in reading order."""
    return [(x, y) for y in range(game.height) for x in range(game.width)]


def after(game: Mnk, last: int) -> State:
    """Return a position in which only the player who moved last holds cells."""
    return State((*(0,) * (game.players - 1), last))


@pytest.mark.parametrize("game", BOARDS)
def test_every_line_wins_and_no_line_less_one_cell_does(game: Mnk) -> None:
    lines = all_lines(game.width, game.height, game.connect)
    assert lines
    for line in lines:
        assert game.is_terminal(after(game, bits(game, set(line))))
        for place in range(game.players - 1):
            earlier = State(tuple(bits(game, set(line)) if place == p else 0 for p in range(game.players)))
            full = len(line) == len(every_cell(game))
            assert game.is_terminal(earlier) == full, "only who moved last may have won"
        for missing in line:
            rest = set(line) - {missing}
            assert game.is_terminal(after(game, bits(game, rest))) == has_line(lines, rest)


@pytest.mark.parametrize("game", BOARDS)
def test_lines_among_random_cells(game: Mnk) -> None:
    lines = all_lines(game.width, game.height, game.connect)
    random = Random(1)
    for _ in range(200):
        share = random.unit()
        held = {cell for cell in every_cell(game) if random.unit() < share}
        assert game.is_terminal(after(game, bits(game, held))) == (has_line(lines, held) or len(held) == len(every_cell(game)))


@pytest.mark.parametrize("game", BOARDS)
def test_random_games_move_by_move(game: Mnk) -> None:
    lines = all_lines(game.width, game.height, game.connect)
    random = Random(2)
    for _ in range(8):
        held: list[Held] = [set() for _ in range(game.players)]
        s = game.initial()
        for number in range(len(every_cell(game)) + 1):
            mover, last = number % game.players, (number - 1) % game.players
            assert game.to_move(s) == mover
            assert s.stones == tuple(bits(game, held[(mover + place) % game.players]) for place in range(game.players))
            owner = {cell: "xots"[player] for player, cells in enumerate(held) for cell in cells}
            rows = ["".join(owner.get((x, y), ".") for x in range(game.width)) for y in range(game.height)]
            assert game.notation(s) == "/".join(rows)
            won = has_line(lines, held[last])
            assert game.is_terminal(s) == (won or number == len(every_cell(game)))
            if game.is_terminal(s):
                share = -1 / (game.players - 1)
                expected = [1 if player == last else share for player in range(game.players)] if won else [0] * game.players
                assert list(utilities(game, s)) == pytest.approx(expected)  # type: ignore[arg-type]
                break
            legal = [index for index, cell in enumerate(every_cell(game)) if cell not in owner]
            assert list(game.actions(s)) == legal
            move = random.choice(legal)
            held[mover].add(every_cell(game)[move])
            s = game.result(s, move)


@pytest.mark.parametrize("game", BOARDS)
def test_evaluation_counts_open_lines(game: Mnk) -> None:
    lines = all_lines(game.width, game.height, game.connect)
    random = Random(3)
    for _ in range(20):
        s = game.initial()
        for _ in range(random.below(len(every_cell(game)))):
            if not game.is_terminal(s):
                s = game.result(s, random.choice(list(game.actions(s))))
        rows = game.notation(s).split("/")
        open_lines = []
        for letter in "xots"[: game.players]:
            cells = {(x, y) for x, y in every_cell(game) if rows[y][x] in f".{letter}"}
            open_lines.append(sum(cells.issuperset(line) for line in lines))
        for player in range(game.players):
            others = sum(open_lines) - open_lines[player]
            expected = (open_lines[player] - others / (game.players - 1)) / (1 + len(lines))
            assert game.evaluate(s, player) == pytest.approx(expected)
            assert -1 < game.evaluate(s, player) < 1


def test_the_last_of_64_cells_is_bit_63() -> None:
    game = Mnk(8, 8, 5)
    s = game.result(game.initial(), 63)
    assert s.stones == (0, bit(63))
    assert list(game.actions(s)) == list(range(63))
    assert game.notation(s).endswith(".......x")


def test_moves_are_named_by_column_and_row() -> None:
    game = Mnk(5, 4, 3)
    assert [game.action_name(game.initial(), a) for a in (0, 4, 5, 19)] == ["a1", "e1", "a2", "e4"]
    wide = Mnk(64, 1, 5)
    assert [wide.action_name(wide.initial(), a) for a in (25, 26, 51, 52, 63)] == ["z1", "aa1", "az1", "ba1", "bl1"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x.o/.x.", "not a board of 3 rows of 3 cells"),
        ("x.o/.x./..", "not a board of 3 rows of 3 cells"),
        ("x.t/.../...", "'t' in"),
        ("x../x../...", "have moved 2, 0 times"),
        ("o../.../...", "have moved 0, 1 times"),
        ("xxx/ooo/...", "won before its last move"),
        ("xxx/oo./o..", "won before its last move"),
        ("xxx/xo./ooo", "won before its last move"),
    ],
)
def test_impossible_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        load("tic_tac_toe").parse(text)


def test_two_lines_are_read_only_if_one_cell_made_both() -> None:
    game = Mnk(4, 4, 3)
    assert game.is_terminal(game.parse("xxx./xoo./xoo./...."))
    with pytest.raises(PositionError, match="won before its last move"):
        game.parse("xxx./oo../oo.o/xxx.")


def test_three_players_take_turns() -> None:
    game = Mnk(3, 3, 3, 3)
    s = game.parse("xot/x../...")
    assert game.to_move(s) == 1
    with pytest.raises(PositionError, match="have moved 1, 0, 1 times"):
        game.parse("x.t/.../...")


def test_tic_tac_toe_is_the_smallest_of_them() -> None:
    assert parameters(load("tic_tac_toe")) == {"width": 3, "height": 3, "connect": 3, "players": 2}


@pytest.mark.parametrize(
    "options", ["width=0", "height=0", "connect=0", "width=13,height=5", "connect=4", "players=1", "players=5", "width=-3"]
)
def test_impossible_boards_are_refused(options: str) -> None:
    with pytest.raises(InputError):
        load(f"mnk:{options}")
