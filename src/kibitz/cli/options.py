"""The arguments and options that several commands share, and the reading of games and positions."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kibitz.cli.completion import agent_names, game_names
from kibitz.core.contract import Game
from kibitz.core.errors import PositionError
from kibitz.core.registry import load

INITIAL = "initial"
"""The word for the position in which a game begins."""
HELP_WIDTH = 78
"""So long a line of help may be: on 80 columns, with a margin on both sides."""

GAME_HELP = "A game: tic_tac_toe, connect_four:width=6, ./my_game.py:pile=21, or the file of a tree."
AGENT_HELP = "Who thinks: name:key=value,key=value."

GameText = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, show_default=False, autocompletion=game_names)]
POSITION_HELP = "A position in the game's own notation; after -- if it begins with a dash."
PositionText = Annotated[str, typer.Argument(metavar="POSITION", help=POSITION_HELP)]
AgentText = Annotated[
    str | None,
    typer.Option("--agent", "-a", metavar="SPEC", help=AGENT_HELP, show_default="one that suits", autocompletion=agent_names),
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="The seed of all random numbers.")]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON: one object, or one a line.")]


def position(game: Game, text: str) -> Any:
    """Return the position that `text` describes."""
    if text == INITIAL:
        return game.initial()
    try:
        return game.parse(text)
    except RecursionError:
        raise PositionError(f"position {text[:40]!r} is nested too deeply") from None


def game_and_position(game_text: str, position_text: str) -> tuple[Game, Any]:
    """Return a game and a position of it, after a look at whether the game keeps its word."""
    from kibitz.core.soundness import require_sound

    game = load(game_text)
    state = position(game, position_text)
    require_sound(game, state)
    return game, state


def paragraphs(text: str | None) -> str:
    """Return a docstring as help: a line for each paragraph, which is broken where the terminal ends and nowhere else."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in (text or "").split("\n\n"))


def examples(*lines: str) -> str:
    """Return the end of a command's help: commands to try, each followed by what it does after two spaces.

    What they do stands beside them where all have room for it, else below each.
    """
    rows = [(command, does.strip()) for command, _, does in (line.partition("  ") for line in lines)]
    wide = max(len(command) for command, _ in rows)
    if all(wide + 2 + len(does) <= HELP_WIDTH for _, does in rows):
        return "Examples:\n\n" + "\n".join(
            f"[bold]{command}[/bold]{' ' * (wide - len(command))}  {does}" for command, does in rows
        )
    return "Examples:\n\n" + "\n".join(f"[bold]{command}[/bold]\n    {does}" for command, does in rows)
