"""`kibitz serve`: the analysis protocol on stdin and stdout."""

from __future__ import annotations

from math import inf
from typing import Annotated

import typer

from kibitz.cli.options import examples

EPILOG = examples(
    "kibitz serve  then type a request, one JSON object a line, such as the next",
    '{"id": "1", "verb": "analyse", "game": "connect_four", "moves": ["4"]}  a search',
    '{"id": "2", "verb": "position", "game": "chess"}  the board, the legal moves',
    '{"verb": "terminate", "target": "1"}  ends a search with what it has found',
)

Files = Annotated[
    list[str] | None, typer.Option("--game", metavar="FILE", help="A game of your own that `games` lists; again for more.")
]
Tournaments = Annotated[
    list[str] | None,
    typer.Option("--tournaments", metavar="DB", help="Records of matches that `tournaments` lists; again for more."),
]
Confined = Annotated[bool, typer.Option("--confined", help="Open no other files than these, and start no programs.")]
Seconds = Annotated[float | None, typer.Option(metavar="S", help="How long one request may take.", show_default="no limit")]
Threads = Annotated[
    int | None, typer.Option(metavar="N", help="How many threads one search may have.", show_default="no limit")
]
Memory = Annotated[
    int | None, typer.Option(metavar="MB", help="How much memory a table or tree may have.", show_default="no limit")
]
Events = Annotated[int | None, typer.Option(metavar="N", help="How many events a trace may have.", show_default="no limit")]
EndWithInput = Annotated[bool, typer.Option("--end-with-input", help="End where the input ends, even in a search.")]


def serve(
    game: Files = None,
    tournaments: Tournaments = None,
    confined: Confined = False,
    seconds: Seconds = None,
    threads: Threads = None,
    memory: Memory = None,
    events: Events = None,
    end_with_input: EndWithInput = False,
) -> None:
    """Answer questions about games and searches, for other programs: one JSON object a line, in and out.

    Requests are answered in order; a long one reports its progress, and terminate ends it early. The page on protocols has all
    verbs; the studio speaks the same.
    """
    from kibitz.analysis.quota import Quota
    from kibitz.analysis.server import serve_standard_streams
    from kibitz.core.confinement import confine

    files, records = game or [], tournaments or []
    if confined:
        confine([*files, *records])
    quota = Quota(seconds or inf, threads or inf, memory or inf, events or inf)
    serve_standard_streams(quota, files, records, ends_with_input=end_with_input)
