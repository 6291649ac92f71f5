"""What the depth-first textbook searches share: what may be played, and the report that becomes a `Decision`.

A search tells its `Report` what it does, always about the node it stands on. The report passes the story on to a `Trace`
and keeps what the decision needs: the number of nodes, the values of the root's moves and the line of best play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import Any, TypeVar

from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits, MoveValue, equally_good
from kibitz.core.errors import UnsupportedError
from kibitz.core.game import CHANCE, about
from kibitz.core.questions import legal_actions, mover_at, player_at
from kibitz.textbook.cutoff import Horizon
from kibitz.textbook.trace import Leaf, Role, Trace, Unwatched, Value

Backed = TypeVar("Backed", float, tuple[float, ...])
"""What a search backs up: numbers for MAX, or a tuple with a number for each player."""

DepthFirst = Callable[[Game, Any, Horizon, "Report"], tuple[Backed, int | None]]
"""A search as the textbook has it: it returns the value of a state and the best move."""


@contextmanager
def within_recursion(advice: str) -> Iterator[None]:
    """Turn Python's complaint about a deep recursion into one sentence that ends with the advice."""
    try:
        yield
    except RecursionError:
        raise UnsupportedError(f"the game runs longer than Python can recurse; {advice}") from None


def decided(state: Any, search: DepthFirst[Any], limits: Limits, report: Report) -> Decision:
    """Return the decision of a depth-first search from `state` within the limits of depth and rounds."""
    game = report.game
    if about(game).cyclic and limits.depth is None and limits.rounds is None:
        raise UnsupportedError(f"positions of {about(game).title} can come back, so the search needs a limit such as depth=4")
    with within_recursion("give a limit such as depth=4"):
        value, move = search(game, state, Horizon(player_at(game, state), limits.depth, limits.rounds), report)
    return report.decision(state, value, move)


@dataclass
class Frame:
    """A node that the search has entered; `values` and `lines` hold what its children came to."""

    number: int
    player: int
    action: int | None
    depth: int
    alpha: float
    beta: float
    values: dict[int | None, Value | None] = field(default_factory=dict)
    lines: dict[int | None, tuple[int, ...]] = field(default_factory=dict)


class Report:
    """What a depth-first search tells while it walks: each call is about the node entered last and not yet left."""

    def __init__(self, game: Game, trace: Trace | None = None, *, strict: bool = False) -> None:
        """Begin a report; `strict` says that a value on the edge of a node's window is a value, and not just a bound.

        `guessed` becomes true where something is estimated, not searched: at the horizon, when moves are dropped or
        opponents modelled. `averaged` becomes true at the first node that is averaged.
        """
        self.game = game
        self.trace = Unwatched(game) if trace is None else trace
        self.strict = strict
        self.nodes = 0
        self.guessed = False
        self.averaged = False
        self.deepest = 0
        self.began = perf_counter()
        # The frame at the bottom stands for the caller: the root hands its value and line to it as to any node above.
        self._path = [Frame(-1, CHANCE, None, 0, -inf, inf)]

    def enter(
        self, state: Any, role: Role, action: int | None = None, *,
        probability: float | None = None, alpha: float | None = None, beta: float | None = None,
    ) -> None:  # fmt: skip
        """Tell that the search looks at `state`, reached from the node above by `action`."""
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
        """Tell that the node has no children, why, and what it is worth; and leave it."""
        self.guessed = self.guessed or leaf == "cutoff"
        self.trace.leaf(self._path[-1].number, leaf, value)
        self._leave(value, ())

    def window(self, alpha: float, beta: float) -> None:
        """Tell that the node's window is now (alpha, beta)."""
        self.trace.window(self._path[-1].number, alpha, beta)

    def value(self, value: Value) -> None:
        """Tell the value backed up to the node so far."""
        self.trace.value(self._path[-1].number, value)

    def cut(self, actions: list[int], reason: str) -> None:
        """Tell that the node's other moves, if there are any, are not looked at, and why."""
        if actions:
            self.trace.cut(self._path[-1].number, actions, reason)

    def choose(self, action: int | None, value: Value) -> None:
        """Tell which move is preferred at the node (None where nobody chooses) and its final value; and leave it."""
        here = self._path[-1]
        self.trace.choose(here.number, action)
        self._leave(value, () if action is None else (action, *here.lines[action]))

    def _leave(self, value: Value, line: tuple[int, ...]) -> None:
        """Hand the value and the line of the node to the node above; only what lies inside its window is a value."""
        here = self._path.pop()
        edge = self.strict and value in (here.alpha, here.beta)
        inside = isinstance(value, tuple) or here.alpha < value < here.beta
        above = self._path[-1]
        above.values[here.action] = value if inside or edge else None
        above.lines[here.action] = line
        self.root = here

    def decision(self, state: Any, value: Value, action: int | None) -> Decision:
        """Return the decision for the root `state` of the finished search."""
        player = player_at(self.game, state)

        def own(value: Value | None) -> float | None:
            return value[player] if isinstance(value, tuple) else value

        listed = (
            self.root.values.keys() if action is None else legal_actions(self.game, state)
        )  # outcomes, where nobody chooses
        values = {move: self.root.values.get(move) for move in listed if move is not None}
        moves = tuple(
            MoveValue(move, own(found), utilities=found if isinstance(found, tuple) else None) for move, found in values.items()
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
            exact=not self.guessed,
        )
