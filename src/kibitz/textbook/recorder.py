"""The recorder of a depth-first search: it emits events to a `Trace` and keeps what the decision needs.

Each call is about the node entered last and not yet left. What the decision needs is the number of nodes, the values of the
root's moves and the line of best play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from time import perf_counter
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.decision import Decision, MoveValue, equally_good
from kibitz.core.game import CHANCE
from kibitz.core.questions import legal_actions, mover_at, player_at, static_eval
from kibitz.textbook.horizon import Horizon
from kibitz.textbook.trace import Leaf, NullTrace, Role, Trace, Value


def comparison(value: float, sign: str, name: str, bound: float) -> str:
    """Return why moves are cut, such as `3 >= beta 2`."""
    return f"{_digits(value)} {sign} {name} {_digits(bound)}"


def _digits(value: float) -> str:
    """Return a value in six digits, and a whole number whole."""
    return str(int(value)) if isfinite(value) and value == int(value) and abs(value) < 2**53 else f"{value:g}"


@dataclass
class Frame:
    """A node that the search has entered; `values` and `lines` hold the results of its children."""

    number: int
    player: int
    action: int | None
    depth: int
    alpha: float
    beta: float
    values: dict[int | None, Value | None] = field(default_factory=dict)
    lines: dict[int | None, tuple[int, ...]] = field(default_factory=dict)


class Recorder:
    """Records a depth-first search as it walks through the tree."""

    def __init__(self, game: Game, trace: Trace | None = None, *, strict: bool = False) -> None:
        """Begin a record; `strict` says that a value on the edge of a node's window is a value, and not just a bound.

        `estimated` becomes true where something is estimated, not searched: at the horizon, when moves are dropped or
        opponents modelled. `averaged` becomes true at the first node that is averaged.
        """
        self.game = game
        self.trace = NullTrace(game) if trace is None else trace
        self.strict = strict
        self.nodes = 0
        self.estimated = False
        self.averaged = False
        self.deepest = 0
        self.began = perf_counter()
        # The frame at the bottom stands for the caller: the root hands its value and line to it as to any node above.
        self._path = [Frame(-1, CHANCE, None, 0, -inf, inf)]

    def leaf_value(self, state: Any, horizon: Horizon, role: Role, action: int | None, **details: Any) -> float | None:
        """Record that the search enters `state`; return its value for MAX if it is a leaf, and None if it has children."""
        self.enter(state, role, action, **details)
        leaf = horizon.leaf(self.game, state)
        if leaf is None:
            return None
        value = static_eval(self.game, state, horizon.player)
        self.leaf(leaf, value)
        return value

    def leaf_utilities(self, state: Any, horizon: Horizon, action: int | None) -> tuple[float, ...] | None:
        """Record that the search enters `state`; return its value for each player if it is a leaf, and else None."""
        self.enter(state, "player", action)
        leaf = horizon.leaf(self.game, state)
        if leaf is None:
            return None
        utilities = tuple(static_eval(self.game, state, player) for player in range(self.game.players))
        self.leaf(leaf, utilities)
        return utilities

    def enter(
        self, state: Any, role: Role, action: int | None = None, *,
        probability: float | None = None, alpha: float | None = None, beta: float | None = None,
    ) -> None:  # fmt: skip
        """Record that the search looks at `state`, reached from the node above by `action`."""
        above, player = self._path[-1], mover_at(self.game, state)
        self.averaged = self.averaged or role == "chance"
        number = self.trace.enter(
            state, role, parent=above.number if above.number >= 0 else None, action=action, player=player,
            probability=probability, alpha=alpha, beta=beta,
        )  # fmt: skip
        depth = above.depth + (above.player != CHANCE)
        window = (-inf if alpha is None else alpha, inf if beta is None else beta)
        self._path.append(Frame(number, player, action, depth, *window))
        self.nodes += 1
        self.deepest = max(self.deepest, depth)

    def leaf(self, leaf: Leaf, value: Value) -> None:
        """Record that the node has no children, why, and its value; and leave it."""
        self.estimated = self.estimated or leaf == "cutoff"
        self.trace.leaf(self._path[-1].number, leaf, value)
        self._leave(value, ())

    def window(self, alpha: float, beta: float) -> None:
        """Record that the node's window is now (alpha, beta)."""
        self.trace.window(self._path[-1].number, alpha, beta)

    def value(self, value: Value) -> None:
        """Record the value backed up to the node so far."""
        self.trace.value(self._path[-1].number, value)

    def cut(self, actions: Sequence[int], reason: str) -> None:
        """Record that the node's other moves, if there are any, are not looked at, and why."""
        if actions:
            self.trace.cut(self._path[-1].number, actions, reason)

    def choose(self, action: int | None, value: Value) -> None:
        """Record which move is preferred at the node (None where nobody chooses) and its final value; and leave it."""
        here = self._path[-1]
        self.trace.choose(here.number, action)
        self._leave(value, () if action is None else (action, *here.lines[action]))

    def conclude(self, value: Value, action: int | None = None, unseen: Sequence[int] = (), reason: str = "") -> None:
        """Record the node's value, the moves left `unseen` with the reason, and the move preferred; and leave the node."""
        self.value(value)
        self.cut(unseen, reason)
        self.choose(action, value)

    def _leave(self, value: Value, line: tuple[int, ...]) -> None:
        """Hand the value and the line of the node to the node above; only what lies inside its window is a value."""
        here = self._path.pop()
        above = self._path[-1]
        edge = self.strict and value in (here.alpha, here.beta)
        inside = isinstance(value, tuple) or here.alpha < value < here.beta
        # Below chance with an open window, windows end only where values do: what is backed up is the value.
        open_average = above.player == CHANCE and (above.alpha, above.beta) == (-inf, inf)
        above.values[here.action] = value if inside or edge or open_average else None
        above.lines[here.action] = line
        self.root = here

    def decision(self, state: Any, value: Value, action: int | None) -> Decision:
        """Return the decision for the root `state` of the finished search."""
        player = player_at(self.game, state)

        def own(value: Value | None) -> float | None:
            return value[player] if isinstance(value, tuple) else value

        # where nobody chooses, the outcomes are listed
        listed = self.root.values.keys() if action is None else legal_actions(self.game, state)
        results = {move: self.root.values.get(move) for move in listed if move is not None}
        moves = tuple(
            MoveValue(move, own(result), utilities=result if isinstance(result, tuple) else None)
            for move, result in results.items()
        )
        best = own(value)
        assert best is not None
        return Decision(
            action=action,
            value=best,
            actions=() if action is None else equally_good(moves, best, averaged=self.averaged),
            line=self._path[0].lines[None],
            moves=moves,
            utilities=value if isinstance(value, tuple) else None,
            depth=self.deepest,
            nodes=self.nodes,
            seconds=perf_counter() - self.began,
            exact=not self.estimated,
        )
