"""What the engine answers: the fastest win and the slowest loss, several lines, draws by repetition, with many threads."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import UnknownNameError
from kibitz.core.game import play
from kibitz.core.randomness import Random
from kibitz.search.alphabeta.agent import PRUNING_LEVELS, decide
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.iterative_deepening import Query, iterative_deepening
from kibitz.search.alphabeta.traits import FULL, NONE

SMALL = "connect_four:width=4,height=4,connect=3"


def sampled(game: Game, seed: int, count: int, most_moves: int) -> list[Any]:
    """Return unfinished positions of random games."""
    random, found = Random(seed), list[Any]()
    while len(found) < count:
        s, moves = game.initial(), random.below(most_moves + 1)
        while moves > 0 and not game.is_terminal(s):
            s, moves = game.result(s, random.choice(list(game.actions(s)))), moves - 1
        if not game.is_terminal(s):
            found.append(s)
    return found


def assert_legal(game: Game, s: Any, line: tuple[int, ...]) -> None:
    """Play a line out."""
    assert line
    for action in line:
        assert action in list(game.actions(s))
        s = game.result(s, action)


@cache
def shortest(game: Game, s: Any, plies: int) -> int:
    """Return what a position is worth to its mover within so many plies: 1000 - n for a win at ply n, n - 1000 for a loss."""
    if game.is_terminal(s):
        return 0 if game.utility(s, game.to_move(s)) == 0 else -1000
    return max((later(game, s, a, plies) for a in game.actions(s)), default=0) if plies > 0 else 0


def later(game: Game, s: Any, a: int, plies: int) -> int:
    """Return the same of a move."""
    value = -shortest(game, game.result(s, a), plies - 1)
    return value - 1 if value > 0 else value + 1 if value < 0 else 0


def distances(game: Game, s: Any, plies: int) -> dict[int, int]:
    """Return what each move leads to within so many plies: n for a win at ply n, -n for a loss, 0 for neither."""
    found = {a: later(game, s, a, plies) for a in game.actions(s)}
    return {a: 1000 - value if value > 0 else -1000 - value if value < 0 else 0 for a, value in found.items()}


def best_of(found: dict[int, int]) -> tuple[int, set[int]]:
    """Return the best distance, sooner if won and later if lost, and the moves that have it."""
    best = max(found.values(), key=lambda plies: (1, -plies) if plies > 0 else (-1, -plies) if plies < 0 else (0, 0))
    return best, {action for action, plies in found.items() if plies == best}


def test_the_fastest_win_and_the_slowest_loss_in_connect_four() -> None:
    game = kibitz.load(SMALL)
    outcomes = []
    for s in sampled(game, 2, 60, 9):
        found = distances(game, s, 16)
        plies, good = best_of(found)
        decision = decide(game, s, depth=16, pruning="none", every=True)
        assert decision.details is not None
        assert decision.details.get("plies_to_end", 0) == abs(plies), game.notation(s)
        assert decision.value == (plies > 0) - (plies < 0)
        if plies != 0:
            assert set(decision.actions) == {a for a, distance in found.items() if distance * plies > 0}, "sooner or later"
            assert {move.action for move in decision.moves if move.score == decision.score} == good
            assert decision.action in good
            assert decide(game, s, depth=16, pruning="none").action in good
            assert len(decision.line) == abs(plies)
        outcomes.append(plies)
    assert min(outcomes) <= -4, "a loss that could come sooner is among them"
    assert max(outcomes) >= 5


MATES = {
    "4r1k1/4qppp/8/8/8/8/5PPP/3R2K1 b - - 0 1": "Qe1+",
    "5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1": "Qg8+",
    "7k/8/5K2/8/8/8/8/6R1 w - - 0 1": "Kf7",
    "8/5P1k/5K2/8/8/7p/7P/8 w - - 0 1": "f8=R",
    "8/8/7p/3P4/5R2/6k1/2B5/4K2R w K - 0 1": "O-O",
}
"""Mates in two, with the one move that leads there: a sacrifice on the back rank, a smothered king, a quiet move of the king,
a pawn that becomes a rook because a queen would be stalemate, and castling."""


@pytest.mark.parametrize("pruning", PRUNING_LEVELS)
@pytest.mark.parametrize(("fen", "key"), MATES.items())
def test_mates_in_two(fen: str, key: str, pruning: str) -> None:
    game = kibitz.load("chess")
    s = game.parse(fen)
    decision = decide(game, s, depth=10 if pruning == "full" else 4, pruning=pruning)
    assert decision.action is not None
    assert game.action_name(s, decision.action) == key
    assert decision.details is not None
    assert (decision.value, decision.details["plies_to_end"]) == (1.0, 3)
    mover = game.to_move(s)
    for action in decision.line:
        s = game.result(s, action)
    assert (len(decision.line), game.utility(s, mover)) == (3, 1.0)


@pytest.mark.parametrize("pruning", PRUNING_LEVELS)
@pytest.mark.parametrize(
    ("fen", "later"),
    [("3k4/Q7/4K3/8/8/8/8/8 b - - 0 1", "Kc8"), ("6Q1/8/8/8/8/2K5/8/1k6 b - - 0 1", "Ka1")],
)
def test_the_slower_of_two_mates_is_suffered(fen: str, later: str, pruning: str) -> None:
    game = kibitz.load("chess")
    s = game.parse(fen)
    plies = distances(game, s, 4)
    assert sorted(plies.values()) == [-4, -2]
    decision = decide(game, s, depth=10 if pruning == "full" else 5, pruning=pruning)
    assert decision.action is not None
    assert game.action_name(s, decision.action) == later
    assert plies[decision.action] == -4
    assert decision.details is not None
    assert (decision.value, decision.details["plies_to_end"]) == (-1.0, 4)


def test_a_mate_at_once_comes_before_a_longer_one() -> None:
    """Five plies deep there are many mates; one at once is played."""
    game = kibitz.load("chess")
    s = game.parse("6k1/5ppp/8/8/8/8/1Q3PPP/3R2K1 w - - 0 1")
    for pruning in PRUNING_LEVELS:
        decision = decide(game, s, depth=5, pruning=pruning)
        assert decision.action is not None
        assert game.action_name(s, decision.action) in ("Rd8#", "Qb8#")


@pytest.mark.parametrize(("spec", "depth"), [(SMALL, 6), ("othello:size=6", 5), ("mnk:width=4,height=4,connect=4", 4)])
def test_every_value_is_that_of_a_search_of_its_own(spec: str, depth: int) -> None:
    game = kibitz.load(spec)
    for s in sampled(game, 5, 8, 8):
        decision = decide(game, s, depth=depth, every=True, pruning="none")
        assert sorted(move.action for move in decision.moves) == sorted(game.actions(s))
        for move in decision.moves:
            after = game.result(s, move.action)
            expected = kibitz.decide(game, after, f"alphabeta:depth={depth - 1},pruning=none").value
            assert move.value == pytest.approx(-expected, abs=1e-11)
            assert move.line[0] == move.action
        assert decision.value == max(move.value or 0.0 for move in decision.moves)
        assert [move.value for move in decision.moves] == sorted((move.value or 0.0 for move in decision.moves), reverse=True)


def searched(engine: Engine, query: Query) -> Decision:
    """Return the answer of an engine that begins anew."""
    engine.clear()
    engine.new_search()
    return iterative_deepening(engine, query)


def test_several_lines_begin_with_different_moves() -> None:
    """The best three are the first three of all, and without the first of them the second is the best."""
    game = kibitz.load("othello")
    engine = Engine(game, NONE, megabytes=2)
    for s in sampled(game, 6, 5, 30):
        lines = searched(engine, Query(s, Limits(depth=5), lines=3)).moves
        firsts = [move.line[0] for move in lines]
        assert len(set(firsts)) == len(firsts) == min(3, len(list(game.actions(s))))
        assert firsts == [move.action for move in lines]
        every = searched(engine, Query(s, Limits(depth=5), lines=100)).moves
        assert [move.value for move in lines] == [move.value for move in every][:3]
        among = [move.action for move in every][1:]
        if among:
            assert searched(engine, Query(s, Limits(depth=5), root_moves=among)).value == every[1].value


def test_several_lines_of_chess() -> None:
    game = kibitz.load("chess")
    engine = Engine(game, FULL, megabytes=2)
    for s in sampled(game, 7, 4, 30):
        decision = searched(engine, Query(s, Limits(depth=6), lines=4))
        assert len({move.line[0] for move in decision.moves}) == len(decision.moves) == min(4, len(list(game.actions(s))))
        assert decision.line == decision.moves[0].line
        for move in decision.moves:
            assert_legal(game, s, move.line)


PERPETUAL = "6k1/6p1/8/8/8/2q5/rr6/4Q2K w - - 0 1"


@pytest.mark.parametrize("pruning", PRUNING_LEVELS)
def test_who_is_losing_heads_for_a_repetition(pruning: str) -> None:
    """Far behind, white checks from e8 and h5 for ever."""
    game = kibitz.load("chess")
    s = game.parse(PERPETUAL)
    assert game.evaluate(s, 0) < -0.7
    decision = decide(game, s, depth=7, pruning=pruning)
    names = []
    for action in decision.line:
        names.append(game.action_name(s, action))
        s = game.result(s, action)
    assert decision.value == 0.0
    assert names[:5] == ["Qe8+", "Kh7", "Qh5+", "Kg8", "Qe8+"]


SHUFFLE = "Kg8 Ka1 Kh8 Kb1 Kg8 Ka1 Kh8"


def test_the_game_before_counts() -> None:
    """After this shuffling Kb1 leads to a position that stood twice: a draw, for who is a rook behind."""
    game = kibitz.load("chess")
    s = game.parse("2r4k/8/8/8/8/8/8/1K6 b - - 0 1")
    past = []
    for name in SHUFFLE.split():
        past.append(s)
        s = play(game, s, name)
    alone = decide(game, s, depth=1, pruning="none")
    assert alone.value < -0.5
    remembered = decide(game, s, depth=1, pruning="none", past=past)
    assert remembered.action is not None
    assert (game.action_name(s, remembered.action), remembered.value) == ("Kb1", 0.0)
    once = decide(game, s, depth=1, pruning="none", past=past[-4:])
    assert once.value == alone.value, "what stood once may stand again"


@pytest.mark.parametrize(("spec", "depth"), [("connect_four", 8), ("othello", 6), ("chess", 3)])
def test_two_threads_find_the_same_value(spec: str, depth: int) -> None:
    game = kibitz.load(spec)
    for s in sampled(game, 12, 4, 12):
        one, two = (decide(game, s, depth=depth, pruning="none", threads=threads, hash=4) for threads in (1, 2))
        assert one.value == two.value
        assert two.action in list(game.actions(s))
        assert_legal(game, s, two.line)


def test_two_threads_stopped_anywhere_have_a_legal_line() -> None:
    game = kibitz.load("chess")
    for s in sampled(game, 3, 2, 20):
        for nodes in (1, 10, 100, 1000, 5000, 20000):
            decision = decide(game, s, nodes=nodes, threads=2, hash=1)
            assert decision.nodes <= max(nodes, 2), "together they look at no more than one is allowed"
            assert_legal(game, s, decision.line)


def test_pruning_of_another_name_is_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown pruning 'nonsense' .*known: full, none, quiescence"):
        kibitz.decide("othello", agent="alphabeta:depth=1,pruning=nonsense")
