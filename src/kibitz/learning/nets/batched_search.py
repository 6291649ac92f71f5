"""Searches of many positions at once by a net that is in training: PUCT without noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from kibitz.compile.cpu import packed
from kibitz.core.contract import Game, Symmetries, implements
from kibitz.learning.nets.batch import Batch
from kibitz.learning.nets.training import Training
from kibitz.models.net.network import Network
from kibitz.search.puct.forest import BUDGET, CANDIDATES, EDGES, NODES, UNEXPANDED


def searched(training: Training, states: Sequence[Any], simulations: int) -> list[int]:
    """Return the move that a search by the averaged net makes in each position; none of them is finished."""
    game: Game = training.game
    settings = replace(training.settings, games=len(states), ring=1, full=simulations, fast=1)
    batch = Batch(game, training.encoding, settings, training.device, 0, 1)
    forest, count = batch.forest, len(states)
    registers = batch.registers
    registers[:, [CANDIDATES, NODES]] = torch.tensor([0, 1], device=training.device)
    registers[:, BUDGET] = 1 << 40  # no move is made
    rows = torch.from_numpy(np.array([packed(game, state) for state in states])).to(training.device)
    forest.states.view(count, -1)[:, : rows.shape[1]] = rows
    forest.count.view(count, -1)[:, 0] = UNEXPANDED
    movers = torch.tensor([game.to_move(state) for state in states], dtype=torch.int32)
    forest.mover.view(count, -1)[:, 0] = movers.to(training.device)
    registers[:, EDGES] = 0
    batch.steps(simulations, training.playing, training.kind)
    first = forest.first.view(count, -1)[:, 0].cpu().numpy()
    moves = forest.count.view(count, -1)[:, 0].cpu().numpy()
    visits, actions = forest.edge_visits.cpu().numpy(), forest.action.cpu().numpy()
    return [int(actions[at + visits[at : at + n].argmax()]) for at, n in zip(first, moves, strict=True)]


def raw_moves(training: Training, states: Sequence[Any]) -> list[int]:
    """Return the move that the averaged net finds best in each position, without a search: what `greedy` plays with it.

    As there, it is the average over the symmetric forms of a position, where the game names them.
    """
    game, network = training.game, training.network()
    symmetric = game if implements(game, Symmetries) else None
    shares: list[dict[int, float]] = [dict.fromkeys(game.actions(state), 0.0) for state in states]
    for form in range(1 if symmetric is None else symmetric.count_symmetries()):
        moved = states if symmetric is None else [symmetric.symmetric(state, form) for state in states]
        for state_shares, scores in zip(shares, _scores(training, network, moved), strict=True):
            names = {a: a if symmetric is None else symmetric.symmetric_action(a, form) for a in state_shares}
            own = scores[[training.encoding.output(name) for name in names.values()]]
            weights = np.exp(own - own.max())
            for action, share in zip(state_shares, weights / weights.sum(), strict=True):
                state_shares[action] += float(share)
    return [max(own, key=own.__getitem__) for own in shares]


def _scores(training: Training, network: Network, states: Sequence[Any]) -> Any:
    """Return what the averaged net says of all outputs in each position; `network` is a copy of it that names the inputs."""
    words = torch.from_numpy(np.array([network.words(training.game, state) for state in states])).to(training.device)
    with torch.no_grad():
        scores, _ = training.averaged(training.averaged.bits(words))
    return scores.cpu().numpy()
