"""The lecture's MONSTER beside endgame databases: how long the longest win is, and how often White wins at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from kibitz.core.registry import load
from kibitz.core.reports import line_names
from kibitz.endgames.building import Work, build
from kibitz.endgames.codes import HOLE
from kibitz.endgames.statistics import line_of, position
from kibitz.endgames.store import Tables, tables_folder
from kibitz.experiments.experiment import Experiment, Report, Results, Task
from kibitz.experiments.findings import said, when
from kibitz.pictures.board_sheet import board_sheet, chosen
from kibitz.pictures.charts import Chart, Series

SLIDE = 0.9
"""The share of positions won by White, on the slide."""
MONSTER = "KRNKNN"
SLIDE_MOVES = 255
PUBLISHED = {True: 243, False: 262}
"""The longest win of the MONSTER that has been published since: to conversion, and to mate."""
THREE = ("KQK", "KRK", "KPK", "KBK", "KNK")
"""Endings that are built where there are none."""
ALONE = "KK"
COUNTED = {True: "conversion", False: "mate"}
WHITE_TO_MOVE, BLACK_TO_MOVE, BLACK_WINS, LONGEST = "White to move", "Black to move", "won by Black", "longest win"


@dataclass(frozen=True)
class Ending:
    """What a table says of an ending; White is the side that is named first, with the more valuable pieces."""

    name: str
    positions: int
    white_to_move: float
    """The share of positions with White to move that it wins."""
    black_to_move: float | None
    """The share of those with Black to move that White wins; None where both sides have the same."""
    white_wins: int
    black_wins: int
    plies: int
    """Of the longest win of who is to move, 0 if nobody wins."""
    winner: str
    conversion: bool
    start: str | None
    actions: tuple[int, ...]
    states: tuple[Any, ...]
    often: dict[int, int]
    """How many positions White, to move, wins in so many moves."""

    @property
    def moves(self) -> int:
        """How many moves of the winner the longest win takes."""
        return (self.plies + 1) // 2


@cache
def _tables() -> Tables:
    """Return the tables of chess in the folder of `KIBITZ_TABLES`, or in one that lasts as long as the process."""
    folder = tables_folder()
    if folder is None:
        _lasting.append(TemporaryDirectory(prefix="kibitz-tables-"))
        return Tables(load("chess"), _lasting[-1].name)
    return Tables(load("chess"), folder)


_lasting: list[TemporaryDirectory[str]] = []


def tasks(games: int, seed: int) -> Iterator[Task]:
    """Yield the endings that there are, those of few men first; where there are none, those of three."""
    tables = _tables()
    files = [(name, path) for name, path in tables.files() if name != ALONE]
    chosen = sorted(files, key=lambda one: (len(one[0]), one))[:games]
    named = [(name, tables.opened(name, path).header.conversion) for name, path in chosen]
    for name, conversion in sorted(named or [(name, False) for name in THREE[:games]], key=lambda one: (len(one[0]), one)):
        yield Task((name, COUNTED[conversion]), partial(ending, name, conversion))


def ending(name: str, conversion: bool = False) -> Ending:
    """Return what a table of an ending says; one to mate that is missing is built."""
    tables = _tables()
    if name not in tables.names(conversion) and not conversion:
        build(tables, [name], Work(), np.zeros(1, np.int64))
    table, game = tables.table(name, conversion), tables.game
    codes = table.values()
    pieces = name[1:].split("K")
    half = len(codes) if pieces[0] == pieces[1] else len(codes) // 2
    strong, weak = codes[:half], codes[half:]
    longest = int(codes.max(initial=0))
    place = int(np.argmax(codes == longest))
    s = position(tables, table, place) if longest > 0 else None
    line = None if s is None or conversion else line_of(tables, s)
    moves, often = np.unique(strong[strong > 0] // 2, return_counts=True)
    return Ending(
        name=name,
        positions=int((codes != HOLE).sum()),
        white_to_move=_share(strong > 0, strong),
        black_to_move=_share(_lost(weak), weak) if len(weak) else None,
        white_wins=int((strong > 0).sum() + _lost(weak).sum()),
        black_wins=int((weak > 0).sum() + _lost(strong).sum()),
        plies=max(longest - 1, 0),
        winner="" if s is None else "White" if place < half else "Black",
        conversion=table.header.conversion,
        start=None if s is None else game.notation(s),
        actions=() if line is None else line.actions,
        states=() if line is None else line.states,
        often=dict(zip(map(int, moves), map(int, often), strict=True)),
    )


def _lost(codes: Any) -> Any:
    """Return which positions are lost for who is to move."""
    return (codes < 0) & (codes != HOLE)


def _share(won: Any, codes: Any) -> float:
    """Return how many of the positions are won."""
    return float(won.sum() / max(1, (codes != HOLE).sum()))


def report(results: Results) -> Report:
    """Return the endings beside each other, and the longest win on boards."""
    endings: list[Ending] = [one for (one,) in results.values()]
    longest = max(endings, key=lambda one: (len(one.states) > 0, one.plies))
    rows = [
        {
            "ending": one.name, "positions": one.positions, WHITE_TO_MOVE: one.white_to_move,
            BLACK_TO_MOVE: one.black_to_move, BLACK_WINS: one.black_wins / one.positions, LONGEST: one.moves,
            "by": one.winner, "counted to": _counted(one), "from": one.start or "",
        }
        for one in endings
    ]  # fmt: skip
    once = _once(endings)
    groups = [one.name for one in once]
    columns = {
        f"{WHITE_TO_MOVE}": [one.white_to_move for one in once],
        f"{BLACK_TO_MOVE}": [one.white_to_move if one.black_to_move is None else one.black_to_move for one in once],
        "the slide": [SLIDE for _ in once],
    }
    charts = [
        Chart("Positions that White wins", "share", "", [
            Series(label, list(range(len(groups))), values) for label, values in columns.items()
        ], groups, sideways=True),
        Chart(f"How long wins of {longest.name} take, White to move", "moves", "positions", [
            Series(longest.name, list(longest.often), list(longest.often.values()))
        ], bare=True),
    ]  # fmt: skip
    return Report(rows, charts, _says(endings, longest), {"line": _boards(longest)} if longest.states else {})


def _once(endings: Sequence[Ending]) -> list[Ending]:
    """Return each ending once: of those that are counted in both ways the one to mate."""
    found: dict[str, Ending] = {}
    for one in endings:
        if not one.conversion or one.name not in found:
            found[one.name] = one
    return list(found.values())


def _counted(one: Ending) -> str:
    """Return what the distances of a table lead to."""
    return COUNTED[one.conversion]


def _boards(one: Ending) -> str:
    """Return the longest win on boards, some of its positions."""
    places = chosen(len(one.states))
    captions = ["before" if not place else f"after {(place + 1) // 2} moves" for place in places]
    captions[-1] = f"mate after {one.moves} moves"
    return board_sheet(load("chess"), [one.states[place] for place in places], captions)


def _says(endings: Sequence[Ending], longest: Ending) -> str:
    """Return what the tables say to the slide's claims."""
    once = _once(endings)
    won, all_of_them = sum(one.white_wins for one in once), sum(one.positions for one in once)
    above = sum(one.white_to_move >= SLIDE for one in once)
    monsters = [_monster(one) for one in endings if one.name == MONSTER]
    return said(
        f"White, the side with the more valuable pieces, wins {100 * won / all_of_them:.1f} % of the {all_of_them:,} positions "
        f"of these {len(once)} endings, whoever moves, and with the move 90 % or more in {above} of the endings. The slide "
        "does not say which endings its 90 % is about; here positions are counted up to symmetry, those won by a capture too.",
        when(
            longest.plies > 0,
            f"The longest win to mate is that of {longest.name} in {longest.moves} moves, from {longest.start}: "
            f"{' '.join(_line(longest))}.",
        ),
        " ".join(monsters) if monsters else f"{MONSTER} is not among them: it takes 46 GB to build.",
        f"The slide's {SLIDE_MOVES} moves for {MONSTER} (Stiller, 1991) are neither of the lengths published since, "
        f"{PUBLISHED[True]} to the first capture (conversion) and {PUBLISHED[False]} to mate.",
    )


def _line(one: Ending) -> list[str]:
    """Return the moves of a line by name."""
    return line_names(load("chess"), one.states[0], one.actions) if one.states else []


def _monster(found: Ending) -> str:
    """Return what is known of the MONSTER here."""
    published = PUBLISHED[found.conversion]
    agrees = "as published" if found.moves == published else f"not the published {published}"
    return f"Here {MONSTER} takes {found.moves} moves to {_counted(found)}, {agrees}."


EXPERIMENT = Experiment(
    "How long does the longest win take, and how often does White win?", 1000, tasks, report, counted="endings at most"
)
