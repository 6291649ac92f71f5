"""Reading `.tree` files: one node a line, `name KIND: action -> target, ...`; `docs/games/tree.md` describes the format."""

from __future__ import annotations

import re
from dataclasses import replace
from math import isclose, isfinite, nan

from kibitz.core.errors import InputError, unknown
from kibitz.core.game import CHANCE
from kibitz.games.tree.outline import Branch, Outline, Sketch

_NODE = re.compile(r"(?P<name>[^\s=:]+)\s+(?P<kind>[^\s=:~]+)\s*(?:~(?P<estimate>[^:]*))?:(?P<branches>.*)")
_LEAF = re.compile(r"(?P<name>[^\s=:]+)\s*=(?P<values>.*)")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?(/\d+)?%?", re.IGNORECASE)
_FORMS = "a line reads 'name KIND: action -> target, ...', 'name = value' or 'players: Ann, Ben'"


def read_tree(source: str, text: str) -> Outline:
    """Return the tree written in `text`; `source` is the name used in errors."""
    outline = Outline(source, ("MAX", "MIN"), constant_sum=0.0)
    reader = _Reader(outline)
    for line, written in enumerate(text.splitlines(), start=1):
        content = written.partition("#")[0].rstrip()
        if content:
            reader.take(line, content)
    reader.finish()
    if not outline.nodes:
        raise InputError(f"{source} holds no node; {_FORMS}")
    if not reader.max_and_min:
        sums = [sum(node.values) for node in outline.nodes.values() if node.mover is None and node.values]
        outline.constant_sum = sums[0] if sums and all(isclose(other, sums[0], abs_tol=1e-9) for other in sums) else None
    return outline


class _Reader:
    """Takes the lines one by one; `open` is the node to which indented lines add branches."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.max_and_min = True
        self.open: Sketch | None = None
        self.branches: dict[str, Branch] = {}

    def take(self, line: int, content: str) -> None:
        """Read one line."""
        if content[0].isspace():
            if self.open is None:
                self.outline.fail(line, "an indented line must follow a node, whose branches it lists")
            self._add_branches(line, content)
            return
        self.finish()
        if content.startswith("players:"):
            self._players(line, content.partition(":")[2])
        elif node := _NODE.fullmatch(content):
            self._begin(line, **node.groupdict())
        elif leaf := _LEAF.fullmatch(content):
            name = self._name(line, leaf["name"])
            self.outline.add(Sketch(name, line, values=self._values(line, leaf["values"])))
        else:
            self.outline.fail(line, f"{content!r} is not understood; {_FORMS}")

    def finish(self) -> None:
        """Close the node whose branches were being read."""
        if self.open is None:
            return
        if not self.branches:
            self.outline.fail(self.open.line, f"node {self.open.name!r} has no branches; a leaf is written 'name = value'")
        node, self.open = self.open, None
        self.outline.nodes[node.name] = replace(node, branches=tuple(self.branches.values()))

    def _players(self, line: int, text: str) -> None:
        """Read who plays: from then on kinds are players' names, and values are one number for each."""
        names = tuple(self._name(line, name.strip()) for name in text.split(","))
        if self.outline.nodes or not self.max_and_min:
            self.outline.fail(line, "the players are named once, before the first node")
        if len({*names, "CHANCE"}) < len(names) + 1:
            self.outline.fail(line, "players have different names, and none is called CHANCE")
        self.outline.players, self.max_and_min = names, False

    def _begin(self, line: int, name: str, kind: str, estimate: str | None, branches: str) -> None:
        """Read the head of a node, and the branches that stand on the same line."""
        kinds = [*self.outline.players, "CHANCE"]
        if kind not in kinds:
            self.outline.fail(line, unknown("kind of node", kind, kinds))
        mover = CHANCE if kind == "CHANCE" else kinds.index(kind)
        values = self._values(line, estimate) if estimate is not None else None
        self.open, self.branches = Sketch(self._name(line, name), line, mover, values=values), {}
        self.outline.add(self.open)
        if branches.strip():
            self._add_branches(line, branches)

    def _add_branches(self, line: int, text: str) -> None:
        """Read branches separated by commas; a value in place of a node's name makes a leaf without a line of its own."""
        for part in _parts(text.rstrip().removesuffix(",")):
            branch = self._branch(line, part)
            self.branches[branch.action] = branch

    def _branch(self, line: int, part: str) -> Branch:
        """Read `[probability] [action ->] target`."""
        left, arrow, target = part.rpartition("->")
        words, target = left.split(), target.strip()
        probability = None
        if self._open.mover == CHANCE and words and _NUMBER.fullmatch(words[0]):
            probability = _number(words.pop(0))
            if not 0 < probability <= 1:
                self.outline.fail(line, f"a probability is above 0 and at most 1, not {probability:g}")
        if len(words) > 1 or (arrow and not words and probability is None):
            form = "[probability] [name] -> target" if self._open.mover == CHANCE else "name -> target"
            self.outline.fail(line, f"{part.strip()!r} is not a branch of the form '{form}', the name being one word")
        written = target.startswith("(") or _NUMBER.fullmatch(target) is not None
        own = str(len(self.branches) + 1)
        action = self._word(line, words[0]) if words else own if written else target
        if action in self.branches:
            self.outline.fail(line, f"{self._open.name!r} has two branches called {action!r}")
        if not written:
            return Branch(action, self._name(line, target), line, probability)
        leaf = Sketch(f"{self._open.name}/{action}", line, values=self._values(line, target))
        self.outline.add(leaf)
        return Branch(action, leaf.name, line, probability)

    @property
    def _open(self) -> Sketch:
        """The node being read."""
        assert self.open is not None
        return self.open

    def _word(self, line: int, word: str) -> str:
        """Return a word that may be a name."""
        if not word or re.search(r"[\s:=~,()]|->", word) or not word.isprintable():
            self.outline.fail(line, f"{word!r} is no name: a name is one word without any of , : = ~ ( ) and ->")
        return word

    def _name(self, line: int, word: str) -> str:
        """Return the name of a node or player."""
        if _NUMBER.fullmatch(word):
            self.outline.fail(line, f"{word!r} is a number and cannot be a name")
        return self._word(line, word)

    def _values(self, line: int, text: str) -> tuple[float, ...]:
        """Return the value for every player: one number in a tree of MAX and MIN, else as many as there are players."""
        words = [word.strip() for word in text.strip().removeprefix("(").removesuffix(")").split(",")]
        for word in words:
            if not _NUMBER.fullmatch(word) or not isfinite(_number(word)):
                self.outline.fail(line, f"{word!r} is not a number")
        numbers = tuple(_number(word) for word in words)
        if self.max_and_min:
            if len(numbers) != 1:
                self.outline.fail(line, f"a value in a tree of MAX and MIN is one number, not {len(numbers)}")
            return (numbers[0], 0.0 - numbers[0])
        players = self.outline.players
        if len(numbers) != len(players):
            known = f"there are {len(players)} players: {', '.join(players)}"
            self.outline.fail(line, f"{text.strip()} has {len(numbers)} utilities, but {known}")
        return numbers


def _number(text: str) -> float:
    """Return the number written as `12`, `-2.5`, `1e3`, `1/3` or `25%`; it may be infinite, or none at all for `1/0`."""
    above, slash, below = text.removesuffix("%").partition("/")
    divisor = (float(below) if slash else 1.0) * (100.0 if text.endswith("%") else 1.0)
    return float(above) / divisor if divisor else nan


def _parts(text: str) -> list[str]:
    """Return what stands between commas, those in parentheses not counted."""
    parts = [""]
    for piece in text.split(","):
        if parts[-1].count("(") > parts[-1].count(")"):
            parts[-1] += "," + piece
        else:
            parts.append(piece)
    return parts[1:]
