"""`kibitz check`: does a game keep the laws, does it compile, and how fast is it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.completion import game_names
from kibitz.cli.errors import negative
from kibitz.cli.options import Json, Seed, examples
from kibitz.cli.output import console, print_json, thinking
from kibitz.core.errors import InputError

if TYPE_CHECKING:
    from kibitz.checking import Report

EPILOG = examples(
    "kibitz check my_game.py  all laws, a hundred random games",
    "kibitz check my_game.py:pile=21 --games 1000 --seed 5  with parameters, more thoroughly",
    "kibitz check connect_four --json  a game that comes with Kibitz",
)


def check(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Your game's file, or any game.", show_default=False, autocompletion=game_names),
    ],
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many random games to look at.")] = 100,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Check a game: legal moves, purity, keys, endings, utilities, probabilities, text round trips, and every target alike.

    What does not compile is told in one sentence with its line; the game still plays, interpreted. That every player sees the
    whole state cannot be checked: games with hidden cards are not for Kibitz. Exit code 1: a law broken, or Ctrl-C, which shows
    what was found so far.
    """
    from kibitz.checking import check as checked

    if games < 1:
        raise InputError(f"--games must be at least 1, not {games}")
    with thinking("checking", file) as tell:
        report = checked(file, seed=seed, games=games, listen=lambda what, done, of: tell(_progress(what, done, of)))
    if json:
        print_json(_fields(file, report, seed))
    else:
        _show(report)
    if report.stopped or not report.ok:
        raise negative()


def _progress(what: str, done: int, of: int) -> str:
    """Return how far the work is."""
    return f"checking {what}: {done:,} of {of:,}" if of else f"checking {what}"


def _fields(file: str, report: Report, seed: int) -> dict[str, Any]:
    """Return the report as JSON."""
    findings = [
        {
            "law": one.law,
            "passed": one.passed,
            "looked_at": one.looked_at,
            "message": one.message,
            "line": one.line,
            "moves": one.moves,
        }
        for one in report.findings
    ]
    speeds = {target: speed._asdict() for target, speed in report.speeds.items()}
    return {"game": file, "ok": report.ok, "findings": findings, "speeds": speeds, "stopped": report.stopped, "seed": seed}


def _show(report: Report) -> None:
    """Write the report for people."""
    out = console()
    for one in report.findings:
        mark = "[red]FAIL[/red]" if not one.passed else "[green]ok[/green]  " if one.looked_at else "--  "
        out.print(mark, end=" ")
        out.print(f"{one.law}: {'' if one.looked_at else 'not looked at: '}{one.message}", markup=False)
    for target, speed in report.speeds.items():
        nodes = f"{speed.nodes:,.0f} nodes, " if speed.nodes is not None else ""
        playouts = f"{speed.playouts:,.0f} random games" if speed.playouts is not None else "no whole random game"
        out.print(f"{target}: {nodes}{playouts} a second", markup=False)
    if report.stopped:
        out.print("stopped by Ctrl-C; this is what was found so far", markup=False)
