"""Searches of many positions at once by a net that is in training: PUCT without noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from kibitz.compile.cpu import packed
from kibitz.core.contract import Game
from kibitz.learning.nets.batch import Batch
from kibitz.learning.nets.training import Training
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
    """Return the move that the averaged net finds best in each position, without a search."""
    game, encoding = training.game, training.encoding
    network = training.network()
    words = torch.from_numpy(np.array([network.words(game, state) for state in states])).to(training.device)
    with torch.no_grad():
        scores, _ = training.averaged(training.averaged.bits(words))
    return [
        max(game.actions(state), key=lambda action, own=own: own[encoding.output(action)])  # type: ignore[misc]
        for state, own in zip(states, scores.cpu().numpy(), strict=True)
    ]
