"""Connect Four against a board of lists: moves, lines in all directions, ends, scores, keys, the evaluation, the notation."""

from __future__ import annotations

import pytest
from naive_boards import Cells, all_lines, has_line

from kibitz.core.errors import InputError, PositionError
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.games.connect_four import ConnectFour, State

SIZES = (
    (7, 6, 4), (4, 4, 4), (5, 4, 3), (3, 5, 4), (8, 7, 4), (8, 7, 5), (10, 5, 4), (4, 15, 6), (16, 3, 4), (16, 3, 3),
    (32, 1, 4), (2, 31, 4), (12, 4, 12), (1, 61, 2), (2, 2, 2), (3, 3, 1),
)  # fmt: skip
BOARDS = [ConnectFour(*size) for size in SIZES]


def bits(game: ConnectFour, cells: set[tuple[int, int]]) -> int:
    """Return cells (column, row from below) as the documented bits."""
    return sum(1 << (x * (game.height + 1) + y) for x, y in cells)


def every_cell(game: ConnectFour) -> list[tuple[int, int]]:
    return [(x, y) for x in range(game.width) for y in range(game.height)]


@pytest.mark.parametrize("game", BOARDS)
def test_every_line_wins_and_no_line_less_one_stone_does(game: ConnectFour) -> None:
    lines = all_lines(game.width, game.height, game.connect)
    assert lines
    for line in lines:
        stones = bits(game, set(line))
        assert game.is_terminal(State(0, stones))
        assert not game.is_terminal(State(stones, 0)), "only who moved last may have won"
        for missing in line:
            rest = set(line) - {missing}
            assert game.is_terminal(State(0, bits(game, rest))) == has_line(lines, rest)


@pytest.mark.parametrize("game", BOARDS)
def test_lines_among_random_stones(game: ConnectFour) -> None:
    lines = all_lines(game.width, game.height, game.connect)
    random = Random(1)
    for _ in range(150):
        share = random.unit()
        held = {cell for cell in every_cell(game) if random.unit() < share}
        others = set(every_cell(game)) - held if random.unit() < 0.1 else set()
        s = State(bits(game, others), bits(game, held))
        won = has_line(lines, held)
        assert game.is_terminal(s) == (won or len(held) + len(others) == len(every_cell(game)))
        last = 1 - (len(held) + len(others)) % 2
        assert game.utility(s, last) == (1 if won else 0)
        assert game.utility(s, 1 - last) == (-1 if won else 0)


@pytest.mark.parametrize("game", BOARDS)
def test_random_games_move_by_move(game: ConnectFour) -> None:
    lines = all_lines(game.width, game.height, game.connect)
    random = Random(2)
    for _ in range(12):
        columns: list[str] = [""] * game.width
        s = game.initial()
        for number in range(game.width * game.height + 1):
            held = [{(x, y) for x, column in enumerate(columns) for y, a in enumerate(column) if a == p} for p in "xo"]
            assert game.to_move(s) == number % 2
            assert (s.mine, s.theirs) == (bits(game, held[number % 2]), bits(game, held[1 - number % 2]))
            rows = ["".join(column.ljust(game.height, ".")[y] for column in columns) for y in reversed(range(game.height))]
            assert game.notation(s) == "/".join(rows)
            won = has_line(lines, held[1 - number % 2])
            assert game.is_terminal(s) == (won or number == game.width * game.height)
            if game.is_terminal(s):
                stones = (game.width * game.height + 1 - (1 - number % 2)) // 2  # all the stones that the last player has
                score = stones + 1 - len(held[1 - number % 2]) if won else 0
                assert game.score(s, 1 - number % 2) == score
                assert game.score(s, number % 2) == -score
                break
            legal = [x for x, column in enumerate(columns) if len(column) < game.height]
            assert list(game.actions(s)) == legal
            move = random.choice(legal)
            columns[move] += "xo"[number % 2]
            s = game.result(s, move)


def test_scores_of_the_usual_board() -> None:
    game = ConnectFour()
    assert game.score(game.parse("1212121"), 0) == 18, "four stones: as early as can be"
    assert game.score(game.parse("12121272"), 1) == 18
    assert game.score(game.parse("12121272"), 0) == -18


def test_keys_of_a_whole_small_game_are_all_different() -> None:
    game = ConnectFour(4, 3, 3)
    seen, todo = {game.initial()}, [game.initial()]
    while todo:
        s = todo.pop()
        if not game.is_terminal(s):
            new = {game.result(s, a) for a in game.actions(s)} - seen
            seen |= new
            todo += new
    assert len({game.key(s) for s in seen}) == len(seen) > 1000


def test_key_of_a_full_last_column_uses_the_sign() -> None:
    game = ConnectFour(8, 7)
    full, half = game.parse("8888888"), game.parse("888888")
    assert game.key(full) < 0 < game.key(half)


def test_centre_columns_are_tried_first() -> None:
    game = ConnectFour()
    order = [game.order(game.initial(), a) for a in range(7)]
    assert order == sorted(order[:4]) + sorted(order[:3], reverse=True)
    assert len(set(order)) == 4


def naive_prospects(
    lines: list[Cells], mine: set[tuple[int, int]], others: set[tuple[int, int]], player: int
) -> tuple[int, int, int]:
    """Return the open lines, the empty cells that complete one, and those on every second row, from the player's own on."""
    open_lines = [line for line in lines if not others.intersection(line)]
    threats = {missing for line in open_lines if len(set(line) - mine) == 1 for missing in set(line) - mine}
    return len(open_lines), len(threats), len({cell for cell in threats if cell[1] % 2 == player})


@pytest.mark.parametrize("game", [ConnectFour(), ConnectFour(5, 4, 3), ConnectFour(8, 7, 5), ConnectFour(12, 4, 4)])
def test_features(game: ConnectFour) -> None:
    lines = all_lines(game.width, game.height, game.connect)
    random = Random(3)
    for _ in range(120):
        tops = [random.below(game.height + 1) for _ in range(game.width)]
        owners = {(x, y): 1 + random.below(2) for x, y in every_cell(game) if y < tops[x]}
        mine, theirs = ({cell for cell, owner in owners.items() if owner == side} for side in (1, 2))
        s = State(bits(game, mine), bits(game, theirs))
        mover = game.to_move(s)
        ours, others = naive_prospects(lines, mine, theirs, mover), naive_prospects(lines, theirs, mine, 1 - mover)
        assert game.features(s) == (*(one - other for one, other in zip(ours, others, strict=True)), 1)


def positions(game: ConnectFour, seed: int, count: int) -> list[State]:
    """Return unfinished positions of random games."""
    random = Random(seed)
    found: list[State] = []
    s = game.initial()
    while len(found) < count:
        s = game.result(s, random.choice(list(game.actions(s))))
        if game.is_terminal(s):
            s = game.initial()
        else:
            found.append(s)
    return found


def naive_score(game: ConnectFour, s: State, memory: dict[State, int]) -> int:
    """Return the score of best play for the player to move, by its definition."""
    if s not in memory:
        if game.is_terminal(s):
            memory[s] = game.score(s, game.to_move(s))
        else:
            memory[s] = max(-naive_score(game, game.result(s, a), memory) for a in game.actions(s))
    return memory[s]


@pytest.mark.parametrize("game", [ConnectFour(4, 4, 3), ConnectFour(4, 3, 4), ConnectFour(3, 5, 3)])
def test_candidates_and_bounds_hold_the_best_score(game: ConnectFour) -> None:
    memory: dict[State, int] = {}
    for s in positions(game, 8, 300):
        best = naive_score(game, s, memory)
        lowest, highest = game.score_bounds(s)
        assert lowest <= best <= highest
        candidates = list(game.sufficient_actions(s))
        assert set(candidates) <= set(game.actions(s))
        if lowest < highest:
            assert max(-naive_score(game, game.result(s, a), memory) for a in candidates) == best


@pytest.mark.parametrize("game", [ConnectFour(4, 4, 3), ConnectFour(4, 3, 4), ConnectFour(3, 5, 3), ConnectFour(4, 4, 4)])
def test_endings_are_played_perfectly(game: ConnectFour) -> None:
    """`solve_endgame` keeps the contract of a search: exact inside its window, a bound outside."""
    memory: dict[State, int] = {}
    random, scores = Random(11), set()
    for s in positions(game, 12, 300):
        assert game.can_solve_endgame(s) == (game.notation(s).count(".") <= 11)
        if not game.can_solve_endgame(s):
            continue
        score = naive_score(game, s, memory)
        scores.add(score)
        assert game.solve_endgame(s, -99, 99) == score
        alpha = score - 3 + random.below(5)
        beta = alpha + 1 + random.below(3)
        told = game.solve_endgame(s, alpha, beta)
        assert score <= told if told <= alpha else score >= told if told >= beta else score == told
    assert len(scores) > 2


def test_candidates_block_and_do_not_give_away() -> None:
    game = ConnectFour()
    assert game.score_bounds(game.parse("112233")) == (18, 18)
    assert list(game.sufficient_actions(game.parse("11223"))) == [3]
    assert list(game.sufficient_actions(game.parse("1122"))) == [0, 1, 2, 3, 4, 5, 6]
    gives_away = game.parse("......./......./......./......./..oxxx./o.oxox.")
    assert list(game.sufficient_actions(gives_away)) == [0, 1, 2, 3, 4, 5]


def test_moves_are_named_by_column() -> None:
    game = ConnectFour()
    assert [game.action_name(game.initial(), a) for a in game.actions(game.initial())] == list("1234567")


def test_positions_are_read_in_both_forms() -> None:
    game = ConnectFour()
    board = "......./......./......./......./...o.../..oxx.."
    assert game.parse("4453") == game.parse(board) == game.parse("4, 4, 5, 3") == game.parse(board.upper())
    assert game.parse("") == game.initial()
    assert ConnectFour(9, 5).parse("99") == ConnectFour(9, 5).parse("9,9")
    wide = ConnectFour(12, 4)
    assert wide.notation(wide.parse("12,1,12")).split("/") == ["." * 12, "." * 12, "." * 11 + "x", "o" + "." * 10 + "x"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4444444", "column 4 is full before move 7"),
        ("48", "move 2 of '48' is '8', not a column from 1 to 7"),
        ("40", "move 2 of '40' is '0'"),
        ("4a", "move 2 of '4a' is 'a'"),
        ("12121212", "is over before its move 8"),
        ("......./.......", "not a board of 6 rows of 7 cells"),
        ("......./......./......./......./......./..z....", "'z' in"),
        ("......./......./......./......./......./xx.....", "have moved 2, 0 times"),
        ("......./......./......./......./......./o......", "have moved 0, 1 times"),
        ("......./......./......./......./x....../.......", "column 1 of .* has a stone above an empty cell"),
        ("......./......./......./......./ooo..../xxxxo..", "won before its last move"),
        ("......./......./......./......./oooo.../xxxxx..", "won before its last move"),
        ("......./......./......./......./ooxo.../xxxxo..", "won before its last move"),
        ("......./......./xxxx.../ooox.../ooox.../xxxxooo", "won before its last move"),
    ],
)
def test_impossible_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        ConnectFour().parse(text)


def test_a_line_finished_by_the_last_stone_is_read() -> None:
    game = ConnectFour()
    upright = "......./......./x....../xo...../xo...../xo....."
    level = "......./......./......./......./ooo..../xxxx..."
    two_at_once = "......./......./......./......./ooo.ooo/xxxxxxx"
    for text in (upright, level, two_at_once):
        assert game.is_terminal(game.parse(text))


@pytest.mark.parametrize(
    "options",
    [
        "width=0",
        "height=0",
        "connect=0",
        "width=8,height=8",
        "width=5,height=12",
        "width=1,height=62",
        "height=3,width=3",
        "width=-7",
    ],
)
def test_impossible_boards_are_refused(options: str) -> None:
    with pytest.raises(InputError):
        load(f"connect_four:{options}")
