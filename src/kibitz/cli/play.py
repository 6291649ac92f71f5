"""`kibitz play`: a game in the terminal, between people, engines, or both."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from kibitz.cli.completion import game_names, player_names
from kibitz.cli.options import GAME_HELP, INITIAL, Json, PositionText, Seed, examples, game_and_position
from kibitz.cli.output import thinking
from kibitz.cli.tables import UNFINISHED, Ended, JsonTable, Table
from kibitz.core.errors import IllegalMoveError, InputError, KibitzError
from kibitz.core.game import CHANCE
from kibitz.core.interrupts import interrupts
from kibitz.core.registry import spec_of
from kibitz.core.reports import outlook, seat_name
from kibitz.core.searches import HUMAN
from kibitz.core.soundness import require_sound
from kibitz.session import Session

EPILOG = examples(
    "kibitz play connect_four  you begin, the engine answers",
    "kibitz play nim --first alphabeta --second human  the engine begins",
    "kibitz play pig --first uct:sims=500 --second random --seed 3  watch two engines",
    "kibitz play mnk:players=3 --agent uct:sims=200  the third player",
    "kibitz play --load game.pgn --second alphabeta:time=5  go on with a saved game",
)

COMMANDS = {
    "undo": "take back your last move and all that came after it",
    "hint": "ask an engine",
    "save FILE": "keep the game: .pgn for chess, .pdn for checkers, .sgf for Go, .json for any",
    "resign": "give up",
    "help": "this list",
    "quit": "leave the game",
}


SAVE = "save"
Game = Annotated[str | None, typer.Argument(metavar="GAME", help=GAME_HELP, show_default=False, autocompletion=game_names)]
LOAD_HELP = "Go on with a saved game, instead of GAME and POSITION: PGN, PDN, SGF or JSON."
Load = Annotated[str | None, typer.Option("--load", metavar="FILE", help=LOAD_HELP)]
First = Annotated[
    str | None,
    typer.Option(metavar="SPEC", help="Who plays first.", show_default="human", autocompletion=player_names),
]
Second = Annotated[
    str | None,
    typer.Option(metavar="SPEC", help="Who plays second.", show_default="an engine", autocompletion=player_names),
]
OTHERS_HELP = "Who plays third; once more for the fourth, and so on."
Others = Annotated[
    list[str] | None,
    typer.Option(metavar="SPEC", help=OTHERS_HELP, show_default="an engine", autocompletion=player_names),
]


def play(
    game: Game = None,
    position: PositionText = INITIAL,
    first: First = None,
    second: Second = None,
    agent: Others = None,
    load: Load = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Play a game in the terminal. Moves go by their names; undo, hint, save FILE, resign, help and quit are understood too.

    A seat is taken by a human or by any agent. Dice and cards fall as the seed says. With --json every move is one object.
    """
    # a program, and who watches two engines, gets the same moves every time
    session = _session(game, position, load, seed)
    seats = _seats(session.game.players, [first, second, *(agent or [])])
    session.seat(seats, stand_in=HUMAN in seats and not json and sys.stdin.isatty())
    table = (JsonTable if json else Table)(game or spec_of(session.game), session)
    if None in session.agents:
        with thinking("choosing an opponent", table.game_text):
            _ = session.names  # they are asked for at every move, and the first time takes longest
    table.begin()
    if session.prepare():
        table.say("compiling: an interpreted search plays meanwhile")
    try:
        with interrupts() as was_interrupted:
            while not session.is_over:
                if was_interrupted() and HUMAN not in session.agents:  # with a human, Ctrl-C only ends the engine's thinking
                    raise Ended(UNFINISHED)
                _turn(session, table)
        table.result()
    except Ended as ending:
        table.ended(str(ending))
    finally:
        session.close()


def _session(game: str | None, position: str, path: str | None, seed: int) -> Session:
    """Return the game that is played: a new one, or one that was saved."""
    if path is None:
        if game is None:
            raise InputError(
                "name a game, such as kibitz play chess (kibitz games lists them), or a saved one with --load FILE"
            )
        return Session(*game_and_position(game, position), seed=seed)
    if game is not None:
        raise InputError(f"{path} says which game it is and where it stands: leave out {game!r}, or --load")
    session = Session.load(path)
    require_sound(session.game, session.history[0].state if session.history else session.state)
    session.seed = seed or session.seed
    return session


def _seats(players: int, given: list[str | None]) -> list[str | None]:
    """Return the agent of every player: those given, else a human on the first seat and on the others what suits."""
    last = max((place for place, agent in enumerate(given, start=1) if agent), default=0)
    seats = [*given, *[None] * players][: max(players, last)]
    return [seats[0] or HUMAN, *seats[1:]]


def _turn(session: Session, table: Table) -> None:
    """Let whoever is to move do so."""
    if session.to_move == CHANCE:
        table.announce(session.step())
    elif session.is_human:
        table.board()
        session.play(_asked(session, table))
        table.announce(session.history[-1])
    else:
        table.board()
        name = session.names[session.to_move]
        with thinking(f"{name} thinks", table.game_text, name):
            move = session.step()
        table.announce(move)


def _asked(session: Session, table: Table) -> int:
    """Return the move that a person enters, after any commands before it."""
    while True:
        text = table.ask()
        names = session.legal_moves
        command, _, rest = text.partition(" ")
        if (text in COMMANDS or command == SAVE) and command not in names:
            _obey(command, rest.strip(), session, table)
        elif text:
            try:
                return session.game.parse_action(session.state, text)
            except IllegalMoveError as error:
                table.refuse(error)


def _obey(command: str, file: str, session: Session, table: Table) -> None:
    """Do what a command says."""
    if command == "undo":
        table.say("taken back" if session.undo_turn() else "there is nothing to take back")
        table.board()
    elif command == "hint":
        with thinking(f"{session.adviser_name} thinks", table.game_text, session.adviser_name):
            decision = session.decide()
        assert decision.action is not None
        name = session.game.action_name(session.state, decision.action)
        table.say(f"hint: {name} ({outlook(session.game, decision)})")
    elif command == "help":
        known = (f"{name}: {does}" for name, does in COMMANDS.items())
        table.say("\n".join([f"moves: {' '.join(session.legal_moves)}", *known]))
    elif command == SAVE:
        _save(file, session, table)
    elif command == "resign":
        raise Ended(f"{seat_name(session.to_move)} resigns")
    else:
        raise Ended(UNFINISHED)


def _save(file: str, session: Session, table: Table) -> None:
    """Write the game to a file and say so, or say why it cannot be."""
    try:
        if not file:
            raise InputError("save needs the name of a file, such as save game.json")
        session.save(os.path.expanduser(file))
        table.say(f"saved in {file}; kibitz play --load {file} goes on from here")
    except KibitzError as error:
        table.refuse(error)
