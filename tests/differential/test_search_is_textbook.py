"""The engine gives the textbook's values: minimax and alpha-beta, at every depth, on random positions of every game."""

from __future__ import annotations

from math import inf

import pytest
from definition import follow, minimax_value, positions

import kibitz
from kibitz.core.agents import find
from kibitz.core.game import about
from kibitz.core.randomness import Random
from kibitz.core.registry import games
from kibitz.search.alphabeta.agent import why_unsupported
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.expectiminimax.engine import Engine as MixedEngine
from kibitz.search.solving.mtdf import ExactSearch

SMALL = {"go": "go:size=3,komi=0"}
"""Games whose usual board has too many moves for the definition."""
SPECS = [*(SMALL.get(name, name) for name in games()),
         "mnk:width=4,height=3,connect=3", "mnk:width=3,height=3,connect=3,players=3", "nim:misere=true",
         "connect_four:width=4,height=4,connect=3", "pig:goal=8", "tree:name=mixed"]  # fmt: skip


def deep(spec: str) -> tuple[int, ...]:
    """Return the depths at which a game is searched by its definition: the larger games' trees soon take too long."""
    if spec == "backgammon":
        return (1,)
    large = ("chess", "checkers", "othello", "hypergammon", "2048", "chinese_checkers", "morris")
    return (1, 2) if spec in large else (1, 2, 3)


SLOW = ("2048", "chinese_checkers", "hypergammon")


@pytest.mark.parametrize("spec", [pytest.param(spec, marks=pytest.mark.conformance if spec in SLOW else ()) for spec in SPECS])
def test_values_agree(spec: str) -> None:
    """Minimax, and alpha-beta that leaves nothing out, say what the definition says, of every move."""
    game = kibitz.load(spec)
    exactly = ",pruning=none" if why_unsupported(game) is None else ""
    for depth in deep(spec):
        for s in positions(game, depth, 6):
            player = game.to_move(s)
            worths = {a: minimax_value(game, game.result(s, a), player, depth - 1) for a in game.actions(s)}
            for agent in (f"minimax:depth={depth},engine=search", f"alphabeta:depth={depth},every=true,engine=search{exactly}"):
                search, options = find(game, agent)
                decision = search.decide(game, s, **options)
                assert decision.value == pytest.approx(max(worths.values()), abs=1e-11), (agent, s)
                assert {move.action: move.value for move in decision.moves} == pytest.approx(worths, abs=1e-11), (agent, s)
                best = {action for action, worth in worths.items() if worth == pytest.approx(decision.value, abs=1e-11)}
                assert set(decision.actions) <= best
                assert decision.action in decision.actions


@pytest.mark.parametrize("spec", [spec for spec in SPECS if why_unsupported(kibitz.load(spec)) is None])
def test_the_engine_keeps_its_contract(spec: str) -> None:
    """r <= alpha means v <= r; alpha < r < beta means v = r; r >= beta means v >= r: in points, for the side to move."""
    game = kibitz.load(spec)
    random = Random(5)
    engine = Engine(game, megabytes=1)
    engine.new_search()
    for s in positions(game, 9, 25):
        depth = 1 + random.below(max(deep(spec)))
        value = engine.value(s, depth)
        assert engine.scale.utility(value) == pytest.approx(minimax_value(game, s, game.to_move(s), depth), abs=1e-11)
        for gap in (0, 1, 5, engine.scale.unit // 8):
            for low in (value - gap - 1, value - gap, value, value + gap):
                high = low + 1 + random.below(3) * gap
                found = engine.value(s, depth, low, high)
                if found <= low:
                    assert value <= found
                elif found >= high:
                    assert value >= found
                else:
                    assert value == found


@pytest.mark.parametrize(
    "spec", [spec for spec in SPECS if why_unsupported(kibitz.load(spec)) and not about(kibitz.load(spec)).cyclic]
)
def test_the_mixed_engine_keeps_its_contract(spec: str) -> None:
    """The same where chance moves, or many do."""
    game = kibitz.load(spec)
    random = Random(5)
    for player in range(min(game.players, 2)):
        engine = MixedEngine(game, player, megabytes=1)
        for s in positions(game, 9 + player, 25):
            depth = 1 + random.below(max(deep(spec)))
            value = minimax_value(game, s, player, depth)
            alpha = value + random.choice((-inf, -1.0, -0.25, 0.0, 0.25))
            beta = max(alpha + 1e-9, value + random.choice((inf, 1.0, 0.25, 0.0, -0.25)))
            if not alpha < beta:
                continue
            found = engine.value(s, depth, alpha, beta)
            if found <= alpha:
                assert value <= found + 1e-12
            elif found >= beta:
                assert value >= found - 1e-12
            else:
                assert value == pytest.approx(found, abs=1e-12)


def test_plain_minimax_visits_all_of_tic_tac_toe() -> None:
    """As the textbook's does, whose nodes its own tests count."""
    game = kibitz.load("tic_tac_toe")
    search, options = find(game, "minimax:engine=search")
    decision = search.decide(game, game.initial(), **options)
    assert (decision.nodes, decision.value) == (549_946, 0.0)


SIGNATURES = {
    ("tic_tac_toe", "alphabeta"): 1844,
    ("connect_four", "alphabeta:depth=9"): 21041,
    ("connect_four", "minimax:depth=5"): 1 + 7 + 7**2 + 7**3 + 7**4 + 7**5,
    ("nim", "alphabeta:engine=search"): 1157,
    ("pig:goal=8", "alphabeta:depth=3"): 95,
}
"""How many states each search looks at: a number here changes only, and knowingly, with the behaviour of the search."""


@pytest.mark.parametrize(("spec", "agent"), SIGNATURES)
def test_node_counts_are_repeatable(spec: str, agent: str) -> None:
    game = kibitz.load(spec)
    search, options = find(game, agent)
    counts = [search.decide(game, game.initial(), **options).nodes for _ in range(2)]
    assert counts == [SIGNATURES[spec, agent]] * 2


def test_solving_asks_few_questions() -> None:
    """The signature of exact solving: candidates, bounds, order, and a table that remembers."""
    game = kibitz.load("connect_four")
    exact = ExactSearch(game)
    exact.engine.new_search()
    assert exact.value(game.parse("274552224131661")) == 0
    assert exact.engine.nodes == 57_287


def test_lines_are_legal_and_lead_to_the_value() -> None:
    game = kibitz.load("connect_four")
    for agent in ("alphabeta:depth=6", "minimax:depth=5"):
        search, options = find(game, agent)
        for s in positions(game, 77, 5):
            decision = search.decide(game, s, **options)
            assert decision.line[0] == decision.action
            player, end = game.to_move(s), follow(game, s, decision.line)
            reached = game.utility(end, player) if game.is_terminal(end) else game.evaluate(end, player)
            assert reached == pytest.approx(decision.value, abs=1e-11)
