"""What games bring: utilities where the rules do not say, and points."""

from __future__ import annotations

from typing import Any

from kibitz.core.contract import Game
from kibitz.core.game import constant_sum
from kibitz.core.questions import static_eval


def points_of(utilities: tuple[float, ...]) -> tuple[float, ...]:
    """Return what each player has scored: 1 for a win, 1/2 for a draw; of more players, the share of the others beaten."""
    others = len(utilities) - 1
    if others < 1:
        return ()
    beaten = (sum((mine > each) + (mine == each) / 2 for each in utilities) - 1 / 2 for mine in utilities)
    return tuple(each / others for each in beaten)


def forfeited(game: Game, state: Any, loser: int) -> tuple[float, ...]:
    """Return what a game brings that a player forfeits: to that one a plain loss, to the others what is left of the sum.

    A plain loss is -1, or 0 where all utilities together are more than 0, as probabilities are. Where the sum varies there is
    no such thing: the loser has what the position is worth to it, but no more than 0.
    """
    whole = constant_sum(game)
    if whole is None:
        worth = [float(static_eval(game, state, player)) for player in range(game.players)]
        return tuple(min(0.0, *worth) if player == loser else value for player, value in enumerate(worth))
    lost = 0.0 if whole > 0 else -1.0
    rest = (whole - lost) / max(1, game.players - 1)
    return tuple(lost if player == loser else rest for player in range(game.players))


def shared(game: Game, state: Any) -> tuple[float, ...]:
    """Return what a game brings that nobody has won: to all the same; where the sum varies, what the position is worth."""
    whole = constant_sum(game)
    if whole is None or game.players == 1:
        return tuple(float(static_eval(game, state, player)) for player in range(game.players))
    return (whole / game.players,) * game.players
