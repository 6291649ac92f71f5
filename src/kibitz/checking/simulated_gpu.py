"""The same random games in Python and on a simulated GPU, compared rule by rule: what whole games say, in some sums."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from math import isclose, isnan
from typing import Any

import numpy as np

from kibitz.checking.report import NotLookedAt
from kibitz.compile.cpu import Jit, interpreted_rules, packed
from kibitz.core.bits import shift_right, wrap
from kibitz.core.contract import Game, Key, Probabilities, Score, implements
from kibitz.core.errors import KibitzError
from kibitz.core.game import CHANCE
from kibitz.core.places import shown_path
from kibitz.core.randomness import advance, below, scramble, stream

SIMULATED_GAMES = 4
LONGEST = 60
"""The simulator of a GPU is slow: a few moves of a few games."""
SIMULATED_SECONDS = 3.0
"""Where one game takes the simulator more processor time than this, it plays no others."""
SIMULATOR_SECONDS = 120.0
WIDEST = 64
"""Of more moves in a position than this, every second or third and so on is asked about."""

EXACT = ("to_move", "actions", "result", "is_terminal", "key", "order")
"""Rules that give whole numbers: the columns of a witness that must be equal."""
ROUNDED = ("probability", "evaluate")
"""Rules that give fractions: columns that may differ in the last digits; utility and score of each player follow."""

AFTER_A_MOVE = ("result", "is_terminal", "utility", "score")
"""Rules that are asked last in a turn: where another differs too, that one is the cause."""


def width(game: Game) -> int:
    """Return how many columns a witness has."""
    return len(EXACT) + len(ROUNDED) + 2 * game.players


def witness(game: Any, jit: Jit) -> Any:
    """Build `work(row, seed, index, longest, totals)`: random game `index` of `seed`, told in the columns of `totals`.

    Each rule that gives whole numbers has a column with 52 bits of a hash of all it said; `is_terminal` has the
    number of moves. The others have weighted sums of what they said.
    """
    players = game.players

    @jit
    def mixed(digest: int, number: int) -> int:
        return scramble(advance(digest ^ number))

    @jit
    def work(row: Any, seed: int, index: int, longest: int, totals: Any) -> None:
        random = stream(seed, index)
        s = game.unpack(row)
        movers = moves = states = keys = orders = 0
        length = 0
        while length < longest and not game.is_terminal(s):
            mover = game.to_move(s)
            movers = mixed(movers, mover)
            keys = mixed(keys, game.key(s))
            count = game.count_actions(s)
            step = max(1, (count + WIDEST - 1) // WIDEST)
            for place in range(below(scramble(random), step), count, step):
                action = game.nth_actions(s, place)
                moves = mixed(moves, action)
                orders = mixed(orders, game.order(s, action))
                if mover == CHANCE:
                    totals[6] += game.probability(s, action) * (place + 1)
            for player in range(players):
                totals[7] += game.evaluate(s, player) * (player + 1)
            if count == 0:
                break
            random = advance(random)
            s = game.result(s, game.nth_actions(s, below(scramble(random), count)))
            states = mixed(states, game.key_of_fields(s))
            length += 1
        totals[0] = shift_right(movers, 12) * 1.0
        totals[1] = shift_right(moves, 12) * 1.0
        totals[2] = shift_right(states, 12) * 1.0
        totals[3] = length * 2 + (1 if game.is_terminal(s) else 0)
        totals[4] = shift_right(keys, 12) * 1.0
        totals[5] = shift_right(orders, 12) * 1.0
        if game.is_terminal(s):
            for player in range(players):
                totals[8 + player] = game.utility(s, player)
                totals[8 + players + player] = game.score(s, player)

    return work


class _Own:
    """The game as its author wrote it, with what kernels ask beside: the forms of `actions`, keys, rows."""

    def __init__(self, game: Game) -> None:
        module: Any = interpreted_rules(game).module
        self.game = game
        self.unpack, self.key_of_fields = module.unpack, module.key_of_fields
        self.key = game.key if implements(game, Key) else module.key_of_fields
        self.score = game.score if implements(game, Score) else game.utility
        self.is_even = not implements(game, Probabilities)
        self.listed: list[int] = []

    def __getattr__(self, name: str) -> Any:
        """Return the game's own method."""
        return getattr(self.game, name)

    def count_actions(self, s: Any) -> int:
        """Return how many moves there are."""
        self.listed = list(self.game.actions(s))
        return len(self.listed)

    def nth_actions(self, s: Any, place: int) -> int:
        """Return the move at that place, of the state whose moves were counted last."""
        return self.listed[place]

    def probability(self, s: Any, a: int) -> float:
        """Return how likely an outcome is, of the state whose outcomes were counted last."""
        return 1.0 / len(self.listed) if self.is_even else self.game.probability(s, a)


def own_witness(game: Game, seed: int, index: int, longest: int) -> list[float]:
    """Return the witness of the rules as they are written."""
    row = np.zeros(width(game))
    witness(_Own(game), lambda function: function)(packed(game, game.initial()), wrap(seed), index, longest, row)
    return [float(number) for number in row]


def difference(game: Game, one: list[float], two: list[float]) -> str | None:
    """Return the name of the rule on which two witnesses differ, the first that was asked, or None if they agree."""
    names = [*EXACT, *ROUNDED, *["utility"] * game.players, *["score"] * game.players]
    for place, name in sorted(enumerate(names), key=lambda column: column[1] in AFTER_A_MOVE):
        if isnan(one[place]) and isnan(two[place]):
            continue
        is_same = one[place] == two[place] or (
            place >= len(EXACT) and isclose(one[place], two[place], rel_tol=1e-9, abs_tol=1e-9)
        )
        if not is_same:
            return name
    return None


def _moves(game: Game, seed: int, index: int, longest: int) -> tuple[int, ...]:
    """Return the moves of a witness's game."""
    random, s = stream(wrap(seed), index), game.initial()
    moves: list[int] = []
    while len(moves) < longest and not game.is_terminal(s):
        random = advance(random)
        actions = list(game.actions(s))
        moves.append(actions[below(scramble(random), len(actions))])
        s = game.result(s, moves[-1])
    return tuple(moves)


def simulated(text: str, game: Game, seed: int) -> tuple[bool, str]:
    """Return whether the CUDA simulator plays as Python does, and a sentence about it, or raise that it was not looked at.

    Numba has to be told of the simulator before it is imported, so it runs in a process of its own.
    """
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    command = [sys.executable, "-m", "kibitz.checking.simulator", text, str(wrap(seed))]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SIMULATOR_SECONDS, check=False)
        rows = json.loads(done.stdout.splitlines()[-1])
    except (OSError, subprocess.TimeoutExpired):
        raise NotLookedAt("the simulator of a GPU did not run here") from None
    except (json.JSONDecodeError, IndexError):
        raise NotLookedAt("the simulator of a GPU ended without an answer") from None
    if isinstance(rows, str):
        return False, shown_path(rows)
    for index, row in enumerate(rows):
        rule = difference(game, own_witness(game, seed, index, LONGEST), row)
        if rule is not None:
            moves = _moves(game, seed, index, LONGEST)
            return False, f"on the simulated GPU {rule} gives another answer than in Python, on the way of the moves {moves}"
    return True, f"the simulated GPU plays as Python does, {len(rows)} random game{'s' if len(rows) > 1 else ''}"


def simulate(text: str, seed: int) -> list[list[float]] | str:
    """Return the witnesses of the simulated GPU, or the sentence that says why there are none; for the simulator's process."""
    from kibitz.compile.cuda_launch import cuda
    from kibitz.core.registry import load

    try:
        game = load(text)
        run = cuda(witness, game)
        begun = time.process_time()
        for games in (1, SIMULATED_GAMES):
            if games == 1 or time.process_time() - begun < SIMULATED_SECONDS:
                totals = run(packed(game, game.initial()), seed, games, LONGEST, width(game))
    except KibitzError as error:
        return str(error)
    except Exception as error:
        return f"on the simulated GPU the rules raised {type(error).__name__}: {' '.join(str(error).split())}"
    return [[float(number) for number in row] for row in totals]
