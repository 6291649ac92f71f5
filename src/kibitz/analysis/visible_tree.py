"""What is sent of a search tree that is too large to be sent: the nodes that matter most, within a limit.

Somebody who looks at the tree says which nodes are open; their children come first. The rest of the room goes to the nodes that
matter most, so that opening them needs no further question. Of many children only some are sent, and how many there are.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from kibitz.analysis.tree_branches import Branch, Priority

MOST_CHILDREN = 12
"""So many children of a node are sent unless all are asked for."""

Names = tuple[str, ...]
"""The names of the moves that lead to a node from the root."""


def visible_nodes(root: Branch, opened: Iterable[Names], whole: Iterable[Names], limit: int) -> list[dict[str, Any]]:
    """Return at most `limit` nodes, parents before their children; all children of those that are wanted `whole`, with room."""
    choice = _Choice(root, {*opened}, {*whole}, limit)
    return [_node_fields(branch, choice.children.get(branch.number, ())) for branch in choice.sent]


class _Choice:
    """Which nodes are sent."""

    def __init__(self, root: Branch, opened: set[Names], whole: set[Names], limit: int) -> None:
        """Choose nodes until there are enough."""
        self.sent = [root]
        self.children: dict[int, list[Branch]] = {}
        self._whole, self._limit = whole, limit
        self._steps = _steps_along(opened | whole)
        self._open_asked(root)
        self._open_by_priority()

    @property
    def _room(self) -> int:
        """How many more nodes may be sent."""
        return self._limit - len(self.sent)

    def _open_asked(self, root: Branch) -> None:
        """Open the root and what is asked for, what is nearest to the root first."""
        level: list[tuple[Branch, Names]] = [(root, ())]
        while level:
            below = []
            for branch, path in level:
                self._send(branch, self._chosen_children(branch, path))
                named = [(child, (*path, child.name or "")) for child in self.children[branch.number]]
                below += [(child, names) for child, names in named if names in self._steps]
            level = below

    def _open_by_priority(self) -> None:
        """Open other nodes, those first that matter most, where all their children fit."""
        waiting = [(branch.priority, order, branch) for order, branch in enumerate(self.sent)]
        heapq.heapify(waiting)
        count = len(waiting)
        while waiting and self._room > 0:
            _, _, branch = heapq.heappop(waiting)
            if branch.number in self.children or not branch.children:
                continue
            chosen = _heaviest(branch, MOST_CHILDREN, set())
            if len(chosen) > self._room:
                continue
            self._send(branch, chosen)
            for child in chosen:
                count += 1
                heapq.heappush(waiting, (child.priority, count, child))

    def _chosen_children(self, branch: Branch, path: Names) -> list[Branch]:
        """Return which children of a node are sent that is asked for."""
        most = len(branch.children) if path in self._whole else MOST_CHILDREN
        return _heaviest(branch, min(most, max(0, self._room)), self._steps.get(path, set()))

    def _send(self, branch: Branch, chosen: list[Branch]) -> None:
        """Send these children of a node."""
        self.children[branch.number] = chosen
        self.sent += chosen


def _steps_along(paths: Iterable[Names]) -> dict[Names, set[str]]:
    """Return every node on the way along some paths, with the names of the children by which these go on."""
    steps: dict[Names, set[str]] = defaultdict(set)
    for path in paths:
        steps[path].update()
        for place, name in enumerate(path):
            steps[path[:place]].add(name)
    return dict(steps)


def _heaviest(branch: Branch, most: int, needed: set[str]) -> list[Branch]:
    """Return so many children, in their order: the preferred one, the `needed` ones, then those that matter most."""
    children = branch.children
    if len(children) <= most:
        return list(children)

    def rank(place: int) -> tuple[bool, bool, Priority]:
        child = children[place]
        # Names are asked for only where they matter: some games take long to say them.
        return child is not branch.best, not needed or child.name not in needed, child.priority

    return [children[place] for place in sorted(sorted(range(len(children)), key=rank)[:most])]


def _node_fields(branch: Branch, sent: Sequence[Branch]) -> dict[str, Any]:
    """Return a node as the protocol tells it."""
    parent = branch.parent
    return {
        "id": branch.number,
        "parent": None if parent is None else parent.number,
        "action": branch.name,
        **branch.facts(),
        "utility": branch.utility,
        "chosen": parent is not None and parent.best is branch,
        "children": len(branch.children),
        "shown": len(sent),
    }
