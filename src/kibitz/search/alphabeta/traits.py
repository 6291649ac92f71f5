"""What the search is compiled for: the traits of a game and of a task that change how it is searched."""

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
from kibitz.models.pattern_shape import PatternShape
from kibitz.search.alphabeta.scale import Scale
from kibitz.search.alphabeta.transposition_table import COMPACT_ENTRY, FULL_ENTRY

NONE, QUIESCENCE, FULL = range(3)
"""How much a search may prune beyond alpha-beta.

NONE: nothing, its values are minimax values. QUIESCENCE: nothing, but quiescence search and check extensions look beyond the
depth limit. FULL: also what hardly ever matters (forward pruning and reductions), so that its values are estimates.
"""


class Traits(NamedTuple):
    """Facts about a game and a task, constants for the compiler."""

    pruning: int
    solving: bool
    """Values are exact: the game's `sufficient_actions` are enough."""
    scored: bool
    """Finished games are measured by the game's `score`, a whole number, else by `utility`."""
    in_points: bool
    """Values are in the points of the game's weighted features."""
    is_ordinal: bool
    """Values are the ordinals of utilities, and a win is a win however far away."""
    weighted_features: bool
    """The game has weighted features; where values are ordinals, so are the evaluations that come of them."""
    draw_rule: bool
    """A game is over when no move is left or it `is_drawn`; else `is_terminal` is asked."""
    repetition: bool
    """Positions that come back are draws."""
    noisy_moves: bool
    """The game says which moves are noisy."""
    sufficient_actions: bool
    """Only the game's `sufficient_actions` are searched."""
    endgame_solver: bool
    """The last moves are left to the game's own `solve_endgame`."""
    wins_first: bool
    """Moves that win at once are found by looking a move ahead, and come first."""
    move_kinds: bool
    """The game tells kinds of moves apart, so that there is continuation history."""
    static_exchange: bool
    """The game has a static exchange evaluation."""
    noisy_move_list: bool
    """The game lists its noisy moves alone."""
    unit: int
    """A utility of 1 beyond an equal share, in points."""
    steps: int
    max_utility: float
    """Which utilities fit on the scale: whole steps, so many to a utility of 1, and no more beyond an equal share."""
    equal_share: float
    """The utility of a draw."""
    points_at_half_win: int
    """An evaluation of so many points stands for half a win."""
    patterns: PatternShape | None = None
    """Positions are judged by learnt patterns of this shape."""
    net_planes: int | None = None
    """Positions are judged by a net, whose game gives so many words of inputs itself."""
    tables: bool = False
    """Positions are looked up in endgame databases."""
    slices: bool = False
    """These have slices."""
    draw_clock: bool = False
    """A rule may draw the game before a table's win has come."""

    @classmethod
    def of(cls, game: Game, pruning: int, solving: bool, scale: Scale) -> Traits:
        """Return the traits of a game for playing it, or for solving it."""
        return cls(
            pruning=pruning,
            solving=solving,
            scored=solving and implements(game, Score),
            in_points=scale.in_points and not solving,
            is_ordinal=scale.is_ordinal,
            weighted_features=implements(game, WeightedFeatures),
            draw_rule=implements(game, DrawRule),
            repetition=implements(game, Repetition) and not solving,
            noisy_moves=implements(game, NoisyMoves),
            sufficient_actions=solving and implements(game, SufficientActions),
            endgame_solver=solving and implements(game, EndgameSolver),
            wins_first=not implements(game, SufficientActions) and not implements(game, DrawRule),
            move_kinds=implements(game, MoveKinds) and not solving,
            static_exchange=implements(game, StaticExchange),
            noisy_move_list=implements(game, NoisyMoveList),
            unit=scale.unit,
            steps=scale.steps,
            max_utility=scale.max_utility,
            equal_share=scale.equal_share,
            points_at_half_win=int(scale.points_at_half_win),
        )

    @property
    def entry_words(self) -> int:
        """How many words an entry of the transposition table has."""
        return COMPACT_ENTRY if self.scored else FULL_ENTRY

    @property
    def quiescence(self) -> bool:
        """Whether there is a quiescence search beyond the depth limit."""
        return self.noisy_moves and self.pruning >= QUIESCENCE

    @property
    def forward_pruning(self) -> bool:
        """Whether moves are pruned and reduced that hardly ever matter."""
        return self.noisy_moves and self.pruning == FULL
