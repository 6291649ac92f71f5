"""Many random graphs with cycles in one game, so that all of them are compiled once, and what they are worth by definition."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import kibitz
from kibitz.core.randomness import Random

OPEN = 2
"""Instead of a result where the game goes on."""


class Node(NamedTuple):
    node: int


class Graph(NamedTuple):
    """Nodes with the player to move, edges, and results of the first player where the game is over; node 0 leads everywhere."""

    movers: tuple[int, ...]
    first: tuple[int, ...]
    targets: tuple[int, ...]
    ends: tuple[int, ...]
    before: tuple[int, ...]
    sources: tuple[int, ...]

    def initial(self) -> Node:
        return Node(0)

    def to_move(self, s: Node) -> int:
        return int(self.movers[s.node])

    def actions(self, s: Node) -> Iterator[int]:
        yield from range(self.first[s.node], self.first[s.node + 1])

    def result(self, s: Node, a: int) -> Node:
        return Node(self.targets[a])

    def is_terminal(self, s: Node) -> bool:
        return self.ends[s.node] != OPEN

    def utility(self, s: Node, player: int) -> float:
        return float(self.ends[s.node] if player == 0 else -self.ends[s.node])


@kibitz.game(players=2, cyclic=True)
class Bare(Graph):
    """Nothing but the rules."""


class Numbers(Graph):
    def index(self, s: Node) -> int:  # type: ignore[override]
        return len(self.ends) - 1 - s.node

    def unindex(self, i: int) -> Node:
        return Node(len(self.ends) - 1 - i)

    def size(self) -> int:
        return len(self.ends)


@kibitz.game(players=2, cyclic=True)
class Numbered(Numbers):
    """With numbers."""


@kibitz.game(players=2, cyclic=True)
class Backed(Numbers):
    """With numbers and moves taken back."""

    def predecessors(self, s: Node) -> Iterator[Node]:
        for place in range(self.before[s.node], self.before[s.node + 1]):
            yield Node(self.sources[place])


def random_graph(seed: int, graphs: int, nodes: int, *, chance: bool = False) -> Graph:
    """Return so many graphs of so many nodes; with chance, nodes of it, each of which ends the game with one outcome."""
    random = Random(seed)
    movers, edges, ends = [0], [[]], [OPEN]  # type: ignore[var-annotated]
    for _ in range(graphs):
        start = len(ends)
        edges[0].append(start)
        for place in range(nodes):
            is_over = random.below(5) == 0 or place == nodes - 1
            movers.append(-1 if chance and not is_over and random.below(3) == 0 else random.below(2))
            ends.append(random.below(3) - 1 if is_over else OPEN)
            count = 0 if is_over else 1 + random.below(4)
            edges.append([start + random.below(nodes) for _ in range(count)] + [start + nodes - 1] * (movers[-1] == -1))
    first, before = [0], [0]
    for own in edges:
        first.append(first[-1] + len(own))
    back: list[list[int]] = [[] for _ in ends]
    for node, own in enumerate(edges):
        for target in own:
            back[target].append(node)
    for own in back:
        before.append(before[-1] + len(own))
    targets = tuple(target for own in edges for target in own)
    return Graph(tuple(movers), tuple(first), targets, tuple(ends), tuple(before), tuple(node for own in back for node in own))


def distances(graph: Graph) -> list[int]:
    """Return for each node 1 + n for a win of the player to move in n moves, -1 - n for a loss, 0 for a draw: by definition.

    At each distance every node that is open is looked at anew.
    """
    value = [0] * len(graph.ends)
    for node, end in enumerate(graph.ends):
        if end in (1, -1):
            value[node] = 1 if (end == 1) == (graph.movers[node] == 0) else -1
    decided = [end != OPEN for end in graph.ends]
    distance = 0
    while True:
        distance += 1
        found: dict[int, int] = {}
        for node in range(len(value)):
            if decided[node]:
                continue
            after = [graph.targets[edge] for edge in range(graph.first[node], graph.first[node + 1])]
            wins = [decided[t] and value[t] != 0 and (value[t] > 0) == (graph.movers[t] == graph.movers[node]) for t in after]
            losses = [decided[t] and value[t] != 0 and not win for t, win in zip(after, wins, strict=True)]
            if any(wins):
                found[node] = 1 + distance
            elif all(losses):
                found[node] = -1 - distance
        if not found:
            return value
        for node, code in found.items():
            value[node], decided[node] = code, True


def expectations(graph: Graph, sweeps: int = 400) -> list[float]:
    """Return each node's value for the first player by plain value iteration from a draw."""
    value: list[Any] = [float(end) if end != OPEN else 0.0 for end in graph.ends]
    for _ in range(sweeps):
        for node, end in enumerate(graph.ends):
            if end == OPEN:
                after = [value[graph.targets[edge]] for edge in range(graph.first[node], graph.first[node + 1])]
                mover = graph.movers[node]
                value[node] = sum(after) / len(after) if mover == -1 else max(after) if mover == 0 else min(after)
    return value


def is_settled(graph: Graph) -> bool:
    """Return whether sweeps from a loss and from a win meet, so that no value depends on play without end."""
    low = [float(end) if end != OPEN else -1.0 for end in graph.ends]
    high = [float(end) if end != OPEN else 1.0 for end in graph.ends]
    for value in (low, high):
        for _ in range(400):
            for node, end in enumerate(graph.ends):
                if end == OPEN:
                    after = [value[graph.targets[edge]] for edge in range(graph.first[node], graph.first[node + 1])]
                    mover = graph.movers[node]
                    value[node] = sum(after) / len(after) if mover == -1 else max(after) if mover == 0 else min(after)
    return all(abs(one - other) < Fraction(1, 10**9) for one, other in zip(low, high, strict=True))


class Layers(Graph):
    """Layers of as many nodes each, from which moves lead to themselves and to lower ones; who wins has 1, a draw is a half."""

    def utility(self, s: Node, player: int) -> float:
        return 0.5 + 0.5 * (self.ends[s.node] if player == 0 else -self.ends[s.node])

    def index(self, s: Node) -> int:  # type: ignore[override]
        return s.node % LAYER

    def unindex(self, i: int, k: int) -> Node:
        return Node(k * LAYER + i)

    def size(self, k: int) -> int:
        return LAYER

    def slice(self, s: Node) -> int:
        return s.node // LAYER

    def slices_after(self, k: int) -> Iterator[int]:
        yield from range(k)

    def slice_name(self, k: int) -> str:
        return f"L{k}"

    def parse_slice(self, text: str) -> int:
        return int(text[1:])


@kibitz.game(players=2, cyclic=True, constant_sum=1)
class Layered(Layers):
    """With all of this."""


LAYER = 24


def layered_graph(seed: int, layers: int) -> Graph:
    """Return a graph of layers; in the lowest the game may be over at once, and in all of them now and then."""
    random = Random(seed)
    movers, edges, ends = [], [], []
    for layer in range(layers):
        for place in range(LAYER):
            is_over = random.below(12 if layer else 3) == 0 or place == 0
            movers.append(random.below(2))
            ends.append(random.below(3) - 1 if is_over else OPEN)
            lower = max(0, layer - 1 - random.below(3)) if random.below(3) == 0 else layer
            own = [
                LAYER * lower + random.below(LAYER),
                *(LAYER * layer + random.below(LAYER) for _ in range(1 + random.below(3))),
            ]
            edges.append([] if is_over else own)
    first = [0]
    for own in edges:
        first.append(first[-1] + len(own))
    return Graph(tuple(movers), tuple(first), tuple(target for own in edges for target in own), tuple(ends), (), ())


def without_endless_play(graph: Graph) -> Graph:
    """Return a graph in which players' moves lead onward only, so that only dice bring a position back."""
    targets = list(graph.targets)
    for node in range(1, len(graph.ends)):
        for edge in range(graph.first[node], graph.first[node + 1]):
            if graph.movers[node] != -1 and targets[edge] <= node:
                targets[edge] = min(node + 1 + (node - targets[edge]) % 3, _last(graph, node))
    return graph._replace(targets=tuple(targets))


def _last(graph: Graph, node: int) -> int:
    """Return the last node of the graph that a node belongs to, which is over."""
    last = 1 + ((node - 1) // 12 + 1) * 12 - 1
    assert graph.ends[last] != OPEN
    return last
