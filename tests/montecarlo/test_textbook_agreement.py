"""The same seed, the same tree: native Monte Carlo searches and the textbook's come to the same statistics."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.core.decision import Decision

GAMES = ["tic_tac_toe", "connect_four:width=5,height=4,connect=3", "pig:goal=15", "nim:piles=2+3,players=3"]
AGENTS = ["uct:sims=400", "uct:sims=150,c=0.3"]
BEFORE_TREES = ["bandit:playouts=200", "bandit:playouts=200,rule=greedy", "montecarlo:playouts=200"]


def statistics(decision: Decision) -> tuple[object, ...]:
    """Return everything that a decision counts."""
    moves = [(move.action, move.visits, move.value, move.utilities) for move in decision.moves]
    return decision.action, decision.value, decision.line, decision.depth, decision.nodes, decision.simulations, moves


def both(game: str, agent: str, seed: int) -> tuple[Decision, Decision]:
    rules = kibitz.load(game)
    state = rules.initial()
    plain = ",solve=false,policy=random" if agent.startswith("uct") else ""
    native = kibitz.decide(rules, state, f"{agent}{plain},engine=search", seed=seed)
    return native, kibitz.decide(rules, state, f"{agent},engine=textbook", seed=seed)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("agent", AGENTS)
def test_uct(game: str, agent: str) -> None:
    for seed in (1, 2):
        native, textbook = both(game, agent, seed)
        assert statistics(native) == statistics(textbook)


@pytest.mark.parametrize("game", ["tic_tac_toe", "pig:goal=15"])
@pytest.mark.parametrize("agent", BEFORE_TREES)
def test_the_versions_before_it(game: str, agent: str) -> None:
    native, textbook = both(game, agent, 5)
    assert statistics(native) == statistics(textbook)


def test_another_seed_is_another_tree() -> None:
    first, _ = both("tic_tac_toe", "uct:sims=400", 1)
    second, _ = both("tic_tac_toe", "uct:sims=400", 2)
    assert statistics(first) != statistics(second)
