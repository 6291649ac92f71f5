"""Exact answers from the engine: the value of a position by a series of yes-or-no questions, best moves, best play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kibitz.core.contract import FirstGuess, Game, Score, ScoreBounds, implements
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.scale import FARTHEST
from kibitz.search.alphabeta.traits import NONE


@dataclass
class Exact:
    """Exact values of one game for the side to move: on the game's own scale `score`, or ranks of utilities."""

    game: Game
    megabytes: int = 128
    engine: Engine = field(init=False)

    def __post_init__(self) -> None:
        """Compile the engine."""
        self.engine = Engine(self.game, NONE, solving=True, megabytes=self.megabytes)
        self.scored = implements(self.game, Score)

    def value(self, state: Any, guess: int | None = None) -> int:
        """Return the exact value.

        Each question asks whether the value is more than some number, and its answer is a bound (Plaat et al., 1996).
        From a guess, the game's own if it has one, the next question begins at that bound. Without one it is about wide
        margins first, which are quickly proven or refuted, and about close results last.
        """
        lower, upper = self._range(state)
        if guess is None and self.scored and implements(self.game, FirstGuess):
            guess = self.game.guess(state)
        while lower < upper:
            asked = _middle(lower, upper) if guess is None else min(max(guess, lower), upper - 1)
            found = self.engine.points(state, alpha=asked, beta=asked + 1)
            if found > asked:
                lower = found
            else:
                upper = found
            if guess is not None:
                guess = found if found > asked else found - 1
        return lower

    def sign(self, state: Any) -> int:
        """Return whether the side to move wins (1), draws (0) or loses (-1): a weaker answer, and a quicker one."""
        if self.engine.points(state, alpha=0, beta=1) > 0:
            return 1
        return 0 if self.engine.points(state, alpha=-1, beta=0) > -1 else -1

    def _range(self, state: Any) -> tuple[int, int]:
        """Return two values between which that of `state` lies; a game's bounds are for positions in which it goes on."""
        if self.scored and implements(self.game, ScoreBounds) and not self.game.is_terminal(state):
            return self.game.score_bounds(state)
        return -FARTHEST, FARTHEST

    def keeps(self, state: Any, action: int, value: int) -> bool:
        """Return whether a move is worth at least `value`."""
        after = self.game.result(state, action)
        if self.turns(state, after):
            return self.engine.points(after, alpha=-value, beta=1 - value) <= -value
        return self.engine.points(after, alpha=value - 1, beta=value) >= value

    def turns(self, state: Any, after: Any) -> bool:
        """Return whether the other side is to move after a move."""
        return self.game.to_move(after) != self.game.to_move(state)

    def worth(self, state: Any, action: int) -> int:
        """Return the exact value of a move."""
        after = self.game.result(state, action)
        value = self.value(after)
        return -value if self.turns(state, after) else value

    def best_moves(self, state: Any, value: int) -> tuple[int, ...]:
        """Return all moves that keep the value."""
        return tuple(action for action in self.game.actions(state) if self.keeps(state, action, value))

    def keeper(self, state: Any, value: int) -> int:
        """Return a move that is worth at least `value`, which the position is: the one that proves it, if one had to."""
        self.engine.points(state, alpha=value - 1, beta=value)
        proof = self.engine.line[:1]
        return proof[0] if proof else next(action for action in self.game.actions(state) if self.keeps(state, action, value))

    def line(self, state: Any, value: int) -> tuple[int, ...]:
        """Return a line of best play to the end of the game."""
        line: list[int] = []
        while not self.game.is_terminal(state):
            action = self.keeper(state, value)
            after = self.game.result(state, action)
            value = -value if self.turns(state, after) else value
            line.append(action)
            state = after
        return tuple(line)


def _middle(lower: int, upper: int) -> int:
    """Return a number from `lower` to `upper` - 1: the middle, or half of the wider margin if that is farther from 0."""
    middle = (lower + upper) // 2
    if lower <= -FARTHEST or upper >= FARTHEST:
        return min(max(0, lower), upper - 1)
    if middle <= 0:
        return min(middle, -(-lower // 2))
    return max(middle, upper // 2)
