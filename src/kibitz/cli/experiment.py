"""`kibitz experiment`: a lecture's table or curve, with its picture."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.completion import experiment_names
from kibitz.cli.errors import negative
from kibitz.cli.options import Json, Seed, examples
from kibitz.cli.output import console, print_json
from kibitz.core.errors import InputError

if TYPE_CHECKING:
    from kibitz.experiments import Finished
    from kibitz.experiments.running import Progress

EPILOG = examples(
    "kibitz experiment  the list",
    "kibitz experiment assumptions --games 5 --seed 1  minimax and expectimax Pacman against two ghosts",
    "kibitz experiment star --out plots  the plot goes to plots/star.png and plots/star.svg",
    "kibitz experiment monotone --games 500 --json  all figures in one object",
)

WIDEST = 200
"""So wide a table may be, however narrow the terminal: numbers with their errors are not torn apart."""

NAME_HELP = "Which experiment; without it, the list."
Name = Annotated[
    str | None,
    typer.Argument(metavar="[NAME]", help=NAME_HELP, show_default=False, autocompletion=experiment_names),
]
Games = Annotated[
    int | None,
    typer.Option("--games", "-n", metavar="N", help="How many games, trees or positions.", show_default="the experiment's own"),
]
Out = Annotated[str, typer.Option("--out", "-o", metavar="FOLDER", help="Where the plot goes, as PNG and SVG.")]


def experiment(name: Name = None, games: Games = None, seed: Seed = 0, out: Out = ".", json: Json = False) -> None:
    """Repeat an experiment of the lectures: a table with error bars, a plot, and a paragraph on what it shows.

    The same seed gives the same figures; only seconds differ. Ctrl-C shows what is finished, with exit code 1.
    """
    from kibitz.experiments import find_experiment, run

    if name is None:
        _list(json)
        return
    chosen = find_experiment(name)
    folder = _folder(out)
    with _progress(chosen.name) as progress:
        finished = run(chosen, games, seed, progress)
    files = _drawn(finished, folder)
    if json:
        print_json(_fields(finished, files))
    else:
        _show(finished, files)
    if not finished.complete:
        raise negative()


def _list(json: bool) -> None:
    """Write what experiments there are."""
    from rich.table import Table

    from kibitz.experiments import experiments

    found = experiments()
    if json:
        for one in found.values():
            print_json({"experiment": one.name, "asks": one.asks, "games": one.games, "counted": one.counted})
        return
    table = Table("name", "asks", "by default", box=None, header_style="bold", pad_edge=False)
    for one in found.values():
        table.add_row(one.name, one.asks, f"{one.games} {one.counted}")
    console().print(table)


def _folder(text: str) -> Path:
    """Return the folder for the plots, made if there is none: better an error now than after an hour's work."""
    folder = Path(text)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InputError(
            f"--out {text!r} is no folder that can be written: {getattr(error, 'strerror', None) or error}"
        ) from None
    return folder


@contextmanager
def _progress(name: str) -> Iterator[Progress | None]:
    """Show a bar where a person watches the terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{name} (Ctrl-C stops)", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _drawn(finished: Finished, folder: Path) -> list[str]:
    """Return the files of the plot, both drawn before the first is written."""
    from kibitz.core.files import write_whole
    from kibitz.pictures.charts import drawn

    charts = finished.report.charts
    name = finished.experiment.name
    pictures = {folder / f"{name}.{kind}": drawn(charts, kind) for kind in ("png", "svg")}
    pictures |= {folder / f"{name}-{one}.svg": svg.encode() for one, svg in finished.report.pictures.items()}
    for path, content in pictures.items():
        write_whole(path, content)
    return [str(path) for path in pictures]


def _fields(finished: Finished, files: list[str]) -> dict[str, Any]:
    """Return the whole experiment as JSON."""
    from kibitz.experiments.tables import cell_value

    rows = [{key: cell_value(cell) for key, cell in row.items()} for row in finished.report.rows]
    facts = {"experiment": finished.experiment.name, "games": finished.games, "seed": finished.seed}
    return {**facts, "complete": finished.complete, "rows": rows, "says": finished.report.says, "files": files}


def _show(finished: Finished, files: list[str]) -> None:
    """Write the table, the paragraph and where the plot is."""
    from rich.table import Table as Grid
    from rich.text import Text

    from kibitz.experiments.tables import Table

    out, report = console(), finished.report
    out.print(Text(finished.experiment.asks, style="bold"))
    out.print(f"{finished.games} {finished.experiment.counted}, seed {finished.seed}", markup=False)
    if not finished.complete:
        out.print(Text("Stopped early: this is what was finished.", style="yellow"))
    table = Table.of(report.rows)
    grid = Grid(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for column, is_number in zip(table.columns, table.numeric, strict=True):
        grid.add_column(column, no_wrap=True, justify="right" if is_number else "left")
    for row in table.rows:
        grid.add_row(*map(Text, row))
    out.width = max(out.width, WIDEST)
    out.print(grid)
    out.print(f"\n{report.says}", markup=False)
    out.print(f"plot: {', '.join(files)}", markup=False)
