"""The agent `puct`: tree search led by a net, or by equal priors and random games where there is none."""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from kibitz.compile.cpu import native, packed
from kibitz.core.agents import agent
from kibitz.core.bits import wrap
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits, MoveValue
from kibitz.core.game import CHANCE, constant_sum
from kibitz.core.randomness import stream
from kibitz.core.specs import not_negative
from kibitz.models.net.encoding import Encoding
from kibitz.models.net.inference import NetArrays, net_arrays
from kibitz.models.net.network import Layers, Network, read_network
from kibitz.search.common.limits import why_not_compiled
from kibitz.search.montecarlo.memory_size import memory_size
from kibitz.search.playouts import count_moves
from kibitz.search.puct.forest import (
    DEEPEST,
    EDGES,
    EXPLORATION,
    NO_NODE,
    NODES,
    RANDOM,
    SIMULATIONS,
    Forest,
    Sizes,
)
from kibitz.search.puct.gumbel_root import halving_schedule
from kibitz.search.puct.search_kernel import search_kernel
from kibitz.search.running import stoppable

DEFAULT_SIMULATIONS = 1000
DEFAULT_MEMORY = "256MB"
Listener = Callable[[Decision], None]
NO_SHAPES = ((1, 1), (1,), (0, 2, 1, 1), (0, 2, 1), (1, 1), (1,), (1, 1), (1,))
NO_ENCODING = Encoding((), (), 0, 0, 1, 1, 0, False, -1.0, 1.0, 1, 0.0)
NO_NET = net_arrays(Network(NO_ENCODING, Layers(*(np.zeros(shape) for shape in NO_SHAPES))))
"""What kernels get in the place of a net."""
CHUNK, REPORT_SECONDS = 256, 0.5
EDGES_PER_NODE, EDGE_BYTES, NODE_BYTES = 1.5, 32, 24
"""A node has room for so many edges as the root has, times this; and the bytes that each takes, the packed state apart."""


@agent("puct", supports=why_not_compiled)
def decide(
    game: Game, state: Any, *, net: str = "", sims: int | None = None, time: float | None = None, c: float = 1.5,
    memory: str = DEFAULT_MEMORY, seed: int = 0, listen: Listener | None = None,
) -> Decision:  # fmt: skip
    """PUCT at native speed: tree search led by `net=FILE`; without, by equal priors and random games. Most visits decide."""
    limits = Limits(simulations=DEFAULT_SIMULATIONS if sims is None and time is None else sims, seconds=time)
    network = read_network(net, game) if net else None
    search = Search.of(game, state, network, limits, memory_size(memory), not_negative(c), seed)
    begun = clock.perf_counter()
    stoppable(lambda stop: search.run(stop, begun, listen), limits.seconds)
    return search.decision(clock.perf_counter() - begun)


@dataclass
class Search:
    """The search of one position."""

    game: Game
    state: Any
    limits: Limits
    forest: Forest
    kernel: Any
    net: NetArrays
    code: tuple[Any, Any, Any]
    low: float
    high: float

    @classmethod
    def of(
        cls, game: Game, state: Any, network: Network | None, limits: Limits, memory: int, c: float, seed: int
    ) -> Search:  # fmt: skip
        """Return a search with its memory and its kernel, which is compiled."""
        words, moves = len(packed(game, state)), count_moves(game, state)
        each = max(4, int(EDGES_PER_NODE * moves) + 1)
        most = memory // (8 * words + NODE_BYTES + each * EDGE_BYTES)
        nodes = min(most, 2 * (limits.simulations or most) + 2)
        forest = Sizes(1, max(2, nodes), max(2, nodes) * each, words, game.players).forest(
            lambda count, kind: np.zeros(max(1, count), kind), *halving_schedule((1,))
        )
        forest.constants[EXPLORATION] = c
        forest.registers[RANDOM] = stream(wrap(seed), 0)
        encoding = network.encoding if network is not None else NO_ENCODING
        forest.scale[:] = (encoding.lowest, encoding.highest) if network is not None else (inf, -inf)
        kernel = native(search_kernel, game, planes=encoding.planes, has_net=network is not None)
        code = (encoding.numbers, encoding.table, encoding.levels)
        net = net_arrays(network) if network is not None else NO_NET
        made = cls(game, state, limits, forest, kernel, net, code, float(encoding.lowest), float(encoding.highest))
        made._simulate(True, 0, np.zeros(1, np.int64))
        return made

    def _simulate(self, begin: bool, count: int, stop: Any) -> int:
        """Do up to so many simulations."""
        return int(
            self.kernel(self.state, begin, count, self.forest, self.net, self.code, self.low, self.high, stop)
        )  # fmt: skip

    def run(self, stop: Any, begun: float, listen: Listener | None) -> None:
        """Search within the limits; at least one simulation of a move is done."""
        left, last = inf if self.limits.simulations is None else self.limits.simulations + self.judged, begun
        left -= self._simulate(False, int(min(left, 2)), np.zeros(1, np.int64))
        while left > 0 and not stop[0] and not self.is_full:
            left -= self._simulate(False, int(min(left, CHUNK)), stop)
            now = clock.perf_counter()
            if listen is not None and now - last >= REPORT_SECONDS:
                listen(self.decision(now - begun))
                last = now

    @property
    def judged(self) -> bool:
        """Whether the first simulation judges the position itself and tries no move."""
        return bool(self.game.to_move(self.state) != CHANCE)

    @property
    def is_full(self) -> bool:
        """Whether the tree has no more room, so that only time would pass."""
        registers, forest = self.forest.registers, self.forest
        return bool(
            self.limits.simulations is None
            and (registers[NODES] >= len(forest.count) or registers[EDGES] + forest.count[0] > len(forest.action))
        )

    def decision(self, seconds: float) -> Decision:
        """Return what the search found so far."""
        forest, player = self.forest, self.game.to_move(self.state)
        begin, count = int(forest.first[0]), int(max(0, forest.count[0]))
        moves = tuple(self._move(edge) for edge in range(begin, begin + count))
        visits = int(forest.registers[SIMULATIONS])
        expected = forest.root_totals / max(1, visits)
        best = None if player == CHANCE else max(moves, key=lambda move: (move.visits or 0, move.value or 0.0), default=None)
        value = best.value if best is not None and best.value is not None else float(expected[max(player, 0)])
        is_scalar = self.game.players == 2 and constant_sum(self.game) is not None
        return Decision(
            action=None if best is None else best.action, value=value, actions=() if best is None else (best.action,),
            line=() if best is None else tuple(self._line()), moves=moves,
            utilities=None if is_scalar or self.game.players == 1 else tuple(map(float, expected)),
            depth=int(forest.registers[DEEPEST]), nodes=int(forest.registers[NODES]), simulations=visits - self.judged,
            seconds=seconds,
            details={"memory": "full"} if self.is_full else None,
        )  # fmt: skip

    def _move(self, edge: int) -> MoveValue:
        """Return what is known of a move of the root, or of an outcome of chance there."""
        visits, forest = int(self.forest.edge_visits[edge]), self.forest
        value = float(forest.edge_total[edge]) / visits if visits and forest.mover[0] != CHANCE else None
        return MoveValue(int(forest.action[edge]), value, visits)

    def _standing(self, edge: int) -> tuple[int, float]:
        """Return by what moves are compared: their visits, then their value."""
        visits = int(self.forest.edge_visits[edge])
        return visits, float(self.forest.edge_total[edge]) / visits if visits else 0.0

    def _line(self) -> list[int]:
        """Return the most visited moves from the root on, as far as players choose."""
        forest, line, node = self.forest, [], 0
        while node != NO_NODE and forest.count[node] > 0 and forest.mover[node] != CHANCE:
            begin, count = int(forest.first[node]), int(forest.count[node])
            edge = max(range(begin, begin + count), key=self._standing)
            if not forest.edge_visits[edge]:
                break
            line.append(int(forest.action[edge]))
            node = int(forest.child[edge])
        return line
