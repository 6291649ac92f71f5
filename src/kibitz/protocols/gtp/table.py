"""The board between two players: size, komi, the positions so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from kibitz.core.errors import InputError, KibitzError
from kibitz.core.registry import load
from kibitz.games.go import Go, sgf
from kibitz.games.go.notation import point_name, read_point
from kibitz.games.go.state import State
from kibitz.protocols.gtp.lines import Failure

USUAL_KOMI = 7.5


class Table:
    """A game of go as a controller directs it: colours may move out of turn, and play may go on after two passes."""

    def __init__(self, size: int) -> None:
        self.game = _game(size, USUAL_KOMI)
        self.states: list[State] = [self.game.initial()]
        self.moves: list[tuple[int, int]] = []

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.states[-1]

    def clear(self, size: int | None = None) -> None:
        """Take all stones off, perhaps from a board of another size."""
        if size is not None:
            try:
                self.game = _game(size, self.game.komi)
            except InputError:
                raise Failure("unacceptable size") from None
        self.states, self.moves = [self.game.initial()], []

    def set_komi(self, komi: float) -> None:
        """Change komi; the board stays as it is."""
        self.game = _game(self.game.size, komi)

    def turn_to(self, player: int) -> State:
        """Return the position with a player to move, in a game that goes on."""
        return self.game.turned(self.game.resumed(self.state), player)

    def play(self, player: int, vertex: str) -> None:
        """Make a move."""
        s = self.turn_to(player)
        try:
            action = self.game.parse_action(s, vertex)
        except KibitzError as error:
            raise Failure(f"illegal move: {error}") from None
        self.make(s, action)

    def make(self, s: State, action: int) -> None:
        """Make a move of whoever is to move in `s`, which is the position on the board."""
        self.moves.append((s.turn, action))
        self.states.append(self.game.result(s, action))

    def undo(self) -> None:
        """Take back the last move."""
        if not self.moves:
            raise Failure("cannot undo")
        self.moves.pop()
        self.states.pop()

    def set_handicap(self, points: Iterable[int]) -> None:
        """Put black's stones on an empty board; white is to move."""
        if any(self.game.stones(self.state)):
            raise Failure("board not empty")
        try:
            self.states, self.moves = [self.game.set_up(points, (), 1)], []
        except InputError:
            raise Failure("bad vertex list") from None

    def load(self, path: str, before: int | None) -> None:
        """Take over the game in a file, up to its move `before`, which is left out; or fail and keep what there was."""
        try:
            record = sgf.load(path)
            komi = self.game.komi if record.komi is None else record.komi
            game = _game(record.size, komi)
            played = sgf.replay(game, record)
        except InputError as error:
            raise Failure(f"cannot load file: {error}") from None
        kept = len(played.moves) if before is None else min(max(before - 1, 0), len(played.moves))
        start = len(played.states) - len(played.moves)
        self.game, self.states, self.moves = game, played.states[: start + kept], played.moves[:kept]

    def record(self, lead: float | None) -> str:
        """Return the game as a record; `lead` is by how much black has won, where it is over."""
        return sgf.write(self.game, self.states[-1 - len(self.moves)], self.moves, result=sgf.result_of(lead))

    def vertex(self, action: int) -> str:
        """Return a move as the protocol writes it."""
        return point_name(self.game.size, action)

    def point(self, vertex: str) -> int:
        """Return the number of a point, a pass excepted."""
        try:
            point = read_point(self.game.size, vertex)
        except InputError as error:
            raise Failure(f"bad vertex list: {error}") from None
        if point == self.game.size * self.game.size:
            raise Failure("bad vertex list: a pass is no point")
        return point


def _game(size: int, komi: float) -> Go:
    """Return the rules."""
    return cast(Go, load(f"go:size={size},komi={komi}"))
