"""UCT simulations a second beside OpenSpiel's MCTS, from the same positions in the same run; one thread, then two."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from peers import OPEN_SPIEL
from report import Section

import kibitz
from kibitz.checking.speeds import first_choice

GAMES = {
    "tic_tac_toe": ("tic_tac_toe", 4), "connect_four": ("connect_four", 8), "othello": ("othello", 25),
    "checkers": ("checkers", 10), "chess": ("chess", 6), "backgammon": ("backgammon", 6), "go:size=9": ("go(board_size=9)", 4),
}  # fmt: skip
"""Our games, theirs, and how many times faster we want to be at least."""
OWN = Path(__file__).parent / "own_tic_tac_toe.py"
ROUNDS, SECONDS = 3, 1.0


def ours(spec: str, seconds: float, threads: int = 1) -> Callable[[], float]:
    """Return a function that measures our simulations a second, all moves alike in the random games."""
    game = kibitz.load(spec)
    state, options = first_choice(game), f"threads={threads},policy=random"
    kibitz.decide(game, state, f"uct:sims={threads},{options}")

    def rate() -> float:
        found = kibitz.decide(game, state, f"uct:time={seconds},{options}")
        return (found.simulations or 0) / found.seconds

    return rate


def theirs(spec: str, seconds: float) -> Callable[[], float]:
    """Return a function that measures OpenSpiel's simulations a second, with one random rollout each."""
    spiel = OPEN_SPIEL.load()
    if spec.startswith("python_"):
        OPEN_SPIEL.load("open_spiel.python.games")
    game = spiel.load_game(spec)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])

    def rate() -> float:
        count = 16
        while True:
            evaluator = spiel.RandomRolloutEvaluator(1, 7)
            bot = spiel.MCTSBot(game, evaluator, 1.4, count, 1000, True, 7, False)
            begun = time.perf_counter()
            bot.mcts_search(state)
            spent = time.perf_counter() - begun
            if spent >= seconds / 2:
                return float(count / spent)
            count = int(count * min(8.0, 1.2 * seconds / max(spent, 1e-6)))

    return rate


def best(rates: list[Callable[[], float]], rounds: int) -> list[float]:
    """Return the best of several rounds, in each of which everybody is measured once."""
    found = [[rate() for rate in rates] for _ in range(rounds)]
    return [max(column) for column in zip(*found, strict=True)]


def measure(tiny: bool) -> list[Section]:
    """Return the table."""
    seconds, rounds = (0.05, 1) if tiny else (SECONDS, ROUNDS)
    games = {"tic_tac_toe": GAMES["tic_tac_toe"]} if tiny else GAMES
    asked = [(spec, spec, other, least) for spec, (other, least) in games.items()]
    asked.append(("own tic-tac-toe", str(OWN), "python_tic_tac_toe", 200))
    made = Section(
        "UCT simulations a second",
        "From the first position, one random game with all moves alike for each simulation, one thread, best of several turns: "
        "Kibitz against OpenSpiel's MCTSBot in C++. In the last row both play a game that its user wrote in Python, in Kibitz "
        "`benchmarks/own_tic_tac_toe.py`.",
        ("game", "Kibitz", "OpenSpiel", "times as many", "wanted"),
    )
    for name, spec, other, least in asked:
        if OPEN_SPIEL.is_here:
            mine, peer = best([ours(spec, seconds), theirs(other, seconds)], rounds)
            made.compare(f"a UCT simulation of {name}", OPEN_SPIEL.name, 1 / mine, 1 / peer)
            made.rows.append((name, f"{mine:,.0f}", f"{peer:,.0f}", f"{mine / peer:.1f}", str(least)))
        else:
            made.rows.append((name, f"{best([ours(spec, seconds)], rounds)[0]:,.0f}", "", "", str(least)))
    for spec in ("tic_tac_toe",) if tiny else ("connect_four", "go:size=9", "chess"):
        one, two = best([ours(spec, seconds), ours(spec, seconds, 2)], rounds)
        made.remarks.append(
            f"two threads on one tree, {spec}: {two:,.0f} simulations a second, {two / one:.2f} times one thread's"
        )
    if not OPEN_SPIEL.is_here:
        made.remarks.append(OPEN_SPIEL.absence)
    return [made]
