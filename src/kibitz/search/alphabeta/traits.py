"""What a kernel is compiled for: the traits of a game that change how it is searched."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.contract import (
    DrawRule,
    EndgameSolver,
    Game,
    MoveKinds,
    NoisyMoveList,
    NoisyMoves,
    Repetition,
    Score,
    StaticExchange,
    SufficientActions,
    WeightedFeatures,
    implements,
)
from kibitz.search.alphabeta.scale import Scale
from kibitz.search.alphabeta.table import PACKED, WHOLE

NONE, SAFE, FULL = range(3)
"""How much a search may leave out.

NONE: nothing, its values are minimax values. SAFE: nothing, but noisy and threatened positions are looked into beyond the
depth limit. FULL: also what hardly ever matters, so that its values are judgements.
"""


class Traits(NamedTuple):
    """Facts about a game and a task, constants for the compiler."""

    pruning: int
    solving: bool
    """Values are exact: the game's `sufficient_actions` are enough."""
    scored: bool
    """Finished games are measured by the game's `score`, a whole number, else by `utility`."""
    weighed: bool
    """The game has features, and its points are theirs."""
    ranked: bool
    """Values are the ranks of utilities, and a win is a win however far away."""
    featured: bool
    """The game has features; where values are ranks, so are the estimates that come of them."""
    moves_decide: bool
    """A game is over when no move is left or it `is_drawn`; else `is_terminal` is asked."""
    repeats: bool
    """Positions that come back are draws."""
    noisy: bool
    """The game says which moves are noisy."""
    reduced: bool
    """Only the game's `sufficient_actions` are searched."""
    finishes: bool
    """The last moves are left to the game's own `solve_endgame`."""
    peeks: bool
    """Moves that end the game come first."""
    move_kinds: bool
    """The game says which moves are of one move_kind, so that replies to moves are learnt."""
    gains: bool
    """The game says what a move wins or loses at once."""
    lists_noisy: bool
    """The game lists its noisy moves alone."""
    unit: int
    """A utility of 1 beyond an equal share, in points."""
    steps: int
    most: float
    """Which utilities fit on the scale: whole steps, so many to a utility of 1, and no more beyond an equal share."""
    share: float
    half: int
    """So many points are half a win."""

    @classmethod
    def of(cls, game: Game, pruning: int, solving: bool, scale: Scale) -> Traits:
        """Return the traits of a game for playing it, or for solving it."""
        return cls(
            pruning, solving, solving and implements(game, Score), scale.weighed and not solving, scale.ranked,
            implements(game, WeightedFeatures), implements(game, DrawRule),
            implements(game, Repetition) and not solving, implements(game, NoisyMoves),
            solving and implements(game, SufficientActions),
            solving and implements(game, EndgameSolver),
            not implements(game, SufficientActions) and not implements(game, DrawRule),
            implements(game, MoveKinds) and not solving, implements(game, StaticExchange), implements(game, NoisyMoveList),
            scale.unit, scale.steps, scale.most, scale.share, int(scale.half),
        )  # fmt: skip

    @property
    def words(self) -> int:
        """How many words an entry of the transposition table has."""
        return PACKED if self.scored else WHOLE

    @property
    def quiescent(self) -> bool:
        """Whether noisy positions are played out beyond the depth limit."""
        return self.noisy and self.pruning >= SAFE

    @property
    def selective(self) -> bool:
        """Whether moves are left out."""
        return self.noisy and self.pruning == FULL
