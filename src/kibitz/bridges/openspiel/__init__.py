"""OpenSpiel: its games and bots for Kibitz, and Kibitz's games for its algorithms. `pip install 'kibitz[openspiel]'`.

`openspiel:NAME(parameters)` is a game wherever one is named, `openspiel-bot:mcts` an agent, and `register("connect_four")`
makes a game of Kibitz one of OpenSpiel's.
"""

from __future__ import annotations

from typing import cast

from kibitz.bridges.openspiel import bots as bots
from kibitz.bridges.openspiel.bots import bot_agent as bot_agent
from kibitz.core.contract import Game


def load_game(text: str) -> Game:
    """Return the game of OpenSpiel that `text` names: `tic_tac_toe`, `go(board_size=9)`."""
    from kibitz.bridges.openspiel.games import OpenSpielGame

    return cast(Game, OpenSpielGame.named(text))


def register(game: str, *, longest: int = 1000) -> str:
    """Make a game of Kibitz known to OpenSpiel, and return the name under which `pyspiel.load_game` finds it.

    A game that is not over after `longest` moves of its players is over for OpenSpiel; it is then shared equally, or counts
    what the game's own estimate says where utilities add up to nothing fixed.
    """
    from kibitz.bridges.openspiel.registering import registered

    return registered(game, longest)
