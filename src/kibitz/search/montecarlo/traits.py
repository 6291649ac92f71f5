"""What a Monte Carlo kernel is compiled for: facts about the game, and the kind of search."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.game import Game, about, total

RANDOM, OWN, ORDERED, WEIGHED, WEIGHED_BY_NUMBER = range(5)
"""How a random game picks its moves: all alike, by the game's `playout_action`, the better of two by `order`, by the weight of
a move's `gist`, or of its number in games that have no `gist`."""


class Traits(NamedTuple):
    """Constants for the compiler: each set of them is a kernel of its own."""

    players: int
    settles: bool
    """Whether what is certain is backed up: games that ended, and what follows for the positions above them."""
    total: float
    """What the two players' utilities add up to, where `settles`."""
    shared: bool
    """Whether several threads work on the tree at once."""
    crowded: bool
    """Whether walks begin before the games of others are in, and so count as lost meanwhile (virtual loss)."""
    grouped: bool
    """Whether a walk ends where the moves are not in the tree yet, for all of them to be played at once."""
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


def is_two_sided(game: Game) -> bool:
    """Return whether one number says what everybody gets: one player, or two whose utilities add up to a constant."""
    return game.players == 1 or (game.players == 2 and total(game) is not None)


def utility_range(game: Game, state: object) -> tuple[float, float, bool]:
    """Return the lowest and the highest utility that the first player can get from `state` on, and whether that is sure.

    A game with features is won at 1, and `reach` says it of others. What else there is, is taken to be won at one more than
    an equal share and lost at one less; a search that meets something beyond corrects itself.
    """
    given = about(game).given
    if "reach" in given:
        low, high = game.reach(state, 0)  # type: ignore[attr-defined]
        return float(low), float(high), True
    share = (total(game) or 0.0) / game.players
    return share - 1.0, share + 1.0, "features" in given
