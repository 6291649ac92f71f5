"""`kibitz gtp`: Kibitz as an engine for Go programs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kibitz.cli.completion import agent_names
from kibitz.cli.options import AGENT_HELP, Seed, examples

EPILOG = examples(
    "kibitz gtp  then type boardsize 9, genmove b, showboard, quit",
    "kibitz gtp --agent uct:time=5,c=0.05,rave=1000,reuse=true,threads=2  who thinks, and how long where no clock is set",
    'kibitz play go --second "gtp:gnugo --mode gtp"  the other way round: another engine as an agent',
)
AGENT = "uct:time=2,c=0.05,rave=1000,reuse=true"
"""Little exploration and much of what moves were worth later in other games: what Go wants of UCT."""

Agent = Annotated[str, typer.Option("--agent", "-a", metavar="SPEC", help=AGENT_HELP, autocompletion=agent_names)]
Size = Annotated[int, typer.Option("--size", metavar="N", help="The rows of the board until boardsize says otherwise.")]


def gtp(agent: Agent = AGENT, size: Size = 9, seed: Seed = 0) -> None:
    """Play Go for a program that speaks GTP, the Go Text Protocol: give it this command as the engine.

    Lines are read until quit or the end of the input. A clock that the controller sets goes before the agent's own time.
    """
    from kibitz.protocols.gtp.server import serve

    serve(sys.stdin.buffer, sys.stdout, agent, size, seed)
