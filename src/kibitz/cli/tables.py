"""Where a game is played: boards, moves and remarks as a person reads them, or as JSON for a program."""

from __future__ import annotations

import sys
from typing import Any

from kibitz.cli.boards import board
from kibitz.cli.output import console, print_json
from kibitz.core.errors import IllegalMoveError, KibitzError, shortened
from kibitz.core.game import CHANCE
from kibitz.core.reports import outlook, path_of, seat_name
from kibitz.core.searches import HUMAN
from kibitz.session import Move, Session, verdict

UNFINISHED = "the game is left unfinished"


class Ended(Exception):
    """The game ends before its time; the message says how."""


class Table:
    """Where a person sits: boards are drawn, moves are announced and asked for."""

    def __init__(self, game_text: str, session: Session) -> None:
        self.game_text = game_text
        self.session = session
        self.out = console()

    def begin(self) -> None:
        """Say who plays."""
        self.say(", ".join(f"{seat_name(player)}: {name}" for player, name in enumerate(self.session.names)))

    def board(self) -> None:
        """Draw the position as the only person at the board sees it, with the last move marked."""
        session = self.session
        people = [player for player, agent in enumerate(session.agents) if agent == HUMAN]
        last = next((move for move in reversed(session.history) if move.mover != CHANCE), None)
        path = () if last is None else path_of(session.game, last.state, last.action)
        self.out.print()
        self.out.print(board(self.out, session.game, session.state, people[0] if len(people) == 1 else 0, path))

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

    def refuse(self, error: KibitzError) -> None:
        """Tell a person at a terminal, who may try again; refuse a script, which may not."""
        if not sys.stdin.isatty():
            raise error
        more = "; type help for all that is understood" if isinstance(error, IllegalMoveError) else ""
        self.say(f"{error}{more}")

    def say(self, text: str) -> None:
        """Write a remark."""
        self.out.print(text, style="cyan", markup=False)

    def announce(self, move: Move) -> None:
        """Say what was played."""
        decision = move.decision
        by = "" if decision is None else f" ({decision.agent}, {outlook(self.session.game, decision)})"
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

    def refuse(self, error: KibitzError) -> None:
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
