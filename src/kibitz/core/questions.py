"""Questions to the rules of a game, whose answers are held to the contract.

The rules are asked as they are written. A `BrokenRule` says which rule broke the contract, where it stands, and in which state.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from itertools import islice
from math import isfinite
from numbers import Integral, Real
from typing import Any

from kibitz.core.content import content
from kibitz.core.contract import Game, Probabilities, implements
from kibitz.core.errors import BrokenRule, KibitzError, UnsupportedError
from kibitz.core.game import CHANCE, constant_sum, place_of
from kibitz.core.places import is_rules_file, short, short_line, shown_path

MOST_ACTIONS = 100_000
"""A state with more legal moves than this is taken for a generator without end."""

CLOSE = 1e-9
"""Probabilities, and utilities of all players for their size, may miss their sum by so much."""

CALLS = {
    "to_move": ("s",),
    "is_terminal": ("s",),
    "actions": ("s",),
    "result": ("s", "a"),
    "utility": ("s", "player"),
    "evaluate": ("s", "player"),
    "probability": ("s", "a"),
}
"""What each method is called with."""


def mover_at(game: Game, s: Any) -> int:
    """Return who is to move: a player, or `CHANCE`."""
    mover: Any = _called(game, "to_move", s)
    if not isinstance(mover, Integral) or not CHANCE <= int(mover) < game.players:
        allowed = f"a player from 0 to {game.players - 1} or CHANCE ({CHANCE})"
        raise broken(game, "to_move", f"returned {short(mover)}, which is not {allowed}", s)
    return int(mover)


def player_at(game: Game, s: Any) -> int:
    """Return for whom a search decides: the player to move, or the first player where chance is to move."""
    return max(mover_at(game, s), 0)


def is_over_at(game: Game, s: Any) -> bool:
    """Return whether the game is over."""
    return bool(_called(game, "is_terminal", s))


def moves_at(game: Game, s: Any) -> list[int]:
    """Return the moves, or the outcomes, of a state that is not terminal."""
    actions = listed_at(game, s)
    if not actions:
        raise broken(game, "actions", "yielded no move although is_terminal says that the game is not over", s)
    return actions


def legal_action(game: Game, state: Any, move: Any) -> int | None:
    """Return a legal move that is given by its number or its name, or None if the number is none; a name may raise."""
    action = game.parse_action(state, move) if isinstance(move, str) else move
    is_number = isinstance(action, Integral) and not isinstance(action, bool)
    return int(action) if is_number and int(action) in game.actions(state) else None


def legal_actions(game: Game, s: Any) -> list[int]:
    """Return the moves of a state in which a player chooses; where chance is to move, the search cannot go on."""
    if mover_at(game, s) == CHANCE:
        raise UnsupportedError("chance is to move where this search needs a player; use expectiminimax")
    return moves_at(game, s)


def listed_at(game: Game, s: Any) -> list[int]:
    """Return the moves that the rules list, of which a finished game may have none."""
    given = _called(game, "actions", s)
    if not isinstance(given, Iterable):
        raise broken(game, "actions", f"returned {short(given)} and not moves; is a yield missing?", s)
    try:
        actions = list(islice(given, MOST_ACTIONS + 1))
    except Exception as error:
        raise _blamed(lambda: list(islice(game.actions(s), MOST_ACTIONS + 1)), game, "actions", error, s) from error
    if len(actions) > MOST_ACTIONS:
        raise broken(game, "actions", f"yielded more than {MOST_ACTIONS:,} moves; does it ever end?", s)
    odd = [action for action in actions if not isinstance(action, Integral)]
    if odd:
        raise broken(game, "actions", f"yielded {short(odd[0])}, which is not a whole number", s)
    return actions


def outcomes_at(game: Game, s: Any) -> list[tuple[int, float]]:
    """Return the outcomes of a chance node, each with its probability."""
    actions = moves_at(game, s)
    if not implements(game, Probabilities):
        return [(outcome, 1.0 / len(actions)) for outcome in actions]
    found = [(outcome, _called(game, "probability", s, outcome)) for outcome in actions]
    for outcome, probability in found:
        if not isinstance(probability, Real) or not 0 < float(probability) <= 1 + CLOSE:
            complaint = f"gave outcome {outcome} {short(probability)}, which is not above 0 and at most 1"
            raise broken(game, "probability", complaint, s)
    whole = sum(probability for _, probability in found)
    if abs(whole - 1.0) > CLOSE:
        raise broken(game, "probability", f"adds up to {whole:g} over all outcomes, not to 1", s)
    return found


def utility_at(game: Game, s: Any, player: int) -> float:
    """Return what a finished game is worth to `player`."""
    return _number(game, "utility", s, player)


def estimate_at(game: Game, s: Any, player: int) -> float:
    """Return the game's estimate of what a position is worth to `player`."""
    return _number(game, "evaluate", s, player)


def static_eval(game: Game, s: Any, player: int) -> float:
    """Return what a leaf is worth to `player`: its utility, or the game's estimate where the game is not over."""
    return utility_at(game, s, player) if game.is_terminal(s) else estimate_at(game, s, player)


def _number(game: Game, method: str, s: Any, player: int) -> float:
    """Return a finite number that a method gives."""
    value = _called(game, method, s, player)
    if not isinstance(value, Real) or not isfinite(value):
        raise broken(game, method, f"returned {short(value)}, which is not a number", s)
    return value  # type: ignore[return-value]


def actions_of(game: Game, s: Any) -> list[int]:
    """Return the moves or outcomes of a state, none of a finished game, after a look at all that the rules say of it."""
    mover = mover_at(game, s)
    if is_over_at(game, s):
        _require_utilities(game, s)
        return []
    actions = moves_at(game, s)
    if len(set(actions)) < len(actions):
        raise broken(game, "actions", "yielded a move twice", s)
    if mover == CHANCE:
        outcomes_at(game, s)
    return actions


def require_sound_at(game: Game, s: Any) -> None:
    """Raise if something that the rules say of a state breaks the contract, the estimates of an unfinished game included."""
    if actions_of(game, s):
        for player in range(game.players):
            estimate_at(game, s, player)


def child_of(game: Game, s: Any, action: int) -> Any:
    """Return the state after an action, or raise if it is not of the shape of the one before."""
    before_the_move = content(s, game)
    child = _called(game, "result", s, action)
    if content(s, game) != before_the_move:
        raise broken(game, "result", f"changed the state it was given by move {action}; it must return a new one", s)
    if type(child) is not type(s):
        complaint = f"returned an illegal state for move {action}: {short(child)} is not a {type(s).__name__}"
        raise broken(game, "result", complaint, s)
    for name, before, now in zip(getattr(s, "_fields", ()), _items(s), _items(child), strict=False):
        same = isinstance(now, type(before)) or (isinstance(now, Real) and isinstance(before, Real)) or None in (now, before)
        if not same or (isinstance(now, tuple) and len(now) != len(before)):
            complaint = f"its field {name} was {short(before)} and is now {short(now)}"
            raise broken(game, "result", f"returned an illegal state for move {action}: {complaint}", s)
    return child


def broken(game: Game, method: str, complaint: str, s: Any, place: tuple[str, int] | None = None) -> BrokenRule:
    """Return the error that a method of the game, or the place in it, broke the contract in state `s`."""
    path, line = place or place_of(game, method) or ("", 0)
    where = f"{shown_path(path)}:{line}: " if path else ""
    return BrokenRule(f"{where}{method} {complaint}", s)


def _called(game: Game, method: str, *arguments: Any) -> Any:
    """Return what a method answers; an error in it is told with its own place and not with ours."""
    try:
        return getattr(game, method)(*arguments)
    except KibitzError:
        raise
    except Exception as error:
        if isinstance(error, TypeError) and error.__traceback__ is not None and error.__traceback__.tb_next is None:
            complaint = f"cannot be called with {', '.join(CALLS[method])}: {error}"
            raise broken(game, method, complaint, arguments[0]) from error
        raise _blamed(lambda: getattr(game, method)(*arguments), game, method, error, arguments[0]) from error


def _blamed(ask: Callable[[], Any], game: Game, method: str, error: Exception, s: Any) -> Exception:
    """Return the breach for an error that a rule raises; one that does not come again, as from an alarm, is not the rule's."""
    try:
        ask()
    except type(error):
        return _raised(game, method, error, s)
    return error


def _raised(game: Game, method: str, error: Exception, s: Any) -> BrokenRule:
    """Return the breach for an error that a method raised, at the last line of a game's file that took part."""
    frames = [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
    own = [frame for frame in frames if is_rules_file(frame[0])]
    what = f"{type(error).__name__}: {error}"
    return broken(game, method, f"raised {short_line(what)}", s, own[-1] if own else None)


def _require_utilities(game: Game, s: Any) -> None:
    """Raise if the utilities of a finished game are not numbers, or do not add up to what the game says."""
    found = [utility_at(game, s, player) for player in range(game.players)]
    expected = constant_sum(game)
    if expected is not None and game.players > 1 and abs(sum(found) - expected) > CLOSE * max(1.0, *map(abs, found)):
        raise broken(game, "utility", f"adds up to {sum(found):g} over all players, not to {expected:g}", s)


def _items(state: Any) -> tuple[Any, ...]:
    """Return the fields of a named tuple, and nothing of any other state."""
    return tuple(state) if hasattr(state, "_fields") else ()
