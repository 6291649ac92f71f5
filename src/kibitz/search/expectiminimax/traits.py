"""What the kernel is compiled for: how chance is pruned, and what the players other than MAX are taken to do."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.contract import Game, Ordering, UtilityBounds, WeightedFeatures, implements
from kibitz.models.pattern_shape import PatternShape

PLAIN, STAR1, STAR2 = range(3)
"""How chance nodes are pruned.

PLAIN: every outcome is searched with an open window. STAR1: outcomes left are assumed to be as good or as bad as values
can be, and where even that changes nothing the rest is cut (Ballard, 1983). STAR2: a probing phase before that
searches one reply to each outcome, which bounds the values well where the replies are good.
"""

MINIMISE, AVERAGE, BEST_REPLY = range(3)
"""What the opponents do.

MINIMISE: they play against MAX. AVERAGE: they follow a model. BEST_REPLY: one of them, whoever hurts most, plays against
MAX in each round; the others play the first of their moves in order (Schadd and Winands 2011; Esser et al. 2013).
"""


class Part(NamedTuple):
    """A part of a model: with this weight the opponent searches so deep, and takes the first best move."""

    weight: float
    depth: int
    """How many moves, or rounds, deep; 0 moves at random."""
    by_rounds: bool
    averages: bool
    """Whether that search takes everybody else to move at random (expectimax), or against it (minimax)."""


class Traits(NamedTuple):
    """Facts about a game and a task, constants for the compiler."""

    star: int
    opponents: int
    players: int
    scored: bool = False
    """Finished games are measured by the game's `score`, else by `utility`."""
    ordering: bool = False
    """The game says which moves look promising."""
    utility_bounds: bool = False
    """The game says between which values a position can end."""
    weighted_features: bool = False
    """The game has features, so that all values lie between -1 and 1."""
    is_team: bool = False
    """MAX is a team, and values are the sums of its members' utilities."""
    samples: bool = False
    """Of many outcomes only a sample is searched."""
    searching_model: bool = False
    """The opponents follow a model that searches, where they are averaged over."""
    patterns: PatternShape | None = None
    """Unfinished games are judged by learnt patterns of this shape."""
    has_chance: bool = False
    """Chance moves in the game, which matters to patterns alone."""

    @classmethod
    def of(cls, game: Game, star: int = PLAIN, opponents: int = MINIMISE, scored: bool = False) -> Traits:
        """Return the traits of a game for a task; more about the task is added with `_replace`."""
        return cls(
            star, opponents, game.players, scored, implements(game, Ordering), implements(game, UtilityBounds),
            implements(game, WeightedFeatures),
        )  # fmt: skip
