"""All positions that can come up from a state, as arrays: the ground for exact solving where trees have no end.

Shapes: N positions, E moves or outcomes, P players. The children of position i are the places first[i] to first[i + 1] of
the move arrays; position 0 is where exploring began.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native, packed, why_not_native
from kibitz.core.content import identity
from kibitz.core.contract import Game
from kibitz.core.errors import UnsupportedError
from kibitz.core.game import CHANCE
from kibitz.core.questions import is_over_at, mover_at, moves_at, outcomes_at, utility_at
from kibitz.search.running import Stopped

MOST_POSITIONS = 30_000_000
MOST_MOVES = 1 << 28


@dataclass(frozen=True)
class Graph:
    """Positions and moves."""

    movers: Any
    """int64[N]: the player to move, CHANCE, or TERMINAL."""
    first: Any
    """int64[N + 1]: where a position's moves begin."""
    actions: Any
    """int64[E]."""
    targets: Any
    """int64[E]: the position a move leads to."""
    probabilities: Any
    """float64[E]: 1 for moves."""
    utilities: Any
    """float64[N, P]: of finished games, else 0."""

    def moves(self, position: int) -> range:
        """Return the places of a position's moves."""
        return range(int(self.first[position]), int(self.first[position + 1]))


TERMINAL = -2


def explorer(game: Any, jit: Jit) -> Any:
    """Build `explore(row, rows, slots, movers, first, actions, targets, probabilities, utilities, progress, stop)`.

    Positions are rows of words, found again through `slots`, a hash table of row numbers (-1 is free). The function goes on
    from `progress` (positions known, positions expanded, moves written) until all that follows from the position `row` is
    expanded or some array is full, and returns the number of that position, -1 if there is no room for it.
    """
    players, words = game.players, game.words

    @jit
    def find(row: Any, rows: Any, slots: Any, known: int) -> int:
        """Return the number of a position; a new one gets the number `known`."""
        slot = game.key_of_fields(game.unpack(row)) & (len(slots) - 1)
        while slots[slot] >= 0:
            number = slots[slot]
            same = True
            for word in range(words):
                same = same and rows[number, word] == row[word]
            if same:
                return int(number)
            slot = (slot + 1) & (len(slots) - 1)
        slots[slot] = known
        for word in range(words):
            rows[known, word] = row[word]
        return known

    @jit
    def explore(
        start: Any, rows: Any, slots: Any, movers: Any, first: Any, actions: Any, targets: Any, probabilities: Any,
        utilities: Any, progress: Any, stop: Any,
    ) -> int:  # fmt: skip
        known, done, written = progress[0], progress[1], progress[2]
        if known == len(rows):
            return -1
        number = find(start, rows, slots, known)
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
                whole = 0.0
                for place in range(first[done], written):
                    game.pack(game.result(s, actions[place]), row)
                    target = find(row, rows, slots, known)
                    known = max(known, target + 1)
                    targets[place] = target
                    probabilities[place] = game.probability(s, actions[place]) if movers[done] == CHANCE else 1.0
                    whole += probabilities[place]
                if movers[done] == CHANCE:
                    game.require_whole(s, whole)
            done += 1
            progress[0], progress[1], progress[2] = known, done, written
        first[done] = written
        return number

    return explore


def graph(game: Game, state: Any, stop: Any) -> Graph:
    """Return all that can come up from `state`, by compiled rules where the game compiles."""
    if why_not_native(game) is None:
        explored = Explored(game)
        explored.place(state, stop)
        return explored.graph()
    found = small_graph(game, state, stop, MOST_POSITIONS)
    if found is None:
        raise _too_large()
    return found


class Explored:
    """Positions found by the compiled kernel, with all that can come up from them; more can be added at any time.

    What is known stays as it is when a position is added: its moves lead to nothing new.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.explore = native(explorer, game)
        positions, moves = 1 << 12, 1 << 14
        self.rows = np.zeros((positions, len(packed(game, game.initial()))), np.int64)
        self.movers, self.first = np.zeros(positions, np.int64), np.zeros(positions + 1, np.int64)
        self.utilities = np.zeros((positions, game.players))
        self.actions, self.targets = np.zeros(moves, np.int64), np.zeros(moves, np.int64)
        self.probabilities = np.zeros(moves)
        self.slots = np.full(2 * positions, -1, np.int64)
        self.progress = np.zeros(3, np.int64)

    def place(self, state: Any, stop: Any) -> int:
        """Return the number of a position after exploring all that follows from it, or raise `Stopped`."""
        while True:
            number = int(
                self.explore(
                    packed(self.game, state), self.rows, self.slots, self.movers, self.first, self.actions, self.targets,
                    self.probabilities, self.utilities, self.progress, stop,
                )
            )  # fmt: skip
            known, done, written = (int(count) for count in self.progress)
            if number >= 0 and done == known:
                return number
            if stop[0]:
                raise Stopped
            self._grow(known, written)

    def _grow(self, known: int, written: int) -> None:
        """Double the arrays that are full, those of positions or those of moves."""
        if 2 * written > len(self.actions):
            moves = 2 * len(self.actions)
            if moves > MOST_MOVES:
                raise _too_large()
            self.actions, self.targets = _grown(self.actions, moves), _grown(self.targets, moves)
            self.probabilities = _grown(self.probabilities, moves)
        if 2 * known > len(self.rows):
            positions = 2 * len(self.rows)
            if positions > 2 * MOST_POSITIONS:
                raise _too_large()
            self.rows, self.movers = _grown(self.rows, positions), _grown(self.movers, positions)
            self.utilities, self.first = _grown(self.utilities, positions), _grown(self.first, positions + 1)
            self.slots = _slots(self.game, self.rows[:known], 2 * positions)

    def graph(self) -> Graph:
        """Return what has been explored."""
        known, _, written = (int(count) for count in self.progress)
        return Graph(
            self.movers[:known], self.first[: known + 1], self.actions[:written], self.targets[:written],
            self.probabilities[:written], self.utilities[:known],
        )  # fmt: skip


def rehash(game: Any, jit: Jit) -> Any:
    """Build `fill(rows, slots)`: enter all rows into an empty hash table."""

    @jit
    def fill(rows: Any, slots: Any) -> None:
        for number in range(len(rows)):
            slot = game.key_of_fields(game.unpack(rows[number])) & (len(slots) - 1)
            while slots[slot] >= 0:
                slot = (slot + 1) & (len(slots) - 1)
            slots[slot] = number

    return fill


def _slots(game: Game, rows: Any, size: int) -> Any:
    """Return a hash table of the rows."""
    slots = np.full(size, -1, np.int64)
    native(rehash, game)(rows, slots)
    return slots


def _grown(array: Any, length: int) -> Any:
    """Return a longer copy of an array, zeros at its end."""
    longer = np.zeros((length, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer


def _too_large() -> UnsupportedError:
    """Return the refusal of a game with too many positions."""
    return UnsupportedError(
        f"more than {MOST_POSITIONS:,} positions or {MOST_MOVES:,} moves can come up; this game is too large to solve this way"
    )


def small_graph(game: Game, state: Any, stop: Any, most: int) -> Graph | None:
    """Return all that can come up from `state` by the rules as they are written, or None if that is over `most` positions."""
    numbers: dict[Any, int] = {identity(state, game): 0}
    states = [state]
    movers, first, actions, targets, probabilities, utilities = [], [0], [], [], [], []
    for number, s in enumerate(states):
        if stop[0]:
            raise Stopped
        if len(states) > most:
            return None
        over = is_over_at(game, s)
        movers.append(TERMINAL if over else mover_at(game, s))
        utilities.append([utility_at(game, s, player) if over else 0.0 for player in range(game.players)])
        by_chance = movers[number] == CHANCE
        edges = () if over else outcomes_at(game, s) if by_chance else [(action, 1.0) for action in moves_at(game, s)]
        for action, probability in edges:
            after = game.result(s, action)
            name = identity(after, game)
            if name not in numbers:
                numbers[name] = len(states)
                states.append(after)
            actions.append(action)
            targets.append(numbers[name])
            probabilities.append(probability)
        first.append(len(actions))
    return Graph(
        np.array(movers, np.int64),
        np.array(first, np.int64),
        np.array(actions, np.int64),
        np.array(targets, np.int64),
        np.array(probabilities, np.float64),
        np.array(utilities, np.float64),
    )
