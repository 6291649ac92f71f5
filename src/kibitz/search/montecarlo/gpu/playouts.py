"""Pure Monte Carlo on a GPU: the random games after all moves of a position at once, by the thousand million."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from kibitz.compile.cpu import packed
from kibitz.core.bits import wrap
from kibitz.core.game import CHANCE
from kibitz.core.randomness import stream
from kibitz.search.montecarlo import tree as facts_of
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.traits import OWN, utility_range
from kibitz.search.montecarlo.tree import ROOT, TOTAL, VISITS
from kibitz.search.playouts import check_ended, played_on_device

THREADS = 1 << 18
"""As many games are under way at once."""
TURN_SECONDS = 0.1
"""Games are started in turns of about so long; between them the search can be stopped."""
MOST_GAMES_PER_THREAD = 1 << 16


@dataclass
class BulkEngine(Engine):
    """An engine that gives every move of the root equally many random games, on a GPU."""

    launches: int = 0

    def run(self, simulations: int | None, stop: Any, tell: Callable[[], None] | None = None) -> None:
        """Play so many random games in all, or until told to stop; `tell` is called now and then.

        The first game after each move is played on the processor: it makes the slots, and counts moves that end the game.
        """
        game, state = self.game, self.state
        if game.to_move(state) == CHANCE:
            super().run(simulations, stop, tell)  # outcomes are not equally likely
            return
        moves = list(game.actions(state))
        super().run(len(moves), stop)
        after = {slot: game.result(state, self.tree.action(slot)) for slot in self.tree.block(ROOT)}
        going = {slot: packed(game, s) for slot, s in after.items() if not game.is_terminal(s)}
        low, high, _ = utility_range(game, state)
        facts = self.tree.facts
        if isfinite(low) and isfinite(high):
            facts[facts_of.SEEN_LOW] = min(facts[facts_of.SEEN_LOW], low)
            facts[facts_of.SEEN_HIGH] = max(facts[facts_of.SEEN_HIGH], high)
        left = None if simulations is None else simulations // len(moves) - 1
        each = 1
        while going and not stop[0] and (left is None or left > 0):
            threads = THREADS // len(going) if left is None else min(THREADS // len(going), left)
            each = each if left is None else min(each, left // threads)
            begun = time.perf_counter()
            self._play(going, max(1, threads), max(1, each))
            quick = time.perf_counter() - begun < TURN_SECONDS
            left = None if left is None else left - threads * each
            each = min(2 * each, MOST_GAMES_PER_THREAD) if quick else max(1, each // 2)
            if tell is not None:
                tell()

    def _play(self, going: dict[int, Any], threads: int, each: int) -> None:
        """Play from all positions that go on, and count what comes out."""
        players, tree = self.game.players, self.tree
        self.launches += 1
        rows = np.array(list(going.values()))
        found = played_on_device(
            self.game, rows, stream(wrap(self.seed), self.launches), threads, each, self.traits.policy == OWN
        )
        check_ended(found[:, players + 1].sum())
        chooser = self.game.to_move(self.state)
        for slot, sums in zip(going, found, strict=True):
            tree.words[slot + VISITS] += threads * each
            tree.numbers[slot + TOTAL] += sums[chooser]
            place = tree.block(ROOT).index(slot) * (players + 1)
            self.sums[0][place : place + players] += sums[:players]
            self.sums[0][place + players] += threads * each
        tree.words[ROOT + VISITS] += threads * each * len(going)
