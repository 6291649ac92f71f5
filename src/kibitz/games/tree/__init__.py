"""Explicit trees, read from a file: MAX, MIN and CHANCE nodes, or several players with utility tuples.

`tree:file=PATH` reads a `.tree` file, or a `.test` file of the Pacman autograder; `tree:name=NAME` opens an example.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from kibitz.core.errors import InputError, PositionError, UnknownNameError, unknown
from kibitz.core.game import CHANCE, game
from kibitz.core.reading import read_text
from kibitz.games.tree.drawing import LEAF, Branch, Sign, drawn
from kibitz.games.tree.outline import Outline, tables
from kibitz.games.tree.pacman import read_pacman
from kibitz.games.tree.reader import read_tree


class Place(NamedTuple):
    """Where in the tree the game stands."""

    node: int


@game()
class Tree(NamedTuple):
    """The players walk down a tree from its root, chance taking its turns; the leaf they reach says what each has won."""

    players: int
    constant_sum: float | None
    movers: tuple[int, ...]
    """[nodes] who moves at a node."""
    first: tuple[int, ...]
    """[nodes + 1] the place of a node's first branch; its last branch stands before the next node's first."""
    targets: tuple[int, ...]
    """[branches] the node a branch leads to."""
    probabilities: tuple[float, ...]
    """[branches] how likely a branch is, at chance nodes."""
    values: tuple[float, ...]
    """[nodes * players] the utilities of a leaf, the estimate of any other node."""
    spans: tuple[float, ...]
    """[2 * players] the lowest and the highest of the values, player by player."""
    names: tuple[str, ...]
    """[nodes] the names of the nodes."""
    action_names: tuple[str, ...]
    """[branches] the names of the branches."""
    player_names: tuple[str, ...]
    """[players] the names of the players."""

    @classmethod
    def build(cls, options: dict[str, str]) -> Tree:
        """Return the tree in the file `file`, or the example called `name`; without either, the lectures' tree."""
        for key in options:
            if key not in ("file", "name"):
                raise UnknownNameError("option of tree", key, ("file", "name"))
        if len(options) > 1:
            raise InputError("tree takes either file=PATH or name=NAME, not both")
        if "file" in options:
            return cls.read(options["file"])
        return cls.parse_tree(*example(options.get("name", "lecture")))

    @classmethod
    def read(cls, path: str) -> Tree:
        """Return the tree in a `.tree` file, or in a `.test` file of the Pacman autograder."""
        text = read_text(path)
        if Path(path).suffix == ".test":
            return cls.of(read_pacman(path, text), everything=False)
        return cls.parse_tree(path, text)

    @classmethod
    def parse_tree(cls, source: str, text: str) -> Tree:
        """Return the tree written in `text` in the `.tree` format; errors name `source` as the file."""
        return cls.of(read_tree(source, text))

    @classmethod
    def of(cls, outline: Outline, everything: bool = True) -> Tree:
        """Return an outline as a game; `everything` refuses nodes that cannot be reached."""
        flat = tables(outline, everything)
        return cls(
            len(outline.players), outline.constant_sum, flat.movers, flat.first, flat.targets, flat.probabilities, flat.values,
            _spans(flat.values, len(outline.players)), flat.names, flat.actions, outline.players,
        )  # fmt: skip

    def initial(self) -> Place:
        """Return the root."""
        return Place(0)

    def to_move(self, s: Place) -> int:
        """Return who moves at the node."""
        return self.movers[s.node]

    def actions(self, s: Place) -> Iterator[int]:
        """Yield the branches, numbered from 0 in the order of the file."""
        yield from range(self.first[s.node + 1] - self.first[s.node])

    def result(self, s: Place, a: int) -> Place:
        """Return the node at the end of a branch."""
        return Place(self.targets[self.first[s.node] + a])

    def is_terminal(self, s: Place) -> bool:
        """Return whether the node is a leaf."""
        return self.first[s.node + 1] == self.first[s.node]

    def utility(self, s: Place, player: int) -> float:
        """Return what the leaf is worth to a player."""
        return self.values[s.node * self.players + player]

    def probability(self, s: Place, a: int) -> float:
        """Return how likely a branch of a chance node is."""
        return self.probabilities[self.first[s.node] + a]

    def evaluate(self, s: Place, player: int) -> float:
        """Return the estimate given in the file, or an equal share where there is none."""
        return self.values[s.node * self.players + player]

    def utility_bounds(self, s: Place, player: int) -> tuple[float, float]:
        """Return the lowest and the highest number that stands in the tree for a player."""
        return self.spans[2 * player], self.spans[2 * player + 1]

    def distinct_actions(self) -> int:
        """Return the most branches that a node has."""
        return max(self.first[node + 1] - self.first[node] for node in range(len(self.movers)))

    def show(self, s: Place) -> str:
        """Return the node with its branches, one a line."""
        name, kind = self.names[s.node], self._mover_name(s)
        if self.is_terminal(s):
            return f"{name}: {kind}"
        lines = [f"{name} {kind}:"]
        for a in self.actions(s):
            chance = f"{self.probability(s, a):.4g} " if kind == "CHANCE" else ""
            lines.append(f"    {chance}{self.action_name(s, a)} -> {self.names[self.result(s, a).node]}")
        return "\n".join(lines)

    def _mover_name(self, s: Place) -> str:
        """Return who moves at a node, or what a leaf is worth to each player."""
        if self.is_terminal(s):
            worth = zip(self.player_names, self.values[s.node * self.players :], strict=False)
            return ", ".join(f"{player} {value:g}" for player, value in worth)
        return "CHANCE" if self.to_move(s) == CHANCE else self.player_names[self.to_move(s)]

    def svg(self, s: Place) -> str:
        """Return the node with its branches as a picture, a leaf with what it is worth to each player."""
        branches = [self._branch(s, a) for a in self.actions(s)]
        mover = LEAF if self.is_terminal(s) else self.to_move(s)
        return drawn(Sign(self.names[s.node], mover, self._mover_name(s)), branches, self.players)

    def _branch(self, s: Place, a: int) -> Branch:
        """Return a branch as it is drawn: its name, at chance nodes its probability, and the node that it leads to."""
        end = self.result(s, a)
        if self.is_terminal(end):
            values = self.values[end.node * self.players : (end.node + 1) * self.players]
            worth = values[:1] if self.constant_sum == 0.0 and self.players == 2 else values
            sign = Sign(self.names[end.node], LEAF, ", ".join(f"{value:g}" for value in worth))
        else:
            sign = Sign(self.names[end.node], self.to_move(end), self._mover_name(end))
        chance = f": {self.probability(s, a):.4g}" if self.to_move(s) == CHANCE else ""
        return Branch(self.cells(s, a)[0], self.action_name(s, a) + chance, sign)

    def cells(self, s: Place, a: int) -> tuple[str, ...]:
        """Return the branch, named with its node: other nodes may have branches of the same name."""
        return (f"{self.names[s.node]}/{self.action_name(s, a)}",)

    def action_name(self, s: Place, a: int) -> str:
        """Return the branch's name."""
        return self.action_names[self.first[s.node] + a]

    def notation(self, s: Place) -> str:
        """Return the node's name."""
        return self.names[s.node]

    def parse(self, text: str) -> Place:
        """Return the node of that name."""
        if text not in self.names:
            raise PositionError(unknown("node", text, self.names))
        return Place(self.names.index(text))


def examples() -> list[str]:
    """Return the names of the trees that come with Kibitz."""
    files = resources.files(__name__).joinpath("examples").iterdir()
    return sorted(file.name.removesuffix(".tree") for file in files if file.name.endswith(".tree"))


def example(name: str) -> tuple[str, str]:
    """Return the file name and the text of an example."""
    if name not in examples():
        raise UnknownNameError("example tree", name, examples())
    return f"{name}.tree", resources.files(__name__).joinpath("examples", f"{name}.tree").read_text(encoding="utf-8")


def _spans(values: tuple[float, ...], players: int) -> tuple[float, ...]:
    """Return the lowest and the highest value of each player."""
    return tuple(end(values[player::players]) for player in range(players) for end in (min, max))
