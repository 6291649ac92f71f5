"""`kibitz studio`: the studio in a browser."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.options import examples

if TYPE_CHECKING:
    import socket

    from kibitz.studio.limits import Limits

LOOK_SECONDS = 0.1

EPILOG = examples(
    "kibitz studio  opens the studio in a browser",
    "kibitz studio my_game.py  adds a game of yours; it is read again whenever you save it",
    "kibitz studio matches.db  adds the matches that kibitz match --db keeps in a file",
    "kibitz studio --no-browser --port 9000  only serves, at http://127.0.0.1:9000/",
)

Files = Annotated[
    list[str] | None, typer.Argument(metavar="[FILE]...", help="Games of your own, and records of matches.", show_default=False)
]  # fmt: skip
Port = Annotated[
    int | None,
    typer.Option(metavar="N", min=0, max=65535, help="Where to listen; 0 for any.", show_default="8421, or the next free"),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Open no browser: print the address.")]
Check = Annotated[bool, typer.Option("--check", help="Start, play one game through the interface, and end.")]
Seconds = Annotated[float, typer.Option(metavar="S", min=1, help="How long one search or experiment may take.")]
Searches = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Searches at the same time.", show_default="one a processor")
]


def studio(
    files: Files = None,
    port: Port = None,
    no_browser: NoBrowser = False,
    check: Check = False,
    seconds: Seconds = 120.0,
    searches: Searches = None,
) -> None:
    """Play, watch and take apart searches in a browser.

    The studio listens on this machine only, and Ctrl-C ends it. Games of yours are files that are named here; no others are
    opened.
    """
    from kibitz.arena.database import Database
    from kibitz.arena.sqlite_files import is_database
    from kibitz.core.registry import load
    from kibitz.studio.limits import Limits
    from kibitz.studio.running import address, listening_socket, serve

    own = [os.path.abspath(file) for file in files or []]
    for file in own:
        if is_database(file):
            with Database.read(file) as database:
                database.matches()
        else:
            load(file)
    limits = Limits(seconds=seconds) if searches is None else Limits(seconds=seconds, searches=searches)
    with listening_socket(0 if check and port is None else port) as listener:
        place = address(listener)
        if check:
            _check(place, listener, limits, own)
            return

        def announce() -> None:
            print(f"Kibitz studio: {place}  (Ctrl-C ends it)", flush=True)
            if not no_browser and _has_display():
                threading.Thread(target=webbrowser.open, args=(place,), daemon=True).start()

        with suppress(KeyboardInterrupt):
            serve(listener, limits, own, announce)


def _check(place: str, listener: socket.socket, limits: Limits, files: list[str]) -> None:
    """Serve, play one game through the interface, and say how it ended."""
    from kibitz.studio.running import server
    from kibitz.studio.trial import TrialError, play_one_game

    is_ready = threading.Event()
    web = server(limits, files, is_ready.set)
    serving = threading.Thread(target=web.run, kwargs={"sockets": [listener]}, daemon=True)
    serving.start()
    try:
        while not is_ready.wait(LOOK_SECONDS):
            if not serving.is_alive():
                raise TrialError("the web server does not start")
        print(f"Kibitz studio: {place}")
        print(f"played through its interface: {play_one_game(place)}")
    finally:
        web.should_exit = True
        serving.join()


def _has_display() -> bool:
    """Return whether a browser window can be expected to open here."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
