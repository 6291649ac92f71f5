"""The tree: its memory, its threads, what is kept of it between moves, chance, moves played later, intervals."""

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
from kibitz.search.montecarlo import agents
from kibitz.search.montecarlo import tree as at
from kibitz.search.montecarlo.agents import Plan
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.result import interval
from kibitz.search.montecarlo.reuse import follow
from kibitz.search.montecarlo.sizes import memory_size
from kibitz.search.montecarlo.statistics import BUSY, entering, gaining, handing_in
from kibitz.search.montecarlo.tree import ROOT, Tree
from kibitz.search.montecarlo.workspace import new_desk

CONNECT_FOUR = kibitz.load("connect_four")


def grown(game: Any, simulations: int, state: Any = None, **options: Any) -> Engine:
    """Return an engine after so many simulations."""
    engine = Plan(Limits(), c=1.4, **{"memory": 64_000_000, **options}).engine(game, 1)
    engine.begin(game.initial() if state is None else state)
    engine.run(simulations, np.zeros(1, np.int64))
    return engine


def visits(decision: Decision) -> int:
    return sum(move.visits or 0 for move in decision.moves)


def test_a_full_tree_goes_on_learning_within_its_memory() -> None:
    engine = grown(CONNECT_FOUR, 30_000, settles=True, memory=400_000)
    tree = engine.tree
    assert tree.ledger[at.FULL] == 1
    assert tree.words.nbytes <= 400_000
    assert tree.ledger[at.USED] <= len(tree.words)
    assert engine.simulations == 30_000
    assert sum(tree.visits(slot) for slot in tree.block(ROOT)) == 30_000
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
    engine = grown(CONNECT_FOUR, 20_000, settles=True, threads=threads)
    assert_counts_add_up(engine.tree, ROOT)
    totals = [float(engine.tree.numbers[slot + at.TOTAL]) for slot in engine.tree.block(ROOT)]
    assert totals == [sum(float(sums[3 * place]) for sums in engine.sums) for place in range(7)]
    assert engine.nodes == str(_image(engine.tree, ROOT)).count("'n'")


def test_the_shortest_time_is_enough_for_one_simulation() -> None:
    engine = grown(CONNECT_FOUR, 0)
    engine.run(None, np.ones(1, np.int64))
    assert engine.simulations == 1


def test_counts_of_games_played_elsewhere_may_be_very_large() -> None:
    engine = grown(CONNECT_FOUR, 10)
    engine.tree.words[ROOT + at.VISITS] = 1 << 45
    assert engine.simulations == 1 << 45


def test_a_book_loses_nothing_when_two_slots_of_a_path_want_the_same_entry() -> None:
    traits = grown(CONNECT_FOUR, 1, threads=2).traits
    tree = Tree.within(8 * at.ENTRIES * at.ENTRY * 8, traits)
    slots, desk, path = tree.slots(), new_desk(0, 0), (ROOT, at.stride_of(traits) * at.ENTRIES)
    tree.words[[slot + at.VISITS for slot in path]] = BUSY
    enter, (arrive, gain), (hand_in, _) = (
        build(lambda function: function, traits=traits) for build in (entering, gaining, handing_in)
    )
    for _ in range(3):
        for ply, slot in enumerate(path):
            enter(slot, ply, desk, slots)
        for ply, slot in enumerate(path):
            arrive(slot, ply, 1, desk, slots)
            gain(slot, ply, 0.5, desk, slots)
    hand_in(slots)
    assert [tree.visits(slot) for slot in path] == [BUSY + 3] * 2
    assert [float(tree.numbers[slot + at.TOTAL]) for slot in path] == [1.5, 1.5]
    assert (slots.book[:: at.ENTRY] == at.EMPTY).all()


@pytest.mark.parametrize("name", ["pig:goal=15", "mnk:players=3"])
def test_threads_count_right_with_chance_and_with_many_players(name: str) -> None:
    game = kibitz.load(name)
    engine = grown(game, 20_000, threads=2)
    assert engine.simulations == 20_000
    assert_counts_add_up(engine.tree, ROOT)
    width = game.players + 1
    for place, slot in enumerate(engine.tree.block(ROOT)):
        assert engine.tree.visits(slot) == sum(sums[place * width + game.players] for sums in engine.sums)
    assert_probabilities_are_whole(game, game.initial(), engine.tree, ROOT)


def assert_probabilities_are_whole(game: Any, state: Any, tree: Tree, slot: int) -> None:
    """Hold the outcomes of every chance node to the game's probabilities."""
    for below in tree.block(slot):
        action = tree.action(below)
        if game.to_move(state) == CHANCE:
            assert tree.numbers[below + at.TOTAL] == game.probability(state, action)
        assert_probabilities_are_whole(game, game.result(state, action), tree, below)


def test_a_failure_stops_all_threads() -> None:
    def fail(decision: Decision) -> None:
        raise RuntimeError("the listener has enough")

    kibitz.decide(CONNECT_FOUR, None, "uct:sims=10,threads=2")
    begun = time.process_time()
    with pytest.raises(RuntimeError, match="has enough"):
        kibitz.decide(CONNECT_FOUR, None, "uct:time=60,threads=2", listen=fail)
    assert time.process_time() - begun < 20


def assert_counts_add_up(tree: Tree, slot: int) -> None:
    """Hold every node to its children: each visit but the first went on to one of them."""
    below = list(tree.block(slot))
    if not below:
        return
    low, high = tree.bounds(slot)
    passed = sum(tree.visits(child) for child in below)
    assert passed <= tree.visits(slot)
    if low != high and slot != ROOT:
        assert tree.visits(slot) - passed <= 4, "only the first visits, of one or more threads, end at a node"
    for child in below:
        assert tree.visits(child) >= 0
        assert_counts_add_up(tree, child)


@pytest.mark.parametrize("options", [{}, {"threads": 3}, {"memory": 1_000_000}, {"rave": 100}], ids=str)
def test_what_is_kept_between_moves_is_unchanged(options: dict[str, Any]) -> None:
    game, engine = CONNECT_FOUR, grown(CONNECT_FOUR, 20_000, settles=True, **options)
    first = game.initial()
    second = game.result(first, 3)
    third = game.result(second, 3)
    slot = next(s for s in engine.tree.block(ROOT) if engine.tree.action(s) == 3)
    slot = next(s for s in engine.tree.block(slot) if engine.tree.action(s) == 3)
    before, memory = _image(engine.tree, slot), engine.tree.words
    assert follow(engine, third, [first, second])
    assert _image(engine.tree, ROOT) == before
    assert engine.nodes == str(before).count("'n'")
    engine.run(1000, np.zeros(1, np.int64))
    assert engine.simulations == before[1] + 1000
    assert engine.tree.words is memory
    assert not follow(engine, game.parse("11"), [first, game.parse("1")])
    assert not follow(engine, third, [])


def _image(tree: Tree, slot: int) -> tuple[Any, ...]:
    """Return the tree below a slot; `'n'` marks nodes with visits."""
    count, total = tree.visits(slot), float(tree.numbers[slot + at.TOTAL])
    mark = "n" if count else ""
    later = (int(tree.words[slot + at.LATER_VISITS]), float(tree.numbers[slot + at.LATER_TOTAL])) if tree.traits.amaf else ()
    return mark, count, total, later, tree.action(slot), tree.bounds(slot), [_image(tree, below) for below in tree.block(slot)]


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
    engine = grown(game, 1, rave=100.0)
    tree, desk = engine.tree, engine.desks[0]
    from kibitz.search.montecarlo import workspace as on

    played = [(int(desk[on.PLAYED + 2 * place]), int(desk[on.PLAYED + 2 * place + 1])) for place in range(int(desk[on.LENGTH]))]
    assert [player for player, _ in played] == [place % 2 for place in range(len(played))]
    later = {tree.action(slot): int(tree.words[slot + at.LATER_VISITS]) for slot in tree.block(ROOT)}
    assert later == {action: int((0, action) in played) for action in range(9)}
    totals = {float(tree.numbers[slot + at.LATER_TOTAL]) for slot in tree.block(ROOT)} - {0.0}
    assert len(totals) <= 1
    found = kibitz.decide(CONNECT_FOUR, None, "uct:sims=3000,rave=300", seed=1)
    assert all(move.visits for move in found.moves), "no move is forgotten for what it did later in games"


def test_urgency_leaves_moves_untried() -> None:
    """With 0.1 for a move not tried, and no bonus, the first good one is tried again before the others."""
    narrow = kibitz.decide(CONNECT_FOUR, None, "uct:sims=7,fpu=0.1,c=0,solve=false", seed=1)
    assert sum(1 for move in narrow.moves if move.visits) < 7
    wide = kibitz.decide(CONNECT_FOUR, None, "uct:sims=7,c=0,solve=false", seed=1)
    assert all(move.visits == 1 for move in wide.moves)


def test_the_interval_by_hand() -> None:
    """Wilson's: 7 of 10 lies between 0.3968 and 0.8922 (95 %)."""
    tree = Plan(Limits()).engine(CONNECT_FOUR, 0).tree
    tree.facts[at.SEEN_LOW], tree.facts[at.SEEN_HIGH] = 0.0, 1.0
    assert interval(0.7, 10, tree) == pytest.approx((0.3968, 0.8922), abs=1e-4)
    tree.facts[at.SEEN_LOW] = -1.0
    assert interval(0.4, 10, tree) == pytest.approx((2 * 0.3968 - 1, 2 * 0.8922 - 1), abs=2e-4)


def test_time_and_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Decision] = []
    kibitz.decide(CONNECT_FOUR, None, "uct:sims=10", seed=1)
    monkeypatch.setattr(agents, "TELL_SECONDS", 0.01)
    begun, worked = time.perf_counter(), time.process_time()
    found = kibitz.decide(CONNECT_FOUR, None, "uct:time=1.3", listen=told.append)
    assert time.perf_counter() - begun > 1.2
    assert time.process_time() - worked < 5
    assert len(told) >= 1
    assert (told[0].simulations or 0) < (found.simulations or 0)
    assert all(move.interval is not None for move in told[0].moves if move.visits)


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
