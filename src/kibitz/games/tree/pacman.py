"""Reading the trees of the Berkeley Pacman project's autograder: `.test` files of the class GraphGameTreeTest.

A file is a list of `key: "value"`, long values between three quotation marks. Agent 0 maximises and the others minimise,
all in turn; a state that is won or lost ends the game, and `evaluation` says what a state is worth to agent 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kibitz.core.errors import InputError, unknown
from kibitz.games.tree.outline import Branch, Outline, Sketch

_ENTRY = re.compile(r'^(\w+):[ \t]*(?:"""(.*?)"""|"([^"\n]*)")', re.DOTALL | re.MULTILINE)
_NEEDED = ("num_agents", "start_state", "win_states", "lose_states", "successors", "evaluation")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?", re.IGNORECASE)


@dataclass(frozen=True)
class _Entry:
    """The text of a key and the line on which it begins."""

    text: str
    line: int

    def rows(self) -> list[tuple[int, list[str]]]:
        """Return the words of each line that has any, with the line's number."""
        lines = enumerate(self.text.splitlines(), start=self.line)
        return [(line, text.split()) for line, text in lines if text.strip()]


@dataclass(frozen=True)
class Graph:
    """The states of a file: what each leads to (action, state, line), what it is worth to agent 0, and which end the game."""

    successors: dict[str, list[tuple[str, str, int]]]
    worth: dict[str, float]
    won: frozenset[str]
    lost: frozenset[str]

    @property
    def ended(self) -> frozenset[str]:
        """The states in which the game is over."""
        return self.won | self.lost


def read_pacman(source: str, text: str) -> Outline:
    """Return the tree of a `.test` file: its states, each once for every agent whose turn it can be there."""
    outline, start, graph = _read(source, text)
    _unfold(outline, start, graph)
    return outline


def read_graph(source: str, text: str) -> tuple[int, str, Graph]:
    """Return how many agents play in a `.test` file, its start and its states, whoever's turn it is there."""
    outline, start, graph = _read(source, text)
    return len(outline.players), start.text.strip(), graph


def _read(source: str, text: str) -> tuple[Outline, _Entry, Graph]:
    """Return an outline without nodes, the start, and the states that are to become nodes."""
    entries = {
        found[1]: _Entry(found[2] or found[3] or "", text.count("\n", 0, found.start()) + 1) for found in _ENTRY.finditer(text)
    }
    missing = [key for key in _NEEDED if key not in entries]
    if missing:
        raise InputError(f"{source} is no Pacman tree: it has no {missing[0]}; it needs {', '.join(_NEEDED)}")
    agents = entries["num_agents"].text
    if agents not in [str(number) for number in range(1, 17)]:
        raise InputError(f"{source}:{entries['num_agents'].line}: num_agents is a number from 1 to 16, not {agents!r}")
    adversaries = ["MIN"] if agents == "2" else [f"MIN{number}" for number in range(1, int(agents))]
    outline = Outline(source, ("MAX", *adversaries), constant_sum=0.0 if adversaries else None)
    return outline, entries["start_state"], _graph(outline, entries)


def _graph(outline: Outline, entries: dict[str, _Entry]) -> Graph:
    """Return the successors and evaluations that the entries list."""
    won, lost = (frozenset(entries[key].text.split()) for key in ("win_states", "lose_states"))
    graph = Graph({}, {}, won, lost)
    for line, words in entries["successors"].rows():
        if len(words) != 3:
            outline.fail(line, f"{' '.join(words)!r} is not 'state action successor'")
        state, action, successor = words
        moves = graph.successors.setdefault(state, [])
        if any(action == other for other, _, _ in moves):
            outline.fail(line, f"state {state!r} has two actions called {action!r}")
        moves.append((action, successor, line))
    for line, words in entries["evaluation"].rows():
        if len(words) != 2 or not _NUMBER.fullmatch(words[1]):
            outline.fail(line, f"{' '.join(words)!r} is not 'state number'")
        graph.worth[words[0]] = float(words[1])
    return graph


def _unfold(outline: Outline, start: _Entry, graph: Graph) -> None:
    """Add a node for every state and agent to move that the start leads to; on another agent's turn it is `state@agent`."""
    names = {(start.text.strip(), 0): start.text.strip()}
    taken = {start.text.strip()}
    waiting = [(start.text.strip(), 0, start.line)]
    known = sorted({*graph.successors, *graph.ended})
    while waiting:
        state, agent, line = waiting.pop()
        if state not in graph.successors and state not in graph.ended:
            outline.fail(line, f"{unknown('state', state, known)}; a state has successors, or is won or lost")
        if state in graph.ended and state not in graph.worth:
            outline.fail(line, f"state {state!r} is won or lost but has no evaluation")
        branches = []
        following = (agent + 1) % len(outline.players)
        for action, successor, place in [] if state in graph.ended else graph.successors[state]:
            turn = (successor, following)
            if turn not in names:
                names[turn] = f"{successor}@{following}" if successor in taken else successor
                taken.add(successor)
                waiting.append((successor, following, place))
            branches.append(Branch(action, names[turn], place))
        mover = None if state in graph.ended else agent
        values = _shared(graph.worth.get(state, 0.0), len(outline.players))
        outline.add(Sketch(names[state, agent], line, mover, tuple(branches), values))


def _shared(worth: float, players: int) -> tuple[float, ...]:
    """Return everybody's utility: what is good for agent 0 is lost by the others in equal parts."""
    return (worth, *(0.0 - worth / (players - 1) for _ in range(players - 1)))
