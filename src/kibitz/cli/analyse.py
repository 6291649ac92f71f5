"""`kibitz analyse`: what an agent thinks of a position."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from kibitz.cli.boards import board
from kibitz.cli.errors import negative
from kibitz.cli.explain import explanation, show_explanation
from kibitz.cli.options import INITIAL, AgentText, GameText, Json, PositionText, Seed, examples, game_and_position
from kibitz.cli.output import console, print_json, thinking
from kibitz.cli.positions import LINES_HELP, listed_positions
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.errors import InputError
from kibitz.core.game import CHANCE
from kibitz.core.reports import answer_rows, decision_fields, move_cells, move_columns, value_text
from kibitz.core.searches import HUMAN

EPILOG = examples(
    "kibitz analyse connect_four 4453  an agent that suits the game, one second",
    "kibitz analyse tic_tac_toe x.o/.x./... --agent minimax  the textbook's words, native speed",
    "kibitz analyse pig 41+21-49 --agent uct:sims=5000 --seed 7  a repeatable experiment",
    "kibitz analyse vacuum --agent andor  a conditional plan",
    "kibitz analyse chess --positions games.epd --processes 2 --json  one answer a line",
    "kibitz analyse chess --agent alphabeta:time=5,threads=2 --explain  and what the position itself is judged by",
)

Positions = Annotated[
    str | None, typer.Option("--positions", metavar="FILE", help=f"Analyse every line of a file. {LINES_HELP}")
]
Processes = Annotated[int, typer.Option(metavar="N", help="How many processes share the positions of a file.")]
Explain = Annotated[bool, typer.Option("--explain", help="Show each feature of the evaluation with its weight and share.")]


def analyse(
    game: GameText,
    position: PositionText = INITIAL,
    agent: AgentText = None,
    explain: Explain = False,
    positions: Positions = None,
    processes: Processes = 1,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Say what an agent thinks of a position: best move, value, line, every move's value, depth, nodes, seconds.

    The value is the utility that the side to move can expect. Exit code 1: AND-OR search found no plan.
    """
    from kibitz.api import analyse as analysed
    from kibitz.search.defaults import judging_agent

    if agent is not None and agent.partition(":")[0] == HUMAN:
        raise InputError("a human plays (kibitz play) and is not asked; kibitz agents lists those who can be")
    rules, state = game_and_position(game, position)
    if positions is not None:
        if position != INITIAL or explain:
            raise InputError("--positions FILE takes the place of a position, and --explain is for one alone")
        _analyse_all(game, rules, positions, agent, processes, seed, json)
        return
    explained = explanation(rules, state, agent) if explain else {}
    name = agent or judging_agent(rules)
    with thinking(f"{name} thinks", game, name):
        decision = analysed(rules, state, agent, seed=seed)
    wanted = decision.agent or judging_agent(rules)  # another one, if it turned out that the game does not compile
    if json:
        print_json(decision_fields(game, rules, state, decision, seed=seed, agent=wanted) | explained)
    else:
        show_decision(rules, state, decision, f"{wanted} says")
        if explain:
            show_explanation(explained)
    if found_nothing(rules, state, decision):
        raise negative()


def _analyse_all(
    game: str, rules: Game, path: str, agent: str | None, processes: int, seed: int, json: bool
) -> None:  # fmt: skip
    """Analyse the positions in a file and write each answer as soon as it and all before it are there."""
    from kibitz.batches import analyse_many

    listed = list(listed_positions(rules, path))
    if not json:
        print("position\tbest move\tvalue\tline")
    screen = Console(stderr=True)
    with Progress(console=screen, disable=not screen.is_terminal, transient=True) as bar:
        task = bar.add_task("analysing", total=len(listed))
        decisions = analyse_many(
            rules, [state for _, state in listed], agent, processes=processes, seed=seed,
            listen=lambda done: bar.update(task, completed=done),
        )  # fmt: skip
        for number_of, ((text, state), decision) in enumerate(zip(listed, decisions, strict=True)):
            fields = decision_fields(game, rules, state, decision, seed=seed + number_of, agent=decision.agent)
            if json:
                print_json(fields | {"position": text})
            else:
                print(
                    f"{text}\t{fields['action']}\t{value_text(rules, decision.value)}\t{' '.join(fields['line'])}", flush=True
                )


def found_nothing(game: Game, state: Any, decision: Decision) -> bool:
    """Return whether a player is to move, or a plan was asked for, and there is none."""
    if decision.details is not None and "plan" in decision.details:
        return decision.details["plan"] is None
    return decision.action is None and not game.is_terminal(state) and game.to_move(state) != CHANCE


def show_decision(game: Game, state: Any, decision: Decision, title: str) -> None:
    """Write a decision for people: the board, the answer, then the moves."""
    out = console()
    out.print(board(out, game, state))
    out.print()
    fields = decision_fields("", game, state, decision, seed=0)
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim")
    table.add_column()
    for name, value in answer_rows(game, state, decision, fields):
        table.add_row(name, value)
    out.print(f"[bold]{title}[/bold]")
    out.print(table)
    if decision.moves:
        out.print()
        out.print(_moves_table(game, fields["moves"], set(fields["actions"]) | {fields["action"]}))


def _moves_table(game: Game, moves: list[dict[str, Any]], best: set[str | None]) -> Table:
    """Return every move with its value, the best ones marked."""
    columns = move_columns(moves)
    table = Table(*columns, box=None, header_style="dim", pad_edge=False)
    for move in moves:
        table.add_row(*move_cells(game, move, columns), style="bold green" if move["action"] in best else None)
    return table
