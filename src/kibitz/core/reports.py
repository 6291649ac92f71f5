"""Decisions for people and programs: the same words and numbers on the command line, in Python and in notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import inf, isfinite
from typing import Any, TypeGuard

from kibitz.core.contract import Cells, Checks, Game, ScoreUnit, WeightedFeatures, implements
from kibitz.core.decision import OTHER_TIES, Decision, MoveValue
from kibitz.core.game import CHANCE, about, lead_at
from kibitz.core.marks import marked

SHOWN_MOVES = 12
"""So many moves are listed in a notebook, the best first."""
SEATS = ("first", "second", "third", "fourth")
ROUNDING = 1e-12
"""Values nearer to 0 are shown as 0."""
LARGE = 1e5
"""From here on six digits would hide what is before the point."""

Row = tuple[str, str]


def number(value: float) -> str:
    """Return a value as people read it; what is left of rounding is nothing, and of a large one no digit is left out."""
    digits = 6 if abs(value) < LARGE else 15
    return f"{0.0 if abs(value) < ROUNDING else value:.{digits}g}"


def _has_unit(game: Game) -> TypeGuard[ScoreUnit]:
    """Return whether values of the game are leads in a unit of its own."""
    return implements(game, ScoreUnit) and implements(game, WeightedFeatures)


def value_text(game: Game, value: float) -> str:
    """Return a value as players of the game say it: a lead in the game's unit, `+0.35`, where it has one, else the utility."""
    if not _has_unit(game):
        return number(value)
    if abs(value) >= 1.0:
        return "win" if value > 0 else "loss"
    lead = lead_at(value, about(game).points_at_half_win) / game.score_unit()[1]
    return f"{round(lead, 2) + 0.0:+.2f}"  # without the sign of a negative 0


def value_and_unit(game: Game, value: float) -> str:
    """Return a value as players of the game say it, with the unit."""
    told = value_text(game, value)
    return f"{told} {game.score_unit()[0]}" if _has_unit(game) and abs(value) < 1.0 else told


def seat_name(player: int) -> str:
    """Return what people call a player: `first`, `second` and so on, or `chance`."""
    if player == CHANCE:
        return "chance"
    return SEATS[player] if player < len(SEATS) else f"player {player + 1}"


def line_names(game: Game, state: Any, line: Iterable[int]) -> list[str]:
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


def finite(value: Any) -> Any:
    """Return a JSON value in which null stands for numbers that JSON cannot hold."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return value


def _move_fields(game: Game, state: Any, move: MoveValue) -> dict[str, Any]:
    """Return what is known of one move, or of one outcome of chance."""
    fields: dict[str, Any] = {"action": game.action_name(state, move.action), "value": move.value, "visits": move.visits}
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


def answer_rows(game: Game, state: Any, decision: Decision, fields: dict[str, Any]) -> list[Row]:
    """Return the lines of the answer that have something to say."""
    rows = [("to move", "nobody: the game is over" if fields["to_move"] is None else seat_name(game.to_move(state)))]
    if fields["action"] is not None:
        rows.append(("best move", fields["action"]))
    if len(fields["actions"]) > 1:
        rows.append(("as good", " ".join(name for name in fields["actions"] if name != fields["action"])))
    rows.append(("value", f"{value_and_unit(game, decision.value)}{' (exact)' if decision.exact else ''}"))
    told = " ".join(filter(None, (fields.get("table"), ending(game, decision))))
    if told:
        rows.append(("from table" if "table" in fields else "ending", told))
    if decision.utilities is not None and game.players > 1:
        rows.append(("for each", " ".join(number(value) for value in decision.utilities)))
    if OTHER_TIES in fields:
        rows.append(("other ties", " ".join(number(value) for value in fields[OTHER_TIES])))
    if decision.score is not None and not _has_unit(game):  # there the value says it
        rows.append(("score", number(decision.score)))
    if "plan" in fields:
        rows.append(("plan", fields["plan"] or "none"))
    if len(fields["line"]) > 1:
        rows.append(("line", " ".join(fields["line"])))
    for name in ("depth", "nodes", "tbhits", "simulations"):
        if fields.get(name) and not (name == "simulations" and decision.exact):
            rows.append((name, f"{fields[name]:,}"))
    if decision.exact and decision.simulations:
        rows.append(("proved", f"after {decision.simulations:,} simulations"))
    if "memory" in fields:
        rows.append(("memory", f"{fields['memory']}: the tree does not grow any more"))
    return [*rows, ("seconds", f"{decision.seconds:.3f}")]


def outlook(game: Game, decision: Decision) -> str:
    """Return what a decision expects: `mate in 23`, or `value +0.35 pawns`."""
    return ending(game, decision) or f"value {value_and_unit(game, decision.value)}"


def ending(game: Game, decision: Decision) -> str:
    """Return when the game is won or lost after a decision, `mate in 23`, where a table or a search has found that."""
    details = decision.details or {}
    if "too_late" in details:
        return f"{'a win' if decision.value > 0 else 'a loss'}, if no rule draws the game before"
    if "plies_to_end" not in details:
        return ""
    plies, is_won = details["plies_to_end"], details.get("wins", decision.value > 0)
    if implements(game, Checks):
        return f"mate in {(plies + 1) // 2}" if is_won else f"mated in {plies // 2}"
    return f"{'won' if is_won else 'lost'} after {plies} moves of both players"


def move_columns(moves: Sequence[dict[str, Any]]) -> list[str]:
    """Return the columns of a table of moves; outcomes of chance have their probability too."""
    by_chance = "probability" in moves[0]
    columns = ["outcome" if by_chance else "move", "value"]
    columns += ["probability"] if by_chance else []
    columns += ["95 % interval"] if any("proved" in move for move in moves) else []
    return [*columns, *(["visits"] if any(move["visits"] is not None for move in moves) else [])]


def move_cells(game: Game, move: dict[str, Any], columns: Sequence[str]) -> list[str]:
    """Return one move's row of the table; a move without a value was cut short or not looked at."""
    cells = {
        "value": "not valued" if move["value"] is None else value_text(game, _within_bounds(move)),
        "probability": number(move.get("probability", 0.0)),
        "visits": f"{move['visits'] or 0:,}",
        "95 % interval": _how_sure(game, move) if "proved" in move else "",
    }
    return [move["action"], *(cells[column] for column in columns[1:])]


def _within_bounds(move: dict[str, Any]) -> float:
    """Return the value of a move; for an average outside its proven bounds, the nearer bound."""
    low, high = move.get("bounds", (move["value"], move["value"]))
    return float(min(max(move["value"], low), high))


def _how_sure(game: Game, move: dict[str, Any]) -> str:
    """Return whether a value is proved, or else its 95 % interval within the proven bounds, and the bounds that narrow it."""
    if move["proved"]:
        return "proved"
    if "interval" not in move:
        return "proved, if a win counts 1" if "bounds" in move else ""
    low, high = move["interval"]
    least, most = move.get("bounds", (low, high))
    bounds = [f"at least {value_text(game, least)}"] if least > low else []
    bounds += [f"at most {value_text(game, most)}"] if most < high else []
    low, high = max(low, least), min(high, most)
    is_empty = len(bounds) == 2 or low > high
    ends = [value_text(game, end) if _has_unit(game) else f"{end:.3f}" for end in (low, high)]
    return ", ".join(bounds if is_empty else [" to ".join(ends), *bounds])


def decision_text(decision: Decision) -> str:
    """Return a decision as text: the position, the answer, then the moves."""
    game, state = decision.game, decision.state
    if game is None:
        return repr(decision)
    fields = decision_fields("", game, state, decision, seed=0)
    lines = [game.show(state), "", f"{decision.agent} says", *_aligned(answer_rows(game, state, decision, fields))]
    if fields["moves"]:
        columns = move_columns(fields["moves"])
        lines += ["", *_aligned([columns, *(move_cells(game, move, columns) for move in fields["moves"])])]
    return "\n".join(lines)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of words with their columns below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def decision_html(decision: Decision) -> str:
    """Return a decision as HTML: the board with the move drawn in, the answer, and a table of the moves."""
    game, state = decision.game, decision.state
    if game is None:
        return f"<pre>{escape(repr(decision))}</pre>"
    fields = decision_fields("", game, state, decision, seed=0)
    rows = answer_rows(game, state, decision, fields)
    tables = [_html_table([(f"<i>{escape(name)}</i>", escape(value)) for name, value in rows])]
    if fields["moves"]:
        columns = move_columns(fields["moves"])
        best = {*fields["actions"], fields["action"]}
        moves = sorted(fields["moves"], key=lambda move: -inf if move["value"] is None else move["value"], reverse=True)
        cells = [
            [f"<b>{escape(cell)}</b>" if move["action"] in best else escape(cell) for cell in move_cells(game, move, columns)]
            for move in moves[:SHOWN_MOVES]
        ]
        more = f"<p>and {len(moves) - SHOWN_MOVES} more moves</p>" if len(moves) > SHOWN_MOVES else ""
        tables.append(_html_table([[f"<i>{column}</i>" for column in columns], *cells]) + more)
    board = board_picture(game, state, path_of(game, state, decision.action)) or f"<pre>{escape(game.show(state))}</pre>"
    title = f"<p><b>{escape(decision.agent)}</b> says</p>"
    parts = "".join(f'<div style="margin-right:24px">{part}</div>' for part in (board, title + tables[0], *tables[1:]))
    return f'<div style="display:flex;flex-wrap:wrap;align-items:flex-start">{parts}</div>'


def _html_table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of HTML as a table."""
    lines = ("".join(f'<td style="text-align:left;padding:1px 12px 1px 0">{cell}</td>' for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def board_picture(game: Game, state: Any, path: Sequence[str] = ()) -> str | None:
    """Return the board as SVG, with a path of cells drawn in; None where the game has no picture."""
    svg = game.svg(state)
    return svg if svg is None or not path else marked(svg, path)


def path_of(game: Game, state: Any, action: int | None) -> tuple[str, ...]:
    """Return the cells of a move, none where the game does not name them."""
    return game.cells(state, action) if action is not None and implements(game, Cells) else ()
