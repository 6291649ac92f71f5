"""A `Trace` is the record of a search: a list of events from which the search tree is rebuilt as it stood at any step.

An algorithm calls `enter` for each state it looks at and keeps the number it gets for the node; all that it learns of the
node later (window, value, cut, playout, visits, choice) is recorded with that number. `tree(step)` replays the first `step`
events; `states()` lists what was looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kibitz.core.contract import Game
from kibitz.core.errors import InputError

Role = Literal["max", "min", "chance", "player", "or", "and"]
"""How a node is decided: best for MAX, worst for MAX, averaged, best for the player to move, any child, all children."""

Leaf = Literal["terminal", "cutoff", "cycle"]
"""Why a node has no children: the game is over, the depth limit was reached (evaluated), the state stands above it."""

Value = float | tuple[float, ...]

EventKind = Literal["enter", "window", "leaf", "value", "playout", "visit", "cut", "choose"]


@dataclass(frozen=True)
class Event:
    """One thing that a search did at a node."""

    kind: EventKind
    node: int
    data: dict[str, Any]


@dataclass
class Node:
    """A state in the search tree, with all that was known of it at some step."""

    number: int
    parent: Node | None = field(repr=False)
    action: int | None
    state: Any
    role: Role
    player: int
    probability: float | None = None
    alpha: float | None = None
    beta: float | None = None
    value: Value | None = None
    leaf: Leaf | None = None
    visits: int | None = None
    chosen: int | None = None
    cut_reason: str | None = None
    cut_actions: tuple[int, ...] = ()
    playout: tuple[int, ...] | None = None
    children: list[Node] = field(default_factory=list, repr=False)


MOST_EVENTS = 2_000_000
"""A trace holds no more, which is about a gigabyte; the whole tree of tic-tac-toe by plain minimax has fewer."""


class Trace:
    """Collects the events of one decision and rebuilds the tree from them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Event] = []
        self._nodes = 0

    def enter(
        self, state: Any, role: Role, *, parent: int | None = None, action: int | None = None, player: int | None = None,
        probability: float | None = None, alpha: float | None = None, beta: float | None = None,
    ) -> int:  # fmt: skip
        """Record that the search looks at `state`; return the node's number. Without a parent a new tree begins."""
        mover = player if player is not None else self.game.to_move(state)
        number, self._nodes = self._nodes, self._nodes + 1
        self._record(
            "enter", number, state=state, role=role, parent=parent, action=action, player=mover,
            probability=probability, alpha=alpha, beta=beta,
        )  # fmt: skip
        return number

    def window(self, node: int, alpha: float, beta: float) -> None:
        """Record that the node's window is now (alpha, beta)."""
        self._record("window", node, alpha=alpha, beta=beta)

    def leaf(self, node: int, leaf: Leaf, value: Value) -> None:
        """Record that the node is not expanded, why, and its value."""
        self._record("leaf", node, leaf=leaf, value=value)

    def value(self, node: int, value: Value) -> None:
        """Record the value backed up to the node so far."""
        self._record("value", node, value=value)

    def playout(self, node: int, actions: Sequence[int], value: Value) -> None:
        """Record which moves a random game from the node on took, and how it ended; the tree shows the latest one."""
        self._record("playout", node, actions=tuple(actions), value=value)

    def visit(self, node: int, visits: int, value: Value) -> None:
        """Record how often a simulation has passed through the node, and its mean value."""
        self._record("visit", node, visits=visits, value=value)

    def cut(self, node: int, actions: Sequence[int], reason: str) -> None:
        """Record that the node's moves `actions` are not looked at, and why, in a few words such as `3 >= beta 2`."""
        self._record("cut", node, actions=tuple(actions), reason=reason)

    def choose(self, node: int, action: int | None) -> None:
        """Record which move the node's player prefers."""
        self._record("choose", node, action=action)

    def _record(self, kind: EventKind, node: int, **data: Any) -> None:
        """Add one event; a trace too long for memory is refused."""
        if len(self.events) >= MOST_EVENTS:
            raise InputError(f"a search of over {MOST_EVENTS:,} events is too long to watch; give a smaller depth=")
        self.events.append(Event(kind, node, data))

    def forget_after(self, step: int) -> None:
        """Drop all events after the first `step`: those of a search that was broken off."""
        del self.events[step:]

    def tree(self, step: int | None = None) -> Node | None:
        """Return the root of the latest tree as it stood after `step` events (all by default), or None before the first."""
        nodes: dict[int, Node] = {}
        root: Node | None = None
        for event in self.events[:step]:
            data = event.data
            if event.kind == "enter":
                parent = nodes[data["parent"]] if data["parent"] is not None else None
                node = Node(event.node, **{**data, "parent": parent})
                nodes[event.node] = node
                if parent is None:
                    root = node
                else:
                    parent.children.append(node)
                continue
            node = nodes[event.node]
            if event.kind == "cut":
                node.cut_actions, node.cut_reason = data["actions"], data["reason"]
            elif event.kind == "playout":
                node.playout = data["actions"]
            elif event.kind == "choose":
                node.chosen = data["action"]
            else:
                for name, value in data.items():
                    setattr(node, name, value)
        return root

    def states(self) -> list[Any]:
        """Return the different states that were looked at, in the order of the first look; they need not be hashable."""
        states: list[Any] = []
        for event in self.events:
            if event.kind == "enter" and event.data["state"] not in states:
                states.append(event.data["state"])
        return states


class NullTrace(Trace):
    """A trace that keeps nothing, for a search that nobody watches."""

    def enter(self, state: Any, role: Role, **details: Any) -> int:
        """Return a number that means nothing."""
        return 0

    def _record(self, kind: EventKind, node: int, **data: Any) -> None:
        """Drop the event."""
