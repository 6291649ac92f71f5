"""One game: players are asked in turn, clocks run, and what ends the game is said."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple

from kibitz.arena.clocks import Clocks
from kibitz.arena.database import PlayedMove
from kibitz.arena.players import Answer, Forfeit, Player, Turn, seated
from kibitz.arena.results import End, GameResult
from kibitz.arena.schedules import Scheduled
from kibitz.arena.scoring import forfeited, points_of, shared
from kibitz.arena.terms import Adjudication, Terms
from kibitz.core.agents import Agent
from kibitz.core.contract import Game
from kibitz.core.errors import IllegalMoveError, InputError
from kibitz.core.game import CHANCE, constant_sum
from kibitz.core.questions import legal_action
from kibitz.core.randomness import Random
from kibitz.session import Session


@dataclass(frozen=True)
class MatchSetup:
    """What all games of a match have in common."""

    game: Game
    agents: tuple[Agent, ...]
    names: tuple[str, ...]
    terms: Terms


class PlayedGame(NamedTuple):
    """A game that was played, with its moves."""

    result: GameResult
    moves: tuple[PlayedMove, ...]


class _Over(Exception):
    """The game has ended, by something other than the rules."""

    def __init__(self, end: End, utilities: tuple[float, ...], seat: int | None = None, explanation: str = "") -> None:
        super().__init__(explanation)
        self.end, self.utilities, self.seat, self.explanation = end, utilities, seat, explanation


def play_game(setup: MatchSetup, scheduled: Scheduled) -> PlayedGame:
    """Return a game of a match, played here and now."""
    with ExitStack() as stack:
        return _Table(setup, scheduled, stack).play()


class _Table:
    """A game in progress, with its players and their clocks."""

    def __init__(self, setup: MatchSetup, scheduled: Scheduled, stack: ExitStack) -> None:
        self._setup, self._scheduled, self._stack = setup, scheduled, stack
        game, opening = setup.game, scheduled.opening
        self._session = Session(game, game.parse(opening.start), seed=scheduled.seed)
        self._moves: list[PlayedMove] = []
        self._opening = tuple(self._make(action, in_opening=True) for action in opening.moves)
        self._clocks = Clocks(setup.terms.time, game.players)
        self._agreement = [0] * game.players

    def play(self) -> PlayedGame:
        """Play the game to its end."""
        begun = perf_counter()
        try:
            players = self._begin()
            while not self._session.is_over:
                self._turn(players)
            utilities = self._session.result
            assert utilities is not None
            is_by_rules = self._setup.game.is_terminal(self._session.state)
            return self._ended(End.RULES if is_by_rules else End.REPETITION, utilities, begun)
        except _Over as over:
            return self._ended(over.end, over.utilities, begun, over.seat, over.explanation)

    def _begin(self) -> list[Player]:
        """Seat the players, before any clock runs."""
        players: list[Player] = []
        for seat, number in enumerate(self._scheduled.players):
            try:
                player = seated(self._setup.game, self._setup.agents[number], self._setup.terms)
                self._stack.callback(player.close)
                player.begin(self._session.state)
            except Forfeit as fault:
                raise self._forfeit(seat, fault) from None
            except InputError as error:  # it was there when the match began
                raise self._forfeit(seat, Forfeit(End.CRASH, str(error))) from None
            players.append(player)
        return players

    def _turn(self, players: Sequence[Player]) -> None:
        """Let chance or a player move."""
        session, seat = self._session, self._session.to_move
        if len(session.history) >= self._setup.terms.max_plies:
            raise _Over(End.MAX_PLIES, shared(self._setup.game, session.state))
        if seat == CHANCE:
            self._make(session.sample_chance())
            return
        seed = Random(session.seed, len(session.history)).below(1 << 31)
        turn = Turn(
            session.state, [move.state for move in session.history], seed, self._clocks.told(seat), self._clocks.deadline(seat)
        )
        begun = perf_counter()
        try:
            answer = players[seat].move(turn)
            spent = perf_counter() - begun
            action = self._legal(answer)
        except Forfeit as fault:
            spent = perf_counter() - begun
            self._clocks.charge(seat, spent)
            raise self._forfeit(seat, fault) from None
        if not self._clocks.charge(seat, spent):
            late = Forfeit(End.TIME, f"its move took {spent:.3f} seconds")
            raise self._forfeit(seat, late)
        if answer.resigned:
            raise _Over(End.RESIGNED, forfeited(self._setup.game, self._session.state, seat), seat)
        thought = (answer.value, answer.depth, answer.nodes, answer.simulations)
        self._make(action, False, *thought, spent, self._clocks.left(seat), seed)
        self._adjudicate(seat, answer.value)

    def _legal(self, answer: Answer) -> int:
        """Return a move that is legal, or raise."""
        with suppress(IllegalMoveError):
            action = legal_action(self._setup.game, self._session.state, answer.action)
            if action is not None or answer.resigned:
                return -1 if action is None else action
        raise Forfeit(End.ILLEGAL, f"{answer.action!r} is no legal move")

    def _make(self, action: int, in_opening: bool = False, *thought: Any) -> str:
        """Make a move and keep it; return its name."""
        mover = self._session.to_move
        name = self._session.play(action).history[-1].name
        self._moves.append(PlayedMove(len(self._moves), mover, name, in_opening, *thought))
        return name

    def _adjudicate(self, seat: int, value: float | None) -> None:
        """Call the game a draw where that was asked for and all players have thought so for long enough."""
        wanted: Adjudication | None = self._setup.terms.adjudication
        if wanted is None:
            return
        even = (constant_sum(self._setup.game) or 0.0) / self._setup.game.players
        is_even = value is not None and abs(value - even) <= wanted.value
        self._agreement[seat] = self._agreement[seat] + 1 if is_even else 0
        if len(self._session.history) >= wanted.after and min(self._agreement) >= wanted.moves:
            raise _Over(End.ADJUDICATED, shared(self._setup.game, self._session.state))

    def _forfeit(self, seat: int, fault: Forfeit) -> _Over:
        """Return the end of the game by a player's fault."""
        return _Over(fault.end, forfeited(self._setup.game, self._session.state, seat), seat, fault.explanation)

    def _ended(
        self, end: End, utilities: tuple[float, ...], begun: float, seat: int | None = None, explanation: str = ""
    ) -> PlayedGame:  # fmt: skip
        """Return the game as it went."""
        scheduled, names = self._scheduled, self._setup.names
        result = GameResult(
            number=scheduled.number, pair=scheduled.pair, round=scheduled.round,
            players=tuple(names[number] for number in scheduled.players), utilities=utilities,
            points=points_of(utilities), end=end, forfeiter=seat, explanation=explanation, plies=len(self._moves),
            start=scheduled.opening.start, opening=self._opening, seed=scheduled.seed, seconds=perf_counter() - begun,
            thinking=self._clocks.spent,
        )  # fmt: skip
        return PlayedGame(result, tuple(self._moves))


def void_game(setup: MatchSetup, scheduled: Scheduled, explanation: str) -> PlayedGame:
    """Return a game that could not be played, which nobody has lost."""
    seats = setup.game.players
    state, opening = setup.game.parse(scheduled.opening.start), []
    for action in scheduled.opening.moves:
        opening.append(setup.game.action_name(state, action))
        state = setup.game.result(state, action)
    result = GameResult(
        number=scheduled.number, pair=scheduled.pair, round=scheduled.round,
        players=tuple(setup.names[number] for number in scheduled.players), utilities=(), points=(), end=End.VOID,
        forfeiter=None, explanation=explanation, plies=0, start=scheduled.opening.start, opening=tuple(opening),
        seed=scheduled.seed, seconds=0.0, thinking=(0.0,) * seats,
    )  # fmt: skip
    return PlayedGame(result, ())
