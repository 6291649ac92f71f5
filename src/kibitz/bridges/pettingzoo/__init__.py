"""PettingZoo: Kibitz's games as its environments, and its classic games for Kibitz. `pip install 'kibitz[pettingzoo]'`.

`env("connect_four")` is an environment for every loop that steps through PettingZoo's; `pettingzoo:connect_four_v3` is a game
wherever one is named.
"""

from __future__ import annotations

from typing import Any, cast

from kibitz.core.contract import Game


def load_game(text: str) -> Game:
    """Return the classic game of PettingZoo that `text` names, such as `connect_four_v3`."""
    from kibitz.bridges.pettingzoo.games import PettingZooGame

    return cast(Game, PettingZooGame.named(text))


def env(game: Game | str, *, render_mode: str | None = None, longest: int | None = None) -> Any:
    """Return a game as an environment of PettingZoo (AEC), with action masks.

    A game that is not over after `longest` moves is truncated. An illegal move ends the game, with a reward of -1 for who made
    it and 0 for everybody else.
    """
    from kibitz.bridges.pettingzoo.environments import KibitzEnv

    return KibitzEnv(game, render_mode=render_mode, longest=longest)
