"""The building of tables: what there is already is left as it is, and each slice is on disk before the next begins."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit, native, why_not_native
from kibitz.core.chance import why_not_deterministic
from kibitz.core.contract import Game, Index, Score, Slices, implements
from kibitz.core.errors import UnsupportedError
from kibitz.core.game import about, constant_sum
from kibitz.core.machine import memory_megabytes
from kibitz.endgames import backward, enumeration
from kibitz.endgames.dice_slices import DiceSlice
from kibitz.endgames.exploration import Exploration
from kibitz.endgames.graph import TERMINAL
from kibitz.endgames.retrograde_analysis import retrograde_analysis
from kibitz.endgames.rules_mark import rules_mark
from kibitz.endgames.slices import Slice, counts, order, require_even
from kibitz.endgames.store import ALL, Tables
from kibitz.endgames.table_file import Header, Table, TableError, write_table
from kibitz.endgames.value_iteration import SweepSettings, value_iteration

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Work:
    """How tables are built: by how many threads, in how much memory, and whether leaving a slice counts as the end."""

    threads: int = 1
    megabytes: int = 0
    conversion: bool = False
    device: str = "cpu"

    @property
    def room(self) -> int:
        """The memory that may be taken, in megabytes: three quarters of the machine's by default."""
        return self.megabytes or memory_megabytes() * 3 // 4


def build(tables: Tables, names: Iterable[str], work: Work, stop: Any, progress: Progress = lambda told: None) -> list[Table]:
    """Return the tables of these slices and of all that they lead to, building those that are not there."""
    game = tables.game
    reason = why_not_native(game)
    if reason is not None:
        raise UnsupportedError(f"tables are built by compiled rules, and these do not compile: {reason}")
    if not (game.players == 1 or (game.players == 2 and constant_sum(game) is not None)):
        raise UnsupportedError("tables are for one player, or for two whose utilities add up to a constant")
    if not implements(game, Index):
        _refuse_names(names)
        return [_listed(tables, work, stop, progress)]
    has_dice = why_not_deterministic(game) is not None
    if implements(game, Score) or (game.players != 2 and not has_dice):
        raise UnsupportedError("tables by numbers (index) are for two players, or for games with dice, and without a score")
    if has_dice and (work.conversion or work.device != "cpu"):
        raise UnsupportedError("tables of games with dice hold expected values: without --to conversion, and on the processor")
    return (_diced if has_dice else _sliced)(tables, names, work, stop, progress)


def _refuse_names(names: Iterable[str]) -> None:
    """Refuse slices of a game that has none."""
    for name in names:
        if name != ALL:
            raise UnsupportedError(f"this game has no slices, so there is no {name!r}; leave the slice out")


def _usable(tables: Tables, name: str, conversion: bool) -> Table | None:
    """Return a table that is there, or None; one that is damaged or of other rules is built again."""
    try:
        return tables.table(name, conversion)
    except TableError:
        return None


def _wanted(game: Any, names: Iterable[str]) -> list[int]:
    """Return the slices of these names."""
    if not implements(game, Slices):
        _refuse_names(names)
        return [0]
    wanted = [game.parse_slice(name) for name in names]
    if not wanted:
        raise UnsupportedError("say which slice: this game's tables are built slice by slice, such as "
                               f"{game.slice_name(game.slice(game.initial()))}")  # fmt: skip
    return wanted


def _diced(tables: Tables, names: Iterable[str], work: Work, stop: Any, progress: Progress) -> list[Table]:
    """Return the tables of slices of a game with dice, built one after the other."""
    game, wanted = tables.game, _wanted(tables.game, names)
    share = (constant_sum(game) or 0.0) / game.players
    for k in order(game, wanted):
        name = tables.slice_name(k)
        if _usable(tables, name, False) is None:
            tables.require_writable()
            after = [(other, tables.table(tables.slice_name(other)).values()) for other in _after(game, k)]
            begun = time.perf_counter()
            values = DiceSlice(game, k, after, megabytes=work.room).build(stop, _named(progress, name))
            header = Header(
                game=type(game).__name__, slice_name=name, mark=rules_mark(game), kind="values", conversion=False,
                numbers=len(values), words=0, lead=0.0, wins=int((values > share).sum()), draws=int((values == share).sum()),
                losses=int((values < share).sum()), longest=-1, seconds=round(time.perf_counter() - begun, 3),
            )  # fmt: skip
            progress(f"{name}: writing")
            write_table(tables.path(name), header, values)
            tables.forget(name)
    return [tables.table(tables.slice_name(k)) for k in wanted]


def _sliced(tables: Tables, names: Iterable[str], work: Work, stop: Any, progress: Progress) -> list[Table]:
    """Return the tables of slices, built one after the other."""
    game, wanted = tables.game, _wanted(tables.game, names)
    leads: list[float] = []
    every = order(game, wanted)
    needed = {other for k in every for other in _after(game, k)}
    kinds = [(k, False) for k in every if k in needed or not work.conversion]
    kinds += [(k, True) for k in wanted if work.conversion]
    for k, conversion in kinds:
        name = tables.slice_name(k)
        if _usable(tables, name, conversion) is None:
            tables.require_writable()
            after = [(other, tables.table(tables.slice_name(other)).values()) for other in _after(game, k)]
            begun = time.perf_counter()
            codes, lead = _codes(game, k, after, replace(work, conversion=conversion), stop, _named(progress, name))
            seconds = time.perf_counter() - begun
            leads += [tables.table(tables.slice_name(other)).header.lead for other, _ in after] + [lead]
            require_even(leads)
            progress(f"{name}: writing")
            _write(tables, name, codes, conversion=conversion, lead=max(leads), seconds=seconds)
    return [tables.table(tables.slice_name(k), work.conversion) for k in wanted]


def _named(progress: Progress, name: str) -> Progress:
    """Return a listener that says which slice it is about."""
    return lambda told: progress(f"{name}: {told}")


def _after(game: Any, k: int) -> list[int]:
    """Return the slices that follow one."""
    return list(game.slices_after(k)) if implements(game, Slices) else []


def _codes(game: Game, k: int, after: list[Any], work: Work, stop: Any, progress: Progress) -> tuple[Any, float]:
    """Return the codes of a slice, and what a win in it is worth."""
    if work.device == "cuda":
        from kibitz.endgames.device import device_codes

        return device_codes(game, k, after, work.conversion, progress)
    made = Slice(game, k, after, conversion=work.conversion, megabytes=work.room)
    return made.build(work.threads, stop, progress), made.lead


def _write(tables: Tables, name: str, codes: Any, *, lead: float, seconds: float, conversion: bool = False,
           rows: Any = None, keys: Any = None) -> None:  # fmt: skip
    """Write a table of wins and losses."""
    wins, draws, losses, longest = counts(codes)
    header = Header(
        game=type(tables.game).__name__, slice_name=name, mark=rules_mark(tables.game), kind="plies", conversion=conversion,
        numbers=len(codes), words=0 if rows is None else rows.shape[1], lead=lead, wins=wins, draws=draws, losses=losses,
        longest=longest, seconds=round(seconds, 3),
    )  # fmt: skip
    if not conversion:
        tables.rename_older(name)
    write_table(tables.path(name, conversion), header, codes, rows, keys)
    tables.forget(name)


def _listed(tables: Tables, work: Work, stop: Any, progress: Progress) -> Table:
    """Return the table of all positions that can come up."""
    known = _usable(tables, ALL, False)
    if known is not None:
        return known
    if work.device != "cpu":
        raise UnsupportedError("on a GPU tables are built of games that number their positions: index, unindex and size")
    tables.require_writable()
    game, begun = tables.game, time.perf_counter()
    found = None
    progress("finding all positions")
    if why_not_deterministic(game) is None and game.players == 2 and not implements(game, Score):
        found = enumeration.positions(game, stop, work.room)
    if found is None:
        _write_values(tables, stop, progress, begun)
        return tables.table(ALL)
    progress(f"{len(found.codes):,} positions: going back from the ends")
    codes = backward.solved(found)
    keys, sorting = _sorted(game, found.rows)
    seconds = time.perf_counter() - begun
    progress("writing")
    _write(tables, ALL, codes[sorting], lead=found.lead, seconds=seconds, rows=found.rows[sorting], keys=keys)
    return tables.table(ALL)


def _sorted(game: Game, rows: Any) -> tuple[Any, Any]:
    """Return the hashes of all rows in order, and the order."""
    keys = np.zeros(len(rows), np.int64)
    native(enumeration.keying, game)(rows, keys)
    sorting = np.argsort(keys)
    return keys[sorting], sorting


def scoring(game: Any, jit: Jit) -> Any:
    """Build `score(rows, movers, out)`: the first player's score in every finished game."""

    @jit
    def score(rows: Any, movers: Any, out: Any) -> None:
        for number in range(len(rows)):
            if movers[number] == TERMINAL:
                out[number, 0] = game.score(game.unpack(rows[number]), 0)

    return score


def _write_values(tables: Tables, stop: Any, progress: Progress, begun: float) -> None:
    """Write the table of a game whose values are numbers: expected utilities, scores, or utilities of many kinds."""
    game = tables.game
    exploration = Exploration(game)
    exploration.position(game.initial(), stop)
    graph = exploration.graph()
    if implements(game, Score):
        native(scoring, game)(exploration.rows[: len(graph.movers)], graph.movers, graph.utilities)
    progress(f"{len(graph.movers):,} positions: going back from the ends")
    endless = (constant_sum(game) or 0.0) / game.players
    if why_not_deterministic(game) is None:
        result = retrograde_analysis(graph, 0, endless, stop)
    else:
        result = value_iteration(graph, SweepSettings(0, endless, about(game).cyclic, stop))
    if not result.certain.all():
        raise UnsupportedError("the value of some positions depends on play without end, so there is no table of them")
    rows = exploration.rows[: len(graph.movers)]
    keys, sorting = _sorted(game, rows)
    values = result.values
    mean = np.where(graph.movers == 1, -1.0, 1.0) * (values - endless)
    header = Header(
        game=type(game).__name__, slice_name=ALL, mark=rules_mark(game), kind="values", conversion=False,
        numbers=len(values), words=rows.shape[1], lead=0.0, wins=int((mean > 0).sum()), draws=int((mean == 0).sum()),
        losses=int((mean < 0).sum()), longest=-1, seconds=round(time.perf_counter() - begun, 3),
    )  # fmt: skip
    progress("writing")
    write_table(tables.path(ALL), header, values[sorting], rows[sorting], keys)
    tables.forget(ALL)
