"""The search for a position in which a game breaks its word, and how that is told: with file, line and moves."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from time import process_time
from traceback import extract_tb
from typing import Any, cast

from kibitz.core.content import identity
from kibitz.core.contract import Game, WeightedFeatures, implements
from kibitz.core.errors import BrokenRule, KibitzError, RaisedInKernel, RulesError
from kibitz.core.game import about
from kibitz.core.places import after, is_built_in, is_rules_file, short
from kibitz.core.questions import actions_of, broken, child_of, require_sound_at
from kibitz.core.randomness import Random
from kibitz.core.weights import default_weights

GAMES = 3
LOOKS = 60
"""How many random games, and states of each, are looked at before a search; `kibitz check` looks at many more."""

SEARCHED = 20_000
"""In so many positions at most the cause of an error is looked for, half of them near the root, half in random games."""
LONGEST_WALK = 1_000
PATIENCE = 5.0
"""And for so many seconds of processor time."""

Look = Callable[[Any], list[int]]
"""Raises what is wrong with a state, or returns its actions."""


def require_sound(game: Game, state: Any) -> None:
    """Raise `RulesError` if something is wrong with a state on the way of a few random games from `state`."""
    if implements(game, WeightedFeatures):
        default_weights(game)
    for number in range(GAMES):
        _walk(game, state, Random(0, number), LOOKS, partial(actions_of, game))


@contextmanager
def faults_located(game: Game, root: Any) -> Iterator[None]:
    """Inside, an error of the rules is raised as a `RulesError` with its place and the moves that lead there from `root`."""
    try:
        yield
    except BrokenRule as error:
        raise _with_moves(game, root, error) from error
    except RaisedInKernel as error:
        raise _first_breach(game, root) or error.failure from error
    except KibitzError:
        raise
    except Exception as error:
        if is_built_in(game) or not any(is_rules_file(frame.filename) for frame in extract_tb(error.__traceback__)):
            raise
        raise _first_breach(game, root) or error from None


def _with_moves(game: Game, root: Any, error: BrokenRule) -> RulesError:
    """Return a breach with the moves that lead to its state, or without them where the way was not found."""
    wanted = identity(error.state, game)

    def look(s: Any) -> list[int]:
        if identity(s, game) == wanted:
            raise BrokenRule(str(error), s)
        return actions_of(game, s)

    return _search(game, root, look) or RulesError(f"{error}, for {short(error.state)}")


def _first_breach(game: Game, root: Any) -> RulesError | None:
    """Return the first breach that is found below `root`, with the moves that lead to it, or None."""

    def look(s: Any) -> list[int]:
        require_sound_at(game, s)
        return actions_of(game, s)

    return _search(game, root, look)


def _search(game: Game, root: Any, look: Look) -> RulesError | None:
    """Return the first breach that a look at the positions below `root` raises, with its moves, or None after a while."""
    until = process_time() + PATIENCE
    try:
        _spread(game, root, SEARCHED // 2, look, until)
        looked, number = 0, 0
        while looked < SEARCHED // 2 and process_time() < until:
            looked += _walk(game, root, Random(0, number), LONGEST_WALK, look, until)
            number += 1
    except RulesError as error:
        return error
    return None


def _spread(game: Game, root: Any, looks: int, look: Look, until: float) -> None:
    """Look at the positions nearest to `root`, and raise the first breach with its moves."""
    waiting: deque[tuple[Any, tuple[int, ...]]] = deque([(root, ())])
    seen = {identity(root, game)}
    while waiting and looks > 0 and process_time() < until:
        s, moves = waiting.popleft()
        with _after(moves):
            children = [(child_of(game, s, action), (*moves, action)) for action in look(s)[:looks]]
        looks -= 1 + len(children)
        for child, path in children:
            name = identity(child, game)
            if name not in seen and len(waiting) < looks:
                seen.add(name)
                waiting.append((child, path))


def _walk(game: Game, root: Any, random: Random, longest: int, look: Look, until: float = inf) -> int:
    """Return how many positions a random game had; raise the first breach with its moves."""
    seen = {identity(root, game)}
    s, moves = root, cast("tuple[int, ...]", ())
    while len(moves) < longest and process_time() < until:
        with _after(moves):
            actions = look(s)
            if not actions:
                break
            action = random.choice(actions)
            s = child_of(game, s, action)
            moves = (*moves, action)
            name = identity(s, game)
            if name in seen and not about(game).cyclic:
                raise broken(game, "result", "came back to a position; a game in which that can happen needs cyclic=True", s)
            seen.add(name)
    return len(moves) + 1


@contextmanager
def _after(moves: tuple[int, ...]) -> Iterator[None]:
    """Inside, a breach is raised with the moves that lead there."""
    try:
        yield
    except BrokenRule as error:
        raise RulesError(f"{error}, for {short(error.state)}{after(moves) if moves else ''}") from error.__cause__
