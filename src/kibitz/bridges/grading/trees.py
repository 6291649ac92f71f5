"""Explicit trees for students' agents: which states they make and evaluate is watched."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kibitz.core.randomness import Random
from kibitz.games.tree import Tree
from kibitz.games.tree.pacman import Graph, read_pacman

WORTHS = 7
"""So many different values, few enough that equal ones meet."""


@dataclass(frozen=True)
class ExplicitTree:
    """States by name, and how many rounds are to be searched; also states in which the game is over may lead somewhere."""

    name: str
    agents: int
    rounds: int
    start: str
    graph: Graph

    def text(self) -> str:
        """Return the tree as a file of the course's form, which `kibitz tree` reads."""
        rows = [f"{state} {action} {after}" for state, moves in self.graph.successors.items() for action, after, _ in moves]
        worths = [f"{state} {worth:g}" for state, worth in self.graph.worth.items()]
        last = self.graph.worth.keys() - self.graph.successors.keys()  # where a file's states end, the game is over
        words = {
            "num_agents": str(self.agents),
            "start_state": self.start,
            "win_states": " ".join(sorted({*self.graph.won, *last} - self.graph.lost)),
            "lose_states": " ".join(sorted(self.graph.lost)),
        }
        lists = {"successors": rows, "evaluation": worths}
        entries = [f'{key}: "{text}"' for key, text in words.items()]
        entries += [f'{key}: """\n{joined}\n"""' for key, joined in ((key, "\n".join(row)) for key, row in lists.items())]
        return "\n".join(entries) + "\n"

    def game(self) -> Tree:
        """Return the tree as a game, for the textbook's searches and their pictures."""
        return Tree.of(read_pacman(self.name, self.text()), everything=False)


@dataclass
class Watched:
    """What was done with a tree: the states that were made, the start among them, and those that were evaluated."""

    made: list[str] = field(default_factory=list)
    evaluated: list[str] = field(default_factory=list)


class TreeState:
    """A state of an explicit tree, with the methods of the course's states that a search needs."""

    def __init__(self, tree: ExplicitTree, name: str, watched: Watched) -> None:
        self.tree = tree
        self.state = name
        self.watched = watched

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:  # noqa: N802, N803 - the course's names, as all below
        """Return the actions."""
        return [action for action, _, _ in self.tree.graph.successors.get(self.state, ())]

    def generateSuccessor(self, agentIndex: int, action: str) -> TreeState:  # noqa: N802, N803
        """Return the state after an action."""
        after = next((after for name, after, _ in self.tree.graph.successors.get(self.state, ()) if name == action), None)
        if after is None:
            raise Exception(
                f"state {self.state} has no action {action!r}; it has {', '.join(self.getLegalActions()) or 'none'}"
            )
        self.watched.made.append(after)
        return TreeState(self.tree, after, self.watched)

    def getLegalPacmanActions(self) -> list[str]:  # noqa: N802
        """Return the actions."""
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: str) -> TreeState:  # noqa: N802
        """Return the state after an action."""
        return self.generateSuccessor(0, action)

    def getNumAgents(self) -> int:  # noqa: N802
        """Return how many agents move in turn."""
        return self.tree.agents

    def getScore(self) -> float:  # noqa: N802
        """Return what the state is worth, which is not known of all."""
        if self.state not in self.tree.graph.worth:
            raise Exception(f"state {self.state} was evaluated, where the search had to go on")
        self.watched.evaluated.append(self.state)
        return self.tree.graph.worth[self.state]

    def isWin(self) -> bool:  # noqa: N802
        """Return whether the game is won."""
        return self.state in self.tree.graph.won

    def isLose(self) -> bool:  # noqa: N802
        """Return whether the game is lost."""
        return self.state in self.tree.graph.lost

    def deepCopy(self) -> TreeState:  # noqa: N802
        """Return the same state: it never changes."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> TreeState:
        """Return the same state, watched as before."""
        return self

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same state."""
        return isinstance(other, TreeState) and other.state == self.state

    def __hash__(self) -> int:
        """Return a hash."""
        return hash(self.state)

    def __str__(self) -> str:
        """Return the name."""
        return self.state


SHAPES = (
    (2, 1, 2, 0), (2, 1, 3, 0), (2, 1, 2, 3), (2, 2, 2, 0), (3, 1, 2, 0), (3, 1, 2, 3), (2, 2, 2, 4), (2, 3, 2, 0),
    (3, 2, 2, 0), (4, 1, 2, 0), (2, 2, 3, 6), (3, 2, 2, 5), (2, 3, 2, 4), (4, 1, 2, 3), (3, 1, 3, 0), (2, 1, 3, 4),
)  # fmt: skip
"""Agents, rounds, branches (of three, one is missing now and then), and how many states of twenty end the game."""
COPIES = 4


def examples(seed: int = 0) -> list[ExplicitTree]:
    """Return trees in which right and wrong searches differ, the small ones first."""
    made = []
    for copy in range(COPIES):
        for number, shape in enumerate(SHAPES):
            made.append(_grown(f"tree {number + 1}{'abcd'[copy]}", *shape, Random(seed, 100 * copy + number)))
    return sorted(made, key=lambda tree: len(tree.graph.worth))


def _grown(name: str, agents: int, rounds: int, branches: int, ends: int, random: Random) -> ExplicitTree:
    """Return a random tree that goes one round further than is to be searched."""
    successors: dict[str, list[tuple[str, str, int]]] = {}
    worth: dict[str, float] = {"s": 0.0}
    over: dict[bool, set[str]] = {True: set(), False: set()}
    level = ["s"]
    for ply in range(agents * (rounds + 1)):
        after = []
        for state in level:
            fewer = branches > 2 and random.below(3) == 0
            names = [f"{state}{'abc'[branch]}" for branch in range(branches - fewer)]
            successors[state] = [(f"to_{one[-1].upper()}", one, 0) for one in names]
            after += names
            for one in names:
                worth[one] = float(random.below(WORTHS) - WORTHS // 3)
                if ply < agents * rounds - 1 and random.below(20) < ends:
                    over[random.below(2) == 0].add(one)
        level = after
    return ExplicitTree(name, agents, rounds, "s", Graph(successors, worth, frozenset(over[True]), frozenset(over[False])))
