"""`kibitz learn net`: a net that a game teaches itself."""

from __future__ import annotations

import shlex
import sys
from typing import Annotated, Any, Literal

import typer

from kibitz.cli.options import GameText, Json, Seed, examples
from kibitz.cli.output import print_json
from kibitz.core.errors import UnsupportedError
from kibitz.core.registry import load

EPILOG = examples(
    "kibitz learn net tic_tac_toe --out t.net  two minutes, and no position is lost",
    "kibitz play tic_tac_toe --second puct:net=t.net  play against it",
    "kibitz learn net ./race.py --out race.net --minutes 5  a game of one's own",
)
Device = Literal["cpu", "cuda"]
MINUTES = 2.0


def net(
    game: GameText,
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="The file to write.", show_default=False)],
    minutes: Annotated[float | None, typer.Option("--minutes", help="How long to learn: 2 if --games is not given.")] = None,
    games: Annotated[int | None, typer.Option("--games", help="How many games to learn from.")] = None,
    width: Annotated[int, typer.Option("--width", help="Numbers in each layer of the net.")] = 128,
    blocks: Annotated[int, typer.Option("--blocks", help="Blocks of two layers.")] = 2,
    sims: Annotated[int, typer.Option("--sims", help="Simulations of a search that is learnt from.")] = 16,
    fast: Annotated[int, typer.Option("--fast", help="Simulations of other searches.")] = 8,
    playout_cap: Annotated[
        bool, typer.Option("--cap/--no-cap", help="Playout cap randomisation: most searches are fast.")
    ] = False,
    gumbel: Annotated[
        bool, typer.Option("--gumbel/--no-gumbel", help="Gumbel root selection, or else PUCT with noise.")
    ] = True,
    symmetries: Annotated[
        bool, typer.Option("--symmetries/--no-symmetries", help="Learn positions turned and mirrored, where a game says how.")
    ] = True,
    forced_playouts: Annotated[
        bool, typer.Option("--forced/--no-forced", help="Without Gumbel: try each move now and then.")
    ] = True,
    threads: Annotated[int, typer.Option("--threads", min=1, help="Threads that play.")] = 1,
    device: Annotated[Device, typer.Option("--device", help="Where games are played and the net is trained.")] = "cpu",
    every: Annotated[float, typer.Option("--every", help="Seconds between two reports, with a checkpoint.")] = 30.0,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Learn a net by self-play: which moves are promising, and what each player can expect.

    Any game that compiles will do, with dice and several players too. A run that was ended goes on with the same command; with
    --games the same seed gives the same net. The agents puct:net=FILE and greedy:net=FILE play with it.
    """
    try:
        import torch  # noqa: F401
    except ImportError:
        raise UnsupportedError("nets are trained by PyTorch, which is not installed; pip install 'kibitz[learn]'") from None
    from kibitz.learning.nets.learner import NetLearner
    from kibitz.learning.nets.settings import Settings
    from kibitz.learning.run import Budget, Told, run

    wanted = MINUTES if minutes is None and games is None else minutes
    budget = Budget(games=games, seconds=None if wanted is None else 60 * wanted)
    method = Settings(
        width=width, blocks=blocks, full=sims, fast=fast, playout_cap=playout_cap, gumbel=gumbel, symmetries=symmetries,
        forced_playouts=forced_playouts,
    )  # fmt: skip
    learner = NetLearner(load(game), method, budget, seed, threads, device)
    shown = -1

    def listen(told: Told, share: float) -> None:
        nonlocal shown
        if len(told.moments) > shown:
            shown = len(told.moments)
            _tell(told, share, learner.speed(told.seconds), json)

    told = run(learner, out, budget, command=shlex.join(["kibitz", *sys.argv[1:]]), seed=seed, every=every, listen=listen)
    if len(told.moments) > shown:
        _tell(told, 1.0, learner.speed(told.seconds), json)
    if not told.is_complete and not json:
        typer.echo(f"{out} is written; the same command goes on")


def _tell(told: Any, share: float, speed: str, json: bool) -> None:
    """Write how a run goes."""
    moment = told.moments[-1]
    figures = {name: figure.value for name, figure in moment.figures.items()}
    if json:
        print_json({"games": moment.games, "seconds": moment.seconds, "share": share, **figures})
        return
    listed = ", ".join(f"{name} {value:.4f}" for name, value in figures.items())
    typer.echo(f"{100 * share:3.0f} %  {moment.games:,} games in {moment.seconds:.0f} s, {speed}; {listed}")
