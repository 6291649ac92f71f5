"""`kibitz uci`: Kibitz as an engine for chess programs."""

from __future__ import annotations

import sys

from kibitz.cli.options import examples

EPILOG = examples(
    "kibitz uci  then type uci, isready, position startpos, go movetime 1000, quit",
    "kibitz play chess --second uci:stockfish,time=0.5  the other way round: another engine as an agent",
)


def uci() -> None:
    """Play chess for a program that speaks UCI, the Universal Chess Interface: give it this command as the engine.

    Lines are read until quit or the end of the input. Wrong ones are answered with "info string" and change nothing.
    """
    from kibitz.protocols.uci.server import serve

    serve(sys.stdin.buffer, sys.stdout)
