"""The engines of a server, kept from move to move with what they have learnt."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError
from kibitz.endgames.store import Tables
from kibitz.endgames.table_file import MissingTable
from kibitz.protocols.uci.options import HASH, KNOWN
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.traits import FULL, NONE
from kibitz.search.running import Stopped

PROVER_MEGABYTES = 16
DEEP, WARM = 30, 10_000
"""A new engine first searches so many nodes for nothing, so that its code and its memory are there when a clock runs."""


class Engines:
    """One engine that plays, made anew where its memory or threads change, and one that proves mates, made when needed."""

    def __init__(self, game: Game, tell: Callable[[str], None]) -> None:
        self._game, self._tell = game, tell
        self._player: Engine | None = None
        self._prover: Engine | None = None
        self._forgets = False
        self._folder = ""

    def forget(self) -> None:
        """Let the next search know nothing of those before."""
        self._forgets = True

    def player(self, megabytes: int, threads: int, folder: str) -> Engine:
        """Return the engine that plays, compiled; with the usual memory where there is not so much.

        It asks the endgame databases in a folder, if one is named and they can be used.
        """
        found = self._player
        if found is None or (found.megabytes, found.threads, self._folder) != (megabytes, threads, folder):
            found = self._player = None  # its memory is free again before the new one's is taken
            tables, self._folder = self._tables(folder), folder
            try:
                self._player = self._made(FULL, megabytes, threads, tables)
            except MemoryError:
                usual = int(KNOWN[HASH].default)
                self._tell(f"there is not enough memory for a table of {megabytes} MB; it has {usual} MB")
                self._player = self._made(FULL, usual, threads, tables)
            found = self._player
        elif self._forgets:
            found.clear()
        self._forgets = False
        return found

    def prover(self) -> Engine:
        """Return the engine that leaves nothing out."""
        if self._prover is None:
            self._prover = self._made(NONE, PROVER_MEGABYTES, 1, None)
        return self._prover

    def _tables(self, folder: str) -> Tables | None:
        """Return the endgame databases in a folder that can be used, and say how many there are; None without a folder."""
        if not folder:
            return None
        tables, found = Tables(self._game, folder), 0
        for name in tables.names():
            try:
                tables.table(name)
                found += 1
            except MissingTable:
                pass  # one to conversion
            except KibitzError as error:
                self._tell(f"{error}; it is not used")
                tables.leave_out(name)
        self._tell(f"found {found} endgame databases in {tables.folder}")
        return tables

    def _made(self, pruning: int, megabytes: int, threads: int, tables: Tables | None) -> Engine:
        """Return a new engine that has compiled what it needs."""
        engine = Engine(self._game, pruning, megabytes=megabytes, threads=threads, grows=False, tables=tables)
        engine.clear()  # memory is only taken where it is written, and that can take longer than a whole move
        for thread in range(threads):
            engine.new_search((), WARM * threads)
            with suppress(Stopped):
                engine.value(self._game.initial(), DEEP, thread=thread)
        engine.clear()
        return engine
