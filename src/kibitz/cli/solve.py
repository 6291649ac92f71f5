"""`kibitz solve`: the exact value of a position, all its best moves, a line of best play."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from kibitz.cli.analyse import number, show_decision
from kibitz.cli.errors import negative
from kibitz.cli.options import INITIAL, GameText, Json, PositionText, Seed, examples, game_and_position
from kibitz.cli.output import decision_fields, print_json, thinking
from kibitz.core.errors import InputError, KibitzError
from kibitz.core.game import Game

EPILOG = examples(
    "kibitz solve tic_tac_toe --json  value 0: a draw",
    "kibitz solve connect_four 274552224131661  from a position",
    "kibitz solve nim --positions piles.txt --json  one position a line, one answer a line",
    "kibitz solve pig:goal=20  the chance to win, although positions come back",
)


def solve(
    game: GameText,
    position: PositionText = INITIAL,
    positions: Annotated[
        str | None,
        typer.Option(
            "--positions", metavar="FILE",
            help="Solve every line of a file (- is stdin): the position is the first column, in quotes if it has spaces; "
            "other columns, blank lines and # comments are passed over.",
        ),
    ] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:  # fmt: skip
    """Solve a position: its exact value for the side to move, all best moves, and a line of best play.

    Where the game has a scale of its own, such as Connect Four's stones, the score is exact too.
    Exit code 1: Ctrl-C came first, and the answer is only the best so far.
    """
    from kibitz.api import Solver

    rules, state = game_and_position(game, position)
    if positions is not None:
        if position != INITIAL:
            raise InputError("give either a position or --positions FILE, not both")
        _solve_all(game, rules, list(_listed(rules, positions)), seed, json)
        return
    with thinking("solving"):
        decision = Solver(rules).solve(state)
    if json:
        print_json(decision_fields(game, rules, state, decision, seed=seed))
    else:
        show_decision(rules, state, decision, "solved" if decision.exact else "not solved; the best so far")
    if not decision.exact:
        raise negative()


def _solve_all(game_text: str, game: Game, listed: list[tuple[str, Any]], seed: int, json: bool) -> None:
    """Solve the positions one after the other and write each answer as soon as it is there."""
    from kibitz.api import Solver

    solver = Solver(game)
    if not json:
        print("position\tvalue\tscore\tbest moves")
    progress = Console(stderr=True)
    for text, state in track(listed, "solving", console=progress, disable=not progress.is_terminal, transient=True):
        decision = solver.solve(state)
        if not decision.exact:
            raise KeyboardInterrupt
        fields = decision_fields(game_text, game, state, decision, seed=seed)
        if json:
            print_json(fields | {"position": text})
        else:
            score = "" if decision.score is None else number(decision.score)
            print(f"{text}\t{number(decision.value)}\t{score}\t{' '.join(fields['actions'])}", flush=True)


def _listed(game: Game, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the positions in a file, each with its text."""
    for line, content in enumerate(_read(path).splitlines(), start=1):
        text = _first_column(content.strip())
        if text:
            try:
                yield text, game.initial() if text == INITIAL else game.parse(text)
            except KibitzError as error:
                raise InputError(f"{path}:{line}: {error}") from None


def _first_column(line: str) -> str:
    """Return the text in double quotes, or else up to a tab, or else the first word; nothing of a comment."""
    if line.startswith("#"):
        return ""
    if line.startswith('"') and '"' in line[1:]:
        return line[1:].partition('"')[0]
    return (line.partition("\t")[0] if "\t" in line else line.partition(" ")[0]).strip()


def _read(path: str) -> str:
    """Return the text of a file, or of stdin."""
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a text file (UTF-8)") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
