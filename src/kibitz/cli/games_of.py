"""`kibitz games-of`: the games that matches have left in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.options import Json, examples
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from kibitz.arena.database import Database, MatchRow
    from kibitz.arena.results import GameResult

EPILOG = examples(
    "kibitz games-of matches.db  the games of the latest match",
    "kibitz games-of matches.db --match 1 --format pgn --out games.pgn  for chess programs, Ordo, BayesElo",
    "kibitz games-of matches.db --report report.html  a page for a browser",
    "kibitz games-of matches.db --json  one object a game",
)

FILE_HELP = "A file that kibitz match --db wrote."
File = Annotated[str, typer.Argument(metavar="DB", help=FILE_HELP, show_default=False)]
Match = Annotated[int | None, typer.Option(metavar="N", help="Which match of the file.", show_default="the latest")]
FORMAT_HELP = "Write the games as records: pgn for chess, pdn for checkers, sgf for Go, json for all."
Format = Annotated[str | None, typer.Option("--format", "-f", metavar="FORMAT", help=FORMAT_HELP, show_default="a table")]
REPORT_HELP = "Write a page with ratings, cross table, charts and boards."
Report = Annotated[str | None, typer.Option("--report", metavar="FILE", help=REPORT_HELP, show_default="none")]
Out = Annotated[str | None, typer.Option("--out", "-o", metavar="FILE", help="Where the records go.", show_default="stdout")]


def games_of(
    db: File, match: Match = None, form: Format = None, out: Out = None, report: Report = None, json: Json = False
) -> None:
    """List the games of a match that was kept, write them as records for other programs, or write a report on them."""
    from kibitz.arena.database import Database
    from kibitz.cli.match_report import require_page, write_report
    from kibitz.core.errors import InputError
    from kibitz.core.files import write_whole

    if out is not None and form is None:
        raise InputError("--out FILE is for records: say which with --format pgn, pdn, sgf or json")
    if report is not None:
        require_page(report)
    with Database.read(db) as database:
        row = database.match(match)
        if report is not None:
            write_report(report, db, row.number)
        elif form is not None:
            text = _records(database, row, form)
            if out is None:
                print(text, end="")
            else:
                write_whole(out, text.encode())
                print(f"wrote {out}")
        elif json:
            _print_objects(database, row)
        else:
            _print_table(database, row)


def _records(database: Database, match: MatchRow, form: str) -> str:
    """Return all games of a match as records: those with tags have an empty line between them, JSON is one a line."""
    from kibitz.records import write_record

    records = [write_record(database.record(match, result), form) for result in database.results(match.number)]
    return ("" if form == "json" else "\n").join(records)


def _print_objects(database: Database, match: MatchRow) -> None:
    """Write each game as an object, as the match itself does."""
    from kibitz.arena.playing import PlayedGame
    from kibitz.cli.match_table import game_fields

    for result in database.results(match.number):
        print_json(game_fields(match.game, PlayedGame(result, tuple(database.moves(match.number, result.number)))))


def _print_table(database: Database, match: MatchRow) -> None:
    """Write the games for people."""
    from rich.table import Table

    out = console()
    matches = len(database.matches())
    state = "" if match.ended is not None else ", unfinished"
    others = f" (1 to {matches}: --match N)" if matches > 1 else ""
    out.print(f"match {match.number}{others}: {match.game}, {match.played} of {match.planned} games{state}\n", markup=False)
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("game", "plies", "seconds"):
        table.add_column(name, justify="right")
    for name in ("players", "result", "end"):
        table.add_column(name)
    for result in database.results(match.number):
        seconds = f"{result.seconds:.1f}"
        table.add_row(
            str(result.number), str(result.plies), seconds, " - ".join(result.players), result_text(result), result.end.value
        )
    out.print(table)


def result_text(result: GameResult) -> str:
    """Return the result of a game as people write it: `1-0`, `1/2-1/2`; of a game for one, what it brought."""
    if not result.points:
        return " ".join(f"{utility:g}" for utility in result.utilities) or "none"
    return "-".join("1/2" if points == 1 / 2 else f"{points:g}" for points in result.points)
