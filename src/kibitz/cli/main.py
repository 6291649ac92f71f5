"""The command `kibitz`, put together from its commands."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz import __version__
from kibitz.cli import agents, analyse, bench, check, experiment, games, gtp, pacman, perft, play, solve, tree, uci, weights
from kibitz.cli.errors import Commands

app = typer.Typer(
    name="kibitz",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)

app.command(epilog=games.EPILOG)(games.games)
app.command(epilog=agents.EPILOG)(agents.agents)
app.command(epilog=play.EPILOG)(play.play)
app.command(epilog=analyse.EPILOG)(analyse.analyse)
app.command(epilog=solve.EPILOG)(solve.solve)
app.command(epilog=tree.EPILOG)(tree.tree)
app.command(epilog=perft.EPILOG)(perft.perft)
app.command(epilog=pacman.EPILOG)(pacman.pacman)
app.command(epilog=experiment.EPILOG)(experiment.experiment)
app.command(epilog=check.EPILOG)(check.check)
app.command(epilog=bench.EPILOG)(bench.bench)
app.command(epilog=weights.EPILOG)(weights.weights)
app.command(epilog=uci.EPILOG)(uci.uci)
app.command(epilog=gtp.EPILOG)(gtp.gtp)


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
