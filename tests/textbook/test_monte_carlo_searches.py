"""Random games, the bandit rules and UCT: formulas by hand, the games where they differ, repeatable for a seed."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import pytest
from small_games import Circle, Corridor, Explicit, Fork, dice, least, most, short_stack

from kibitz.core import playouts
from kibitz.core.agents import find
from kibitz.core.decision import Decision
from kibitz.core.errors import InputError, UnsupportedError
from kibitz.core.playouts import playout, sample
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.textbook import alpha_beta, bandit, monte_carlo, random_player, search_tree, uct
from kibitz.textbook.bandit import Scale, ucb1
from kibitz.textbook.search_tree import TreeNode, most_visited
from kibitz.textbook.trace import Trace

FAMILY: dict[str, Any] = {
    "montecarlo": monte_carlo.decide,
    "bandit": bandit.decide,
    "greedy": lambda *places, **options: bandit.decide(*places, rule="greedy", **options),
    "uct": uct.decide,
}
COUNT = {"montecarlo": "playouts", "bandit": "playouts", "greedy": "playouts", "uct": "sims"}


def searched(name: str, game: Any, count: int, state: Any = None, **options: Any) -> Decision:
    place = game.initial() if state is None else state
    decision: Decision = FAMILY[name](game, place, **{COUNT[name]: count}, **options)
    return decision


def visits(decision: Decision) -> list[int | None]:
    return [move.visits for move in decision.moves]


def values(decision: Decision) -> list[float | None]:
    return [move.value for move in decision.moves]


# UCB1


def test_ucb1_by_hand() -> None:
    assert ucb1(0.6, 5, 10, 1.4) == pytest.approx(1.550060, abs=1e-6)
    assert ucb1(0.5, 2, 10, 1.4) == pytest.approx(2.002177, abs=1e-6)
    assert ucb1(0.3, 4, 9, 0.0) == 0.3
    # Auer, Cesa-Bianchi and Fischer: the mean plus sqrt(2 ln n / n_j).
    assert ucb1(0.25, 7, 100, sqrt(2)) == pytest.approx(0.25 + sqrt(2 * log(100) / 7))


def test_the_scale_goes_from_the_lowest_to_the_highest_seen() -> None:
    scale = Scale()
    scale.see((3.0,))
    assert scale.unit(3.0) == 0.5
    scale.see((1.0, -1.0))
    assert [scale.unit(value) for value in (-1.0, 1.0, 3.0)] == [0.0, 0.5, 1.0]


def arms_in_order(name: str, game: Any, count: int) -> list[int]:
    """Which of the root's moves each simulation went to."""
    trace = Trace(game)
    searched(name, game, count, trace=trace)
    actions = {event.node: event.data["action"] for event in trace.events if event.kind == "enter"}
    parents = {event.node: event.data["parent"] for event in trace.events if event.kind == "enter"}
    return [actions[event.node] for event in trace.events if event.kind == "visit" and parents[event.node] == 0]


# Every move ends the game at once, so nothing is random. For two players utilities from -1 to 1 were seen: the arms are
# worth 1/2, 1, 3/4. After one try each: arm 1 (1); after 4 tries arm 2 (2.40 against 2.15 and 2.17); then 0 (2.28), 1
# (2.33), 2 (2.131 against 2.128), 1 (2.17). Alone, the utilities go from 0 to 1, and so do the arms: 0, 1, 1/2.
TWO_PLAYERS = Explicit(most(0, 1, 0.5))
ALONE = Explicit(Fork(0, ((0,), (1,), (0.5,))), players=1)


@pytest.mark.parametrize("name", ["bandit", "uct"])
def test_ucb1_goes_to_the_arms_worked_out_by_hand(name: str) -> None:
    assert arms_in_order(name, TWO_PLAYERS, 9) == [0, 1, 2, 1, 2, 0, 1, 2, 1]
    assert arms_in_order(name, ALONE, 7) == [0, 1, 2, 1, 1, 2, 1]


def test_greedy_goes_to_the_best_mean() -> None:
    assert arms_in_order("greedy", TWO_PLAYERS, 6) == [0, 1, 2, 1, 1, 1]
    assert arms_in_order("greedy", Explicit(most(1, 1)), 5) == [0, 1, 0, 0, 0]


def test_ucb1_comes_back_to_a_move_that_began_badly_and_greedy_does_not() -> None:
    # The first random game after move 0 is lost for some seeds, though move 0 is better on average (1/2 against 0).
    tree = Explicit(most(least(-1, 1, 1, 1), 0))
    unlucky = [seed for seed in range(30) if visits(searched("greedy", tree, 200, seed=seed)) == [1, 199]]
    assert len(unlucky) >= 3
    for seed in unlucky:
        assert searched("bandit", tree, 400, seed=seed).action == 0


def test_c_is_the_price_of_curiosity() -> None:
    tree = Explicit(most(1, 0))
    curious, settled = searched("bandit", tree, 200, c=3.0), searched("bandit", tree, 200, c=0.1)
    assert visits(curious)[1] > visits(settled)[1]  # type: ignore[operator]
    assert visits(searched("uct", tree, 200, c=3.0))[1] > visits(searched("uct", tree, 200, c=0.1))[1]  # type: ignore[operator]


# Random games


def test_a_playout_is_a_legal_game_and_says_what_everybody_gets() -> None:
    game = load("tic_tac_toe")
    for seed in range(20):
        moves, worth = playout(game, game.initial(), Random(seed))
        state = game.initial()
        for move in moves:
            assert move in game.actions(state)
            state = game.result(state, move)
        assert game.is_terminal(state)
        assert worth == (game.utility(state, 0), game.utility(state, 1))


def test_moves_are_drawn_equally_and_outcomes_by_their_probability() -> None:
    random = Random(1)
    thrown = [sample(Explicit(dice((0.8, 1), (0.2, 2))), [], random) for _ in range(2000)]
    assert thrown.count(0) == pytest.approx(1600, abs=80)
    moved = [sample(Explicit(most(1, 2)), [], random) for _ in range(2000)]
    assert moved.count(0) == pytest.approx(1000, abs=100)


def test_a_game_without_end_is_evaluated_after_the_longest_playout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "LONGEST", 50)
    moves, worth = playout(Circle(), (0, 0), Random(3))
    place = sum(moves) % 3
    assert (len(moves), worth) == (50, (place, -place))


# Choices


def test_version_0_gives_every_move_the_same_number_of_games_and_takes_the_best_average() -> None:
    game = load("tic_tac_toe")
    decision = searched("montecarlo", game, 900)
    assert visits(decision) == [100] * 9
    assert (decision.simulations, decision.nodes, decision.depth, decision.exact) == (900, 10, 1, False)
    assert decision.action == 4
    assert decision.value == max(value for value in values(decision) if value is not None)
    few = searched("montecarlo", game, 20)
    assert (visits(few), few.simulations) == ([2] * 9, 18)
    assert visits(searched("montecarlo", game, 1)) == [1] * 9


def test_version_0_takes_the_first_of_equals() -> None:
    assert searched("montecarlo", Explicit(most(0, 1, 1)), 9).action == 1


def test_uct_finds_the_refutation_that_averages_hide() -> None:
    # On average move 0 is worth 1/2, but MIN has one answer that wins; move 1 is a sure 1/10.
    tree = Explicit(most(least(1, 1, 1, -1), least(0.1, 0.1)))
    assert searched("montecarlo", tree, 1000).action == 0
    decision = searched("uct", tree, 3000)
    assert decision.action == 1
    assert decision.moves[0].value is not None
    assert decision.moves[0].value < 0


def test_uct_takes_the_most_visited_move() -> None:
    decision = searched("uct", load("tic_tac_toe"), 500)
    most_often = max(number for number in visits(decision) if number is not None)
    assert [move.visits for move in decision.moves if move.action == decision.action] == [most_often]
    assert sum(number for number in visits(decision) if number is not None) == decision.simulations == 500
    assert decision.nodes <= 501
    assert decision.utilities is None  # one number says all where one player's gain is the other's loss


def test_uct_simulates_until_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr(search_tree, "perf_counter", lambda: next(clock))
    game = load("tic_tac_toe")
    assert uct.decide(game, game.initial(), time=20).simulations == 20
    assert uct.decide(game, game.initial(), time=20, sims=5).simulations == 5
    assert uct.decide(game, game.initial(), time=0.5).simulations == 1


def test_visits_go_before_means() -> None:
    parent = TreeNode([], 1, None, 0, 0, (0.0, 0.0))
    for action, (number, total) in enumerate([(2, 1.8), (3, 0.3), (3, 0.6), (3, 0.6)]):
        parent.children[action] = TreeNode([action], 0, parent, 0, 1, (-total, total), visits=number)
    assert most_visited(parent) == 2
    assert most_visited(parent.children[0]) is None


def test_equal_visits_are_decided_by_the_mean_and_then_by_the_order() -> None:
    assert searched("uct", Explicit(most(0, 1, 1)), 3).action == 1
    assert searched("bandit", Explicit(most(0, 1, 1)), 3).action == 1


@pytest.mark.parametrize("name", FAMILY)
def test_a_draw_is_worth_more_than_a_loss_and_less_than_a_win(name: str) -> None:
    assert searched(name, Explicit(most(-1, 0)), 60).action == 1
    assert searched(name, Explicit(most(0, -1)), 60).action == 0
    assert searched(name, Explicit(most(0, 1)), 60).action == 1
    decision = searched(name, Explicit(most(0, -1)), 60)
    assert values(decision) == [0, -1]


@pytest.mark.parametrize("name", FAMILY)
def test_the_one_who_moves_at_the_root_wants_its_own_good(name: str) -> None:
    decision = searched(name, Explicit(least(1, -1, 0)), 60)
    assert (decision.action, decision.value) == (1, 1)


@pytest.mark.parametrize("name", ["montecarlo", "bandit", "uct"])
def test_chance_weighs_as_the_rules_say(name: str) -> None:
    decision = searched(name, Explicit(most(0.5, dice((0.9, 1), (0.1, -1)))), 2000)
    assert decision.action == 1
    assert decision.value == pytest.approx(0.8, abs=0.05)


def test_uct_for_three_players_looks_at_everybody_s_own_utility() -> None:
    tree = load("tree:name=three_players")
    decision = uct.decide(tree, tree.initial(), sims=4000)
    assert decision.action == 0
    assert decision.line == (0, 0, 0)
    assert decision.utilities is not None
    assert decision.utilities == pytest.approx((3, 5, 4), abs=0.6)
    assert decision.moves[0].utilities == decision.utilities
    assert decision.value == decision.utilities[0]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(
    ("position", "best"),
    [("xx./oo./...", "c1"), ("xo./xo./...", "a3"), ("xx./.o./...", "c1"), ("o.x/.x./...", "a3"), ("x../xo./...", "a3")],
)
def test_uct_and_alpha_beta_win_and_block_with_every_seed(position: str, best: str, seed: int) -> None:
    game = load("tic_tac_toe")
    state = game.parse(position)
    expected = game.parse_action(state, best)
    assert uct.decide(game, state, sims=800, seed=seed).action == expected
    if seed == 0:
        assert alpha_beta.decide(game, state).action == expected


def test_uct_counts_games_that_end_in_the_tree() -> None:
    decision = searched("uct", Explicit(most(least(1), 0)), 50)
    assert decision.nodes == 4
    assert (decision.depth, decision.line) == (2, (0, 0))


def test_uct_in_a_game_longer_than_python_can_recurse() -> None:
    with short_stack():
        decision = uct.decide(Corridor(length=350), (0,), sims=340)
    assert len(decision.line) == decision.depth == 340


@pytest.mark.parametrize("name", FAMILY)
def test_equal_seeds_give_equal_decisions(name: str) -> None:
    game = load("tic_tac_toe")
    first, again, other = (searched(name, game, 300, seed=seed) for seed in (5, 5, 6))
    assert (first.moves, first.line, first.nodes) == (again.moves, again.line, again.nodes)
    assert first.moves != other.moves


@pytest.mark.parametrize("name", FAMILY)
def test_a_finished_game_has_a_value_and_no_move(name: str) -> None:
    game = load("tic_tac_toe")
    decision = searched(name, game, 10, game.parse("xxx/oo./..."))
    assert (decision.action, decision.value, decision.actions, decision.moves, decision.line) == (None, -1, (), (), ())
    assert (decision.simulations, decision.nodes, decision.depth) == (0, 1, 0)


@pytest.mark.parametrize("name", FAMILY)
def test_where_chance_moves_there_is_nothing_to_decide(name: str) -> None:
    with pytest.raises(UnsupportedError, match="chance is to move"):
        searched(name, Explicit(dice((1.0, 3))), 10)


@pytest.mark.parametrize("text", ["montecarlo:playouts=0", "bandit:playouts=0", "uct:sims=0", "uct:c=-1", "bandit:c=-0.5"])
def test_options_that_make_no_sense_are_refused(text: str) -> None:
    game = load("tic_tac_toe")
    search, options = find(game, text, ["textbook"])
    with pytest.raises(InputError, match="must be"):
        search.decide(game, game.initial(), **options)


@pytest.mark.parametrize("search", [monte_carlo.decide, bandit.decide, uct.decide])
def test_a_thousand_games_and_seed_0_are_the_default(search: Any) -> None:
    assert search(Explicit(most(1)), []).simulations == 1000
    game = load("tic_tac_toe")
    assert search(game, game.initial()).moves == search(game, game.initial(), seed=0).moves


@pytest.mark.parametrize("search", [bandit.decide, uct.decide])
def test_curiosity_is_1_4_by_default_and_may_be_nothing(search: Any) -> None:
    game = load("tic_tac_toe")
    assert search(game, game.initial()).moves == search(game, game.initial(), c=1.4).moves
    assert search(game, game.initial()).moves != search(game, game.initial(), c=0.0).moves


def test_fewer_playouts_than_moves_leave_moves_untried() -> None:
    decision = searched("bandit", load("tic_tac_toe"), 3)
    assert visits(decision) == [1, 1, 1, 0, 0, 0, 0, 0, 0]
    assert values(decision)[3:] == [None] * 6


# The random player


def test_the_random_player_makes_every_move_equally_often() -> None:
    tree = Explicit(most(1, 2, 3))
    chosen = [random_player.decide(tree, [], seed=seed).action for seed in range(600)]
    assert [chosen.count(action) for action in range(3)] == pytest.approx([200] * 3, abs=40)


def test_the_random_player_has_no_opinion() -> None:
    decision = random_player.decide(Explicit(most(1, 2, estimate=0.25)), [], seed=4)
    assert (decision.value, decision.actions, decision.nodes) == (0.25, (0, 1), 1)
    assert values(decision) == [None, None]
    over = load("tic_tac_toe")
    assert random_player.decide(over, over.parse("xxx/oo./...")).action is None
    assert random_player.decide(over, over.initial()).action == random_player.decide(over, over.initial(), seed=0).action
