"""When a search stops and what the state is worth there: at the end of the game, or at the horizon.

IS-CUTOFF and EVAL of Russell and Norvig, section 5.3. A limit counts moves (`depth`), or rounds as the Pacman lectures
do (`rounds`): a round is over when the player who moved first is to move again. Chance outcomes cost no depth; at the
horizon every kind of state is evaluated, a chance node too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.textbook.trace import Leaf


class Horizon(NamedTuple):
    """How far a search may still look from some state: the moves and rounds left, None where they are not limited."""

    player: int
    depth: int | None = None
    rounds: int | None = None

    def after(self, game: Game, state: Any, successor: Any) -> Horizon:
        """Return what is left when `successor` has been reached from `state`."""
        depth, rounds = self.depth, self.rounds
        if depth is not None and game.to_move(state) != CHANCE:
            depth -= 1
        if rounds is not None and game.to_move(successor) == self.player:
            rounds -= 1
        return Horizon(self.player, depth, rounds)

    def leaf(self, game: Game, state: Any) -> Leaf | None:
        """Return why `state` has no children in the search, or None where it has."""
        if game.is_terminal(state):
            return "terminal"
        return "cutoff" if self.depth == 0 or self.rounds == 0 else None
