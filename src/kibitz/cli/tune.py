"""`kibitz tune`: the best values of an agent's options, found by matches."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.completion import agent_names
from kibitz.cli.errors import negative
from kibitz.cli.options import GameText, Json, Seed, examples
from kibitz.cli.output import console, print_json
from kibitz.core.errors import InputError
from kibitz.core.files import require_writable

if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.arena.tuning.tuner import Trial, Tuning

EPILOG = examples(
    "kibitz tune connect_four uct:sims=1000 --parameter c=0.2..3 -o curve.svg  the exploration constant",
    "kibitz tune chess alphabeta:nodes=5000 -p pruning=quiescence|full --db tune.db  kept; once more, and it goes on",
    "kibitz tune go:size=9 uct:sims=500 -p c=0.01..1 -p rave=0..2000 --games 900  two options together",
)

Agent = Annotated[
    str, typer.Argument(metavar="SPEC", help="Whose options are tuned.", show_default=False, autocompletion=agent_names)
]
PARAMETER_HELP = "An option and what it may be: c=0.2..3, depth=2..6, pruning=none|quiescence|full."
Parameters = Annotated[list[str], typer.Option("--parameter", "-p", metavar="NAME=RANGE", help=PARAMETER_HELP)]
AGAINST_HELP = "The opponent in all matches."
Against = Annotated[
    str | None,
    typer.Option(metavar="SPEC", help=AGAINST_HELP, show_default="the same agent as it stands", autocompletion=agent_names),
]
Games = Annotated[int, typer.Option("--games", "-n", metavar="N", help="How many games in all.")]
Openings = Annotated[
    str | None, typer.Option(metavar="OPENINGS", help="Where games begin, as in kibitz match.", show_default="random:plies=4")
]
Processes = Annotated[int | None, typer.Option(metavar="N", help="How many processes play.", show_default="all processors")]
DB_HELP = "Keep all games in this file, and go on with what was broken off."
Database = Annotated[str | None, typer.Option("--db", metavar="FILE", help=DB_HELP, show_default="not kept")]
Out = Annotated[
    str | None, typer.Option("--out", "-o", metavar="FILE", help="Draw the curve: FILE.svg or FILE.png.", show_default="none")
]


def tune(
    game: GameText, agent: Agent, parameter: Parameters, against: Against = None, games: Games = 400, openings: Openings = None,
    processes: Processes = None, db: Database = None, out: Out = None, seed: Seed = 0, json: Json = False,
) -> None:  # fmt: skip
    """Find the best values of an agent's options by matches, and show how strength depends on them.

    An optimiser proposes values; each are tried in a short match against the same opponent. A smooth curve through all
    results, with its uncertainty, says which values are best. Ctrl-C shows the trials so far, with exit code 1.
    """
    from kibitz.arena.settings import MatchSettings
    from kibitz.arena.tuning.parameters import read_parameters
    from kibitz.arena.tuning.tuner import tune as run
    from kibitz.core.registry import load

    kind = _picture_kind(out)
    rules = load(game)
    parameters = read_parameters(rules, agent, parameter)
    settings = MatchSettings(rules, (agent, against or agent), games, seed, openings=openings)
    with _progress(games) as listen:
        tuning = run(settings, parameters, database=db, processes=processes, listen=listen)
    if not tuning.trials:
        raise KeyboardInterrupt
    if out is not None:
        _draw(tuning, out, kind)
    if json:
        print_json({"game": game, "agent": agent, "seed": seed, **_fields(tuning), **({"files": [out]} if out else {})})
    else:
        _show(tuning, game, out)
    if not tuning.complete:
        raise negative()


def _picture_kind(out: str | None) -> Any:
    """Return the format of a picture's file, or refuse one that is not known or cannot be written."""
    kind = (out or ".svg").rpartition(".")[2].lower()
    if kind not in ("svg", "png"):
        raise InputError(f"--out {out!r} must end in .svg or .png")
    if out is not None:
        require_writable(out)
    return kind


@contextmanager
def _progress(games: int) -> Iterator[Callable[[Trial], None] | None]:
    """Show a bar where a person watches the terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("tuning (Ctrl-C stops)", total=games)
        yield lambda trial: bar.advance(task, trial.score.games)


def _draw(tuning: Tuning, out: str, kind: Any) -> None:
    """Write the picture: a chart for each parameter, with the trials and the curve."""
    from kibitz.arena.tuning.curves import charts
    from kibitz.core.files import write_whole
    from kibitz.pictures.charts import drawn

    write_whole(out, drawn(charts(tuning), kind))


def _fields(tuning: Tuning) -> dict[str, Any]:
    """Return what was found, for JSON."""
    values, lead, error = tuning.best()
    curves = {}
    for parameter in tuning.parameters:
        steps, leads, errors = tuning.curve(parameter)
        curves[parameter.name] = [
            {"value": value, "elo": elo, "error": margin} for value, elo, margin in zip(steps, leads, errors, strict=True)
        ]
    trials = [{"values": trial.values, "agent": trial.agent, **trial.score.fields()} for trial in tuning.trials]
    best = {"values": values, "elo": lead, "error": error}
    return {"opponent": tuning.opponent, "complete": tuning.complete, "best": best, "trials": trials, "curves": curves}


def _show(tuning: Tuning, game: str, out: str | None) -> None:
    """Write what was found for people."""
    from rich.table import Table

    screen = console()
    games = sum(trial.score.games for trial in tuning.trials)
    screen.print(f"{game}: {len(tuning.trials)} trials, {games} games against {tuning.opponent}\n", markup=False)
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for name in (*(parameter.name for parameter in tuning.parameters), "won", "drawn", "lost", "score", "95 %"):
        table.add_column(name, justify="right")
    places = {id(trial): tuning.place(trial.values) for trial in tuning.trials}
    for trial in sorted(tuning.trials, key=lambda trial: places[id(trial)]):
        score = trial.score
        low, high = score.interval
        shown = (_text(value) for value in trial.values.values())
        share = (f"{100 * score.share:.0f} %", f"{100 * low:.0f} to {100 * high:.0f} %")
        table.add_row(*shown, str(score.wins), str(score.draws), str(score.losses), *share)
    screen.print(table)
    values, lead, error = tuning.best()
    named = ", ".join(f"{name}={_text(value)}" for name, value in values.items())
    screen.print(f"\nbest by the curve: {named}, {lead:+.0f} Elo ± {error:.0f} over {tuning.opponent}", markup=False)
    if lead <= error:
        screen.print(f"that is not shown to be better than {tuning.opponent}; more games tell more", markup=False)
    if out is not None:
        screen.print(f"wrote {out}", markup=False)


def _text(value: Any) -> str:
    """Return a value as people read it."""
    return f"{value:.3g}" if isinstance(value, float) else str(value)
