"""Laws about what a game tells a search beyond its rules: counts, draws, candidates, bounds, noisy moves, features."""

from __future__ import annotations

from math import isfinite
from typing import Any

from kibitz.checking.asking import Asked
from kibitz.checking.draw_clock import draw_clock
from kibitz.checking.numbers import numbering
from kibitz.checking.report import NotLookedAt
from kibitz.checking.walk import Position, Walk
from kibitz.core.contract import DrawRule, implements
from kibitz.core.game import CHANCE
from kibitz.core.places import short
from kibitz.core.randomness import scramble
from kibitz.search.alphabeta.workspace import MOVE_KINDS

DRAWN = 4
"""So many random numbers are tried in each position."""
LOOKED_AT = 500
"""So many positions are asked about every hint."""


def hints(asked: Asked, walk: Walk) -> str:
    """Check every optional method that the author wrote for searches against the rules."""
    laws = {name: law for name, law in _LAWS.items() if name in asked.given}
    if not laws:
        raise NotLookedAt("none given")
    for position in asked.effort.through(walk.positions[:: max(1, len(walk.positions) // LOOKED_AT)]):
        for name, law in laws.items():
            complaint = law(asked, position)
            if complaint is not None:
                raise asked.breach("hints", name, complaint, position.moves)
    if "moves_to_draw" in laws:
        draw_clock(asked, walk)
    return f"{', '.join(laws)} fit the rules"


def _ask(asked: Asked, method: str, position: Position, *arguments: Any) -> Any:
    """Return the game's answer at a position."""
    return asked("hints", method, position.state, *arguments, moves=position.moves)


def _counts(asked: Asked, position: Position) -> str | None:
    """Check that the quick count is the number of moves; where a rule ends the game there may be more."""
    counted = _ask(asked, "count_actions", position)
    if position.is_over and not implements(asked.game, DrawRule):
        return None
    listed = len(_ask(asked, "actions", position))
    return None if counted == listed else f"says {counted} where there are {listed} moves"


def _draws(asked: Asked, position: Position) -> str | None:
    """Check that a game is over exactly where it is drawn by a rule or no move is left."""
    drawn, moves = _ask(asked, "is_drawn", position), _ask(asked, "actions", position)
    if position.is_over != bool(drawn or not moves):
        over = "over" if position.is_over else "not over"
        return f"says {drawn} with {len(moves)} moves left, but the game is {over}"
    worths = {asked("hints", "utility", position.state, player, moves=position.moves) for player in range(asked.game.players)}
    return f"says True where utilities differ: {sorted(worths)}" if drawn and len(worths) > 1 else None


def _sufficient_actions(asked: Asked, position: Position) -> str | None:
    """Check that candidates are moves, and that there is one."""
    if position.is_over:
        return None
    named = _ask(asked, "sufficient_actions", position)
    strangers = set(named) - set(position.actions)
    if strangers:
        return f"yields {short(strangers)}, which is no legal move"
    return None if named else "yields nothing although there are moves"


def _noisy_actions(asked: Asked, position: Position) -> str | None:
    """Check that the list of noisy moves has exactly those that `is_noisy` calls so."""
    if position.is_over:
        return None
    listed = sorted(_ask(asked, "noisy_actions", position))
    called = sorted(action for action in position.actions if _ask(asked, "is_noisy", position, action))
    return None if listed == called else f"yields {short(listed)} where is_noisy is true of {short(called)}"


def _move_kind(asked: Asked, position: Position) -> str | None:
    """Check that every move's move_kind is in the range that searches keep room for."""
    move_kinds = {action: _ask(asked, "move_kind", position, action) for action in position.tried}
    odd = [action for action, move_kind in move_kinds.items() if not 0 <= move_kind < MOVE_KINDS]
    return f"gives {move_kinds[odd[0]]} for move {odd[0]}, not a number from 0 to {MOVE_KINDS - 1}" if odd else None


def _score_bounds(asked: Asked, position: Position) -> str | None:
    """Check that bounds are not at odds with what follows: the scores of finished games, the bounds of the next positions."""
    if position.mover == CHANCE or (position.is_over and not implements(asked.game, DrawRule)):
        return None  # where the end is not told by moves and draws alone, no search asks for bounds there
    lowest, highest = _ask(asked, "score_bounds", position)
    if lowest > highest:
        return f"gives {lowest} as the lowest and {highest} as the highest score"
    if position.is_over:
        score = _ask(asked, "score", position, position.mover)
        return None if lowest <= score <= highest else f"gives {lowest} to {highest} where the game has ended with {score}"
    reached = [_reached(asked, position, child) for child in position.children]
    surely, at_best = (max(ends) for ends in zip(*reached, strict=True))
    if highest < surely:
        return f"gives {highest} as the highest score, but one move leads to {surely} at least"
    is_too_high = lowest > at_best and not position.is_wide
    return f"gives {lowest} as the lowest score, but no move leads to more than {at_best}" if is_too_high else None


def _reached(asked: Asked, position: Position, child: Any) -> tuple[int, int]:
    """Return the lowest and the highest score after a move, for who made it."""
    if asked("hints", "is_terminal", child, moves=position.moves):
        score = asked("hints", "score", child, position.mover, moves=position.moves)
        return score, score
    mover = asked("hints", "to_move", child, moves=position.moves)
    lowest, highest = asked("hints", "score_bounds", child, moves=position.moves)
    return (lowest, highest) if mover == position.mover else (-highest, -lowest)


def _null_move(asked: Asked, position: Position) -> str | None:
    """Check that a skipped turn is the other player's."""
    if position.is_over or not _ask(asked, "allows_null_move", position):
        return None
    after = _ask(asked, "null_move", position)
    mover = asked("hints", "to_move", after, moves=position.moves)
    return None if mover != position.mover else f"is true where null_move leaves player {mover} to move"


def _features(asked: Asked, position: Position) -> str | None:
    """Check that there are as many features as weights, all whole numbers."""
    counts, weights = _ask(asked, "features", position), asked("hints", "weights", moves=position.moves)
    if not hasattr(counts, "_fields"):
        return f"returns a {type(counts).__name__}, not a NamedTuple that names each feature"
    if type(counts) is not type(weights):
        return f"returns a {type(counts).__name__}, and weights a {type(weights).__name__}"
    odd = [name for name, count in zip(counts._fields, counts, strict=True) if type(count) is not int]
    return f"returns {odd[0]} as {short(getattr(counts, odd[0]))}, not a whole number" if odd else None


def _score_features(asked: Asked, position: Position) -> str | None:
    """Check that of a game that goes on there are as many features as weights, all numbers, and that the first weight is 1."""
    if position.is_over:
        return None
    counts, weights = _ask(asked, "score_features", position), asked("hints", "score_weights", moves=position.moves)
    if type(counts) is not type(weights) or not hasattr(counts, "_fields"):
        return f"returns a {type(counts).__name__}, and score_weights a {type(weights).__name__}: both are one NamedTuple"
    odd = [name for name, count in zip(counts._fields, counts, strict=True) if not isfinite(count)]
    if odd:
        return f"returns {odd[0]} as {short(getattr(counts, odd[0]))}, not a number"
    return None if weights[0] == 1 else f"has {counts._fields[0]} first, whose weight must be 1: it is the score so far"


def _halfmove_clock(asked: Asked, position: Position) -> str | None:
    """Check that no more moves can be undone than were made, where the game began at its beginning."""
    back = _ask(asked, "halfmove_clock", position)
    return None if 0 <= back <= len(position.moves) else f"says {back} after {len(position.moves)} moves"


def _moves_to_draw(asked: Asked, position: Position) -> str | None:
    """Check that a move takes away one of those that are left, at most."""
    left = _ask(asked, "moves_to_draw", position)
    for child in position.children:
        after = asked("hints", "moves_to_draw", child, moves=position.moves)
        if after < left - 1:
            return f"says {left}, but only {after} after one more move"
    return None


def _utility_bounds(asked: Asked, position: Position) -> str | None:
    """Check that what a position is worth, and what can follow it, lies between the values that it can come to."""
    for player in range(asked.game.players):
        lowest, highest = _ask(asked, "utility_bounds", position, player)
        name = "utility" if position.is_over else "evaluate"
        worth = _ask(asked, name, position, player)
        if not lowest <= worth <= highest:
            return f"gives {lowest:g} to {highest:g} for player {player}, but {name} is {worth:g}"
        for child in position.children:
            low, high = asked("hints", "utility_bounds", child, player, moves=position.moves)
            if low < lowest or high > highest:
                return f"gives {lowest:g} to {highest:g} for player {player}, but after a move {low:g} to {high:g}"
    return None


def _playouts(asked: Asked, position: Position) -> str | None:
    """Check that random games are given legal moves, whatever the random number."""
    if position.is_over or position.mover == CHANCE:
        return None
    for number in range(DRAWN):
        picked = _ask(asked, "playout_action", position, scramble(number))
        if picked not in position.actions:
            return f"picks {short(picked)}, which is no legal move"
    return None


_LAWS = {
    "count_actions": _counts,
    "is_drawn": _draws,
    "sufficient_actions": _sufficient_actions,
    "noisy_actions": _noisy_actions,
    "move_kind": _move_kind,
    "score_bounds": _score_bounds,
    "utility_bounds": _utility_bounds,
    "allows_null_move": _null_move,
    "features": _features,
    "score_features": _score_features,
    "halfmove_clock": _halfmove_clock,
    "moves_to_draw": _moves_to_draw,
    "playout_action": _playouts,
    "unindex": numbering,
}
