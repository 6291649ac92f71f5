"""`kibitz pacman`: the lectures' commands, word for word after `python pacman.py`."""

from __future__ import annotations

from pathlib import Path
from secrets import randbelow

from kibitz.cli.options import Json, examples
from kibitz.cli.pacman.options import (
    Arguments,
    AsText,
    Catching,
    Code,
    Fixed,
    FrameTime,
    GameCount,
    GhostCount,
    GhostName,
    LayoutName,
    PacmanName,
    Quiet,
    Recorded,
    Replayed,
    SeedNumber,
    Timeout,
    Training,
    Zoom,
)
from kibitz.core.errors import InputError

EPILOG = examples(
    "kibitz pacman  you play: arrow keys, or w a s d",
    "kibitz pacman -p ReflexAgent -l openClassic -k 1  watch an agent",
    "kibitz pacman -p AlphaBetaAgent -l minimaxClassic -a depth=4 -n 5 -q  scores only",
    "kibitz pacman -p ExpectimaxAgent -l trappedClassic -a depth=3 -q -n 10  a gamble",
    "kibitz pacman -p uct:sims=500 -l smallClassic -g DirectionalGhost -t  any agent of Kibitz",
    "kibitz pacman --code multiAgents.py -p MinimaxAgent -a depth=4  your homework",
    "kibitz pacman --replay recorded-game-1-11-16-09-30-00.json  what -r has written",
)
FIXED_SEED = 188
"""The seed of `-f`."""
LONGEST_PAUSE = 60.0
LARGEST = 3
"""The largest zoom."""


def pacman(
    pacman: PacmanName = "KeyboardAgent", layout: LayoutName = "mediumClassic", ghosts: GhostName = "RandomGhost",
    numghosts: GhostCount = None, arguments: Arguments = "", num_games: GameCount = 1, quiet: Quiet = False,
    text: AsText = False, fixed: Fixed = False, record: Recorded = False, replay: Replayed = None, training: Training = 0,
    catching: Catching = False, timeout: Timeout = 30.0, zoom: Zoom = 1.0, frame_time: FrameTime = 0.1,
    seed: SeedNumber = None, json: Json = False, code: Code = None,
) -> None:  # fmt: skip
    """Play Pacman as in the Berkeley course: its agents, its ghosts, its maps' names and its flags.

    Pacman eats all the food to win. A move costs 1, food brings 10, winning 500, a scared ghost 200; death costs 500.
    """
    from kibitz.cli.pacman.showing import Show, watch_again
    from kibitz.cli.pacman.table import Table

    for flag, value, least in (("-n", num_games, 1), ("-x", training, 0), ("--frameTime", frame_time, 0), ("--zoom", zoom, 1)):
        if not least <= value:
            raise InputError(f"{flag} must be at least {least}, not {value:g}")
    if zoom > LARGEST:
        raise InputError(f"--zoom must be at most {LARGEST}, not {zoom:g}")
    if training >= num_games:
        raise InputError(f"-x {training} leaves no game of -n {num_games} to be counted")
    if not timeout > 0 or frame_time > LONGEST_PAUSE:
        raise InputError(f"--timeout must be more than 0, and --frameTime at most {LONGEST_PAUSE:g}")
    show = Show(quiet=quiet or json, text=text, seconds=frame_time, zoom=int(zoom))
    if replay is not None:
        watch_again(Path(replay), show)
        return
    chosen = seed if seed is not None else FIXED_SEED if fixed else randbelow(1 << 31)
    table = Table.laid(layout, numghosts, pacman, ghosts, arguments, chosen, timeout if catching else None, code)
    table.play(num_games, training, show, record=record, json=json)
