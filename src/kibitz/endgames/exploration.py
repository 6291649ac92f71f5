"""Exploration of the graph of positions by compiled rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native, packed, why_not_native
from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.core.tasks import Stopped
from kibitz.endgames.graph import MAX_EDGES, MAX_POSITIONS, TERMINAL, Graph, small_graph, too_large
from kibitz.endgames.hash_table import find_or_add, rehash


def explorer(game: Any, jit: Jit) -> Any:
    """Build `explore(start, rows, hash_table, graph, progress, stop)`.

    Positions are rows of words, found again through `hash_table`, an open hash table of row numbers (-1 is free). The function
    goes on from `progress` (positions known, positions expanded, moves written) until all that follows from `start` is
    expanded or some array is full, and returns the number of that position, -1 if there is no room for it.
    """
    players, words, find = game.players, game.words, find_or_add(game, jit)

    @jit
    def explore(start: Any, rows: Any, hash_table: Any, graph: Any, progress: Any, stop: Any) -> int:
        movers, first, actions, targets = graph.movers, graph.first, graph.actions, graph.targets
        probabilities, utilities = graph.probabilities, graph.utilities
        known, done, written = progress[0], progress[1], progress[2]
        if known == len(rows):
            return -1
        number = find(start, rows, hash_table, known)
        known = max(known, number + 1)
        progress[0] = known
        row = np.zeros(words, np.int64)
        while done < known and stop[0] == 0:
            s = game.unpack(rows[done])
            first[done] = written
            if game.is_terminal(s):
                movers[done] = TERMINAL
                for player in range(players):
                    utilities[done, player] = game.utility(s, player)
            else:
                movers[done] = game.to_move(s)
                count = game.count_actions(s)
                if known + count > len(rows) or written + count > len(actions):
                    break
                written += game.fill_actions(s, actions, written)
                total = 0.0
                for index in range(first[done], written):
                    game.pack(game.result(s, actions[index]), row)
                    target = find(row, rows, hash_table, known)
                    known = max(known, target + 1)
                    targets[index] = target
                    probabilities[index] = game.probability(s, actions[index]) if movers[done] == CHANCE else 1.0
                    total += probabilities[index]
                if movers[done] == CHANCE:
                    game.require_whole(s, total)
            done += 1
            progress[0], progress[1], progress[2] = known, done, written
        first[done] = written
        return int(number)

    return explore


def graph(game: Game, state: Any, stop: Any) -> Graph:
    """Return all that can come up from `state`, by compiled rules where the game compiles."""
    if why_not_native(game) is None:
        exploration = Exploration(game)
        exploration.position(state, stop)
        return exploration.graph()
    small = small_graph(game, state, stop, MAX_POSITIONS)
    if small is None:
        raise too_large()
    return small


class Exploration:
    """Positions found by the compiled kernel, with all that can come up from them; more can be added at any time.

    What is known stays as it is when a position is added: its moves lead to nothing new.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.explore = native(explorer, game)
        positions, moves = 1 << 12, 1 << 14
        self.rows = np.zeros((positions, len(packed(game, game.initial()))), np.int64)
        self.arrays = Graph(
            movers=np.zeros(positions, np.int64),
            first=np.zeros(positions + 1, np.int64),
            actions=np.zeros(moves, np.int64),
            targets=np.zeros(moves, np.int64),
            probabilities=np.zeros(moves),
            utilities=np.zeros((positions, game.players)),
        )
        self.hash_table = np.full(2 * positions, -1, np.int64)
        self.progress = np.zeros(3, np.int64)

    def position(self, state: Any, stop: Any) -> int:
        """Return the number of a position after exploring all that follows from it, or raise `Stopped`."""
        while True:
            number = int(self.explore(packed(self.game, state), self.rows, self.hash_table, self.arrays, self.progress, stop))
            known, done, written = (int(count) for count in self.progress)
            if number >= 0 and done == known:
                return number
            if stop[0]:
                raise Stopped
            self._grow(known, written)

    def _grow(self, known: int, written: int) -> None:
        """Double the arrays that are full, those of positions or those of moves."""
        arrays = self.arrays
        if 2 * written > len(arrays.actions):
            moves = 2 * len(arrays.actions)
            if moves > MAX_EDGES:
                raise too_large()
            arrays = arrays._replace(
                actions=_longer(arrays.actions, moves),
                targets=_longer(arrays.targets, moves),
                probabilities=_longer(arrays.probabilities, moves),
            )
        if 2 * known > len(self.rows):
            positions = 2 * len(self.rows)
            if positions > 2 * MAX_POSITIONS:
                raise too_large()
            arrays = arrays._replace(
                movers=_longer(arrays.movers, positions),
                first=_longer(arrays.first, positions + 1),
                utilities=_longer(arrays.utilities, positions),
            )
            self.rows = _longer(self.rows, positions)
            self.hash_table = _hash_table(self.game, self.rows[:known], 2 * positions)
        self.arrays = arrays

    def graph(self) -> Graph:
        """Return what has been explored."""
        known, _, written = (int(count) for count in self.progress)
        arrays = self.arrays
        return Graph(
            arrays.movers[:known], arrays.first[: known + 1], arrays.actions[:written], arrays.targets[:written],
            arrays.probabilities[:written], arrays.utilities[:known],
        )  # fmt: skip


def _hash_table(game: Game, rows: Any, size: int) -> Any:
    """Return a hash table of the rows."""
    hash_table = np.full(size, -1, np.int64)
    native(rehash, game)(rows, hash_table)
    return hash_table


def _longer(array: Any, length: int) -> Any:
    """Return a longer copy of an array, zeros at its end."""
    longer = np.zeros((length, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer
