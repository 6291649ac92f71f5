"""`kibitz solve`: the exact value of a position, all its best moves, a line of best play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from kibitz.cli.analyse import show_decision
from kibitz.cli.errors import negative
from kibitz.cli.options import INITIAL, GameText, Json, PositionText, Seed, examples, game_and_position
from kibitz.cli.output import print_json, thinking
from kibitz.cli.positions import LINES_HELP, listed_positions
from kibitz.core.decision import ANSWERS
from kibitz.core.errors import InputError
from kibitz.core.reports import number

if TYPE_CHECKING:
    from kibitz.batches.solutions import KeepingSolver, Solution

EPILOG = examples(
    "kibitz solve tic_tac_toe --json  value 0: a draw",
    "kibitz solve connect_four 274552224131661  from a position",
    "kibitz solve connect_four --positions games.txt --results solved.jsonl  goes on where it was broken off",
    "kibitz solve nim --positions piles.txt --json  one position a line, one answer a line",
    "kibitz solve pig:goal=20  the chance to win, although positions come back",
)


def solve(
    game: GameText,
    position: PositionText = INITIAL,
    positions: Annotated[
        str | None,
        typer.Option("--positions", metavar="FILE", help=f"Solve every line of a file. {LINES_HELP}"),
    ] = None,
    answer: Annotated[
        str, typer.Option(metavar="|".join(ANSWERS), help="weak: who wins; exact: the score, all best moves, best play; "
        "strong: the value of every move too."),
    ] = "exact",
    results: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep the answers in a file of JSON lines; what is in it is not solved again."),
    ] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:  # fmt: skip
    """Solve a position: its exact value for the side to move, all best moves, and a line of best play.

    Where the game has a scale of its own, such as Connect Four's stones, the score is exact too.
    Every player is taken to see the whole state, so games with hidden cards are not for Kibitz.
    Exit code 1: Ctrl-C came first, and the answer is only the best so far.
    """
    rules, state = game_and_position(game, position)
    from kibitz.batches.solutions import KeepingSolver

    solver = KeepingSolver(rules, answer, results, seed=seed, text=game)
    if positions is not None:
        if position != INITIAL:
            raise InputError("give either a position or --positions FILE, not both")
        _solve_all(solver, list(listed_positions(rules, positions)), json)
        return
    with thinking("solving", game):
        solution = solver.solve(state)
    if json:
        print_json(solution.fields)
    elif solution.is_known:
        print(f"{results} has the answer:\n{_row(solution.fields['position'], solution.fields)}")
    else:
        show_decision(rules, state, solution.decision, _how_far(solution))
    if not solution.is_final:
        raise negative()


def _how_far(solution: Solution) -> str:
    """Return what is said of a solution."""
    if not solution.is_final:
        return "not solved; the best so far"
    return "solved" if solution.decision.exact else "solved; among equally good moves it matters which one is taken"


def _solve_all(solver: KeepingSolver, listed: list[tuple[str, Any]], json: bool) -> None:
    """Solve the positions one after the other and write each answer as soon as it is there."""
    if not json:
        print("position\tvalue\tscore\tbest moves")
    progress = Console(stderr=True)
    for text, state in track(listed, "solving", console=progress, disable=not progress.is_terminal, transient=True):
        solution = solver.solve(state)
        if not solution.is_final:
            raise KeyboardInterrupt
        if json:
            print_json(solution.fields | {"position": text})
        else:
            print(_row(text, solution.fields), flush=True)


def _row(text: str, fields: dict[str, Any]) -> str:
    """Return an answer as a line of a table."""
    score = "" if fields["score"] is None else number(fields["score"])
    return f"{text}\t{number(fields['value'])}\t{score}\t{' '.join(fields['actions'])}"
