"""MTD(f), or bisection without a first guess: exact values, best moves and best play by null-window searches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kibitz.core.contract import FirstGuess, Game, Score, ScoreBounds, implements
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.scale import INFINITY
from kibitz.search.alphabeta.traits import NONE


@dataclass
class ExactSearch:
    """Exact values of one game for the side to move: on the game's own scale `score`, or ordinals of utilities."""

    game: Game
    megabytes: int = 128
    engine: Engine = field(init=False)

    def __post_init__(self) -> None:
        """Compile the engine."""
        self.engine = Engine(self.game, NONE, solving=True, megabytes=self.megabytes)
        self.scored = implements(self.game, Score)

    def value(self, state: Any, guess: int | None = None) -> int:
        """Return the exact value.

        Each search has a null window (alpha, alpha + 1), and its result is a bound (MTD(f); Plaat et al., 1996).
        From a guess, the game's own if it has one, the next window begins at that bound. Without one, windows are at wide
        margins first, which are quickly proven or refuted, and at close results last.
        """
        lower, upper = self._range(state)
        if guess is None and self.scored and implements(self.game, FirstGuess):
            guess = self.game.guess(state)
        while lower < upper:
            alpha = _middle(lower, upper) if guess is None else min(max(guess, lower), upper - 1)
            value = self.engine.value(state, alpha=alpha, beta=alpha + 1)
            if value > alpha:
                lower = value
            else:
                upper = value
            if guess is not None:
                guess = value if value > alpha else value - 1
        return lower

    def sign(self, state: Any) -> int:
        """Return whether the side to move wins (1), draws (0) or loses (-1): a weaker answer, and a quicker one."""
        if self.engine.value(state, alpha=0, beta=1) > 0:
            return 1
        return 0 if self.engine.value(state, alpha=-1, beta=0) > -1 else -1

    def _range(self, state: Any) -> tuple[int, int]:
        """Return two values between which that of `state` lies; a game's bounds are for positions in which it goes on."""
        if self.scored and implements(self.game, ScoreBounds) and not self.game.is_terminal(state):
            return self.game.score_bounds(state)
        return -INFINITY, INFINITY

    def is_at_least(self, state: Any, action: int, value: int) -> bool:
        """Return whether the value of a move is at least `value`."""
        after = self.game.result(state, action)
        if self.changes_side(state, after):
            return self.engine.value(after, alpha=-value, beta=1 - value) <= -value
        return self.engine.value(after, alpha=value - 1, beta=value) >= value

    def changes_side(self, state: Any, after: Any) -> bool:
        """Return whether the other side is to move after a move."""
        return self.game.to_move(after) != self.game.to_move(state)

    def move_value(self, state: Any, action: int) -> int:
        """Return the exact value of a move."""
        after = self.game.result(state, action)
        value = self.value(after)
        return -value if self.changes_side(state, after) else value

    def best_moves(self, state: Any, value: int) -> tuple[int, ...]:
        """Return all moves that keep the value."""
        return tuple(action for action in self.game.actions(state) if self.is_at_least(state, action, value))

    def proving_move(self, state: Any, value: int) -> int:
        """Return a move whose value is at least `value`, that of the position: the one that proves it, if one had to."""
        self.engine.value(state, alpha=value - 1, beta=value)
        proof = self.engine.principal_variation[:1]
        return (
            proof[0] if proof else next(action for action in self.game.actions(state) if self.is_at_least(state, action, value))
        )

    def line(self, state: Any, value: int) -> tuple[int, ...]:
        """Return a line of best play to the end of the game."""
        line: list[int] = []
        while not self.game.is_terminal(state):
            action = self.proving_move(state, value)
            after = self.game.result(state, action)
            value = -value if self.changes_side(state, after) else value
            line.append(action)
            state = after
        return tuple(line)


def _middle(lower: int, upper: int) -> int:
    """Return a number from `lower` to `upper` - 1: the middle, or half of the wider margin if that is farther from 0."""
    middle = (lower + upper) // 2
    if lower <= -INFINITY or upper >= INFINITY:
        return min(max(0, lower), upper - 1)
    if middle <= 0:
        return min(middle, -(-lower // 2))
    return max(middle, upper // 2)
