"""The flags of `kibitz pacman`, those of the course's `pacman.py`."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.completion import ghost_names, layout_names, pacman_names
from kibitz.games.pacman import layouts

PACMAN = "KeyboardAgent, ReflexAgent, MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent, or any agent of Kibitz"
GHOSTS = "RandomGhost, DirectionalGhost (its options prob_attack= and prob_scaredFlee= follow a colon), MinimaxGhost (depth=)"
ARGUMENTS = "depth=N (rounds in which everybody moves once), evalFn=score|better"
MAPS = f"{', '.join(layouts())}, or a .lay file"

PacmanName = Annotated[
    str, typer.Option("-p", "--pacman", metavar="AGENT", help=f"Who plays Pacman: {PACMAN}.", autocompletion=pacman_names)
]
Code = Annotated[
    str | None,
    typer.Option("--code", metavar="FILE", help="A student's multiAgents.py in which -p names a class."),
]
LayoutName = Annotated[
    str, typer.Option("-l", "--layout", metavar="LAYOUT", help=f"The map: {MAPS}.", autocompletion=layout_names)
]
GhostName = Annotated[
    str,
    typer.Option("-g", "--ghosts", metavar="GHOST", help=f"The ghosts: {GHOSTS}, or any agent.", autocompletion=ghost_names),
]
GhostCount = Annotated[
    int | None, typer.Option("-k", "--numghosts", metavar="N", help="How many ghosts play.", show_default="all on the map")
]
Arguments = Annotated[
    str, typer.Option("-a", "--agentArgs", metavar="KEY=VALUE,...", help=f"Options of the agent: {ARGUMENTS}.")
]
GameCount = Annotated[int, typer.Option("-n", "--numGames", metavar="N", help="How many games are played.")]
Quiet = Annotated[bool, typer.Option("-q", "--quietTextGraphics", help="Show no maze: results and timing only.")]
AsText = Annotated[bool, typer.Option("-t", "--textGraphics", help="Show the maze as plain text.")]
Fixed = Annotated[bool, typer.Option("-f", "--fixRandomSeed", help="Fix the seed, so that the same is played every time.")]
Recorded = Annotated[bool, typer.Option("-r", "--recordActions", help="Write each game to a file recorded-game-N-TIME.json.")]
Replayed = Annotated[str | None, typer.Option("--replay", metavar="FILE", help="Watch a recorded game again.")]
Training = Annotated[
    int, typer.Option("-x", "--numTraining", metavar="N", help="So many of the games come first, unseen, and do not count.")
]
Catching = Annotated[
    bool, typer.Option("-c", "--catchExceptions", help="Who fails, or thinks for longer than --timeout, loses the game only.")
]
Timeout = Annotated[float, typer.Option("--timeout", metavar="SECONDS", help="How long Pacman may think in a game, with -c.")]
Zoom = Annotated[float, typer.Option("-z", "--zoom", metavar="FACTOR", help="The size of the maze: 1, 2 or 3.")]
FrameTime = Annotated[float, typer.Option("--frameTime", metavar="SECONDS", help="How long each picture is shown.")]
SeedNumber = Annotated[int | None, typer.Option("--seed", metavar="N", help="The seed of all games.", show_default="any")]
