"""`kibitz play`: a game in the terminal, between people, engines, or both."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from kibitz.api import default_agent
from kibitz.cli.boards import board
from kibitz.cli.completion import player_names
from kibitz.cli.options import INITIAL, GameText, Json, PositionText, Seed, examples, game_and_position
from kibitz.cli.output import console, print_json, thinking
from kibitz.core.errors import IllegalMoveError, shortened
from kibitz.core.game import CHANCE
from kibitz.core.interrupts import interrupts
from kibitz.core.reports import number, seat_name
from kibitz.core.searches import HUMAN
from kibitz.session import Move, Session, verdict

EPILOG = examples(
    "kibitz play connect_four  you begin, the engine answers",
    "kibitz play nim --first alphabeta --second human  the engine begins",
    "kibitz play pig --first uct:sims=500 --second random --seed 3  watch two engines",
    "kibitz play mnk:players=3 --agent uct:sims=200  the third player",
)

COMMANDS = {
    "undo": "take back your last move and all that came after it",
    "hint": "ask an engine",
    "resign": "give up",
    "help": "this list",
    "quit": "leave the game",
}


UNFINISHED = "the game is left unfinished"


class Ended(Exception):
    """The game ends before its time; the message says how."""


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
    game: GameText,
    position: PositionText = INITIAL,
    first: First = None,
    second: Second = None,
    agent: Others = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Play a game in the terminal. Moves go by their names; undo, hint, resign, help and quit are understood too.

    A seat is taken by a human or by any agent. Dice and cards fall as the seed says. With --json every move is one object.
    """
    rules, state = game_and_position(game, position)
    session = Session(rules, state, _seats(rules.players, [first, second, *(agent or [])]), seed=seed)
    table = JsonTable(game, session) if json else Table(session)
    if None in session.agents:
        with thinking("choosing an opponent"):
            default_agent(rules)  # it is asked for at every move, and the first time takes longest
    table.begin()
    try:
        with interrupts() as was_interrupted:
            while not session.is_over:
                if was_interrupted() and HUMAN not in session.agents:  # with a human, Ctrl-C only ends the engine's thinking
                    raise Ended(UNFINISHED)
                _turn(session, table)
        table.result()
    except Ended as ending:
        table.ended(str(ending))


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
        with thinking(f"{session.names[session.to_move]} thinks"):
            move = session.step()
        table.announce(move)


def _asked(session: Session, table: Table) -> int:
    """Return the move that a person enters, after any commands before it."""
    while True:
        text = table.ask()
        names = [session.game.action_name(session.state, action) for action in session.game.actions(session.state)]
        if text in COMMANDS and text not in names:
            _obey(text, session, table, names)
        elif text:
            try:
                return session.game.parse_action(session.state, text)
            except IllegalMoveError as error:
                table.refuse(error)


def _obey(command: str, session: Session, table: Table, names: list[str]) -> None:
    """Do what a command says."""
    if command == "undo":
        table.say("taken back" if session.undo_turn() else "there is nothing to take back")
        table.board()
    elif command == "hint":
        decision = session.decide(default_agent(session.game))
        assert decision.action is not None
        table.say(f"hint: {session.game.action_name(session.state, decision.action)} (value {number(decision.value)})")
    elif command == "help":
        table.say("\n".join([f"moves: {' '.join(names)}", *(f"{name}: {does}" for name, does in COMMANDS.items())]))
    elif command == "resign":
        raise Ended(f"{seat_name(session.to_move)} resigns")
    else:
        raise Ended(UNFINISHED)


class Table:
    """Where a person sits: boards are drawn, moves are announced and asked for."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.out = console()

    def begin(self) -> None:
        """Say who plays."""
        self.say(", ".join(f"{seat_name(player)}: {name}" for player, name in enumerate(self.session.names)))

    def board(self) -> None:
        """Draw the position."""
        self.out.print()
        self.out.print(board(self.session.game, self.session.state))

    def ask(self) -> str:
        """Return what the person enters; the end of the input leaves the game."""
        self.out.print(f"{seat_name(self.session.to_move)} to move> ", end="", style="bold")
        sys.stdout.flush()
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            line = ""
        except UnicodeDecodeError:
            raise IllegalMoveError("the input is not text (UTF-8)") from None
        if not line:
            self.out.print()
            raise Ended(UNFINISHED)
        if not sys.stdin.isatty():
            self.out.print(shortened(line.strip()), markup=False)
        return line.strip()

    def refuse(self, error: IllegalMoveError) -> None:
        """Tell a person at a terminal, who may try again; refuse a script, which may not."""
        if not sys.stdin.isatty():
            raise error
        self.say(f"{error}; type help for all that is understood")

    def say(self, text: str) -> None:
        """Write a remark."""
        self.out.print(text, style="cyan", markup=False)

    def announce(self, move: Move) -> None:
        """Say what was played."""
        decision = move.decision
        by = "" if decision is None else f" ({decision.agent}, value {number(decision.value)})"
        self.out.print(f"{seat_name(move.mover)}: {move.name}{by}", markup=False)

    def result(self) -> None:
        """Draw the last position and say who has won."""
        self.board()
        self.out.print(verdict(self.session.result or ()), style="bold")

    def ended(self, how: str) -> None:
        """Say how a game ended before its time."""
        self.out.print(how, style="bold", markup=False)


class JsonTable(Table):
    """Where a program sits: every move is one JSON object, and nothing else is written."""

    def __init__(self, game_text: str, session: Session) -> None:
        super().__init__(session)
        self.game_text = game_text

    def begin(self) -> None:
        """Say nothing: each move carries its agent."""

    def board(self) -> None:
        """Draw nothing: each move carries its position."""

    def ask(self) -> str:
        """Return the next line of the input."""
        line = sys.stdin.readline()
        if not line:
            raise Ended(UNFINISHED)
        return line.strip()

    def say(self, text: str) -> None:
        """Write a remark as an object."""
        print_json({"game": self.game_text, "remark": text})

    def refuse(self, error: IllegalMoveError) -> None:
        """Refuse: a program may not try again."""
        raise error

    def announce(self, move: Move) -> None:
        """Write what was played, with the position before it."""
        decision = move.decision
        agent = "chance" if move.mover == CHANCE else HUMAN if decision is None else decision.agent
        print_json({
            "game": self.game_text, "position": self.session.game.notation(move.state), "to_move": move.mover, "agent": agent,
            "action": move.name, "value": None if decision is None else decision.value, "seed": self.session.seed,
        })  # fmt: skip

    def result(self) -> None:
        """Write the end of the game."""
        ending = self.session.result or ()
        print_json(
            {**self._fields(), "action": None, "utilities": list(ending), "result": verdict(ending), "seed": self.session.seed}
        )

    def ended(self, how: str) -> None:
        """Write how a game ended before its time."""
        print_json({**self._fields(), "action": None, "result": how, "seed": self.session.seed})

    def _fields(self) -> dict[str, Any]:
        """Return the fields of every object about a position."""
        session = self.session
        mover = None if session.is_over else session.to_move
        return {"game": self.game_text, "position": session.game.notation(session.state), "to_move": mover}
