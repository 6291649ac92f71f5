"""Minimax, alpha-beta and max^n: known values, moves, lines and counts; limits; clear refusals."""

from __future__ import annotations

from typing import Any

import pytest
from small_games import Circle, Corridor, Explicit, Fork, dice, least, most, short_stack

from kibitz.core.agents import find
from kibitz.core.chance import has_chance, why_not_deterministic
from kibitz.core.decision import Decision, MoveValue
from kibitz.core.errors import InputError, RulesError, UnsupportedError
from kibitz.core.registry import load
from kibitz.games.tree import Tree
from kibitz.textbook import alpha_beta, expectimax, expectiminimax, max_n, minimax
from kibitz.textbook.trace import Trace

LECTURE = most(least(3, 12, 8), least(2, 4, 6), least(14, 5, 2))
FOUR_LEVELS = "tree:name=alphabeta"


def decided(text: str, game: Any, state: Any = None, trace: Trace | None = None) -> Decision:
    search, options = find(game, text, ["textbook"])
    return search.decide(game, game.initial() if state is None else state, trace=trace, **options)


def values(decision: Decision) -> list[float | None]:
    return [move.value for move in decision.moves]


def test_minimax_on_the_lecture_tree() -> None:
    decision = decided("minimax", Explicit(LECTURE))
    assert (decision.action, decision.value, decision.line) == (0, 3, (0, 0))
    assert decision.actions == (0,)
    assert values(decision) == [3, 2, 2]
    assert (decision.nodes, decision.depth, decision.exact) == (13, 2, True)
    assert decision.seconds > 0


def test_alpha_beta_knows_only_the_values_it_has_not_cut_short() -> None:
    decision = decided("alphabeta", Explicit(LECTURE))
    assert (decision.action, decision.value, decision.line) == (0, 3, (0, 0))
    assert decision.actions == (0,)
    assert values(decision) == [3, None, None]
    assert (decision.nodes, decision.depth, decision.exact) == (11, 2, True)


def test_the_move_is_the_first_of_the_best_and_all_of_them_are_named() -> None:
    tree = Explicit(most(least(1), least(4, 9), least(5, 4), least(4)))
    plain = decided("minimax", tree)
    assert (plain.action, plain.actions, plain.line) == (1, (1, 2, 3), (1, 0))
    strict = decided("alphabeta:strict=true", tree)
    assert (strict.action, strict.actions) == (1, (1, 2, 3))
    usual = decided("alphabeta", tree)
    assert (usual.action, usual.actions) == (1, (1,))


def test_min_takes_the_first_of_its_best_too() -> None:
    tree = Explicit(most(least(7, 5, 5, 6)))
    for text in ("minimax", "alphabeta", "alphabeta:strict=true"):
        assert decided(text, tree).line == (0, 1)


def test_strict_cuts_leave_moves_that_are_worse_without_a_value() -> None:
    decision = decided("alphabeta:strict=true", Explicit(most(least(3), least(2, 9), least(3))))
    assert values(decision) == [3, None, 3]


def cuts(trace: Trace) -> list[str]:
    return [event.data["reason"] for event in trace.events if event.kind == "cut"]


@pytest.mark.parametrize(
    ("text", "nodes", "reasons"),
    [
        ("minimax", 23, []),
        ("alphabeta", 17, ["6 >= beta 4", "7 >= beta 5", "3 <= alpha 5"]),
        ("alphabeta:strict=true", 17, ["6 > beta 4", "7 > beta 5", "3 < alpha 5"]),
    ],
)
def test_cuts_at_max_and_at_min(text: str, nodes: int, reasons: list[str]) -> None:
    tree = load(FOUR_LEVELS)
    trace = Trace(tree)
    decision = decided(text, tree, trace=trace)
    assert (decision.action, decision.value, decision.nodes) == (1, 5, nodes)
    assert cuts(trace) == reasons


def test_equal_values_are_cut_at_max_too_unless_strict() -> None:
    # The second MAX node reaches beta = 4 with its first move; only a strict search looks at its second.
    tree = Explicit(most(least(most(4, 1), most(4, 9))))
    assert decided("alphabeta", tree).nodes == 7
    assert decided("alphabeta:strict=true", tree).nodes == 8
    assert decided("alphabeta:strict=true", tree).value == decided("alphabeta", tree).value == 4


@pytest.fixture(scope="module")
def plain_tic_tac_toe() -> Decision:
    return decided("minimax", load("tic_tac_toe"))


def test_minimax_looks_at_every_path_of_tic_tac_toe(plain_tic_tac_toe: Decision) -> None:
    assert plain_tic_tac_toe.nodes == 549_946
    assert (plain_tic_tac_toe.value, plain_tic_tac_toe.depth, plain_tic_tac_toe.exact) == (0, 9, True)
    assert plain_tic_tac_toe.actions == tuple(range(9))


def test_alpha_beta_agrees_on_tic_tac_toe_with_far_fewer_nodes(plain_tic_tac_toe: Decision) -> None:
    decision = decided("alphabeta", load("tic_tac_toe"))
    assert (decision.value, decision.action) == (plain_tic_tac_toe.value, plain_tic_tac_toe.action)
    assert decision.nodes == 18_297


@pytest.mark.parametrize("text", ["minimax", "alphabeta", "alphabeta:strict=true", "maxn", "deepening"])
@pytest.mark.parametrize(
    ("position", "best", "value"),
    [
        ("xx./oo./...", "c1", 1),  # x completes the row, though o threatens too
        ("xo./xo./...", "a3", 1),  # x completes the column
        ("xx./.o./...", "c1", 0),  # o must block
        ("x.o/.xo/...", "c3", 1),  # x completes the diagonal
    ],
)
def test_wins_and_blocks_in_tic_tac_toe(text: str, position: str, best: str, value: float) -> None:
    game = load("tic_tac_toe")
    state = game.parse(position)
    decision = decided(text, game, state)
    assert (decision.action, decision.value) == (game.parse_action(state, best), value)


def test_everybody_else_is_a_min() -> None:
    # Three players: both opponents pull down; a third who helped would make the left branch worth 9.
    tree = Explicit(most(least(least(9, 1, player=2), 8), least(least(2, 3, player=2), 4)), players=3)
    for text in ("minimax", "alphabeta", "alphabeta:strict=true"):
        decision = decided(text, tree)
        assert (decision.action, decision.value, decision.line) == (1, 2, (1, 0, 0))


def test_consecutive_mins_pass_the_window_on() -> None:
    # After the left branch alpha is 5: the 4 below the second MIN cuts there, and again at the MIN above it.
    tree = Explicit(most(least(5), least(least(4, 7, player=2), 6)), players=3)
    trace = Trace(tree)
    assert decided("alphabeta", tree, trace=trace).nodes == 6
    assert cuts(trace) == ["4 <= alpha 5", "4 <= alpha 5"]


def test_max_is_whoever_moves_at_the_root() -> None:
    tree = Explicit(least(most(3, 5), most(2, 9)))
    for text in ("minimax", "alphabeta"):
        decision = decided(text, tree)
        assert (decision.action, decision.value) == (0, -5)


def test_max_n_on_the_three_player_tree() -> None:
    tree = load("tree:name=three_players")
    decision = decided("maxn", tree)
    assert (decision.action, decision.value, decision.utilities) == (0, 3, (3, 5, 4))
    assert decision.line == (0, 0, 0)
    assert decision.moves == (MoveValue(0, 3, utilities=(3, 5, 4)), MoveValue(1, 1, utilities=(1, 7, 8)))
    assert (decision.nodes, decision.depth, decision.exact) == (15, 3, True)


def test_max_n_takes_the_first_of_equals_and_the_value_of_the_one_to_move() -> None:
    tree = Explicit(Fork(2, ((1, 2, 5), (9, 9, 5), (0, 0, 6), (7, 7, 6))), players=3)
    decision = decided("maxn", tree)
    assert (decision.action, decision.actions) == (2, (2, 3))
    assert (decision.value, decision.utilities) == (6, (0, 0, 6))


def test_max_n_evaluates_for_everybody_at_the_horizon() -> None:
    tree = Explicit(most(least(1, 2, estimate=7), least(3, 4, estimate=5)))
    decision = decided("maxn:depth=1", tree)
    assert (decision.utilities, decision.action, decision.exact) == ((7, -7), 0, False)


DEEP = most(
    least(most(1, 2, estimate=20), 30, estimate=-1),
    least(most(3, 4, estimate=10), most(8, 9, estimate=15), estimate=5),
    6,
)


@pytest.mark.parametrize("text", ["minimax", "alphabeta", "alphabeta:strict=true", "maxn", "expectiminimax", "forward:keep=9"])
@pytest.mark.parametrize(
    ("limit", "value", "action", "depth", "exact"),
    [("depth=1", 6, 2, 1, False), ("depth=2", 20, 0, 2, False), ("depth=3", 6, 2, 3, True), ("rounds=1", 20, 0, 2, False)],
)
def test_estimates_stand_in_at_the_horizon(text: str, limit: str, value: float, action: int, depth: int, exact: bool) -> None:
    decision = decided(text + ("," if ":" in text else ":") + limit, Explicit(DEEP))
    assert (decision.value, decision.action, decision.depth, decision.exact) == (value, action, depth, exact)


def test_a_round_is_over_when_everybody_has_moved() -> None:
    tree = Explicit(most(least(least(most(1, estimate=5), player=2), estimate=9), 4), players=3)
    assert decided("minimax:rounds=1", tree).value == 5
    assert decided("minimax:rounds=1", tree).depth == 3
    assert decided("minimax:rounds=2", tree).value == 4
    assert decided("minimax:depth=1", tree).value == 9
    assert decided("minimax:rounds=2,depth=1", tree).value == 9


@pytest.mark.parametrize("text", ["minimax", "alphabeta", "maxn", "expectimax", "expectiminimax", "forward", "deepening"])
def test_a_finished_game_has_a_value_and_no_move(text: str) -> None:
    game = load("tic_tac_toe")
    decision = decided(text, game, game.parse("xxx/oo./..."))
    assert (decision.action, decision.actions, decision.line, decision.moves) == (None, (), (), ())
    assert decision.value == -1
    assert (decision.nodes, decision.depth, decision.exact) == (1, 0, True)


@pytest.mark.parametrize("text", ["minimax", "alphabeta", "maxn", "expectimax", "expectiminimax", "forward", "deepening"])
def test_a_game_without_end_needs_a_limit(text: str) -> None:
    with pytest.raises(UnsupportedError, match=r"Circle can come back.* depth="):
        decided(text, Circle())
    limited = decided(f"{text}:depth=3", Circle())
    assert limited.depth == 3
    assert not limited.exact


@pytest.mark.parametrize("text", ["minimax", "alphabeta", "maxn", "expectimax", "expectiminimax", "forward", "deepening"])
def test_a_game_too_long_for_recursion_is_refused_in_a_sentence(text: str) -> None:
    search, _ = find(Corridor(), text, ["textbook"])
    refusal = pytest.raises(UnsupportedError, match="longer than Python can recurse; give a limit such as depth=4")
    with refusal, short_stack():
        search.decide(Corridor(), (0,))


@pytest.mark.parametrize("text", ["minimax", "alphabeta", "maxn", "forward", "deepening"])
def test_chance_is_refused_by_name(text: str) -> None:
    with pytest.raises(UnsupportedError, match=rf"{text} cannot play this game: it has chance nodes; use expectiminimax"):
        find(load("pig"), text, ["textbook"])


def test_only_the_beginning_of_a_game_is_looked_at_for_chance() -> None:
    near, far = (Explicit(most(*[least(dice((1.0, 3)))] * moves)) for moves in (5, 500))
    assert why_not_deterministic(near) == "it has chance nodes; use expectiminimax"
    assert not has_chance(far)
    with pytest.raises(UnsupportedError, match="chance is to move where this search needs a player"):
        decided("minimax", far)


@pytest.mark.parametrize("module", [minimax, alpha_beta, max_n])
def test_chance_met_on_the_way_is_refused_too(module: Any) -> None:
    with pytest.raises(UnsupportedError, match="chance is to move where this search needs a player; use expectiminimax"):
        module.decide(Explicit(most(dice((1.0, 3)))), [])


def test_a_state_without_moves_that_is_not_terminal_is_an_error_of_the_game() -> None:
    with pytest.raises(RulesError, match="actions yielded no move although is_terminal says that the game is not over"):
        decided("minimax", Explicit(most(3, Fork(1, ()))))


@pytest.mark.parametrize("module", [expectimax, expectiminimax])
def test_probabilities_that_do_not_sum_to_one_are_an_error_of_the_game(module: Any) -> None:
    with pytest.raises(RulesError, match=r"probability adds up to 0\.75 over all outcomes, not to 1"):
        module.decide(Explicit(most(dice((0.5, 3), (0.25, 4)))), [])


@pytest.mark.parametrize("limit", ["depth=0", "rounds=0", "depth=-1"])
def test_limits_that_allow_nothing_are_refused(limit: str) -> None:
    with pytest.raises(InputError, match="must be positive"):
        decided(f"minimax:{limit}", Explicit(LECTURE))


def test_the_tree_game_and_a_list_state_game_agree() -> None:
    tree = Tree.parse_tree("t", "root MAX: a -> B, b -> C\nB MIN: 3, 12, 8\nC MIN: 2, 4, 6")
    ours = Explicit(most(least(3, 12, 8), least(2, 4, 6)))
    for text in ("minimax", "alphabeta"):
        assert decided(text, tree).nodes == decided(text, ours).nodes
        assert decided(text, tree).value == decided(text, ours).value
