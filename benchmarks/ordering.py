"""Alpha-beta against plain minimax at equal depth on every two-player game, and what the best order of moves is worth."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from report import Section

import kibitz
from kibitz.checking.speeds import first_choice
from kibitz.core.chance import has_chance
from kibitz.core.contract import Game
from kibitz.core.game import about
from kibitz.experiments.plain import alpha_beta, guided, no_best_moves

UNIFORM = str(Path(__file__).parent / "uniform.py")
SMALL = f"{UNIFORM}:width=3,height=4"
DEPTHS = {
    "backgammon": 2, "checkers": 8, "chess": 4, "connect_four": 8, "go:size=5": 4, "hypergammon": 3,
    "mnk:width=4,height=4,connect=3": 6, "nim": 6, "othello": 8, "pig": 8, "tic_tac_toe": 9, "tree": 2,
}  # fmt: skip
"""How deep each game is searched; one that is not named, and plays two, four moves deep."""
GUIDES = 1 << 22

METHOD = """
From the first position of every two-player game in which a player moves, to equal depth; all three find the same value.
*Plain* alpha-beta remembers nothing and tries moves as the rules give them. *Engine* is Kibitz's `alphabeta:pruning=none`
with its table and its ordering, the nodes of all depths together. *uniform* is a tree of 8 moves in every position with
random outcomes. Where there are dice, chance costs no depth and is never cut.
"""
PERFECT = """
Plain alpha-beta again, with nothing remembered but the best move of every position, as minimax found it, which is tried first.
With m moves and b = leaves^(1/m) the lectures promise about b^(m/2) leaves. No search of a uniform tree gets by with fewer than
b^⌈m/2⌉ + b^⌊m/2⌋ - 1 (Knuth and Moore, 1975), about twice that for an even m; the games' trees are not uniform, so they lie
around it.
"""


class Counts(NamedTuple):
    """The value that all searches found, and how much each looked at."""

    value: float
    minimax: int
    leaves: int
    plain: int
    guided_leaves: int
    engine: int


def counts(game: Game, depth: int) -> Counts:
    """Return what each search needs from the first position, or raise an error where their values differ."""
    state = first_choice(game)
    best_moves = no_best_moves(GUIDES)
    full = guided(game, state, depth, best_moves, prunes=False)
    plain = alpha_beta(game, state, depth)
    ordered = guided(game, state, depth, best_moves, prunes=True)
    options = "" if _mixed(game) else ",pruning=none"
    decision = kibitz.decide(game, state, f"alphabeta:depth={depth}{options}")
    values = [full.value, plain.value, ordered.value, decision.value]
    if max(values) - min(values) > 1e-9:
        raise RuntimeError(f"{about(game).title}, depth {depth}: the values differ, {values}")
    return Counts(full.value, full.nodes, full.leaves, plain.nodes, ordered.leaves, decision.nodes)


def _mixed(game: Game) -> bool:
    """Return whether chance moves in a game."""
    return has_chance(game)


def games(tiny: bool) -> dict[str, int]:
    """Return every two-player game, with the depth to which it is searched."""
    if tiny:
        return {"tic_tac_toe": 4, SMALL: 4}
    named = {spec.partition(":")[0]: spec for spec in DEPTHS}
    found = [named.get(name, name) for name in kibitz.games()]
    return {UNIFORM: 6} | {spec: DEPTHS.get(spec, 4) for spec in found if kibitz.load(spec).players == 2}


def measure(tiny: bool) -> list[Section]:
    """Return node counts of alpha-beta against minimax, and the leaves that are left with perfect ordering."""
    against = Section(
        "Alpha-beta against minimax",
        METHOD,
        ("game", "depth", "value", "minimax, nodes", "plain", "engine", "minimax / plain", "minimax / engine"),
    )
    perfect = Section(
        "Alpha-beta with perfect ordering",
        PERFECT,
        ("game", "m", "b", "leaves, minimax", "leaves, best first", "least, if uniform", "b^(m/2)", "best first / b^(m/2)"),
    )
    for spec, depth in games(tiny).items():
        game = kibitz.load(spec)
        found = counts(game, depth)
        name = spec.replace(UNIFORM, "uniform")
        nodes = [f"{count:,}" for count in (found.minimax, found.plain, found.engine)]
        ratios = [f"{found.minimax / less:,.1f}" for less in (found.plain, found.engine)]
        against.rows.append((name, str(depth), f"{found.value:.3f}", *nodes, *ratios))
        if _mixed(game):
            continue
        breadth = found.leaves ** (1 / depth)
        least = breadth ** (depth // 2) + breadth ** (depth - depth // 2) - 1
        leaves = (f"{found.leaves:,}", f"{found.guided_leaves:,}", f"{least:,.0f}", f"{found.leaves**0.5:,.0f}")
        perfect.rows.append((name, str(depth), f"{breadth:.1f}", *leaves, f"{found.guided_leaves / found.leaves**0.5:.1f}"))
    return [against, perfect]
