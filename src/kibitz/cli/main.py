"""The command `kibitz`, put together from its commands."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz import __version__
from kibitz.cli import (
    agents,
    analyse,
    bench,
    check,
    experiment,
    games,
    games_of,
    grade,
    gtp,
    learn,
    match,
    pacman,
    perft,
    play,
    replay,
    serve,
    solve,
    studio,
    tree,
    tune,
    uci,
    weights,
)
from kibitz.cli.errors import Commands
from kibitz.cli.options import paragraphs

app = typer.Typer(
    name="kibitz",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)

app.command(cls=match.MatchCommand, help=paragraphs(match.match.__doc__), epilog=match.EPILOG)(match.match)
for _command, _epilog in (
    (games.games, games.EPILOG),
    (tune.tune, tune.EPILOG),
    (agents.agents, agents.EPILOG),
    (play.play, play.EPILOG),
    (analyse.analyse, analyse.EPILOG),
    (solve.solve, solve.EPILOG),
    (tree.tree, tree.EPILOG),
    (games_of.games_of, games_of.EPILOG),
    (replay.replay, replay.EPILOG),
    (perft.perft, perft.EPILOG),
    (pacman.pacman, pacman.EPILOG),
    (grade.grade, grade.EPILOG),
    (experiment.experiment, experiment.EPILOG),
    (check.check, check.EPILOG),
    (bench.bench, bench.EPILOG),
    (weights.weights, weights.EPILOG),
    (uci.uci, uci.EPILOG),
    (gtp.gtp, gtp.EPILOG),
    (serve.serve, serve.EPILOG),
    (studio.studio, studio.EPILOG),
):
    app.command(help=paragraphs(_command.__doc__), epilog=_epilog)(_command)
app.add_typer(learn.app, name="learn", help=paragraphs(learn.HELP), epilog=learn.EPILOG)


def _version(wanted: bool) -> None:
    """Write the version and end."""
    if wanted:
        typer.echo(f"kibitz {__version__}")
        raise typer.Exit


@app.callback()
def kibitz(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version and exit.")
    ] = False,
) -> None:
    """Play games, solve them, and watch how a search decides.

    Agents and games are strings: alphabeta:depth=8,every=true or uct:sims=1000; connect_four:width=6 or ./my_game.py.
    """


def main(words: list[str] | None = None) -> None:
    """Run the command line, with the words given to this process by default."""
    app(words, prog_name="kibitz")
