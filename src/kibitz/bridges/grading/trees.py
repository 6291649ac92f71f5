"""Explicit trees for students' agents: which states they make and evaluate is watched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.games.tree import Tree
from kibitz.games.tree.pacman import Graph, read_pacman


@dataclass(frozen=True, eq=False)
class ExplicitTree:
    """States by name, and how many rounds are to be searched."""

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
    """What was done with a tree: the states that were made, the start among them, and what was strange about it."""

    made: list[str] = field(default_factory=list)
    dead_end: str = ""
    """What is special about the last state that was asked for its actions, if it has none."""
    astray: str = ""
    """How somebody was moved whose turn it was not, the first time."""


class TreeState:
    """A state of an explicit tree, with the methods of the course's states that a search needs."""

    def __init__(self, tree: ExplicitTree, name: str, watched: Watched, ply: int = 0) -> None:
        self.tree = tree
        self.state = name
        self.watched = watched
        self.ply = ply

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:  # noqa: N802, N803 - the course's names, as all below
        """Return the actions, none where the game is over; whose they are is not asked, as in the course's trees."""
        self._require_agent(agentIndex)
        actions = [action for action, _, _ in self._successors()]
        self.watched.dead_end = "" if actions else self._dead_end()
        return actions

    def generateSuccessor(self, agentIndex: int, action: str) -> TreeState:  # noqa: N802, N803
        """Return the state after an action."""
        self._require_agent(agentIndex)
        due = self.ply % self.tree.agents
        if agentIndex != due and not self.watched.astray:
            self.watched.astray = f"agent {agentIndex} is moved in state {self.state}, where it is agent {due}'s turn"
        after = next((after for name, after, _ in self._successors() if name == action), None)
        if after is None:
            names = ", ".join(name for name, _, _ in self._successors())
            raise Exception(f"state {self.state} has no action {action!r}; it has {names or 'none'}")
        self.watched.made.append(after)
        return TreeState(self.tree, after, self.watched, self.ply + 1)

    def _successors(self) -> Sequence[tuple[str, str, int]]:
        """Return the actions with what they lead to."""
        return () if self.isWin() or self.isLose() else self.tree.graph.successors.get(self.state, ())

    def _require_agent(self, agent: int) -> None:
        """Raise where there is no agent of that number."""
        if not isinstance(agent, int) or not 0 <= agent < self.tree.agents:
            raise Exception(f"there is no agent {agent!r}: agents are numbered from 0 to {self.tree.agents - 1}")

    def _dead_end(self) -> str:
        """Return why there are no actions here."""
        if self.isWin() or self.isLose():
            asked = "won: ask isWin()" if self.isWin() else "lost: ask isLose()"
            return f"it was in state {self.state}, where nobody has an action since the game is {asked} first"
        rounds = f"{self.tree.rounds} round{'s' * (self.tree.rounds != 1)}"
        return f"it was in state {self.state}, far below the {rounds} asked: does it stop at self.depth?"

    def __getattr__(self, name: str) -> Any:
        """Raise: a tree has no maze."""
        raise AttributeError(
            f"the states of a tree have no {name}: searches are graded with the default evalFn, scoreEvaluationFunction"
        )

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
