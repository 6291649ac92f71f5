"""What a Monte Carlo kernel is compiled for: facts about the game, and the kind of search."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

from kibitz.core.contract import Game, UtilityBounds, WeightedFeatures, implements
from kibitz.core.game import constant_sum
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random

RANDOM, OWN, ORDERED, WEIGHED, WEIGHED_BY_NUMBER = range(5)
"""How a random game picks its moves: all alike, by the game's `playout_action`, the better of two by `order`, by the weight of
a move's `move_kind`, or of its number in games that have no `move_kind`."""


class Traits(NamedTuple):
    """Constants for the compiler: each set of them is a kernel of its own."""

    players: int
    settles: bool
    """Whether what is certain is backed up: games that ended, and what follows for the positions above them."""
    total: float
    """What the two players' utilities add up to, where `settles`."""
    shared: bool
    """Whether several threads work on the tree at once."""
    grouped: bool
    """Whether a walk ends where the moves are not in the tree yet, for all of them to be played at once, elsewhere."""
    flat: bool
    """Whether only the root's moves have nodes: the searches before UCT."""
    even: bool
    """Whether every move of the root gets equally many games."""
    widens: bool
    """Whether a chance node takes up its outcomes one after the other, as its visits grow."""
    amaf: bool
    """Whether moves also learn from games in which they were played later."""
    policy: int
    mixed: bool
    """Whether some moves of a random game are picked all alike, whatever the policy."""
    cut: bool
    """Whether random games are broken off and evaluated."""

    @property
    def apart(self) -> bool:
        """Whether each thread counts for itself near the root, and adds it up now and then."""
        return self.shared and not self.grouped

    @property
    def waits(self) -> bool:
        """Whether a walk may begin before the games of others are in."""
        return self.shared or self.grouped


def is_two_sided(game: Game) -> bool:
    """Return whether one number says what everybody gets: one player, or two whose utilities add up to a constant."""
    return game.players == 1 or (game.players == 2 and constant_sum(game) is not None)


SAMPLED_GAMES, SAMPLED_MOVES = 32, 2000
"""How much is played to see what a game's utilities are like."""
WINS = (0.5, 1.0)
"""Wins are counted as 1 and losses as 0 or -1, so they lie so far from an equal share."""


def utility_range(game: Game, state: Any) -> tuple[float, float, bool]:
    """Return the lowest and the highest utility that the first player can get from `state` on, and whether that is sure.

    A game with features is won at 1, and `utility_bounds` says it of others. Else two players are taken to win 1 and to
    lose 0 or -1, if random games end like that; a search that meets something beyond corrects itself.
    """
    if implements(game, UtilityBounds):
        low, high = game.utility_bounds(state, 0)
        return float(low), float(high), True
    share = (constant_sum(game) or 0.0) / game.players
    if implements(game, WeightedFeatures):
        return share - 1.0, share + 1.0, True
    spread = _spread(game, share) if game.players == 2 else 0.0
    return (share - spread, share + spread, False) if spread in WINS else (-inf, inf, True)


@lru_cache(maxsize=64, typed=True)
def _spread(game: Game, share: float) -> float:
    """Return how far from an equal share random games are seen to end; 0 where none does."""
    random, left, farthest = Random(0), SAMPLED_MOVES, 0.0
    for _ in range(SAMPLED_GAMES):
        state = game.initial()
        while left > 0 and not game.is_terminal(state):
            state, left = game.result(state, sample(game, state, random)), left - 1
        if game.is_terminal(state):
            farthest = max(farthest, abs(game.utility(state, 0) - share))
    return farthest
