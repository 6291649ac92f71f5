"""What commands write: JSON with the same field names everywhere, and signs of life for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from typing import Any

from rich.console import Console

from kibitz.cli.streams import is_unicode
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.game import CHANCE

SEATS = ("first", "second", "third", "fourth")


def console() -> Console:
    """Return where people read: stdout, in colours on a terminal."""
    return Console(highlight=False, soft_wrap=True)


def print_json(fields: dict[str, Any]) -> None:
    """Write one object on one line."""
    print(json.dumps(finite(fields), ensure_ascii=not is_unicode(), default=str), flush=True)


def finite(value: Any) -> Any:
    """Return a JSON value in which null stands for numbers that JSON cannot hold."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return value


def seat_name(player: int) -> str:
    """Return what people call a player: `first`, `second` and so on, or `chance`."""
    if player == CHANCE:
        return "chance"
    return SEATS[player] if player < len(SEATS) else f"player {player + 1}"


def line_names(game: Game, state: Any, line: tuple[int, ...]) -> list[str]:
    """Return the names of moves played one after the other."""
    names = []
    for action in line:
        names.append(game.action_name(state, action))
        state = game.result(state, action)
    return names


def decision_fields(
    game_text: str, game: Game, state: Any, decision: Decision, *, seed: int, agent: str | None = None
) -> dict[str, Any]:
    """Return a decision with the field names that all commands share; moves go by their names."""
    is_over = game.is_terminal(state)
    fields: dict[str, Any] = {"game": game_text, "position": game.notation(state)}
    if agent is not None:
        fields["agent"] = agent
    fields |= {
        "to_move": None if is_over else game.to_move(state),
        "action": None if decision.action is None else game.action_name(state, decision.action),
        "actions": [game.action_name(state, action) for action in decision.actions],
        "value": decision.value,
        "score": decision.score,
        "line": line_names(game, state, decision.line),
        "moves": [_move_fields(game, state, move) for move in decision.moves],
        "depth": decision.depth,
        "nodes": decision.nodes,
        "simulations": decision.simulations,
        "seconds": round(decision.seconds, 6),
        "seed": seed,
        "exact": decision.exact,
    }
    if decision.utilities is not None:
        fields["utilities"] = list(decision.utilities)
    return fields | (decision.details or {})


def _move_fields(game: Game, state: Any, move: Any) -> dict[str, Any]:
    """Return what is known of one move, or of one outcome of chance."""
    fields = {"action": game.action_name(state, move.action), "value": move.value, "visits": move.visits}
    if game.to_move(state) == CHANCE:
        fields["probability"] = game.probability(state, move.action)
    if move.score is not None:
        fields["score"] = move.score
    if move.interval is not None:
        fields["interval"] = list(move.interval)
    if move.bounds is not None:
        fields["bounds"] = list(move.bounds)
    if move.proved is not None:
        fields["proved"] = move.proved
    return fields if move.utilities is None else fields | {"utilities": list(move.utilities)}


@contextmanager
def thinking(what: str) -> Iterator[Callable[[str], None]]:
    """Show that work goes on, where a person watches the terminal; the function that is given changes what is shown."""
    if not sys.stderr.isatty():
        yield lambda what: None
        return
    screen = Console(stderr=True)
    with screen.status(f"{what} (Ctrl-C stops)", spinner="line" if screen.options.ascii_only else "dots") as status:
        yield lambda what: status.update(f"{what} (Ctrl-C stops)")
