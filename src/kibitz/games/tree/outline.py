"""A tree as its author wrote it, before it becomes a game: named nodes, checked and then laid out in flat tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import isclose
from typing import NoReturn

from kibitz.core.errors import InputError, unknown
from kibitz.core.game import CHANCE


@dataclass(frozen=True)
class Branch:
    """A move or a chance outcome of a node; `line` is where it stands in the file."""

    action: str
    target: str
    line: int
    probability: float | None = None


@dataclass(frozen=True)
class Sketch:
    """A node: who moves and where to, or nobody (`mover` is None) at a leaf; `values` are its utilities or the estimate."""

    name: str
    line: int
    mover: int | None = None
    branches: tuple[Branch, ...] = ()
    values: tuple[float, ...] | None = None


@dataclass
class Outline:
    """All nodes of a tree by name, the root first; `constant_sum` is what utilities add up to, if known."""

    source: str
    players: tuple[str, ...]
    constant_sum: float | None
    nodes: dict[str, Sketch] = field(default_factory=dict)

    def fail(self, line: int, sentence: str) -> NoReturn:
        """Raise the error that names the file and the line."""
        raise InputError(f"{self.source}:{line}: {sentence}")

    def add(self, node: Sketch) -> None:
        """Take in one more node."""
        if node.name in self.nodes:
            self.fail(node.line, f"node {node.name!r} is defined twice, first in line {self.nodes[node.name].line}")
        self.nodes[node.name] = node

    @property
    def root(self) -> Sketch:
        """The first node of the file."""
        return next(iter(self.nodes.values()))


@dataclass(frozen=True)
class Tables:
    """A tree as flat tuples, nodes numbered from the root (0): branch `i` of node `n` stands at place `first[n] + i`."""

    names: tuple[str, ...]
    movers: tuple[int, ...]
    first: tuple[int, ...]
    targets: tuple[int, ...]
    probabilities: tuple[float, ...]
    values: tuple[float, ...]
    actions: tuple[str, ...]


def tables(outline: Outline, everything: bool = True) -> Tables:
    """Return a checked outline as tables; `everything` refuses nodes that the root does not lead to."""
    if not outline.root.branches:
        outline.fail(outline.root.line, f"the first node, {outline.root.name!r}, is the root and needs branches")
    number = {name: place for place, name in enumerate(_walk(outline))}
    for node in outline.nodes.values():
        if everything and node.name not in number:
            outline.fail(node.line, f"no branch leads from the root {outline.root.name!r} to node {node.name!r}")
    nodes = [outline.nodes[name] for name in number]
    branches = [branch for node in nodes for branch in _with_probabilities(outline, node)]
    first = [0]
    for node in nodes:
        first.append(first[-1] + len(node.branches))
    nothing = ((outline.constant_sum or 0.0) / len(outline.players),) * len(outline.players)
    return Tables(
        names=tuple(number),
        movers=tuple(0 if node.mover is None else node.mover for node in nodes),
        first=tuple(first),
        targets=tuple(number[branch.target] for branch in branches),
        probabilities=tuple(branch.probability or 0.0 for branch in branches),
        values=tuple(value for node in nodes for value in (node.values or nothing)),
        actions=tuple(branch.action for branch in branches),
    )


def _walk(outline: Outline) -> Iterable[str]:
    """Return the names of all nodes in depth-first order; a branch to nowhere or back to its own path is refused."""
    open_nodes: dict[str, Iterator[Branch]] = {outline.root.name: iter(outline.root.branches)}
    seen: dict[str, None] = {outline.root.name: None}
    while open_nodes:
        name, rest = next(reversed(open_nodes.items()))
        branch = next(rest, None)
        if branch is None:
            del open_nodes[name]
            continue
        if branch.target not in outline.nodes:
            outline.fail(branch.line, f"branch {branch.action!r} of {name!r}: {unknown('node', branch.target, outline.nodes)}")
        if branch.target in open_nodes:
            path = [*open_nodes]
            around = [*path[path.index(branch.target) :], branch.target]
            outline.fail(branch.line, f"a tree may not have a cycle, but {' -> '.join(around)} is one")
        if branch.target not in seen:
            seen[branch.target] = None
            open_nodes[branch.target] = iter(outline.nodes[branch.target].branches)
    return seen


def _with_probabilities(outline: Outline, node: Sketch) -> tuple[Branch, ...]:
    """Return the node's branches; those of a chance node with probabilities, which must add up to 1."""
    given = [branch.probability for branch in node.branches if branch.probability is not None]
    if node.mover != CHANCE or not node.branches:
        return node.branches
    if not given:
        share = 1 / len(node.branches)
        return tuple(Branch(branch.action, branch.target, branch.line, share) for branch in node.branches)
    if len(given) < len(node.branches):
        bare = next(branch for branch in node.branches if branch.probability is None)
        outline.fail(
            bare.line, f"outcome {bare.action!r} of {node.name!r} has no probability; give one to all outcomes or to none"
        )
    if not isclose(sum(given), 1, abs_tol=1e-9):
        outline.fail(node.line, f"the probabilities of {node.name!r} add up to {sum(given):.6g}, not to 1")
    return node.branches
