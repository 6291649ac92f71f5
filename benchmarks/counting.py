"""Perft: how fast moves are generated, beside Stockfish's own count and OpenSpiel's games driven from Python."""

from __future__ import annotations

from typing import Any

from peers import OPEN_SPIEL, STOCKFISH, Talk
from report import Section
from timing import best_in_turns

import kibitz

OURS = {"chess": 6, "checkers": 10, "othello": 10, "connect_four": 10}
"""How many moves deep the paths of each game are counted."""
OPEN_SPIELS = {"chess": 4, "checkers": 6, "othello": 7, "connect_four": 7}
"""OpenSpiel's depth; in checkers no deeper, since it takes the jumps of one move for several moves."""

METHOD = """
How many paths of so many moves lead from the first position: each program generates moves and counts the last ply without
playing it. Stockfish does so in its own process (`go perft`), OpenSpiel's C++ games are walked by a loop in Python (`child`,
`legal_actions`).
"""


def measure(tiny: bool) -> list[Section]:
    """Return the times of counting paths of moves from the first position of each game."""
    made = Section(
        "Perft: generating moves",
        METHOD,
        ("game, moves", "paths", "program", "seconds", "million paths/s", "Kibitz is"),
    )
    runs = 2 if tiny else 5
    for name, depth in ({"chess": 2} if tiny else OURS).items():
        _beside_stockfish(made, name, depth, runs)
    if OPEN_SPIEL.is_here:
        for name, depth in ({"chess": 2} if tiny else OPEN_SPIELS).items():
            _beside_open_spiel(made, name, depth, runs)
    made.remarks += [peer.absence for peer in (STOCKFISH, OPEN_SPIEL) if not peer.is_here]
    return [made]


def _beside_stockfish(made: Section, name: str, depth: int, runs: int) -> None:
    """Add a game's own count, and Stockfish's where it knows the game."""
    game = kibitz.load(name)
    start = game.initial()
    paths = kibitz.perft(game, start, depth)
    assert paths is not None
    works: dict[str, Any] = {"Kibitz": lambda: kibitz.perft(game, start, depth)}
    if name != "chess" or STOCKFISH.path is None:
        _add(made, f"{name}, {depth}", paths, best_in_turns(runs, works))
        return
    with Talk(STOCKFISH.path) as talk:
        talk.tell("position startpos")
        counted = talk.ask(f"go perft {depth}", "Nodes searched")[-1]
        if int(counted.split()[-1]) != paths:
            raise RuntimeError(f"Stockfish says {counted!r}, Kibitz {paths}")
        works["Stockfish"] = lambda: talk.ask(f"go perft {depth}", "Nodes searched")
        _add(made, f"{name}, {depth}", paths, best_in_turns(runs, works))


def _beside_open_spiel(made: Section, name: str, depth: int, runs: int) -> None:
    """Add a game's count at a depth that a loop in Python reaches too."""
    game = kibitz.load(name)
    start, theirs = game.initial(), OPEN_SPIEL.load().load_game(name).new_initial_state()
    paths, walked = kibitz.perft(game, start, depth), walk(theirs, depth)
    if paths != walked:
        raise RuntimeError(f"{name}, {depth} moves: OpenSpiel counts {walked} paths, Kibitz {paths}")
    works = {"Kibitz": lambda: kibitz.perft(game, start, depth), "OpenSpiel": lambda: walk(theirs, depth)}
    _add(made, f"{name}, {depth}", walked, best_in_turns(runs, works))


def walk(state: Any, depth: int) -> int:
    """Return the number of paths from one of OpenSpiel's states."""
    if depth == 1:
        return len(state.legal_actions())
    return sum(walk(state.child(action), depth - 1) for action in state.legal_actions())


def _add(made: Section, what: str, paths: int, times: dict[str, float]) -> None:
    """Add a row for every program."""
    for program, spent in times.items():
        words = made.compare(f"perft of {what} moves", program, times["Kibitz"], spent) if program != "Kibitz" else ""
        rate = paths / spent / 1e6
        made.rows.append((what, f"{paths:,}", program, f"{spent:.4f}", f"{rate:.1f}", words))
