"""What is in a table: how often each distance, and the longest win with its line of best play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.contract import Game
from kibitz.endgames.codes import HOLE
from kibitz.endgames.store import Entry, Tables
from kibitz.endgames.table_file import Table

LONGEST_LINE = 2000


@dataclass(frozen=True)
class Line:
    """A position, and best play from it as actions."""

    start: Any
    actions: tuple[int, ...]
    states: tuple[Any, ...]


def histogram(table: Table) -> dict[int, tuple[int, int]]:
    """Return for each distance, in moves of both players, how many positions the player to move wins and loses so."""
    values = table.values()
    numbers, often = np.unique(values[(values != 0) & (values != HOLE)], return_counts=True)
    found: dict[int, list[int]] = {}
    for code, count in zip(numbers, often, strict=True):
        found.setdefault(abs(int(code)) - 1, [0, 0])[0 if code > 0 else 1] = int(count)
    return {plies: (wins, losses) for plies, (wins, losses) in sorted(found.items())}


def longest_win(tables: Tables, table: Table) -> Line | None:
    """Return a longest win with its line, or None where nothing is won or distances are not known."""
    if table.header.kind != "plies" or table.header.longest < 0:
        return None
    values = table.values()
    code = table.header.longest + 1
    places = np.flatnonzero(values == code)
    number = int(places[0]) if len(places) else int(np.flatnonzero(values == -code)[0])
    start = position(tables, table, number)
    return Line(start, (), (start,)) if table.header.conversion else line_of(tables, start)


def position(tables: Tables, table: Table, number: int) -> Any:
    """Return the position of a number."""
    game: Any = tables.game
    if table.header.words:
        from kibitz.compile.cpu import interpreted_rules

        module: Any = interpreted_rules(game).module
        return module.unpack([int(word) for word in table.block(number // table.each)[1][number % table.each]])
    return game.unindex(number, game.parse_slice(table.header.slice_name)) if tables.sliced else game.unindex(number)


def line_of(tables: Tables, s: Any) -> Line:
    """Return best play by both sides as far as tables know distances; the first of several best moves counts.

    As in the tables, nothing is drawn because it takes long.
    """
    start, states = s, [s]
    actions: list[int] = []
    while (a := best_action(tables, s)) is not None and len(actions) < LONGEST_LINE:
        s = tables.game.result(s, a)
        actions.append(a)
        states.append(s)
    return Line(start, tuple(actions), tuple(states))


def played(tables: Tables, s: Any, first: int) -> tuple[int, ...]:
    """Return a first move and best play after it, up to where the game is over, be it by a rule that tables do not know."""
    a: int | None = first
    actions: list[int] = []
    while a is not None and len(actions) < LONGEST_LINE:
        actions.append(a)
        s = tables.game.result(s, a)
        a = None if tables.game.is_terminal(s) else best_action(tables, s)
    return tuple(actions)


def best_action(tables: Tables, s: Any) -> int | None:
    """Return a move that wins soonest or loses latest; None in a draw, at the end, or where a table is missing."""
    here = tables.probe(s)
    if here is None or not here.plies:
        return None
    game = tables.game
    after = [(a, t := game.result(s, a), tables.probe(t) or ended(tables, t)) for a in game.actions(s)]
    ranked = [(ranking(game, s, t, entry), a) for a, t, entry in after if entry is not None]
    return max(ranked, key=lambda pair: pair[0])[1] if ranked else None


def ranking(game: Game, s: Any, t: Any, entry: Entry) -> float:
    """Return how good a move from `s` to `t` is for who makes it, by what is known of `t`.

    Sooner wins are higher, later losses too, and draws are equal.
    """
    sign = entry.outcome if game.to_move(t) == game.to_move(s) else -entry.outcome
    return sign / (1 + (entry.plies or 0))


def outcome(tables: Tables, s: Any) -> Entry | None:
    """Return what is known of a position: what tables say, or that the game is over there."""
    entry = tables.probe(s)
    if entry is None or not entry.is_certain:
        return ended(tables, s) or entry
    return entry


def ended(tables: Tables, s: Any) -> Entry | None:
    """Return what is known of a position without tables: that it is over."""
    game = tables.game
    if not game.is_terminal(s):
        return None
    mover = max(game.to_move(s), 0)
    lead = game.utility(s, mover) - (game.utility(s, 1 - mover) if game.players == 2 else 0.0)
    return Entry(float(game.utility(s, mover)), 0 if lead else None, int(np.sign(lead)), "")
