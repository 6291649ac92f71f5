"""What homework files import as `util`: distances, containers, counters, chance, and finding functions by name."""

from __future__ import annotations

import heapq
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kibitz.bridges.homework.errors import NotWrittenError

Point = tuple[float, float]


def manhattanDistance(xy1: Point, xy2: Point) -> float:  # noqa: N802 - the course's name, as all below
    """Return the distance along x plus that along y."""
    return abs(xy1[0] - xy2[0]) + abs(xy1[1] - xy2[1])


def raiseNotDefined() -> None:  # noqa: N802
    """Say that a function is not written yet."""
    caller = sys._getframe(1)
    raise NotWrittenError(f"{caller.f_code.co_name} is not written yet", caller.f_lineno)


def lookup(name: str, namespace: dict[str, Any]) -> Any:
    """Return the function or class of that name, from a module among those imported where there is a dot in it."""
    module, dot, attribute = name.rpartition(".")
    if dot:
        return getattr(__import__(module, fromlist=[attribute]), attribute)
    modules = [thing for thing in namespace.values() if type(thing) is type(sys)]
    found = [getattr(thing, name) for thing in modules if hasattr(thing, name)]
    if name in namespace:
        return namespace[name]
    if len(found) == 1:
        return found[0]
    raise Exception(f"{name} is not defined" if not found else f"{name} is defined in several modules")


class Stack:
    """The last in is the first out."""

    def __init__(self) -> None:
        self.list: list[Any] = []

    def push(self, item: Any) -> None:
        """Put something on top."""
        self.list.append(item)

    def pop(self) -> Any:
        """Take what is on top."""
        return self.list.pop()

    def isEmpty(self) -> bool:  # noqa: N802
        """Return whether nothing is there."""
        return not self.list


class Queue(Stack):
    """The first in is the first out."""

    def push(self, item: Any) -> None:
        """Put something at the end."""
        self.list.insert(0, item)


class PriorityQueue:
    """The lowest priority comes out first, of equal ones the first that came in."""

    def __init__(self) -> None:
        self.heap: list[tuple[float, int, Any]] = []
        self.count = 0

    def push(self, item: Any, priority: float) -> None:
        """Put something in."""
        heapq.heappush(self.heap, (priority, self.count, item))
        self.count += 1

    def pop(self) -> Any:
        """Take what has the lowest priority."""
        return heapq.heappop(self.heap)[2]

    def isEmpty(self) -> bool:  # noqa: N802
        """Return whether nothing is there."""
        return not self.heap

    def update(self, item: Any, priority: float) -> None:
        """Put something in, or lower its priority if it is there with a higher one."""
        for place, (known, count, other) in enumerate(self.heap):
            if other == item:
                if priority < known:
                    self.heap[place] = (priority, count, item)
                    heapq.heapify(self.heap)
                return
        self.push(item, priority)


class PriorityQueueWithFunction(PriorityQueue):
    """A priority queue that asks a function for the priority."""

    def __init__(self, priorityFunction: Callable[[Any], float]) -> None:  # noqa: N803
        super().__init__()
        self.priorityFunction = priorityFunction

    def push(self, item: Any, priority: float | None = None) -> None:
        """Put something in."""
        super().push(item, self.priorityFunction(item) if priority is None else priority)


class Counter(dict[Any, Any]):
    """A dictionary in which everything has the value 0 until it is given another."""

    def __missing__(self, key: Any) -> int:
        """Return 0, which is kept."""
        self[key] = 0
        return 0

    def incrementAll(self, keys: Iterable[Any], count: float) -> None:  # noqa: N802
        """Add the same to several."""
        for key in keys:
            self[key] += count

    def argMax(self) -> Any:  # noqa: N802
        """Return what has the highest value, or None of nothing."""
        return max(self, key=lambda key: self[key]) if self else None

    def sortedKeys(self) -> list[Any]:  # noqa: N802
        """Return what is counted, the highest value first."""
        return sorted(self, key=lambda key: self[key], reverse=True)

    def totalCount(self) -> float:  # noqa: N802
        """Return the sum of all values."""
        total: float = sum(self.values())
        return total

    def normalize(self) -> None:
        """Divide all values so that they add up to 1."""
        total = float(self.totalCount())
        if total:
            self.divideAll(total)

    def divideAll(self, divisor: float) -> None:  # noqa: N802
        """Divide all values by a number."""
        for key in self:
            self[key] /= float(divisor)

    def copy(self) -> Counter:
        """Return a copy."""
        return Counter(dict.copy(self))

    def __mul__(self, other: Counter) -> float:
        """Return the sum of the products of values of the same key."""
        total: float = sum(value * other[key] for key, value in self.items() if key in other)
        return total

    def __add__(self, other: Counter) -> Counter:
        """Return the sums."""
        return Counter({key: dict.get(self, key, 0) + dict.get(other, key, 0) for key in {**self, **other}})

    def __sub__(self, other: Counter) -> Counter:
        """Return the differences."""
        return Counter({key: dict.get(self, key, 0) - dict.get(other, key, 0) for key in {**self, **other}})

    def __radd__(self, other: Any) -> Counter:
        """Return itself: so that several can be summed up."""
        return self


def normalize(vectorOrCounter: Any) -> Any:  # noqa: N803
    """Return a counter or a list of numbers divided so that it adds up to 1."""
    if isinstance(vectorOrCounter, Counter):
        made = vectorOrCounter.copy()
        made.normalize()
        return made
    total = float(sum(vectorOrCounter))
    return [number / total for number in vectorOrCounter] if total else vectorOrCounter


def sample(distribution: Any, values: Sequence[Any] | None = None) -> Any:
    """Return one of the values, or of the keys of a counter, as likely as the distribution says."""
    if isinstance(distribution, dict):
        values, distribution = list(distribution), list(distribution.values())
    return random.choices(list(values or range(len(distribution))), weights=distribution)[0]


def nSample(distribution: Any, values: Sequence[Any], n: int) -> list[Any]:  # noqa: N802
    """Return several values, each as likely as the distribution says."""
    return [sample(distribution, values) for _ in range(n)]


def chooseFromDistribution(distribution: Any) -> Any:  # noqa: N802
    """Return a key of a counter, or the second of one of several pairs of a probability and a thing."""
    if isinstance(distribution, dict):
        return sample(distribution)
    return sample([weight for weight, _ in distribution], [thing for _, thing in distribution])


def flipCoin(p: float) -> bool:  # noqa: N802
    """Return True with probability `p`."""
    return random.random() < p


def nearestPoint(pos: Point) -> tuple[int, int]:  # noqa: N802
    """Return the cell that is nearest to a point."""
    return int(pos[0] + 0.5), int(pos[1] + 0.5)


def sign(x: float) -> int:
    """Return 1 or -1, for 0 too."""
    return 1 if x >= 0 else -1


def arrayInvert(array: list[list[Any]]) -> list[list[Any]]:  # noqa: N802
    """Return a list of rows as a list of columns."""
    return [list(column) for column in zip(*array, strict=True)]


def matrixAsList(matrix: Any, value: Any = True) -> list[tuple[int, int]]:  # noqa: N802
    """Return the places of a value in a list of rows."""
    return [(row, column) for row, cells in enumerate(matrix) for column, cell in enumerate(cells) if cell == value]


def pause() -> None:
    """Go on at once: nobody waits at the keyboard."""
