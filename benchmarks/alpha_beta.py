"""Alpha-beta to a depth: nodes a second and seconds, beside OpenSpiel's Python search and easyAI's Negamax.

Every program searches the same positions equally deep and knows nothing but wins and losses, so all find the same values.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from math import copysign
from pathlib import Path
from typing import Any, NamedTuple

from peers import EASY_AI, OPEN_SPIEL
from report import Section, compared, times_as
from scores import random_position
from timing import best_in_turns, best_of

import kibitz
from kibitz.core.randomness import Random
from kibitz.core.weights import default_weights

METHOD = """
The value so many moves deep, where only wins, losses and draws count and everything else is 0. Kibitz's engine
(`alphabeta:pruning=none`) deepens step by step with a transposition table and ordering; its nodes and time are those of all
depths together. OpenSpiel's search in Python over states in C++, easyAI's Negamax on its own games, and Kibitz's textbook
version, interpreted, have none of that. All find the same values. Nodes are states looked at.
"""


class Task(NamedTuple):
    """What is searched: a game, the moves before each position, how deep, and the programs that are quick enough."""

    what: str
    game: str
    positions: list[list[int]]
    depth: int
    programs: Sequence[str]


Search = Callable[[Task], tuple[list[float], int]]
"""Returns the values for the side to move, and the nodes where they are counted."""


def tasks(tiny: bool) -> list[Task]:
    """Return what is searched."""
    random = Random(seed=1)
    middle = [random_position(random, 12).columns for _ in range(2 if tiny else 10)]
    peers = ("OpenSpiel", "easyAI")
    if tiny:
        return [
            Task("tic-tac-toe", "tic_tac_toe", [[0, 4, 1, 3]], 5, (*peers, "Kibitz, textbook")),
            Task("Connect Four, 2 positions", "connect_four", middle, 2, peers),
        ]
    return [
        Task("tic-tac-toe, the whole game", "tic_tac_toe", [[]], 9, (*peers, "Kibitz, textbook")),
        Task("Connect Four, first position", "connect_four", [[]], 6, peers),
        Task("Connect Four, 10 positions of 12 stones", "connect_four", middle, 6, peers),
        Task("Connect Four, first position", "connect_four", [[]], 12, ("OpenSpiel",)),
        Task("Connect Four, 10 positions of 12 stones", "connect_four", middle, 10, ("OpenSpiel",)),
    ]


class Ours:
    """Kibitz's searches, with every weight of the evaluation zero."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)

    def _asked(self, task: Task, agent: str) -> tuple[list[float], int]:
        """Return an agent's values and nodes."""
        game = kibitz.load(task.game)
        values, nodes = [], 0
        for moves in task.positions:
            state = game.initial()
            for move in moves:
                state = game.result(state, move)
            decision = kibitz.decide(game, state, agent)
            values.append(decision.value)
            nodes += decision.nodes
        return values, nodes

    def engine(self, task: Task) -> tuple[list[float], int]:
        """Return the engine's values and nodes."""
        agent = f"alphabeta:depth={task.depth},pruning=none"
        game = kibitz.load(task.game)
        if hasattr(game, "features"):
            weights = self.folder / f"{task.game}.toml"
            weights.write_text("".join(f"{name} = 0\n" for name in default_weights(game)))
            agent += f",eval={weights}"
        return self._asked(task, agent)

    def textbook(self, task: Task) -> tuple[list[float], int]:
        """Return the values and nodes of the lecture's version, interpreted."""
        return self._asked(task, f"alphabeta:engine=textbook,depth={task.depth}")


def open_spiel(task: Task) -> tuple[list[float], int]:
    """Return the values by OpenSpiel's alpha-beta in Python over its states in C++."""
    search = OPEN_SPIEL.load("open_spiel.python.algorithms.minimax")
    game = OPEN_SPIEL.load().load_game(task.game)
    values = []
    for moves in task.positions:
        state = game.new_initial_state()
        for move in moves:
            state.apply_action(move)
        value, _ = search.alpha_beta_search(game, state=state, value_function=lambda _: 0.0, maximum_depth=task.depth)
        values.append(float(value))
    return values, 0


def easy_ai(task: Task) -> tuple[list[float], int]:
    """Return the values by easyAI's Negamax on the game that comes with it."""
    players = [None, None]
    values = []
    for moves in task.positions:
        if task.game == "tic_tac_toe":
            game = EASY_AI.load("easyAI.games.TicTacToe").TicTacToe(players)
        else:
            game = EASY_AI.load("easyAI.games.ConnectFour").ConnectFour(players)
        for move in moves:
            game.play_move(move + 1 if task.game == "tic_tac_toe" else move)
        agent = EASY_AI.load().Negamax(task.depth)
        agent(game)
        values.append(copysign(1.0, agent.alpha) if agent.alpha else 0.0)
    return values, 0


def counted(module: Any, name: str, work: Callable[[], object]) -> int:
    """Return how often a function of a module is called while it works."""
    function, calls = getattr(module, name), 0

    def counting(*arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        return function(*arguments, **options)

    setattr(module, name, counting)
    try:
        work()
    finally:
        setattr(module, name, function)
    return calls


def their_nodes(program: str, task: Task) -> int:
    """Return how many states a peer looks at: each is one call of its recursive function."""
    if program == "OpenSpiel":
        return counted(OPEN_SPIEL.load("open_spiel.python.algorithms.minimax"), "_alpha_beta", lambda: open_spiel(task))
    return counted(EASY_AI.load("easyAI.AI.Negamax"), "negamax", lambda: easy_ai(task))


def measure(tiny: bool) -> list[Section]:
    """Return times and nodes of alpha-beta at equal depth."""
    made = Section(
        "Alpha-beta to a depth",
        METHOD,
        ("what", "depth", "program", "nodes", "seconds", "nodes/s", "Kibitz's engine is", "its nodes/s are"),
    )
    with tempfile.TemporaryDirectory() as folder:
        ours = Ours(folder)
        every: dict[str, Search] = {"Kibitz": ours.engine, "Kibitz, textbook": ours.textbook}
        every |= {"OpenSpiel": open_spiel} if OPEN_SPIEL.is_here else {}
        every |= {"easyAI": easy_ai} if EASY_AI.is_here else {}
        for task in tasks(tiny):
            programs = {name: search for name, search in every.items() if name == "Kibitz" or name in task.programs}
            _add(made, task, programs, tiny)
    made.remarks.append(
        f"Each of Kibitz's answers has a fixed cost, whatever the depth: {fixed_cost() * 1e3:.1f} ms in Connect Four."
    )
    made.remarks += [peer.absence for peer in (OPEN_SPIEL, EASY_AI) if not peer.is_here]
    return [made]


def fixed_cost() -> float:
    """Return the seconds of the shallowest decision, which has next to nothing to search."""
    game = kibitz.load("connect_four")
    return best_of(10, lambda: kibitz.decide(game, game.initial(), "alphabeta:depth=1,pruning=none"))


def _add(made: Section, task: Task, programs: dict[str, Search], tiny: bool) -> None:
    """Add a row for every program, or raise an error where values differ."""
    found = {name: search(task) for name, search in programs.items()}
    for name, (values, _) in found.items():
        if values != found["Kibitz"][0]:
            raise RuntimeError(f"{task.what}, depth {task.depth}: {name} finds {values}, Kibitz {found['Kibitz'][0]}")
    begun = time.perf_counter()
    times = best_in_turns(1, {name: lambda search=search: search(task) for name, search in programs.items()})  # type: ignore[misc]
    if not tiny and time.perf_counter() - begun < 20:
        again = best_in_turns(3, {name: lambda search=search: search(task) for name, search in programs.items()})  # type: ignore[misc]
        times = {name: min(times[name], again[name]) for name in times}
    ours = found["Kibitz"][1] / times["Kibitz"]
    for name, spent in times.items():
        is_ours = name.startswith("Kibitz")
        nodes = found[name][1] if is_ours else their_nodes(name, task)
        words = compared(times["Kibitz"], spent) if name == "Kibitz, textbook" else ""
        if not is_ours:
            words = made.compare(f"alpha-beta, {task.what}, depth {task.depth}", name, times["Kibitz"], spent)
        rate = nodes / spent
        times_theirs = f"{times_as(ours / rate)} these" if name != "Kibitz" else ""
        made.rows.append((task.what, str(task.depth), name, f"{nodes:,}", f"{spent:.4f}", f"{rate:,.0f}", words, times_theirs))
