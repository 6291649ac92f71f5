"""`kibitz replay`: a game of a match, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.games_of import File, Match, result_text
from kibitz.cli.options import Json, examples
from kibitz.cli.output import console, print_json
from kibitz.core.game import CHANCE
from kibitz.core.reports import path_of

if TYPE_CHECKING:
    from kibitz.arena.database import PlayedMove
    from kibitz.arena.results import GameResult
    from kibitz.session import Session

EPILOG = examples(
    "kibitz replay matches.db 7  through game 7 with the arrow keys; in a pipe, all moves",
    "kibitz replay matches.db 7 --ply 12  the position after 12 moves",
    "kibitz replay matches.db 7 --json  one object a move",
)

Number = Annotated[int, typer.Argument(metavar="GAME", help="The number of a game, as games-of lists it.", show_default=False)]
Ply = Annotated[int | None, typer.Option(metavar="N", help="Show the position after N moves.", show_default="none")]


def replay(db: File, game: Number, match: Match = None, ply: Ply = None, json: Json = False) -> None:
    """Play over a game of a match: every move with its value, depth and time, and the board.

    Values are the utilities that the player to move expected.
    """
    from kibitz.arena.database import Database
    from kibitz.cli.keys import has_keys
    from kibitz.core.errors import InputError
    from kibitz.session import Session

    with Database.read(db) as database:
        row = database.match(match)
        result = next((each for each in database.results(row.number) if each.number == game), None)
        if result is None:
            raise InputError(f"match {row.number} of {db} has no game {game}; kibitz games-of {db} lists them")
        moves = database.moves(row.number, game)
        session = Session.of_record(database.record(row, result))
    if ply is not None and not 0 <= ply <= len(moves):
        raise InputError(f"the game has 0 to {len(moves)} moves, not {ply}")
    if json:
        for move, (before, seen) in zip(session.history, enumerate(moves), strict=True):
            if ply is None or before < ply:
                print_json({"game": row.game, "number": game, "position": session.game.notation(move.state), **_fields(seen)})
    elif ply is None and has_keys():
        _step(session, result, moves)
    else:
        _print(session, result, moves, ply)


def _fields(move: PlayedMove) -> dict[str, Any]:
    """Return a move as JSON."""
    return {
        "ply": move.ply, "to_move": move.mover, "action": move.name, "opening": move.in_opening, "value": move.value,
        "depth": move.depth, "nodes": move.nodes, "simulations": move.simulations, "seconds": move.seconds,
        "clock": move.left, "seed": move.seed,
    }  # fmt: skip


def _title(result: GameResult) -> str:
    """Return who played, and how it ended."""
    why = f": {result.explanation}" if result.explanation else ""
    who = "" if result.forfeiter is None else f" by {result.players[result.forfeiter]}"
    return f"game {result.number}: {' - '.join(result.players)}  {result_text(result)}  ({result.end.value}{who}{why})"


def _print(session: Session, result: GameResult, moves: Sequence[PlayedMove], ply: int | None) -> None:
    """Write all moves and the last position, or the position after so many moves."""
    from kibitz.cli.boards import board

    out = console()
    out.print(_title(result), markup=False)
    out.print()
    if ply is None:
        for move in moves:
            out.print(_line(result, move), markup=False)
        out.print()
    state, path = _position(session, len(moves) if ply is None else ply)
    out.print(board(out, session.game, state, 0, path))


def _step(session: Session, result: GameResult, moves: Sequence[PlayedMove]) -> None:
    """Step through the game at a terminal."""
    from kibitz.cli.boards import board
    from kibitz.cli.stepping import left_at

    out = console()

    def lines(step: int, width: int, height: int) -> list[str]:
        state, path = _position(session, step)
        with out.capture() as drawn:
            out.print(board(out, session.game, state, 0, path))
        said = _line(result, moves[step - 1]) if step else "the beginning"
        return [_title(result)[:width], f"{step} of {len(moves)}  {said}"[:width], "", *drawn.get().splitlines()[: height - 3]]

    step = left_at(lines, 0, len(moves))
    print("\n".join(lines(step, out.width, len(moves) + out.height)))


def _position(session: Session, ply: int) -> tuple[Any, tuple[str, ...]]:
    """Return the position after so many moves, and the cells of the move that led there."""
    history = session.history
    state = session.state if ply == len(history) else history[ply].state
    return state, path_of(session.game, history[ply - 1].state, history[ply - 1].action) if ply else ()


def _line(result: GameResult, move: PlayedMove) -> str:
    """Return a move with what the player thought of it."""
    who = "chance" if move.mover == CHANCE else result.players[move.mover]
    told = {"value": move.value, "depth": move.depth, "nodes": move.nodes, "simulations": move.simulations}
    thoughts = [f"{name} {value:.6g}" for name, value in told.items() if value is not None]
    thoughts += [] if move.seconds is None else [f"{move.seconds:.3f} s"]
    thoughts += [] if move.left is None else [f"{move.left:.1f} s left"]
    return f"{move.ply + 1:>3}  {move.name:<7}  {who}  {'opening' if move.in_opening else ', '.join(thoughts)}".rstrip()
