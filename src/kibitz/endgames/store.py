"""Tables of a game in a folder: where they are, and what they say of a position."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native, packed
from kibitz.core.chance import has_chance
from kibitz.core.contract import DrawClock, Game, Index, Slices, implements
from kibitz.core.errors import InputError
from kibitz.core.game import CHANCE, constant_sum, parameters
from kibitz.endgames.codes import HOLE, UNKNOWN, plies_of
from kibitz.endgames.draw_clock import LIKELY, timeliness
from kibitz.endgames.expected_value import expected_value
from kibitz.endgames.rules_mark import rules_mark
from kibitz.endgames.table_file import MissingTable, Table, TableError, open_table, zstandard_library

VARIABLE = "KIBITZ_TABLES"
SUFFIXES = {False: ".table", True: ".conversion"}
"""How the names of files end: of tables that count to the end of the game, and to where their slice is left (conversion)."""
ALL = "all"
"""The name of the only slice of a game that has no slices."""


def tables_folder(chosen: str | None = None) -> Path | None:
    """Return the folder of tables that is named, by `KIBITZ_TABLES` if by nothing else, or None."""
    folder = chosen or os.environ.get(VARIABLE)
    return Path(folder).expanduser() if folder else None


def game_folder(game: Game) -> str:
    """Return the name of a game's own folder: what distinguishes it, in letters that file systems take."""
    given = ",".join(f"{name}={value}" for name, value in parameters(game).items())
    name = re.sub(r"[^\w=,.-]", "_", f"{type(game).__name__},{given}".rstrip(","))
    return name if len(name) <= 80 else f"{name[:60]}-{sha256(name.encode()).hexdigest()[:12]}"


def locating(game: Any, jit: Jit, *, sliced: bool) -> Any:
    """Build `locate(s)`: the slice of a position, and its number there."""

    @jit
    def in_slice(s: Any) -> tuple[int, int]:
        return int(game.slice(s)), int(game.index(s))

    @jit
    def in_all(s: Any) -> tuple[int, int]:
        return 0, int(game.index(s))

    return in_slice if sliced else in_all


@dataclass(frozen=True)
class Entry:
    """What a table says of a position, for the player to move (the first player at a chance node)."""

    value: float
    plies: int | None
    """How many moves of both players the game lasts, for wins and losses of tables that know."""
    outcome: int
    """1 if the player to move wins, -1 if it loses, 0 if neither or if values are finer than that."""
    table: str
    is_certain: bool = True
    """Whether the game certainly ends so; else a rule that counts moves may draw it before."""


class Tables:
    """The tables of one game in one folder. Several threads may ask."""

    def __init__(self, game: Game, folder: str | Path) -> None:
        self.game = game
        self.root = Path(folder).expanduser()
        self.folder = self.root / game_folder(game)
        self.sliced = implements(game, Slices)
        self._missing: set[str] = set()
        self._left_out: set[str] = set()
        self._tables: dict[Path, Table] = {}
        self.hits = 0

    @cached_property
    def has_dice(self) -> bool:
        """Whether chance moves too."""
        return has_chance(self.game)

    @cached_property
    def _locate(self) -> Any:
        """Where a position is, by compiled rules."""
        return native(locating, self.game, sliced=self.sliced) if implements(self.game, Index) else None

    @cached_property
    def _is_in_time(self) -> Any:
        """Whether a game certainly ends as a code says, by the rules as they are written."""
        return timeliness(self.game, lambda function: function, has_clock=implements(self.game, DrawClock))

    @property
    def total(self) -> float:
        """What the utilities of all players add up to."""
        return constant_sum(self.game) or 0.0

    def path(self, name: str, conversion: bool = False) -> Path:
        """Return the file of a slice: of its table to the end, or to conversion."""
        return self.folder / f"{name}{SUFFIXES[conversion]}"

    def require_writable(self) -> None:
        """Refuse what would keep tables from being written, before the work and not after it."""
        zstandard_library()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=self.folder):
                pass
        except OSError as error:
            raise TableError(f"no table can be written in {self.folder}: {error.strerror or error}") from None

    def names(self, conversion: bool = False) -> list[str]:
        """Return the slices that there are files of, unopened; files that have no slice's name are none of this game's."""
        suffix = SUFFIXES[conversion]
        found = (path.name.removesuffix(suffix) for path in self.folder.glob(f"*{suffix}"))
        return sorted(name for name in found if self._is_slice(name) and name not in self._left_out)

    def _is_slice(self, name: str) -> bool:
        """Return whether a slice of the game, which has a size, has that name, spelt as its file is."""
        game: Any = self.game
        try:
            if not self.sliced:
                return name == ALL
            return name == self.canonical(name) and game.size(self.slice_number(name)) >= 0
        except Exception:  # a game reads the names of its slices, and what it raises at others is its own affair
            return False

    def table(self, name: str, conversion: bool = False) -> Table:
        """Return a table of a slice, or refuse one that is missing, damaged, or of other rules."""
        path = self.path(name, conversion)
        if conversion and not path.exists():
            path = self.path(name)  # where older versions wrote it
        if name in self._left_out:
            raise MissingTable(f"the table {path} is left out")
        found = self.opened(name, path)
        if found.header.conversion != conversion:
            kinds = ("to conversion", "to the end") if found.header.conversion else ("to the end", "to conversion")
            raise MissingTable(f"the table {path} counts {kinds[0]}; kibitz tables build makes the one {kinds[1]}")
        return found

    def opened(self, name: str, path: Path) -> Table:
        """Return the table in the file of a slice, if it is what its name says."""
        found = self._tables.get(path)
        if found is None:
            found = open_table(path)
            self.require_own(found)
            if found.header.slice_name != name:
                raise TableError(f"the table {path} is that of {found.header.slice_name}; give it its own name back")
            self._tables[path] = found
        return found

    def forget(self, name: str) -> None:
        """Look at the files of a slice anew the next time."""
        for conversion in SUFFIXES:
            self._tables.pop(self.path(name, conversion), None)
        self._missing.discard(name)

    def leave_out(self, name: str) -> None:
        """Answer as if there were no tables of a slice."""
        self._left_out.add(name)

    def rename_older(self, name: str) -> None:
        """Give a table to conversion the name that such tables have now, if it has that of the table to the end."""
        with suppress(TableError):
            if self.opened(name, self.path(name)).header.conversion:
                self.path(name).replace(self.path(name, True))
                self.forget(name)

    def require_own(self, table: Table) -> None:
        """Refuse a table of another game or of other rules."""
        if table.header.mark != rules_mark(self.game):
            raise TableError(
                f"the table {table.path} was built from other rules of {table.header.game} than those of now; build it again"
            )

    def probe(self, s: Any) -> Entry | None:
        """Return what the tables say of a position, or None where none has it; a table that cannot be used is refused."""
        if self._locate is not None and self.has_dice:
            return self._expected(s)
        found = self.stored(s)
        if found is None or found[1] == HOLE:
            return None
        self.hits += 1
        return self._entry(found[0], s, found[1])

    def stored(self, s: Any) -> tuple[Table, Any] | None:
        """Return the table that a position is in and the value there as it stands, or None where none has it."""
        number = -1
        if self._locate is None:
            name = ALL
        else:
            k, number = self._locate(s)
            if number < 0:
                return None
            name = self.slice_name(k)
        if name in self._missing:
            return None
        try:
            table = self.table(name)
        except MissingTable:
            self._missing.add(name)
            return None
        value = self._listed(table, s) if table.header.words else table.value(number)
        return None if value is None else (table, value)

    def _expected(self, s: Any) -> Entry | None:
        """Return what tables by numbers say of a position of a game with dice, or of what follows it up to the next roll."""
        found = expected_value(self, s)
        if found is None:
            return None
        self.hits += 1
        mover = self.game.to_move(s)
        return Entry(self.total - found.value if mover == 1 else found.value, None, 0, found.table)

    def slice_name(self, k: int) -> str:
        """Return the name of a slice."""
        return self._names(k) if self.sliced else ALL

    def slice_number(self, name: str) -> int:
        """Return the number of a slice, 0 where the game has none."""
        game: Any = self.game
        return int(game.parse_slice(name)) if self.sliced else 0

    def canonical(self, name: str) -> str:
        """Return the name of a slice as files have it: `KKQ` is KQK."""
        game: Any = self.game
        return self.slice_name(game.parse_slice(name)) if self.sliced else name

    def _names(self, k: int) -> str:
        """Return the game's name of a slice, which is asked for once."""
        if k not in self._known:
            game: Any = self.game
            self._known[k] = game.slice_name(k)
        return self._known[k]

    @cached_property
    def _known(self) -> dict[int, str]:
        """Names of slices."""
        return {}

    def _listed(self, table: Table, s: Any) -> Any:
        """Return the value of a position in a table that lists its positions."""
        row = packed(self.game, s)
        return table.value_of(row, self._key(row))

    def _key(self, row: Any) -> int:
        """Return the hash of a packed state."""
        from kibitz.endgames.enumeration import keying

        out = np.zeros(1, np.int64)
        native(keying, self.game)(row[None], out)
        return int(out[0])

    def _entry(self, table: Table, s: Any, value: Any) -> Entry:
        """Return what a table's value means."""
        name = table.header.slice_name
        if table.header.kind == "values":
            mover = self.game.to_move(s)
            first = float(value)
            return Entry(first if mover in (0, CHANCE) or self.game.players == 1 else self.total - first, None, 0, name)
        share = self.total / 2
        code = int(value)
        if code == UNKNOWN:
            return Entry(share, None, 0, name)
        outcome, is_certain = 1 if code > 0 else -1, bool(self._is_in_time(s, code))
        gain = outcome * table.header.lead / 2 * (1.0 if is_certain else LIKELY)
        return Entry(share + gain, plies_of(code), outcome, name, is_certain)

    def files(self, only: str | None = None) -> list[tuple[str, Path]]:
        """Return the slices that there are files of, or one of them, in order, each with its file, which `opened` opens.

        A slice may have two: to the end and to conversion.
        """
        found = [(name, self.path(name, conversion)) for conversion in SUFFIXES for name in self.names(conversion)]
        return sorted((name, path) for name, path in found if only in (None, name))


def require_folder(chosen: str | None) -> Path:
    """Return the folder of tables, or ask for it."""
    folder = tables_folder(chosen)
    if folder is None:
        raise InputError(f"say where tables are: --tables DIR, or the environment variable {VARIABLE}")
    return folder
