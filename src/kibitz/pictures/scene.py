"""What a picture of a search tree shows: the nodes kept, the branches cut, the line chosen, and how much is left out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import chain
from typing import Literal

from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.textbook.trace import Node, Trace

MOST_NODES = 200
"""Larger trees are shown in part, unless more is asked for."""

Kind = Literal["node", "cut", "playout", "more"]
"""A state; moves not looked at; a random game from the state above to its end; states there is no room for."""


@dataclass
class Item:
    """One thing to draw; `names` are the moves that lead to it; `node` is the state or, for other kinds, the one above."""

    kind: Kind
    node: Node = field(repr=False)
    names: tuple[str, ...] = ()
    chosen: bool = False
    current: bool = False
    hidden: int = 0
    children: list[Item] = field(default_factory=list, repr=False)


@dataclass(frozen=True)
class Scene:
    """The whole picture: its items from the root down, and how many states the tree has."""

    game: Game
    root: Item
    size: int

    def items(self) -> Iterator[Item]:
        """Yield all items, each before its children, from left to right."""
        waiting = [self.root]
        while waiting:
            item = waiting.pop()
            yield item
            waiting.extend(reversed(item.children))


def scene(trace: Trace, step: int | None = None, max_nodes: int = MOST_NODES) -> Scene | None:
    """Return what to draw of the tree as it stood after `step` events, or None where nothing had been looked at."""
    if max_nodes < 1:
        raise InputError(f"a picture needs room for at least one node, not {max_nodes}")
    root = trace.tree(step)
    if root is None:
        return None
    sizes = _sizes(root)
    last = trace.events[:step][-1] if step is not None else None
    kept = _kept(root, max_nodes, None if last is None else last.node)
    chosen = {node.number for node in _strategy(root)}
    top = Item("node", root, chosen=len(chosen) > 1)
    waiting = [top]
    while waiting:
        item = waiting.pop()
        node = item.node
        item.current = last is not None and last.node == node.number
        for child in node.children:
            if child.number in kept:
                assert child.action is not None
                name = trace.game.action_name(node.state, child.action)
                item.children.append(Item("node", child, (name,), chosen=child.number in chosen))
        waiting.extend(item.children)
        hidden = sum(sizes[child.number] for child in node.children if child.number not in kept)
        if hidden:
            item.children.append(Item("more", node, hidden=hidden))
        if node.cut_actions:
            names = tuple(trace.game.action_name(node.state, action) for action in node.cut_actions)
            item.children.append(Item("cut", node, names))
        if item.current and last is not None and last.kind == "playout":
            item.children.append(Item("playout", node))
    return Scene(trace.game, top, sizes[root.number])


def _sizes(root: Node) -> dict[int, int]:
    """Return how many states stand at and below each node."""
    order = [root]
    for node in order:
        order.extend(node.children)
    sizes: dict[int, int] = {}
    for node in reversed(order):
        sizes[node.number] = 1 + sum(sizes[child.number] for child in node.children)
    return sizes


def _strategy(root: Node) -> Iterator[Node]:
    """Yield the nodes of the chosen line, the root first; where nobody chooses, it goes on along all branches.

    A branch that was looked at twice, first by a probe, counts as it was looked at last.
    """
    waiting = deque([root])
    while waiting:
        node = waiting.popleft()
        yield node
        everything = node.role in ("chance", "and")
        last = {child.action: child for child in node.children}
        waiting.extend(child for child in last.values() if everything or child.action == node.chosen)


def _kept(root: Node, limit: int, current: int | None) -> set[int]:
    """Return the numbers of the nodes to draw: the path to the current one, the chosen line, then whole families.

    The families of the most visited nodes come first, then the highest, then the smallest.
    """
    kept: set[int] = set()
    for node in chain(_path(root, current), _strategy(root)):
        if len(kept) < limit:
            kept.add(node.number)
    waiting = [(0, 0, len(root.children), root.number, root)]
    while waiting:
        _, depth, _, _, node = heappop(waiting)
        family = [child.number for child in node.children if child.number not in kept]
        room = limit - len(kept)
        if len(family) <= room or node is root:
            kept.update(family[:room])
        for child in node.children:
            if child.number in kept and child.children:
                heappush(waiting, (-(child.visits or 0), depth + 1, len(child.children), child.number, child))
    return kept


def _path(root: Node, number: int | None) -> list[Node]:
    """Return the nodes from the root to the one with that number, or the root alone where there is none."""
    order = [root]
    for node in order:
        if node.number == number:
            path = [node]
            while path[-1].parent is not None:
                path.append(path[-1].parent)
            return path[::-1]
        order.extend(node.children)
    return [root]
