"""Decisions that endgame databases answer: nothing is searched where the position and all that follows it are in tables."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import lru_cache
from os.path import exists, isdir
from pathlib import Path
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.decision import Decision, MoveValue
from kibitz.core.errors import InputError
from kibitz.core.game import CHANCE
from kibitz.endgames.statistics import outcome, played, ranking
from kibitz.endgames.store import VARIABLE, Entry, Tables, tables_folder

CLOSE = 1e-9
"""Expected utilities that differ by less are equal."""
NO_TABLES = "none"
"""Instead of a folder: no tables, whatever `KIBITZ_TABLES` names."""


def tables_of(game: Game, folder: str = "") -> Tables | None:
    """Return the tables of a game in a folder, or in that of `KIBITZ_TABLES`; None where no folder is named, or NO_TABLES."""
    if folder == NO_TABLES:
        return None
    if folder and not Path(folder).expanduser().is_dir():
        raise InputError(f"tables={folder}: there is no such folder; `kibitz tables build` makes one")
    named = tables_folder(folder)
    return None if named is None else _tables(game, str(named))


@lru_cache(maxsize=16, typed=True)
def _tables(game: Game, folder: str) -> Tables:
    """Return the tables of a game in a folder, which stay open; a file is refused, and what is not there has no tables."""
    there = next(place for place in (Path(folder), *Path(folder).absolute().parents) if exists(place))
    if not isdir(there):
        raise InputError(f"{VARIABLE}={folder} is no folder")
    return Tables(game, folder)


def table_answer(game: Game, state: Any, folder: str = "") -> Decision | None:
    """Return the decision of the tables in a folder, or in that of `KIBITZ_TABLES`; None where they do not have all of it.

    Of moves that win, the best is that which wins soonest; of moves that lose, that which loses latest. Where a rule may draw
    the game before it ends, the decision is not exact, and those that surely win come first.
    """
    tables = tables_of(game, folder)
    if tables is None or game.is_terminal(state):
        return None
    begun = time.perf_counter()
    entry = tables.probe(state)
    if entry is None:
        return None
    after = {a: (t := game.result(state, a), outcome(tables, t)) for a in game.actions(state)}
    if any(known is None for _, known in after.values()):
        return None
    if game.to_move(state) == CHANCE:
        outcomes = tuple(MoveValue(a, known.value) for a, (_, known) in after.items() if known is not None)
        return Decision(
            None, entry.value, moves=outcomes, nodes=1 + len(after), seconds=time.perf_counter() - begun, exact=True,
            details={"table": entry.table},
        )  # fmt: skip
    values = {a: _for_mover(tables, state, t, known) for a, (t, known) in after.items() if known is not None}
    ranks = {a: (values[a], ranking(game, state, t, known)) for a, (t, known) in after.items() if known is not None}
    best = max(ranks.values())
    good = tuple(a for a, rank in ranks.items() if abs(rank[0] - best[0]) < CLOSE and rank[1] == best[1])
    if not entry.is_certain:
        entry = _by_move(tables, entry, after[good[0]][1], values[good[0]])
    return Decision(
        action=good[0], value=entry.value, actions=good, line=played(tables, state, good[0]),
        moves=tuple(MoveValue(a, value) for a, value in values.items()), nodes=1 + len(after),
        seconds=time.perf_counter() - begun, exact=entry.is_certain,
        details={"table": entry.table} | _ending(entry),
    )  # fmt: skip


def _by_move(tables: Tables, entry: Entry, after: Entry | None, value: float) -> Entry:
    """Return what is certain of a position by its best move and what is known after it, else its own entry."""
    if after is None or not after.is_certain:
        return entry
    share = tables.total / 2
    plies = None if after.plies is None else after.plies + 1
    return replace(entry, value=value, plies=plies, outcome=(value > share) - (value < share), is_certain=True)


def _ending(entry: Entry) -> dict[str, Any]:
    """Return when and how the game ends, where the table knows; what may come too late is said to."""
    if not entry.is_certain:
        return {"too_late": True}
    return {} if entry.plies is None else {"plies_to_end": entry.plies, "wins": entry.outcome > 0}


def _for_mover(tables: Tables, s: Any, t: Any, entry: Entry) -> float:
    """Return the value of a move from `s` to `t` for who makes it."""
    game = tables.game
    if game.to_move(s) == max(game.to_move(t), 0) or game.players == 1:
        return entry.value
    return tables.total - entry.value
