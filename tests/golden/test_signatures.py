"""The work of every search, counted: a change that is meant to change nothing leaves these numbers as they are.

Each line of `signatures.txt` is a game, an agent, and what it did from one seed: nodes, simulations, depth, value, and a hash
over all moves with their values and visits. `python tests/golden/test_signatures.py` writes the file anew.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

import kibitz

FILE = Path(__file__).with_name("signatures.txt")

GAMES = {
    "tic_tac_toe": "minimax alphabeta uct:sims=2000 montecarlo:playouts=500 bandit:playouts=500",
    "connect_four": "alphabeta:depth=9 alphabeta:depth=8,every=true alphabeta:nodes=60000 minimax:depth=6 uct:sims=20000 "
    "uct:sims=8000,solve=false,policy=random uct:sims=8000,rave=300 montecarlo:playouts=2000 bandit:playouts=2000",
    "othello": "alphabeta:depth=7 uct:sims=5000 uct:sims=3000,rave=100",
    "checkers": "alphabeta:depth=9 alphabeta:depth=7,pruning=none uct:sims=3000",
    "chess": "alphabeta:depth=7 alphabeta:depth=5,pruning=quiescence alphabeta:depth=5,every=true uct:sims=2000",
    "go:size=9": "uct:sims=2000",
    "backgammon": "expectiminimax:depth=2 expectiminimax:depth=2,pruning=star2 uct:sims=2000",
    "hypergammon": "expectiminimax:depth=2,pruning=star1",
    "pig": "expectiminimax:depth=4 uct:sims=2000",
    "2048": "expectimax:depth=2 alphabeta:depth=2",
    "nim": "minimax alphabeta",
    "mnk:width=4,height=4,connect=3,players=3": "maxn:depth=5 paranoid:depth=5 bestreply:depth=5 uct:sims=2000",
    "chinese_checkers": "maxn:depth=3 uct:sims=1000",
    "morris": "alphabeta:depth=5 uct:sims=2000",
    "kalah": "alphabeta:depth=9 uct:sims=2000",
    "dobutsu": "alphabeta:depth=6 uct:sims=2000",
    "pacman": "alphabeta:depth=6 expectimax:depth=5 uct:sims=1000",
    "tree": "minimax alphabeta uct:sims=50",
}
PAIRS = [(game, agent) for game, agents in GAMES.items() for agent in agents.split()]


def signature(game: str, agent: str) -> str:
    """Return the line of one search."""
    decision = kibitz.decide(game, None, agent, seed=7)
    moves = [(move.action, move.value, move.visits, move.line, move.score) for move in decision.moves]
    told = repr((decision.action, decision.actions, decision.line, moves, decision.utilities, decision.score))
    counts = f"{decision.nodes} nodes {decision.simulations or 0} simulations depth {decision.depth}"
    return f"{game} {agent}: {counts} value {decision.value:.12g} {sha256(told.encode()).hexdigest()[:12]}"


@pytest.mark.conformance
@pytest.mark.parametrize(("game", "agent"), PAIRS)
def test_searches_do_the_same_work(game: str, agent: str) -> None:
    assert signature(game, agent) in FILE.read_text("utf-8").splitlines()


if __name__ == "__main__":
    lines = []
    for pair in PAIRS:
        lines.append(signature(*pair))
        print(lines[-1], flush=True)
    FILE.write_text("\n".join(lines) + "\n", "utf-8")
