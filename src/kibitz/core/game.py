"""What a game is: the decorator that completes a class with defaults, and questions one can ask of the result.

A game is the textbook's tuple (Russell and Norvig, chapter 5): s0 is `initial()`, Actions is `actions(s)`, Result is
`result(s, a)`, Terminal is `is_terminal(s)`, Utility is `utility(s, player)`, and `to_move(s)` says whose turn it is.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import floor
from typing import Any, TypeVar, cast

from kibitz.core.contract import REQUIRED, Game, Repetition, ScoreFeatures, WeightedFeatures, half_written, implements
from kibitz.core.errors import IllegalMoveError, PositionError, RulesError, unknown
from kibitz.core.notation import named_fields, rebuilt, written

CHANCE = -1
"""The player who moves when dice, cards or nature decide: `to_move` returns it at chance nodes."""

HIDING = ("information_state", "information_set", "infostate", "infoset", "observation")
"""How the names of methods begin by which other libraries tell what a single player sees of a state."""

Class = TypeVar("Class", bound=type)


@dataclass(frozen=True)
class About:
    """What the decorator was told, and which methods the author wrote."""

    title: str
    rules: str
    constant_sum: float | None
    cyclic: bool
    points_at_half_win: float
    given: frozenset[str]


def game(
    *misplaced: type, players: int | None = None, constant_sum: float | None = 0.0, cyclic: bool = False,
    points_at_half_win: float = 100.0,
) -> Callable[[Class], Class]:  # fmt: skip
    """Make a class of rules a game: check that nothing is missing and add the defaults.

    `players` is how many play, unless the class has a field of that name. `constant_sum` is what the players' utilities
    add up to at the end of every game (0 for a zero-sum game), or None where the sum varies; a field of that name takes
    precedence. `cyclic` says that a position can come back in the course of a game. `points_at_half_win` is for games with
    `features`: a lead of so many points is half a win.
    """
    if misplaced:
        raise RulesError("write @kibitz.game(players=2), with parentheses")

    def complete(cls: Class) -> Class:
        missing = [name for name in REQUIRED if not callable(getattr(cls, name, None))]
        if missing:
            nearest = get_close_matches(missing[0], (name for name in dir(cls) if name not in REQUIRED), n=1)
            hint = f" (is it called {nearest[0]}?)" if nearest else ""
            raise RulesError(f"game {cls.__name__} has no method {missing[0]}{hint}; it needs {', '.join(REQUIRED)}")
        added: Any = cls
        own = frozenset(name for name in dir(cls) if not name.startswith("_"))
        given = frozenset(name for name in own if callable(getattr(cls, name)))  # a parameter may be called `cells`, say
        if "players" not in own:
            if players is None:
                raise RulesError(f"game {cls.__name__} does not say how many play: @kibitz.game(players=2)")
            added.players = players
        _check_groups(cls, given, constant_sum)
        _check_openness(cls, given)
        for name, default in vars(_Defaults).items():
            if not name.startswith("_") and name not in own:
                setattr(cls, name, default)
        text = (cls.__doc__ or "").strip() if not (cls.__doc__ or "").startswith(f"{cls.__name__}(") else ""
        added.about = About(cls.__name__, text, constant_sum, cyclic, points_at_half_win, given)
        return cls

    return complete


def _check_groups(cls: type, given: frozenset[str], constant_sum: float | None) -> None:
    """Refuse half of what belongs together, and features whose estimate could not lie between a loss of -1 and a win of 1."""
    missing = half_written(given)
    if missing is not None:
        raise RulesError(f"game {cls.__name__} has {missing}; they belong together")
    if "features" in given and constant_sum != 0.0:
        raise RulesError(
            f"game {cls.__name__} has features; they are for games with constant_sum=0, won at 1 and lost at -1. "
            "Of a game that is played for a score, score_features(s) and score_weights() tell them"
        )
    if "features" in given and "score_features" in given:
        raise RulesError(f"game {cls.__name__} has features and score_features; a game has one of the two")


def _check_openness(cls: type, given: frozenset[str]) -> None:
    """Refuse a game that says that a player sees only a part of the state."""
    for name in sorted(given):
        if name.startswith(HIDING):
            raise RulesError(
                f"game {cls.__name__} has a method {name}, as games with hidden cards do; here every player sees the whole "
                "state, and if that is so in this game the method needs another name"
            )


def about(game: Game | type) -> About:
    """Return what is known of a game or its class."""
    known: Any = game
    return cast(About, known.about)


def constant_sum(game: Game) -> float | None:
    """Return what the utilities of a finished game add up to: the game's own field `constant_sum`, or else the decorator's."""
    return cast("float | None", getattr(game, "constant_sum", about(game).constant_sum))


def is_game(thing: object) -> bool:
    """Return whether `thing` is a game or a game's class."""
    return isinstance(getattr(thing, "about", None), About)


def parameters(game: Game) -> dict[str, Any]:
    """Return the game's parameters by name."""
    fields: tuple[str, ...] = getattr(game, "_fields", ())
    return {name: getattr(game, name) for name in fields}


def utilities(game: Game, s: Any) -> tuple[float, ...]:
    """Return the utility of a finished game for every player."""
    return tuple(game.utility(s, player) for player in range(game.players))


def place_of(game: Game, method: str) -> tuple[str, int] | None:
    """Return file and line of a method, or None if the game's author did not write it."""
    if method not in about(game).given:
        return None
    static = inspect.getattr_static(type(game), method, None)
    code = getattr(getattr(static, "__func__", static), "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code is not None else None


def is_threefold_repetition(game: Game, past: Sequence[Any], s: Any) -> bool:
    """Return whether a position has come up for the third time after those of the `past`, which draws some games."""
    if not implements(game, Repetition):
        return False
    key, back = game.key(s), game.halfmove_clock(s)
    return back > 0 and sum(game.key(before) == key for before in past[-back:]) >= 2


def play(game: Game, s: Any, text: str) -> Any:
    """Return the state after the moves named in `text`, separated by spaces or commas."""
    for word in text.replace(",", " ").split():
        s = game.result(s, game.parse_action(s, word))
    return s


def points(game: WeightedFeatures, s: Any, weights: tuple[float, ...]) -> int:
    """Return the lead of the side to move in whole points: Eval(s), the sum of each feature times its weight."""
    return floor(sum(weight * feature for weight, feature in zip(weights, game.features(s), strict=True)) + 0.5)


def score_points(game: ScoreFeatures, s: Any, weights: tuple[float, ...]) -> float:
    """Return what MAX can expect of a game that is not over: the sum of each feature times its weight."""
    return float(sum(weight * feature for weight, feature in zip(weights, game.score_features(s), strict=True)))


def estimate(lead: float, points_at_half_win: float) -> float:
    """Return a lead in points as a value between -1 and 1: 0.5 at `points_at_half_win`, and never a win for certain."""
    return lead / (abs(lead) + points_at_half_win)


def lead_at(value: float, points_at_half_win: float) -> float:
    """Return the lead in points of which `estimate` makes this value, which lies between -1 and 1."""
    return value * points_at_half_win / (1.0 - abs(value))


class _Defaults:
    """What a game gets for the methods its author did not write."""

    def probability(self: Game, s: Any, a: int) -> float:
        """Return the same probability for every outcome."""
        count = 0
        for _ in self.actions(s):
            count += 1
        return 1.0 / count

    def evaluate(self: Game, s: Any, player: int) -> float:
        """Return the weighted sum of the features, as a value between a loss and a win or as a score; else an equal share."""
        if implements(self, ScoreFeatures):
            total = score_points(self, s, tuple(self.score_weights()))
            return total if player == 0 else -total
        if not implements(self, WeightedFeatures):
            return (constant_sum(self) or 0.0) / self.players
        lead = points(self, s, tuple(self.weights()))
        return estimate(lead if player == self.to_move(s) else -lead, about(self).points_at_half_win)

    def order(self: Game, s: Any, a: int) -> int:
        """Return the same for every move: the order of `actions` stays."""
        return 0

    def show(self: Game, s: Any) -> str:
        """Return the fields of the state, one a line."""
        named = named_fields(s)
        return "\n".join(f"{name}: {value}" for name, value in named.items()) if named else str(s)

    def svg(self: Game, s: Any) -> str | None:
        """Return None: no picture."""
        return None

    def action_name(self: Game, s: Any, a: int) -> str:
        """Return the number of the move."""
        return str(a)

    def parse_action(self: Game, s: Any, text: str) -> int:
        """Return the legal move of that name."""
        names = {} if self.is_terminal(s) else {self.action_name(s, a): a for a in self.actions(s)}
        if text not in names:
            raise IllegalMoveError(unknown("move", text, names))
        return names[text]

    def notation(self: Game, s: Any) -> str:
        """Return the fields of the state as a JSON list."""
        return written(s)

    def parse(self: Game, text: str) -> Any:
        """Return the state with these fields (a JSON list), or the state after these moves, separated by spaces."""
        if not text.lstrip().startswith(("[", '"')):
            return play(self, self.initial(), text)
        try:
            return rebuilt(type(self.initial()), json.loads(text))
        except json.JSONDecodeError:
            raise PositionError(
                f"position {text!r} is not a complete JSON list of the state's fields, such as {written(self.initial())}"
            ) from None
        except (TypeError, ValueError) as error:
            raise PositionError(f"position {text!r} is not a list of the state's fields: {error}") from None
