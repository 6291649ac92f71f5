"""A game in progress: play, take back, let agents move, look at it, keep it.

session = kibitz.Session("connect_four")
session.play("4").play("4")
session.save("game.json")
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from kibitz.api import Seat, agent_name, ask_agent, default_agent, read_position
from kibitz.core.agents import Agent
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.errors import IllegalMoveError, InputError, PositionError, RulesError
from kibitz.core.files import write_whole
from kibitz.core.game import CHANCE, constant_sum, is_threefold_repetition, utilities
from kibitz.core.process import answered
from kibitz.core.questions import legal_action, static_eval
from kibitz.core.randomness import Random
from kibitz.core.reading import read_text
from kibitz.core.registry import load, spec_of
from kibitz.core.reports import board_picture, path_of, seat_name
from kibitz.core.searches import HUMAN
from kibitz.records import Record, read_record, write_record
from kibitz.stand_in import StandIn


@dataclass(frozen=True)
class Move:
    """A move that was made: the state before it, its number and name, and the decision behind it where an agent decided."""

    state: Any
    action: int
    name: str
    mover: int
    decision: Decision | None = None


class Session:
    """One game: its players, the moves so far, and those that were taken back.

    Everything random depends on the seed and the number of the move alone, so a move that was taken back and made again is
    answered in the same way.
    """

    def __init__(
        self, game: Game | str, position: Any = None, agents: Sequence[Agent | None] = (), *, seed: int = 0,
        stand_in: bool = False,
    ) -> None:  # fmt: skip
        """Begin a game at a position, the initial one by default.

        `agents` sit in the order of the players: an agent, `None` for one that suits the game, or `"human"` for a person, who
        calls `play`; so are all seats beyond those given. With `stand_in`, nobody waits for a compiler: an interpreted search
        moves in an agent's place until its own is compiled (`stand_in.py`).
        """
        self.game, self.state = read_position(game, position)
        self.seed = seed
        self._advisers: dict[Agent | None, StandIn] = {}
        """Who is asked besides those on the seats, in a session with stand-ins."""
        self.seat(agents, stand_in=stand_in)
        self._made: list[Move] = []
        self._undone: list[Move] = []
        self._recorded: tuple[int, tuple[str, ...], tuple[float, ...] | None] | None = None
        """Of a game that was read: its number of moves, who played, and how it ended, by resignation for one."""

    def seat(self, agents: Sequence[Agent | None], *, stand_in: bool = False) -> None:
        """Let agents take the seats from now on, those of a game that was read for one, with stand-ins or without."""
        if len(agents) > self.game.players:
            listed = f"{self.game.players} player{'s' if self.game.players > 1 else ''}"
            raise InputError(f"this game is for {listed}, and {len(agents)} agents were given")
        self.agents: tuple[Agent | None, ...] = (*agents, *[HUMAN] * (self.game.players - len(agents)))
        self._has_stand_ins = stand_in
        self._seats = [self._seated(agent) for agent in self.agents]

    def _seated(self, agent: Agent | None) -> Seat | StandIn | None:
        """Return an agent on its seat; None for a human, and for one that suits the game, which is chosen when it is asked."""
        if agent == HUMAN or (agent is None and not self._has_stand_ins):
            return None
        return StandIn(self.game, agent) if self._has_stand_ins else Seat.of(self.game, agent)

    # What is known.

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._made)

    @property
    def to_move(self) -> int:
        """The player to move, or `CHANCE`."""
        return self.game.to_move(self.state)

    @property
    def actions(self) -> list[int]:
        """The legal moves by number, none when the game is over; outcomes where chance moves."""
        return [] if self.is_over else list(self.game.actions(self.state))

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves by name."""
        return [self.game.action_name(self.state, action) for action in self.actions]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or because the position is here for the third time and that draws it."""
        return self.game.is_terminal(self.state) or self._is_repeated

    @property
    def _is_repeated(self) -> bool:
        """Whether the position is here for the third time, and that draws the game."""
        return is_threefold_repetition(self.game, self._past, self.state)

    @property
    def _past(self) -> list[Any]:
        """The states before this one."""
        return [move.state for move in self._made]

    @property
    def result(self) -> tuple[float, ...] | None:
        """What the game brought to every player, or None if it is not over."""
        if self.game.is_terminal(self.state):
            return utilities(self.game, self.state)
        share = (constant_sum(self.game) or 0.0) / self.game.players
        return (share,) * self.game.players if self._is_repeated else None

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, the first player first."""
        seated = zip(self.agents, self._seats, strict=True)
        return tuple(self._name(agent if agent is not None else seat) for agent, seat in seated)

    def _name(self, agent: Agent | Seat | StandIn | None) -> str:
        """Return the name of an agent, or of the one that suits the game."""
        if isinstance(agent, StandIn):
            return agent.name
        return agent_name(default_agent(self.game) if agent is None else agent)

    @property
    def adviser_name(self) -> str:
        """The agent that `decide()` asks where a human is to move: one that suits the game."""
        return self._name(self._adviser(None))

    @property
    def is_compiling(self) -> bool:
        """Whether the search of some agent is being compiled while an interpreted one stands in for it."""
        return any(one.is_compiling for one in self._stand_ins)

    @property
    def _stand_ins(self) -> list[StandIn]:
        """All agents for whom an interpreted search may stand in."""
        return [*(seat for seat in self._seats if isinstance(seat, StandIn)), *self._advisers.values()]

    @property
    def is_human(self) -> bool:
        """Whether a person is to move."""
        return self.to_move != CHANCE and self.agents[self.to_move] == HUMAN

    # What one can do.

    def play(self, move: int | str) -> Session:
        """Make a move, by its number or its name, and return the session; raise `IllegalMoveError` for any other."""
        if self.is_over:
            raise IllegalMoveError("the game is over")
        self._make(self._legal(move), None)
        return self

    def _legal(self, move: int | str) -> int:
        """Return a move by its number, or raise if it is none of the legal ones."""
        action = legal_action(self.game, self.state, move)
        if action is None:
            raise IllegalMoveError(f"{move!r} is no legal move; legal are {', '.join(map(str, self.game.actions(self.state)))}")
        return action

    def step(self) -> Move:
        """Let chance, or the agent whose turn it is, make its move, and return it."""
        if self.is_over:
            raise IllegalMoveError("the game is over")
        if self.to_move == CHANCE:
            return self._make(self.sample_chance(), None)
        if self.is_human:
            raise InputError(f"the {seat_name(self.to_move)} player is human: call play(move)")
        decision = self.decide()
        assert decision.action is not None
        return self._make(decision.action, decision)

    def run(self) -> Session:
        """Let agents and chance play until the game is over or a human is to move, and return the session."""
        while not self.is_over and not self.is_human:
            self.step()
        return self

    def _make(self, action: int, decision: Decision | None) -> Move:
        """Make a legal move."""
        move = Move(self.state, action, self.game.action_name(self.state, action), self.to_move, decision)
        self._made.append(move)
        self._undone.clear()
        self._recorded = None
        self.state = self.game.result(self.state, action)
        return move

    def undo(self, moves: int = 1) -> int:
        """Take back so many moves, and return how many there were to take back."""
        count = 0
        while count < moves and self._made:
            move = self._made.pop()
            self._undone.append(move)
            self.state = move.state
            count += 1
        return count

    def undo_turn(self) -> int:
        """Go back to where the player to move last chose, and return how many moves that takes back: 0 if never."""
        mover = self.to_move
        for back, move in enumerate(reversed(self._made), start=1):
            if move.mover == mover:
                return self.undo(back)
        return 0

    def redo(self, moves: int = 1) -> int:
        """Make so many moves again that were taken back, and return how many there were."""
        count = 0
        while count < moves and self._undone:
            move = self._undone.pop()
            self._made.append(move)
            self.state = self.game.result(move.state, move.action)
            count += 1
        return count

    def sample_chance(self) -> int:
        """Return what chance does here, each outcome as likely as the rules say."""
        actions = list(self.game.actions(self.state))
        if not actions:
            raise RulesError(f"the game has no outcome at a chance node: {self.game.notation(self.state)}")
        weights = [self.game.probability(self.state, action) for action in actions]
        return self._random().weighted(actions, weights)

    def decide(self, agent: Agent | None = None) -> Decision:
        """Return what an agent does here: the one given, that of this seat, or one that suits the game.

        Ctrl-C makes it decide at once.
        """
        seat = self._seats[self.to_move] if agent is None and self.to_move != CHANCE else None
        chosen = seat if seat is not None else self._adviser(agent)
        seed = self._random().below(1 << 31)
        try:
            if isinstance(chosen, StandIn):
                decision = chosen.decide(self.state, seed=seed, past=self._past)
            else:
                decision = ask_agent(self.game, self.state, chosen, seed=seed, past=self._past)
        except KeyboardInterrupt:  # before the search had anything, or while it was being compiled
            decision = self._static_decision(self._name(chosen))
        answered()
        if decision.action is None:
            raise InputError(f"{decision.agent} has no move to offer in {self.game.notation(self.state)}")
        return decision

    def _adviser(self, agent: Agent | None) -> Agent | StandIn | None:
        """Return who is asked for an agent that sits nowhere; one with stand-ins, the same as on a seat if that is compiled."""
        if not self._has_stand_ins:
            return agent
        if agent not in self._advisers:
            adviser = StandIn(self.game, agent)
            alike = (one for one in self._stand_ins if one.has_kernel and one.name == adviser.name)
            self._advisers[agent] = next(alike, adviser)
        return self._advisers[agent]

    def prepare(self) -> bool:
        """Begin to compile what agents with stand-ins lack, and return whether something is being compiled."""
        for one in self._stand_ins:
            one.prepare(self.state)
        return self.is_compiling

    def close(self) -> None:
        """End what is still being compiled for agents with stand-ins."""
        for one in self._stand_ins:
            one.close()

    def analyse(self, agent: Agent | None = None) -> Decision:
        """Return what an agent, or one that suits the game, thinks of every move here."""
        return ask_agent(self.game, self.state, agent, seed=self._random().below(1 << 31), past=self._past, every=True)

    def _static_decision(self, agent: str) -> Decision:
        """Return the move that looks best right after it: what can be had of an agent without a search."""
        mover = self.to_move
        after = {action: self.game.result(self.state, action) for action in self.game.actions(self.state)}
        values = {action: float(static_eval(self.game, s, mover)) for action, s in after.items()}
        action = max(values, key=lambda one: values[one])
        return Decision(
            action, values[action], actions=(action,), line=(action,), game=self.game, state=self.state, agent=agent
        )

    def _random(self) -> Random:
        """Return the random numbers of this move."""
        return Random(self.seed, len(self._made))

    def clone(self) -> Session:
        """Return a second session at the same point, which goes its own way from there."""
        twin = Session(self.game, self.state, self.agents, seed=self.seed, stand_in=self._has_stand_ins)
        twin._made, twin._undone = self._made.copy(), self._undone.copy()
        return twin

    # Records.

    def record(self, form: str | None = None) -> str:
        """Return the game as text: PGN for chess, PDN for checkers, SGF for Go, JSON for all others, or the one named."""
        first = self._made[0].state if self._made else self.state
        moves = tuple(move.name for move in self._made)
        names = self.names if any(name != HUMAN for name in self.names) else ()
        result = self.result
        if self._recorded is not None and self._recorded[0] == len(moves):  # as it was read: by whom, and how it ended
            names, result = names or self._recorded[1], self._recorded[2] if result is None else result
        told = Record(spec_of(self.game), self.game.notation(first), moves, names, result, self.seed)
        return write_record(told, form)

    @classmethod
    def from_record(cls, text: str, form: str | None = None) -> Session:
        """Return the game in a text, at its end; who played is not seated again."""
        return cls.of_record(read_record(text, form))

    @classmethod
    def of_record(cls, record: Record) -> Session:
        """Return a recorded game at its end; who played is not seated again."""
        game = load(record.game)
        session = cls(game, game.parse(record.position), seed=record.seed)
        for number, move in enumerate(record.moves, start=1):
            if game.is_terminal(session.state):  # a position that came thrice is drawn only if somebody claims it
                raise PositionError(f"move {number} of the record, {move}: the game is over")
            try:
                session._make(session._legal(move), None)
            except IllegalMoveError as error:
                raise PositionError(f"move {number} of the record, {move}: {error}") from None
        session._recorded = len(record.moves), record.agents, record.utilities
        return session

    def save(self, path: str | Path) -> None:
        """Write the game to a file, whole or not at all, in the format of its suffix: .json, .pgn, .pdn or .sgf."""
        form = Path(path).suffix.lstrip(".").lower() or None
        write_whole(path, self.record(form).encode())

    @classmethod
    def load(cls, path: str | Path) -> Session:
        """Return the game in a file."""
        return cls.from_record(read_text(path, latin=Path(path).suffix.lower() in (".pgn", ".pdn")))

    # For people.

    def __str__(self) -> str:
        """Return the position and the moves so far as text."""
        told = f"{self.game.show(self.state)}\n{' '.join(move.name for move in self._made)}"
        return told if self.result is None else f"{told}\n{verdict(self.result)}"

    def __repr__(self) -> str:
        """Return the game, the number of moves and the position."""
        return f"<Session {type(self.game).__name__}, {len(self._made)} moves, {self.game.notation(self.state)}>"

    def _repr_svg_(self) -> str | None:
        """Return the board as notebooks show it, with the last move drawn in; None where the game has no picture."""
        last = self._made[-1] if self._made else None
        return board_picture(self.game, self.state, () if last is None else path_of(self.game, last.state, last.action))

    def _repr_html_(self) -> str:
        """Return the board and the moves as notebooks show them."""
        board = self._repr_svg_() or f"<pre>{escape(self.game.show(self.state))}</pre>"
        end = "" if self.result is None else f"<p><b>{escape(verdict(self.result))}</b></p>"
        return f"<div>{board}<p>{escape(' '.join(move.name for move in self._made))}</p>{end}</div>"


def play(
    game: Game | str, *agents: Agent | None, position: Any = None, seed: int = 0
) -> Session:  # fmt: skip
    """Return a whole game between agents, the first player's first; a seat without one is taken by what suits the game."""
    rules, state = read_position(game, position)
    if HUMAN in agents:
        raise InputError("a game that is played at once has no human: make a Session and call play(move)")
    return Session(rules, state, [*agents, *[None] * (rules.players - len(agents))], seed=seed).run()


def verdict(ending: tuple[float, ...]) -> str:
    """Return who has won a game that ended with these utilities."""
    best = max(ending)
    winners = [player for player, value in enumerate(ending) if value == best]
    if len(ending) == 1:
        return f"the game is over, with {best:g}"
    if len(winners) == len(ending):
        return "a draw"
    listed = ", ".join(f"{seat_name(player)} {value:g}" for player, value in enumerate(ending))
    return f"{seat_name(winners[0])} wins ({listed})" if len(winners) == 1 else f"several win ({listed})"
