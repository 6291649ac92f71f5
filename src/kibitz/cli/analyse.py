"""`kibitz analyse`: what an agent thinks of a position."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from kibitz.cli.boards import board
from kibitz.cli.errors import negative
from kibitz.cli.explain import explanation, show_explanation
from kibitz.cli.options import HUMAN, INITIAL, AgentText, GameText, Json, PositionText, Seed, examples, game_and_position
from kibitz.cli.output import console, decision_fields, print_json, seat_name, thinking
from kibitz.core.contract import Game
from kibitz.core.decision import OTHER_TIES, Decision
from kibitz.core.errors import InputError
from kibitz.core.game import CHANCE

EPILOG = examples(
    "kibitz analyse connect_four 4453  an agent that suits the game, one second",
    "kibitz analyse tic_tac_toe x.o/.x./... --agent minimax  the textbook's words, native speed",
    "kibitz analyse pig 41+21-49 --agent uct:sims=5000 --seed 7  a repeatable experiment",
    "kibitz analyse vacuum --agent andor  a conditional plan",
    "kibitz analyse chess --agent alphabeta:time=5,threads=2 --explain  and what the position itself is judged by",
)

ROUNDING = 1e-12
"""Values nearer to 0 are shown as 0."""
LARGE = 1e5
"""From here on six digits would hide what is before the point."""

Explain = Annotated[bool, typer.Option("--explain", help="Show each feature of the evaluation with its weight and share.")]


def analyse(
    game: GameText,
    position: PositionText = INITIAL,
    agent: AgentText = None,
    explain: Explain = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Say what an agent thinks of a position: best move, value, line, every move's value, depth, nodes, seconds.

    The value is the utility that the side to move can expect. Exit code 1: AND-OR search found no plan.
    """
    from kibitz.api import decide, default_agent

    if agent is not None and agent.partition(":")[0] == HUMAN:
        raise InputError("a human plays (kibitz play) and is not asked; kibitz agents lists those who can be")
    rules, state = game_and_position(game, position)
    explained = explanation(rules, state, agent) if explain else {}
    with thinking(f"{agent or default_agent(rules)} thinks"):
        decision = decide(rules, state, agent, seed=seed, every=True)
    wanted = agent or default_agent(rules)  # another one, if it turned out that the game does not compile
    if json:
        print_json(decision_fields(game, rules, state, decision, seed=seed, agent=wanted) | explained)
    else:
        show_decision(rules, state, decision, f"{wanted} says")
        if explain:
            show_explanation(explained)
    if found_nothing(rules, state, decision):
        raise negative()


def found_nothing(game: Game, state: Any, decision: Decision) -> bool:
    """Return whether a player is to move, or a plan was asked for, and there is none."""
    if decision.details is not None and "plan" in decision.details:
        return decision.details["plan"] is None
    return decision.action is None and not game.is_terminal(state) and game.to_move(state) != CHANCE


def show_decision(game: Game, state: Any, decision: Decision, title: str) -> None:
    """Write a decision for people: the board, the answer, then the moves."""
    out = console()
    out.print(board(game, state))
    out.print()
    fields = decision_fields("", game, state, decision, seed=0)
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim")
    table.add_column()
    for name, value in _rows(game, state, decision, fields):
        table.add_row(name, value)
    out.print(f"[bold]{title}[/bold]")
    out.print(table)
    if decision.moves:
        out.print()
        out.print(_moves_table(fields["moves"], set(fields["actions"]) | {fields["action"]}))


def _rows(game: Game, state: Any, decision: Decision, fields: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the lines of the answer that have something to say."""
    rows = [("to move", "nobody: the game is over" if fields["to_move"] is None else seat_name(game.to_move(state)))]
    if fields["action"] is not None:
        rows.append(("best move", fields["action"]))
    if len(fields["actions"]) > 1:
        rows.append(("as good", " ".join(name for name in fields["actions"] if name != fields["action"])))
    rows.append(("value", f"{number(decision.value)}{' (exact)' if decision.exact else ''}"))
    if decision.utilities is not None and game.players > 1:
        rows.append(("for each", " ".join(number(value) for value in decision.utilities)))
    if OTHER_TIES in fields:
        rows.append(("other ties", " ".join(number(value) for value in fields[OTHER_TIES])))
    if decision.score is not None:
        rows.append(("score", number(decision.score)))
    if "plan" in fields:
        rows.append(("plan", fields["plan"] or "none"))
    if len(fields["line"]) > 1:
        rows.append(("line", " ".join(fields["line"])))
    for name in ("depth", "nodes", "simulations"):
        if fields[name]:
            rows.append((name, f"{fields[name]:,}"))
    if "memory" in fields:
        rows.append(("memory", f"{fields['memory']}: the tree does not grow any more"))
    return [*rows, ("seconds", f"{decision.seconds:.3f}")]


def _moves_table(moves: list[dict[str, Any]], best: set[str | None]) -> Table:
    """Return every move with its value, the best ones marked; one without a value was cut short or not looked at.

    Outcomes of chance have their probability too.
    """
    by_chance = "probability" in moves[0]
    visited = any(move["visits"] is not None for move in moves)
    is_sampled = any("proved" in move for move in moves)
    columns = [
        *(["probability"] if by_chance else []),
        *(["95 % interval"] if is_sampled else []),
        *(["visits"] if visited else []),
    ]
    table = Table("outcome" if by_chance else "move", "value", *columns, box=None, header_style="dim", pad_edge=False)
    for move in moves:
        cells = [move["action"], "not valued" if move["value"] is None else number(move["value"])]
        if by_chance:
            cells.append(number(move["probability"]))
        if is_sampled:
            cells.append(_how_sure(move))
        if visited:
            cells.append(f"{move['visits'] or 0:,}")
        table.add_row(*cells, style="bold green" if move["action"] in best else None)
    return table


def _how_sure(move: dict[str, Any]) -> str:
    """Return whether a value is proved, or else where it lies with 95 % confidence, and for certain where that says more."""
    if move["proved"]:
        return "proved"
    if "interval" not in move:
        return "proved, if a win counts 1" if "bounds" in move else ""
    low, high = move["interval"]
    least, most = move.get("bounds", (low, high))
    certain = [f"at least {number(least)}"] if least > low else []
    certain += [f"at most {number(most)}"] if most < high else []
    return ", ".join([f"{low:.3f} to {high:.3f}", *certain])


def number(value: float) -> str:
    """Return a value as people read it; what is left of rounding is nothing, and of a large one no digit is left out."""
    digits = 6 if abs(value) < LARGE else 15
    return f"{0.0 if abs(value) < ROUNDING else value:.{digits}g}"
