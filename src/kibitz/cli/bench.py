"""`kibitz bench`: how fast games are played here, on the processor and on a GPU."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer
from rich.table import Table

from kibitz.cli.completion import game_names
from kibitz.cli.options import Json, examples
from kibitz.cli.output import console, print_json, thinking
from kibitz.core import registry
from kibitz.core.contract import Game, PlayoutPolicy, implements

EPILOG = examples(
    "kibitz bench connect_four go:size=9  random games and UCT, one thread",
    "kibitz bench othello --threads 2  UCT with two threads on one tree",
    "kibitz bench connect_four --device cuda  random games on a GPU",
)
Device = Literal["cpu", "cuda"]
COLUMNS = {
    "playouts": "random games/s",
    "light_playouts": "own playouts/s",
    "simulations": "UCT simulations/s",
}


def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Games; without any, all of them.", autocompletion=game_names),
    ] = None,
    device: Annotated[Device, typer.Option("--device", help="Where random games are played.")] = "cpu",
    threads: Annotated[int, typer.Option("--threads", min=1, help="Threads of UCT.")] = 1,
    json: Json = False,
) -> None:
    """Measure random games and UCT simulations a second, from the first position in which a player moves.

    Each figure is the work of a fraction of a second, so other programs on the machine show in it. `make bench` compares
    with other programs.
    """
    from kibitz.compile.cuda_launch import require_cuda

    if device == "cuda":
        require_cuda()
    rows = []
    for text in games or registry.games():
        game = registry.load(text)
        with thinking(f"{text} is measured", text):
            rows.append({"game": text, "device": device, "threads": threads} | _speeds(game, device, threads))
        if json:
            print_json(rows[-1])
    if not json:
        console().print(_table(rows))


def _speeds(game: Game, device: Device, threads: int) -> dict[str, float | None]:
    """Return the speeds of a game by name; None for what it does not have."""
    from kibitz.checking.speeds import cuda_playouts, first_choice, native_playouts, simulations

    playouts = cuda_playouts if device == "cuda" else native_playouts
    state = first_choice(game)
    has_own = implements(game, PlayoutPolicy)
    return {
        "playouts": playouts(game, state),
        "light_playouts": playouts(game, state, game_policy=True) if has_own else None,
        "simulations": simulations(game, state, threads=threads) if device == "cpu" else None,
    }


def _table(rows: list[dict[str, Any]]) -> Table:
    """Return the speeds for people; columns that nobody has are left out."""
    columns = [name for name in COLUMNS if any(row[name] is not None for row in rows)]
    table = Table("game", box=None, header_style="dim", pad_edge=False)
    for name in columns:
        table.add_column(COLUMNS[name], justify="right")
    for row in rows:
        table.add_row(row["game"], *("" if row[name] is None else f"{row[name]:,.0f}" for name in columns))
    return table
