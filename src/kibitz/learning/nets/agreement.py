"""How well a net, without any search, agrees with perfect play: in random positions of games that are solved at once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from kibitz.core.chance import has_chance
from kibitz.core.contract import Game
from kibitz.core.game import constant_sum
from kibitz.core.intervals import wilson_interval
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random
from kibitz.learning.run import Figure
from kibitz.models.net.network import Network
from kibitz.search.solving.solver import Solver

POSITIONS, SECONDS = 1000, 10.0
"""So many positions are solved, once, if that takes no longer than so many seconds."""


def agreement(game: Game, network: Network) -> dict[str, Figure]:
    """Return the share of positions in which the net's move keeps the value, where the game can be solved at once."""
    kept = [_best_move(game, network, state) in best for state, best in solved_positions(game)]
    if not kept:
        return {}
    share = float(np.mean(kept))
    return {"moves that lose nothing": Figure(share, *wilson_interval(share, len(kept)))}


def _best_move(game: Game, network: Network, state: Any) -> int:
    """Return the move that the net finds most promising."""
    shares, _ = network.ask(game, state)
    return max(shares, key=shares.__getitem__)


@lru_cache(maxsize=4)
def solved_positions(game: Game) -> tuple[tuple[Any, frozenset[int]], ...]:
    """Return positions in which a move can lose something, with the moves that do not; none where solving takes long."""
    if game.players != 2 or constant_sum(game) is None or has_chance(game):
        return ()
    solver, random, found = Solver(game), Random(1), []
    if not solver.solve(game.initial(), seconds=SECONDS).exact:
        return ()
    for _ in range(POSITIONS):
        state = game.initial()
        for _ in range(random.below(40)):
            after = game.result(state, sample(game, state, random))
            if game.is_terminal(after):
                break
            state = after
        decision = solver.solve(state)
        if 0 < len(decision.actions) < len(list(game.actions(state))):
            found.append((state, frozenset(decision.actions)))
    return tuple(found)
