"""`kibitz tables`: endgame databases, built, asked, verified and described."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table as Rows

from kibitz.cli.boards import board
from kibitz.cli.errors import negative
from kibitz.cli.options import INITIAL, GameText, Json, PositionText, examples, game_and_position, paragraphs
from kibitz.cli.output import console, print_json, thinking
from kibitz.core.errors import InputError
from kibitz.core.files import write_whole
from kibitz.core.reports import number
from kibitz.endgames.store import Entry, Tables, require_folder

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.endgames.table_file import Table

HELP = "Endgame databases: every position of a game, or of a slice of it, solved backward and kept in files."
EPILOG = examples(
    "kibitz tables build chess KBNK --tables ~/tables  with the endings it needs",
    "kibitz tables probe chess '8/8/8/8/8/2k5/1R6/K7 w' --tables ~/tables  what each move leads to",
    "kibitz tables stats chess KRK --tables ~/tables --svg krk.svg  distances as a picture",
    "kibitz tables build connect_four:width=5,height=4 --tables ~/tables  all positions of a game",
)
"""Help of the whole group, and its end."""

app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")

Folder = Annotated[
    str | None, typer.Option("--tables", metavar="DIR", help="The folder of tables.", show_default="KIBITZ_TABLES")
]
SliceName = Annotated[
    str | None, typer.Argument(metavar="[SLICE]", help="Which slice, such as KBNK in chess.", show_default=False)
]

CountedTo = Annotated[str, typer.Option(metavar="end|conversion", help="Count to the end, or to where the slice is left.")]


def _is_conversion(to: str) -> bool:
    """Return whether moves are counted to where a slice is left."""
    if to not in ("end", "conversion"):
        raise InputError(f"--to is end or conversion, not {to!r}")
    return to == "conversion"


def build(
    game: GameText,
    slices: Annotated[
        list[str] | None, typer.Argument(metavar="[SLICE]...", help="Which slices, such as KBNK in chess.", show_default=False)
    ] = None,
    tables: Folder = None,
    threads: Annotated[int, typer.Option(metavar="N", help="How many threads work.")] = 1,
    memory: Annotated[
        int, typer.Option(metavar="MB", help="The most memory to take.", show_default="three quarters of the machine's")
    ] = 0,
    to: CountedTo = "end",
    device: Annotated[str, typer.Option(metavar="cpu|cuda", help="Where the work is done.")] = "cpu",
    json: Json = False,
) -> None:
    """Build tables of a game, or of slices of it with all that they lead to.

    What is there already stays; a build that was killed goes on with the first slice that is missing.
    """
    from kibitz.core.machine import check_threads
    from kibitz.endgames.building import Work
    from kibitz.endgames.building import build as built
    from kibitz.search.running import stoppable

    check_threads(threads)
    if device not in ("cpu", "cuda") or memory < 0:
        raise InputError("--device is cpu or cuda, and --memory a number of megabytes")
    work = Work(threads, memory, _is_conversion(to), device)
    found = _tables(game, tables)
    with _progress("building", game) as tell:
        made = stoppable(lambda stop: built(found, slices or [], work, stop, tell))
    for table in made:
        _told(table, json)


def probe(game: GameText, position: PositionText = INITIAL, tables: Folder = None, json: Json = False) -> None:
    """Say what the tables know of a position and of every move.

    Exit code 1: no table has the position.
    """
    from kibitz.endgames.statistics import outcome

    rules, state = game_and_position(game, position)
    found = Tables(rules, require_folder(tables))
    entry = None if found.probe(state) is None else outcome(found, state)
    moves = []
    if entry is not None and not rules.is_terminal(state):
        for a in rules.actions(state):
            after = rules.result(state, a)
            moves.append((rules.action_name(state, a), outcome(found, after)))
    if json:
        fields = {"game": game, "position": rules.notation(state), **_entry_fields(entry)}
        print_json(fields | {"moves": [{"action": name, **_entry_fields(one)} for name, one in moves]})
    elif entry is not None:
        out = console()
        out.print(board(out, rules, state))
        out.print(f"{said(entry)} ({entry.table})", markup=False)
        rows = Rows("move", "after it", box=None, header_style="dim", pad_edge=False)
        for name, one in moves:
            rows.add_row(name, "not in a table" if one is None else said(one))
        out.print(rows)
    if entry is None:
        if not json:
            print("no table has this position")
        raise negative()


def verify(
    game: GameText,
    slice: SliceName = None,  # noqa: A002
    tables: Folder = None,
    json: Json = False,
) -> None:
    """Hold tables against the rules: every position's value by those that its moves lead to.

    Without a slice, all tables of the game. Exit code 1: a value that does not follow, or a file that cannot be used.
    """
    from kibitz.endgames.statistics import position
    from kibitz.endgames.table_file import TableError
    from kibitz.endgames.verification import verify as verified
    from kibitz.search.running import stoppable

    found = _tables(game, tables)
    named = None if slice is None else found.canonical(slice)
    files, wrong = found.files(named), 0
    if not files:
        raise InputError(f"there is no table of {game if named is None else named} in {found.folder}")
    for own, path in files:
        try:
            table = found.opened(own, path)
            name = own + (" to conversion" if table.header.conversion else "")
            with _progress(f"verifying {name}", game) as tell:
                place = stoppable(partial(verified, found, table, progress=_counted(tell)))
            at = None if place is None else found.game.notation(position(found, table, place))
        except TableError as error:
            wrong += 1
            _unusable(game, own, path, error, json)
            continue
        wrong += place is not None
        if json:
            print_json({"game": game, "slice": name, "ok": place is None, "numbers": table.header.numbers, "position": at})
        else:
            said_so = f"all {table.header.numbers:,} values follow" if place is None else f"the value of {at} does not follow"
            print(f"{name}: {said_so}", flush=True)
    if wrong:
        raise negative()


def list_(game: GameText, tables: Folder = None, json: Json = False) -> None:
    """List the tables of a game.

    Exit code 1: a file that cannot be used.
    """
    from kibitz.endgames.table_file import TableError

    found, wrong = _tables(game, tables), 0
    for name, path in found.files():
        try:
            _told(found.opened(name, path), json)
        except TableError as error:
            wrong += 1
            _unusable(game, name, path, error, json)
    if wrong:
        raise negative()


def stats(
    game: GameText,
    slice: SliceName = None,  # noqa: A002
    tables: Folder = None,
    to: CountedTo = "end",
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Draw how often each distance is.")] = None,
    json: Json = False,
) -> None:
    """Say what is in a table: wins, draws, losses, how often each distance, and the longest win with its line."""
    from kibitz.endgames.pictures import distances
    from kibitz.endgames.statistics import histogram, longest_win
    from kibitz.endgames.store import ALL

    found = _tables(game, tables)
    table = found.table(ALL if slice is None else found.canonical(slice), _is_conversion(to))
    often = histogram(table) if table.header.kind == "plies" else {}
    best = longest_win(found, table)
    if svg is not None:
        write_whole(svg, distances(table.header.slice_name, often).encode())
    rules: Any = found.game
    names = [] if best is None else [rules.action_name(s, a) for s, a in zip(best.states, best.actions, strict=False)]
    start = None if best is None else rules.notation(best.start)
    if json:
        print_json({**_fields(table), "histogram": {str(plies): list(both) for plies, both in often.items()},
                    "longest_position": start, "line": names})  # fmt: skip
        return
    _told(table, False)
    if often:
        rows = Rows("moves of both", "won", "lost", box=None, header_style="dim", pad_edge=False)
        for plies, (wins, losses) in often.items():
            rows.add_row(str(plies), f"{wins:,}", f"{losses:,}")
        console().print(rows)
    if best is not None:
        console().print(board(console(), rules, best.start))
        print(f"the longest win: {start}\n{' '.join(names)}")


COMMANDS: tuple[tuple[str, Callable[..., None], str], ...] = (
    ("build", build, "kibitz tables build chess KRKP --tables ~/tables --threads 2"),
    ("probe", probe, "kibitz tables probe chess '8/8/8/8/8/2k5/1R6/K7 w'"),
    ("verify", verify, "kibitz tables verify chess KRK"),
    ("list", list_, "kibitz tables list chess --json"),
    ("stats", stats, "kibitz tables stats chess KRK --svg krk.svg"),
)
for _name, _command, _example in COMMANDS:
    app.command(_name, help=paragraphs(_command.__doc__), epilog=examples(_example))(_command)


def _tables(game: str, folder: str | None) -> Tables:
    """Return the tables of a game."""
    rules, _ = game_and_position(game, INITIAL)
    return Tables(rules, require_folder(folder))


@contextmanager
def _progress(what: str, game: str) -> Iterator[Callable[[str], None]]:
    """Show how far the work is, where a person watches."""
    with thinking(what, game) as tell:
        yield lambda told: tell(f"{what}: {told}")


def _counted(tell: Callable[[str], None]) -> Callable[[int, int], None]:
    """Return a listener that says how much of all is done."""
    return lambda done, of: tell(f"{done:,} of {of:,}")


def said(entry: Entry) -> str:
    """Return what a table says of a position, in words."""
    if entry.plies is None:
        return f"value {number(entry.value)}"
    if entry.plies == 0:
        return "won: the game is over" if entry.outcome > 0 else "lost: the game is over"
    late = "" if entry.is_certain else ", unless a rule draws the game before"
    return f"{'won' if entry.outcome > 0 else 'lost'} in {entry.plies} moves of both players{late}"


def _entry_fields(entry: Entry | None) -> dict[str, Any]:
    """Return what a table says of a position as JSON."""
    if entry is None:
        return {"value": None, "plies": None, "table": None}
    fields = {"value": entry.value, "plies": entry.plies, "table": entry.table or None}
    return fields if entry.is_certain else fields | {"too_late": True}


def _fields(table: Table) -> dict[str, Any]:
    """Return a table's own words as JSON."""
    told = table.header
    return {
        "game": told.game, "slice": told.slice_name, "file": str(table.path), "bytes": told.length, "kind": told.kind,
        "conversion": told.conversion, "numbers": told.numbers, "wins": told.wins, "draws": told.draws, "losses": told.losses,
        "longest": told.longest if told.longest >= 0 else None, "seconds": told.seconds,
    }  # fmt: skip


def _unusable(game: str, name: str, path: Path, error: Exception, json: bool) -> None:
    """Write a line about a file that cannot be used."""
    if json:
        print_json({"game": game, "slice": name, "file": str(path), "ok": False, "error": str(error)})
    else:
        print(f"{name}: {error}", flush=True)


def _told(table: Table, json: bool) -> None:
    """Write a line about a table."""
    told = table.header
    if json:
        print_json(_fields(table))
        return
    longest = f", the longest win {told.longest} moves of both" if told.longest >= 0 else ""
    kind = " to conversion" if told.conversion else ""
    often = f"{told.wins:,} won, {told.draws:,} drawn, {told.losses:,} lost by the player to move"
    print(f"{told.slice_name}{kind}: {often}{longest}; {told.length:,} bytes", flush=True)
