"""Kalah: random games against lists that are sown seed by seed, published games and values."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz
from kibitz.core.errors import InputError, PositionError
from kibitz.core.game import utilities
from kibitz.core.randomness import Random
from kibitz.core.registry import load

SPECS = ["kalah", "kalah:empty=false", "kalah:pits=1,seeds=9", "kalah:pits=2,seeds=20", "kalah:pits=3,seeds=7,empty=false"]

VALUES = {
    (1, 1): 0, (1, 2): -1, (1, 3): 1, (1, 4): -1, (1, 5): 1, (1, 6): 0,
    (2, 1): 1, (2, 2): -1, (2, 3): -1, (2, 4): -1, (2, 5): 1, (2, 6): 1,
    (3, 1): 0, (3, 2): 1, (4, 1): 1, (4, 2): 1, (5, 1): 0, (6, 1): 1,
}  # fmt: skip
"""Who wins, by pits and seeds: table 10 of Irving, Donkers and Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000."""
MARGINS = {(4, 1): 2, (4, 2): 6, (5, 1): 0, (6, 1): 2}
LARGER = {(4, 3): 8, (5, 2): 0, (5, 3): 8, (6, 2): 10}
"""By how many seeds: table 9 of the same article."""
BEST_GAME = "25-10-3-3-5153-1-4-5-045-4-535452-53-4-1-3-2-0-54-1-3"
"""Best play from 6 pits with 4 seeds, from table 9: the pits from 0, each turn's together."""


def sow(board: list[int], pits: int, player: int, pit: int, empty: bool) -> int:
    """Sow a pit of a ring of first pits, first store, second pits, second store; return who moves next."""
    store, others = (pits, 2 * pits + 1) if player == 0 else (2 * pits + 1, pits)
    place = pit if player == 0 else pits + 1 + pit
    seeds, board[place] = board[place], 0
    while seeds:
        place = (place + 1) % len(board)
        if place != others:
            board[place] += 1
            seeds -= 1
    own = range(pits) if player == 0 else range(pits + 1, 2 * pits + 1)
    if place in own and board[place] == 1 and (empty or board[2 * pits - place]):
        board[store] += 1 + board[2 * pits - place]
        board[place] = board[2 * pits - place] = 0
    if not any(board[:pits]) or not any(board[pits + 1 : -1]):
        for first, end in ((0, pits), (pits + 1, 2 * pits + 1)):
            board[end] += sum(board[first:end])
            board[first:end] = [0] * pits
    return player if place == store else 1 - player


def text(board: list[int], pits: int, player: int) -> str:
    """Return a position in Kibitz's notation."""
    first, second = board[:pits], board[pits + 1 : -1]
    told = "/".join("+".join(map(str, row)) for row in (first, second))
    return f"{told}:{board[pits]}-{board[-1]}" + (":2" if player else "")


@pytest.mark.parametrize("spec", SPECS)
def test_random_games_are_those_of_lists(spec: str) -> None:
    game: Any = load(spec)
    random = Random(3)
    for _ in range(15):
        s, player = game.initial(), 0
        board = [*[game.seeds] * game.pits, 0] * 2
        while True:
            assert game.notation(s) == text(board, game.pits, player)
            assert game.parse(game.notation(s)) == s
            own = board[: game.pits] if player == 0 else board[game.pits + 1 : -1]
            if not any(own):
                break
            assert list(game.actions(s)) == [pit for pit in range(game.pits) if own[pit]]
            pit = random.choice(list(game.actions(s)))
            s = game.result(s, pit)
            player = sow(board, game.pits, player, pit, game.empty)
        assert game.is_terminal(s)
        lead = board[game.pits] - board[-1]
        assert (game.score(s, 0), game.score(s, 1)) == (lead, -lead)
        assert utilities(game, s) == ((lead > 0) - (lead < 0), (lead < 0) - (lead > 0))


def test_the_published_best_game_ends_as_it_is_said_to() -> None:
    game: Any = load("kalah")
    s = game.initial()
    for number, turn in enumerate(BEST_GAME.split("-")):
        for pit in turn:
            assert s.turn == number % 2
            s = game.result(s, int(pit))
    assert game.is_terminal(s)
    assert game.score(s, 0) == 10


def test_small_boards_have_the_published_values() -> None:
    for (pits, seeds), expected in VALUES.items():
        game: Any = load(f"kalah:pits={pits},seeds={seeds}")
        value, lead = exact(game, game.initial(), {})
        assert value == expected
        assert MARGINS.get((pits, seeds), lead) == lead


def exact(game: Any, s: Any, known: dict[Any, int]) -> tuple[int, int]:
    """Return who wins and by how much, by plain minimax that remembers positions."""

    def lead(s: Any) -> int:
        if game.is_terminal(s):
            return int(game.score(s, 0))
        if s not in known:
            known[s] = (max if s.turn == 0 else min)(lead(game.result(s, a)) for a in game.actions(s))
        return known[s]

    found = lead(s)
    return (found > 0) - (found < 0), found


@pytest.mark.conformance
@pytest.mark.parametrize(("board", "margin"), LARGER.items())
def test_larger_boards_have_the_published_margins(board: tuple[int, int], margin: int) -> None:
    assert kibitz.solve(load(f"kalah:pits={board[0]},seeds={board[1]}")).score == margin


def test_the_last_seed_alone_is_captured_unless_the_parameter_says_no() -> None:
    for empty, expected in (("true", "0+0+1/0+0+3:1-1:2"), ("false", "0+1+1/0+0+3:0-1:2")):
        game: Any = load(f"kalah:pits=3,seeds=1,empty={empty}")
        assert game.notation(game.result(game.parse("1+0+1/0+0+3:0-1"), 0)) == expected


def test_what_cannot_be_is_refused() -> None:
    game: Any = load("kalah:pits=3,seeds=2")
    for position in ("2+2+2/2+2+2:0-1", "2+2/2+2+2:2-0", "2+2+2/2+2+2", "0+0+0/2+2+2:6-0", "2+2+2/2+2+2:0-0:3", "/"):
        with pytest.raises(PositionError):
            game.parse(position)
    for spec in ("pits=0", "pits=7", "seeds=0", "seeds=22", "pits=1,seeds=128"):
        with pytest.raises(InputError):
            load(f"kalah:{spec}")
