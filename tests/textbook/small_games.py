"""Small games for the tests of the textbook searches."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.core.game import CHANCE, game


@dataclass(frozen=True)
class Fork:
    """An inner node of a tree: who moves, the branches, an estimate, and the probabilities where chance moves."""

    player: int
    branches: tuple[Any, ...]
    estimate: float = 0.0
    probabilities: tuple[float, ...] = ()


def most(*branches: Any, estimate: float = 0.0) -> Fork:
    """A node of the first player."""
    return Fork(0, branches, estimate)


def least(*branches: Any, estimate: float = 0.0, player: int = 1) -> Fork:
    """A node of an opponent."""
    return Fork(player, branches, estimate)


def dice(*pairs: tuple[float, Any]) -> Fork:
    """A chance node of pairs (probability, branch)."""
    return Fork(CHANCE, tuple(branch for _, branch in pairs), probabilities=tuple(probability for probability, _ in pairs))


@game(constant_sum=None)
class _Explicit:
    """A tree of forks; a leaf is a number (what it is worth to player 0; the others get the opposite) or a tuple.

    A state is the list of branches taken, which cannot be hashed.
    """

    def __init__(self, root: Any, players: int = 2) -> None:
        self.root = root
        self.players = players

    players: int = 2

    def node(self, s: list[int]) -> Any:
        here = self.root
        for branch in s:
            here = here.branches[branch]
        return here

    def initial(self) -> list[int]:
        return []

    def to_move(self, s: list[int]) -> int:
        here = self.node(s)
        return here.player if isinstance(here, Fork) else 0

    def actions(self, s: list[int]) -> Iterator[int]:
        yield from range(len(self.node(s).branches))

    def result(self, s: list[int], a: int) -> list[int]:
        return [*s, a]

    def is_terminal(self, s: list[int]) -> bool:
        return not isinstance(self.node(s), Fork)

    def utility(self, s: list[int], player: int) -> float:
        here = self.node(s)
        if isinstance(here, tuple):
            return float(here[player])
        return float(here if player == 0 else -here)

    def evaluate(self, s: list[int], player: int) -> float:
        estimate: float = self.node(s).estimate
        return estimate if player == 0 else -estimate

    def probability(self, s: list[int], a: int) -> float:
        return float(self.node(s).probabilities[a])


@game(constant_sum=None)
class _Bounded(_Explicit):
    """The same tree with bounds: the lowest and the highest number at or below a node."""

    def utility_bounds(self, s: list[int], player: int) -> tuple[float, float]:
        numbers = list(_numbers(self.node(s)))
        signed = numbers if player == 0 else [-number for number in numbers]
        return min(signed), max(signed)


def _numbers(node: Any) -> Iterator[float]:
    """The values and estimates at and below a node."""
    if not isinstance(node, Fork):
        yield float(node)
        return
    yield node.estimate
    for branch in node.branches:
        yield from _numbers(branch)


@game(players=1, constant_sum=None)
class _Corridor(NamedTuple):
    """One player walks `length` steps, one at a time; nothing to choose."""

    length: int = 5000

    def initial(self) -> tuple[int]:
        return (0,)

    def to_move(self, s: tuple[int]) -> int:
        return 0

    def actions(self, s: tuple[int]) -> Iterator[int]:
        yield 1

    def result(self, s: tuple[int], a: int) -> tuple[int]:
        return (s[0] + 1,)

    def is_terminal(self, s: tuple[int]) -> bool:
        return s[0] >= self.length

    def utility(self, s: tuple[int], player: int) -> float:
        return 1.0


@game(players=2, cyclic=True)
class _Circle(NamedTuple):
    """Two players walk around a circle of three places for ever; the walk never ends."""

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def to_move(self, s: tuple[int, int]) -> int:
        return s[1]

    def actions(self, s: tuple[int, int]) -> Iterator[int]:
        yield 1
        yield 2

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        return ((s[0] + a) % 3, 1 - s[1])

    def is_terminal(self, s: tuple[int, int]) -> bool:
        return False

    def utility(self, s: tuple[int, int], player: int) -> float:
        return 0.0

    def evaluate(self, s: tuple[int, int], player: int) -> float:
        return float(s[0]) if player == 0 else -float(s[0])


# The decorator adds methods that a type checker does not see.
Explicit: Any = _Explicit
Bounded: Any = _Bounded
Corridor: Any = _Corridor
Circle: Any = _Circle


@contextmanager
def short_stack(frames: int = 300) -> Iterator[None]:
    """Let Python recurse only so deep, so that a game too long for it is a short one."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(frames)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
