"""What an experiment says follows from its figures: a sentence that they do not bear out is not printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from kibitz.experiments import experiments, find_experiment
from kibitz.experiments.alphabeta import Effort
from kibitz.experiments.deepening import ANSWERS, COSTS, DEPTHS, Iteration
from kibitz.experiments.experiment import Results
from kibitz.experiments.findings import rises
from kibitz.experiments.informed import PLAYERS
from kibitz.experiments.mazes import EXPECTIMAX, MINIMAX, MINIMISING, RANDOM, Outcome
from kibitz.experiments.mcts_ladder import PLAYOUTS, VERSIONS
from kibitz.experiments.monotone import CHANGES
from kibitz.experiments.monster import Ending
from kibitz.experiments.ordering import WIDTH, least
from kibitz.experiments.pathology import HEIGHT, KINDS
from kibitz.experiments.uct_convergence import SIMULATIONS, Answer

TRIALS = 20


def some(of: int) -> list[bool]:
    """Return so many successes among all trials."""
    return [place < of for place in range(TRIALS)]


def pacman(scores: dict[Any, tuple[int, int]]) -> Results:
    """Return games with these scores, so many of them won."""
    return {key: [Outcome(score, won) for won in some(wins)] for key, (score, wins) in scores.items()}


def tabled(name: str, positions: int, share: float, plies: int) -> Ending:
    """Return what a table might say, of which White wins a share, and in so many plies at the longest."""
    won = int(share * positions)
    return Ending(name, positions, share, share, won, 0, plies, "White", False, "8/8/8/8/8/8/8/8 w", (), (), {1: won})


def swapped(scores: dict[Any, tuple[int, int]], pairs: dict[Any, Any]) -> dict[Any, tuple[int, int]]:
    """Return what the other came to, for each of these keys."""
    return {key: scores[pairs.get(key, key)] for key in scores}


ASSUMED = {
    (MINIMAX, MINIMISING): (510, 20), (MINIMAX, RANDOM): (505, 20),
    (EXPECTIMAX, MINIMISING): (-495, 0), (EXPECTIMAX, RANDOM): (518, 20),
}  # fmt: skip
OTHERS = {
    (pacman, ghost): (EXPECTIMAX if pacman == MINIMAX else MINIMAX, ghost) for pacman, ghost in ASSUMED
}  # fmt: skip
DANGERS = {
    ("optimism", MINIMAX): (510, 20), ("optimism", EXPECTIMAX): (-495, 0),
    ("pessimism", MINIMAX): (-501, 0), ("pessimism", EXPECTIMAX): (15, 10),
}  # fmt: skip
EVALUATED = {
    (name, depth): (points, wins) for name, points, wins in (("score", 100, 5), ("better", 1000, 19)) for depth in (1, 2, 3)
}


def ladder(curves: dict[str, list[int]]) -> Results:
    """Return decisions of all versions, as many right as the curves say."""
    return {
        (name, playouts): some(right) for name, curve in curves.items() for playouts, right in zip(PLAYOUTS, curve, strict=True)
    }


GOOD_LADDER = ladder(dict(zip(VERSIONS, (
    [10, 15, 15, 16, 16], [9, 10, 10, 10, 10], [10, 14, 15, 15, 15],
    [11, 14, 16, 17, 18], [11, 15, 16, 18, 19], [15, 16, 17, 18, 19],
), strict=True)))  # fmt: skip
BAD_LADDER = ladder(dict(zip(VERSIONS, (
    [15, 15, 15, 15, 15], [17, 17, 17, 18, 18], [17, 17, 17, 17, 17],
    [18, 17, 16, 15, 14], [18, 17, 16, 15, 13], [17, 17, 17, 17, 17],
), strict=True)))  # fmt: skip


def bent(unbent: int, expected: int) -> Results:
    """Return so many changed moves: of minimax and of expectimax on a straight scale, and of expectimax on bent ones."""
    return {
        (agent, change): some(unbent if agent == "minimax" or change == "3x + 2" else expected)
        for agent in ("minimax", "expectimax")
        for change in CHANGES
    }


def pruned(times: dict[str, list[tuple[int, int]]], off: float = 0.0) -> Results:
    """Return states looked at by Star1 and Star2 where plain search looks at 1000, depth by depth."""
    return {
        (name, depth): [{"none": (0.5, 1000), "Star1": (0.5, first), "Star2": (0.5 + off, second)}]
        for name, found in times.items()
        for depth, (first, second) in enumerate(found, start=1)
    }


def deepened(engine: int, right: dict[str, list[int]]) -> Results:
    """Return iterations of which the engine looks at so many states for one of plain search."""
    return {
        (name,): [
            [
                Iteration(4**depth, 4 ** (depth + 1) // 3, engine * 4**depth // 2, trial < right[name][place])
                for place, depth in enumerate(depths)
            ]
            for trial in range(TRIALS)
        ]
        for name, depths in DEPTHS.items()
    }


def leaves(best: Callable[[int], int], random: Callable[[int], int], worst: Callable[[int], int]) -> Results:
    """Return leaves looked at in each order."""
    orders = {"best first": best, "random": random, "worst first": worst}
    return {(name, depth): [count(depth)] for name, count in orders.items() for depth in range(2, 9)}


def decided(independent: list[int], dependent: list[int]) -> Results:
    """Return decisions on boards of both kinds, as many right at each depth."""
    columns = zip(KINDS, (independent, dependent), strict=True)
    return {(name,): [tuple(trial < right for right in found) for trial in range(TRIALS)] for name, found in columns}


class Both(NamedTuple):
    """Figures that bear the sentences out, figures that contradict them, and words of each such sentence."""

    good: Results
    bad: Results
    words: tuple[str, ...]


CASES = {
    "alphabeta": Both(
        {(depth,): [(Effort(1.0, 10 * 4**depth, 1.0), Effort(1.0, 10 * 2**depth, 1.0))] for depth in (1, 2, 3)},
        {(depth,): [(Effort(1.0, 100, 1.0), Effort(2.0, 90 + 10 * depth, 1.0))] for depth in (1, 2, 3)},
        ("find the same value", "fewer states at every depth", "grows with the depth"),
    ),
    "assumptions": Both(
        pacman(ASSUMED),
        pacman(swapped(ASSUMED, OTHERS)),
        ("wins every game", "13 points less", "1005 points less", "the careful one less than the other"),
    ),
    "better-eval": Both(
        pacman(EVALUATED),
        pacman(swapped(EVALUATED, {key: ("score" if key[0] == "better" else "better", key[1]) for key in EVALUATED})),
        ("more games and more points", "worth more than a few rounds"),
    ),
    "deepening": Both(
        deepened(1, {COSTS: [8, 10, 12, 15, 14, 13, 12, 11, 10, 9], ANSWERS: [10, 12, 14, 16, 18, 20, 20]}),
        deepened(4, {COSTS: [8, 9, 10, 11, 12, 13, 14, 15, 16, 17], ANSWERS: [20, 19, 18, 17, 16, 15, 14]}),
        ("cheaper than a single search", f"In {ANSWERS} no depth answers worse", f"In {COSTS} the answers get better up to"),
    ),
    "informed": Both(
        {(name,): found for name, found in zip(PLAYERS, ([0, 0, 0, 1], [0, 0, 0, 1], [0, 1, 1, 1]), strict=True)},
        {(name,): found for name, found in zip(PLAYERS, ([-1, 1, 1, 1], [0, 0, 1, 1], [0, 0, 0, 1]), strict=True)},
        ("loses no game", "gains most", "makes the difference"),
    ),
    "mcts-ladder": Both(
        GOOD_LADDER,
        BAD_LADDER,
        ("finds the fewest", "finds more with the most games", "closer version 2.0 comes to perfect play", "find still more",
         "help most where games are few", "no worse than UCB1"),
    ),
    "monster": Both(
        {("KQK",): [tabled("KQK", 1000, 0.99, 19)], ("KRNKNN",): [tabled("KRNKNN", 10**9, 0.96, 523)]},
        {("KQK",): [tabled("KQK", 1000, 0.5, 0)], ("KRNKNN",): [tabled("KRNKNN", 10**9, 0.89, 509)]},
        ("90 % or more in 2 of the endings", "is that of KRNKNN in 262 moves", "262 moves to mate, as published"),
    ),
    "monotone": Both(
        bent(0, 5),
        bent(5, 0),
        ("its move never changes", "keeps its move", "must have the right sizes"),
    ),
    "optimism": Both(
        pacman(DANGERS),
        pacman(swapped(DANGERS, {key: (key[0], EXPECTIMAX if key[1] == MINIMAX else MINIMAX) for key in DANGERS})),
        ("passes right in front", "dies at once", "wins 50 % of his games"),
    ),
    "ordering": Both(
        leaves(least, lambda depth: 3**depth + 8, lambda depth: WIDTH**depth),
        leaves(lambda depth: least(depth) + 1, lambda depth: WIDTH**depth, least),
        ("cuts less than half", "the fewest that any search", "lies between the two"),
    ),
    "pathology": Both(
        decided([14, 14, 13, 13, 12, 12, 12, 11, 20], [17, 18, 18, 19, 19, 19, 19, 20, 20]),
        decided([14, 14, 15, 15, 16, 16, 17, 18, 20], [20, 19, 19, 19, 18, 18, 18, 17, 20]),
        ("Nau's pathology", "deeper search decides better"),
    ),
    "star": Both(
        pruned({"backgammon": [(1000, 1000), (900, 150), (800, 25)], "pig": [(1000, 1000), (1000, 1000), (990, 950)]}),
        pruned({"backgammon": [(1000, 100), (500, 200), (300, 300)], "pig": [(500, 500), (400, 400), (300, 400)]}, off=0.1),
        ("stays that of expectiminimax", "Star1 saves little in back", "grows with the depth in backgammon", "much in pig"),
    ),
    "uct-convergence": Both(
        {(sims,): [Answer(right, 0.1 * place) for right in some(3 * place)] for place, sims in enumerate(SIMULATIONS, start=1)},
        {(sims,): [Answer(right, 1 / sims) for right in some(20 - 3 * place)] for place, sims in enumerate(SIMULATIONS)},
        ("plays minimax's move more often", "go to the best moves"),
    ),
}  # fmt: skip


def test_every_experiment_is_here() -> None:
    assert CASES.keys() == experiments().keys()
    assert HEIGHT == 10


@pytest.mark.parametrize("name", CASES)
def test_sentences_follow_from_the_figures(name: str) -> None:
    case, report = CASES[name], find_experiment(name).report
    good, bad = report(case.good).says, report(case.bad).says
    for words in case.words:
        assert words in good
        assert words not in bad


@pytest.mark.parametrize("name", CASES)
def test_little_is_said_of_what_was_not_measured(name: str) -> None:
    """Whatever was finished, a sentence on two measurements needs both."""
    case, report = CASES[name], find_experiment(name).report
    key, found = next(iter(case.good.items()))
    alone = report({key: found}).says
    assert len(alone) < len(report(case.good).says)
    assert "nan" not in alone


def test_what_rises() -> None:
    assert all(rises(values) for values in ([1, 1, 2], [1, 2]))
    assert not any(rises(values) for values in ([1, 1], [2], [1, 3, 2], [1, float("nan"), 2], []))
