"""The tree: its memory, its threads, tree reuse, progressive widening, RAVE, first-play urgency, confidence intervals."""

from __future__ import annotations

import time
from math import sqrt
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.core.decision import Decision, Limits
from kibitz.core.errors import InputError
from kibitz.core.game import CHANCE
from kibitz.search.montecarlo import search
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.memory_size import memory_size
from kibitz.search.montecarlo.result import confidence_interval
from kibitz.search.montecarlo.settings import Settings
from kibitz.search.montecarlo.statistics import value_accumulation
from kibitz.search.montecarlo.thread_local import LOCAL_THRESHOLD, statistics_flush
from kibitz.search.montecarlo.tree import (
    AMAF_VALUE_SUM,
    AMAF_VISITS,
    HIGHEST,
    LOCAL_ENTRIES,
    LOCAL_ENTRY,
    LOWEST,
    NO_EDGE,
    PROBABILITY,
    ROOT,
    VALUE_SUM,
    VISITS,
    Tree,
    edge_size,
)
from kibitz.search.montecarlo.tree_reuse import reroot
from kibitz.search.montecarlo.virtual_loss import virtual_loss_removal, virtual_loss_visit
from kibitz.search.montecarlo.workspace import MOVE_COUNT, new_workspace

CONNECT_FOUR = kibitz.load("connect_four")


def grown(game: Any, simulations: int, state: Any = None, **options: Any) -> Engine:
    """Return an engine after so many simulations."""
    engine = Settings(Limits(), c=1.4, **{"memory": 64_000_000, **options}).engine(game, 1)
    engine.reset(game.initial() if state is None else state)
    engine.search(simulations, np.zeros(1, np.int64))
    return engine


def visits(decision: Decision) -> int:
    return sum(move.visits or 0 for move in decision.moves)


def test_a_full_tree_goes_on_learning_within_its_memory() -> None:
    engine = grown(CONNECT_FOUR, 30_000, solver=True, memory=400_000)
    tree = engine.tree
    assert tree.is_full
    assert tree.arrays.ints.nbytes <= 400_000
    assert tree.allocated <= len(tree.arrays.ints)
    assert engine.simulations == 30_000
    assert sum(tree.visits(edge) for edge in tree.children(ROOT)) == 30_000
    found = kibitz.decide(CONNECT_FOUR, None, "uct:sims=30000,memory=1MB", seed=1)
    assert found.details == {"memory": "full"}
    assert found.action == 3


def test_amounts_of_memory() -> None:
    assert [memory_size(text) for text in ("256MB", "2GB", "64", "1 mb")] == [256_000_000, 2_000_000_000, 64_000_000, 1_000_000]
    for text in ("0", "-1", "many", "1TB", "1.5MB"):
        with pytest.raises(InputError, match="amount such as 256MB"):
            memory_size(text)


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_share_one_tree_and_lose_no_simulation(threads: int) -> None:
    found = kibitz.decide(CONNECT_FOUR, None, f"uct:sims=50000,threads={threads}", seed=1)
    assert found.simulations == visits(found) == 50_000
    assert found.action == 3
    alone = kibitz.decide(CONNECT_FOUR, None, "uct:sims=50000", seed=1)
    assert found.value == pytest.approx(alone.value, abs=0.05)
    engine = grown(CONNECT_FOUR, 20_000, solver=True, threads=threads)
    assert_counts_add_up(engine.tree, ROOT)
    sums = [float(engine.tree.arrays.floats[edge + VALUE_SUM]) for edge in engine.tree.children(ROOT)]
    assert sums == [sum(float(each.root_statistics[3 * place]) for each in engine.workspaces) for place in range(7)]
    assert engine.nodes == str(_image(engine.tree, ROOT)).count("'n'")


def test_the_shortest_time_is_enough_for_one_simulation() -> None:
    engine = grown(CONNECT_FOUR, 0)
    engine.search(None, np.ones(1, np.int64))
    assert engine.simulations == 1


def test_counts_of_playouts_on_a_gpu_may_be_very_large() -> None:
    engine = grown(CONNECT_FOUR, 10)
    engine.tree.arrays.ints[ROOT + VISITS] = 1 << 45
    assert engine.simulations == 1 << 45


def test_thread_local_statistics_lose_nothing_when_two_edges_of_a_path_want_the_same_entry() -> None:
    traits = grown(CONNECT_FOUR, 1, threads=2).traits
    tree = Tree.within(8 * LOCAL_ENTRIES * LOCAL_ENTRY * 8, traits)
    arrays, workspace, path = tree.for_thread(), new_workspace(2, np.zeros(1)), (ROOT, edge_size(traits) * LOCAL_ENTRIES)
    tree.arrays.ints[[edge + VISITS for edge in path]] = LOCAL_THRESHOLD
    visit, remove_virtual_loss, add_value = (
        build(lambda function: function, traits=traits)
        for build in (virtual_loss_visit, virtual_loss_removal, value_accumulation)
    )
    flush, _ = statistics_flush(lambda function: function)
    for _ in range(3):
        for ply, edge in enumerate(path):
            visit(edge, ply, arrays, workspace)
        for ply, edge in enumerate(path):
            remove_virtual_loss(edge, ply, 1, arrays, workspace)
            add_value(edge, ply, 0.5, arrays, workspace)
    flush(arrays)
    assert [tree.visits(edge) for edge in path] == [LOCAL_THRESHOLD + 3] * 2
    assert [float(tree.arrays.floats[edge + VALUE_SUM]) for edge in path] == [1.5, 1.5]
    assert (arrays.local_ints[::LOCAL_ENTRY] == NO_EDGE).all()


@pytest.mark.parametrize("name", ["pig:goal=15", "mnk:players=3"])
def test_threads_count_right_with_chance_and_with_many_players(name: str) -> None:
    game = kibitz.load(name)
    engine = grown(game, 20_000, threads=2)
    assert engine.simulations == 20_000
    assert_counts_add_up(engine.tree, ROOT)
    width = game.players + 1
    for place, edge in enumerate(engine.tree.children(ROOT)):
        last = place * width + game.players
        assert engine.tree.visits(edge) == sum(each.root_statistics[last] for each in engine.workspaces)
    assert_probabilities_are_whole(game, game.initial(), engine.tree, ROOT)


def assert_probabilities_are_whole(game: Any, state: Any, tree: Tree, edge: int) -> None:
    """Hold the outcomes of every chance node to the game's probabilities."""
    for child in tree.children(edge):
        action = tree.action(child)
        if game.to_move(state) == CHANCE:
            assert tree.arrays.floats[child + PROBABILITY] == game.probability(state, action)
        assert_probabilities_are_whole(game, game.result(state, action), tree, child)


def test_a_failure_stops_all_threads() -> None:
    def fail(decision: Decision) -> None:
        raise RuntimeError("the listener has enough")

    kibitz.decide(CONNECT_FOUR, None, "uct:sims=10,threads=2")
    begun = time.process_time()
    with pytest.raises(RuntimeError, match="has enough"):
        kibitz.decide(CONNECT_FOUR, None, "uct:time=60,threads=2", listen=fail)
    assert time.process_time() - begun < 20


def assert_counts_add_up(tree: Tree, edge: int) -> None:
    """Hold every node to its children: each visit but the first went on to one of them."""
    children = list(tree.children(edge))
    if not children:
        return
    low, high = tree.bounds(edge)
    passed = sum(tree.visits(child) for child in children)
    assert passed <= tree.visits(edge)
    if low != high and edge != ROOT:
        assert tree.visits(edge) - passed <= 4, "only the first visits, of one or more threads, end at a node"
    for child in children:
        assert tree.visits(child) >= 0
        assert_counts_add_up(tree, child)


@pytest.mark.parametrize("options", [{}, {"threads": 3}, {"memory": 1_000_000}, {"rave_k": 100}], ids=str)
def test_what_is_kept_between_moves_is_unchanged(options: dict[str, Any]) -> None:
    game, engine = CONNECT_FOUR, grown(CONNECT_FOUR, 20_000, solver=True, **options)
    first = game.initial()
    second = game.result(first, 3)
    third = game.result(second, 3)
    edge = next(child for child in engine.tree.children(ROOT) if engine.tree.action(child) == 3)
    edge = next(child for child in engine.tree.children(edge) if engine.tree.action(child) == 3)
    before, memory = _image(engine.tree, edge), engine.tree.arrays.ints
    assert reroot(engine, third, [first, second])
    assert _image(engine.tree, ROOT) == before
    assert engine.nodes == str(before).count("'n'")
    engine.search(1000, np.zeros(1, np.int64))
    assert engine.simulations == before[1] + 1000
    assert engine.tree.arrays.ints is memory
    assert not reroot(engine, game.parse("11"), [first, game.parse("1")])
    assert not reroot(engine, third, [])


def _image(tree: Tree, edge: int) -> tuple[Any, ...]:
    """Return the tree below an edge; `'n'` marks nodes with visits."""
    ints, floats, count = tree.arrays.ints, tree.arrays.floats, tree.visits(edge)
    amaf = (int(ints[edge + AMAF_VISITS]), float(floats[edge + AMAF_VALUE_SUM])) if tree.traits.rave else ()
    children = [_image(tree, child) for child in tree.children(edge)]
    return "n" if count else "", count, float(floats[edge + VALUE_SUM]), amaf, tree.action(edge), tree.bounds(edge), children


def test_an_agent_with_reuse_has_more_simulations_at_its_second_move() -> None:
    game = CONNECT_FOUR
    state = game.initial()
    past: list[Any] = []
    counts: list[int] = []
    kibitz.decide(game, game.result(state, 0), "uct:sims=9000,reuse=true", seed=1)  # the other player's, which is not used
    for _ in range(2):
        found = kibitz.decide(game, state, "uct:sims=5000,reuse=true", past=past, seed=1)
        assert found.action is not None
        assert found.simulations is not None
        counts.append(found.simulations)
        past.append(state)
        state = game.result(state, found.action)
        past.append(state)
        state = game.result(state, 3)
    assert counts[0] == 5000 < counts[1]


def test_a_kept_tree_that_does_not_fit_leaves_no_trace() -> None:
    """Without the moves between, a decision is that of a new search with its own seed."""
    game, agent = CONNECT_FOUR, "uct:sims=500,solve=false"
    for seed in (1, 2, 1):
        again = kibitz.decide(game, None, f"{agent},reuse=true", seed=seed)
        alone = kibitz.decide(game, None, agent, seed=seed)
        assert (again.value, again.depth, again.nodes, again.moves) == (alone.value, alone.depth, alone.nodes, alone.moves)


def test_widening_takes_up_outcomes_one_after_the_other() -> None:
    game = kibitz.load("pig:goal=15")
    rolled = game.result(game.initial(), 0)
    assert game.to_move(rolled) == CHANCE
    for simulations in (4, 10):
        found = kibitz.decide(game, rolled, f"uct:sims={simulations},chance=widen", seed=1)
        opened = sum(1 for move in found.moves if move.visits)
        assert opened == pytest.approx(sqrt(simulations), abs=1)
        assert visits(found) == simulations
    assert sum(1 for move in kibitz.decide(game, rolled, "uct:sims=30", seed=1).moves if move.visits) == 6


def test_moves_played_later_count_for_the_root() -> None:
    """After one simulation of tic-tac-toe the root's moves that X played in it, and no others, were seen once."""
    game = kibitz.load("tic_tac_toe")
    engine = grown(game, 1, rave_k=100.0)
    tree, workspace = engine.tree, engine.workspaces[0]
    count = int(workspace.registers[MOVE_COUNT])
    played = [(int(player), int(action)) for player, action in workspace.moves[: 2 * count].reshape(count, 2)]
    assert [player for player, _ in played] == [place % 2 for place in range(len(played))]
    amaf = {tree.action(edge): int(tree.arrays.ints[edge + AMAF_VISITS]) for edge in tree.children(ROOT)}
    assert amaf == {action: int((0, action) in played) for action in range(9)}
    sums = {float(tree.arrays.floats[edge + AMAF_VALUE_SUM]) for edge in tree.children(ROOT)} - {0.0}
    assert len(sums) <= 1
    found = kibitz.decide(CONNECT_FOUR, None, "uct:sims=3000,rave=300", seed=1)
    assert all(move.visits for move in found.moves), "no move stays unvisited for what it did later in games"


def test_first_play_urgency_leaves_moves_unvisited() -> None:
    """With 0.1 for an unvisited move, and no exploration, the first good one is visited again before the others."""
    narrow = kibitz.decide(CONNECT_FOUR, None, "uct:sims=7,fpu=0.1,c=0,solve=false", seed=1)
    assert sum(1 for move in narrow.moves if move.visits) < 7
    wide = kibitz.decide(CONNECT_FOUR, None, "uct:sims=7,c=0,solve=false", seed=1)
    assert all(move.visits == 1 for move in wide.moves)


def test_the_interval_by_hand() -> None:
    """Wilson's: 7 of 10 lies between 0.3968 and 0.8922 (95 %)."""
    tree = Settings(Limits()).engine(CONNECT_FOUR, 0).tree
    tree.arrays.scale[LOWEST], tree.arrays.scale[HIGHEST] = 0.0, 1.0
    assert confidence_interval(0.7, 10, tree) == pytest.approx((0.3968, 0.8922), abs=1e-4)
    tree.arrays.scale[LOWEST] = -1.0
    assert confidence_interval(0.4, 10, tree) == pytest.approx((2 * 0.3968 - 1, 2 * 0.8922 - 1), abs=2e-4)


def test_time_and_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[Decision] = []
    kibitz.decide(CONNECT_FOUR, None, "uct:sims=10", seed=1)
    monkeypatch.setattr(search, "REPORT_SECONDS", 0.01)
    begun, worked = time.perf_counter(), time.process_time()
    found = kibitz.decide(CONNECT_FOUR, None, "uct:time=1.3", listen=reports.append)
    assert time.perf_counter() - begun > 1.2
    assert time.process_time() - worked < 5
    assert len(reports) >= 1
    assert (reports[0].simulations or 0) < (found.simulations or 0)
    assert all(move.interval is not None for move in reports[0].moves if move.visits)


def test_the_value_of_pig_is_approached() -> None:
    game = kibitz.load("pig:goal=20")
    true = kibitz.solve(game).value
    found = kibitz.decide(game, None, "uct:sims=1e6", seed=1)
    assert found.value == pytest.approx(true, abs=0.01)


@pytest.mark.conformance
def test_the_value_of_hypergammon_is_approached() -> None:
    """0.452774 is the start's equity by value iteration (the oracle's, and ours)."""
    game = kibitz.load("hypergammon:checkers=1")
    found = kibitz.decide(game, None, "uct:sims=4e6,c=0.3,memory=3GB", seed=1)
    assert found.value == pytest.approx(0.452774, abs=0.03)
