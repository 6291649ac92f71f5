"""The command `kibitz`, put together from its commands."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand
from typer.main import get_group

from kibitz import __version__
from kibitz.cli.errors import Commands
from kibitz.cli.options import paragraphs

SUMMARIES = {
    "match": "Let agents play a match or a tournament, and say who is stronger, by how much, and how sure that is.",
    "games": "List the games: players, chance, whether positions come back, parameters with their defaults, speed class.",
    "tune": "Find the best values of an agent's options by matches, and show how strength depends on them.",
    "agents": "List the agents: name, engine, options with their defaults, what they do.",
    "play": "Play a game in the terminal. Moves go by their names; undo, hint, save FILE, resign, help and quit "
    "are understood too.",
    "analyse": "Say what an agent thinks of a position: best move, value, line, every move's value, depth, nodes, seconds.",
    "solve": "Solve a position: its exact value for the side to move, all best moves, and a line of best play.",
    "tree": "Draw the search tree of a textbook agent: values, windows, probabilities, cuts with their reason, "
    "the chosen line.",
    "games-of": "List the games of a match that was kept, write them as records for other programs, or write a report on them.",
    "replay": "Play over a game of a match: every move with its value, depth and time, and the board.",
    "perft": "Count the paths of DEPTH moves from a position: the usual test of a move generator.",
    "pacman": "Play Pacman as in the Berkeley course: its agents, its ghosts, its maps' names and its flags.",
    "grade": "Grade homework of the Pacman course: which agents are right, and which mistake makes the others go wrong.",
    "experiment": "Repeat an experiment of the lectures: a table with error bars, a plot, and a paragraph on what it shows.",
    "check": "Check a game: legal moves, purity, keys, endings, utilities, probabilities, text round trips, and "
    "every target alike.",
    "bench": "Measure random games and UCT simulations a second, from the first position in which a player moves.",
    "weights": "Print the weights of a game's features: Eval(s) is the sum of each feature times its weight, in points.",
    "uci": "Play chess for a program that speaks UCI, the Universal Chess Interface: give it this command as the engine.",
    "gtp": "Play Go for a program that speaks GTP, the Go Text Protocol: give it this command as the engine.",
    "serve": "Answer questions about games and searches, for other programs: one JSON object a line, in and out.",
    "studio": "Play, watch and take apart searches in a browser.",
    "learn": "Learn to play a game from the game alone: weights, patterns, a playout policy or a net.",
    "tables": "Endgame databases: every position of a game, or of a slice of it, solved backward and kept in files.",
}
"""What the list says of each command. It is the first sentence of the command's own help, written here so that nothing else of
the command is imported for the list, for another command, or for a shell that completes its name."""
MODULES = {"games-of": "games_of", "tables": "endgames"}
"""The modules in this folder that are not called as their command is."""


def command(name: str) -> Any:
    """Return a command, whose module is imported now: it has an `app` with commands of its own, or a function of its name."""
    module: Any = import_module(f"kibitz.cli.{MODULES.get(name, name)}")
    found = typer.Typer(rich_markup_mode="rich")
    if hasattr(module, "app"):
        found.add_typer(module.app, name=name, help=paragraphs(module.HELP), epilog=module.EPILOG)
    else:
        function = getattr(module, module.__name__.rpartition(".")[2])
        settings = {"help": paragraphs(function.__doc__), "epilog": module.EPILOG}
        found.command(name, cls=getattr(module, "Command", TyperCommand), **settings)(function)
    return get_group(found).commands[name]


class LazyCommands(Commands):
    """The group of all commands, which knows their names and summaries and imports the one that is asked for."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands.update({name: TyperCommand(name, help=summary) for name, summary in SUMMARIES.items()})

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the name of the command that words ask for, the command itself and the words after it."""
        name, listed, rest = super().resolve_command(ctx, args)
        return name, None if listed is None else command(listed.name or ""), rest


app = typer.Typer(
    name="kibitz",
    cls=LazyCommands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)


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
