"""What a Monte Carlo kernel is compiled for: the number of players and the parts of the search that are switched on."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.game import constant_sum

UNIFORM, GAME_POLICY, BEST_OF_TWO, SOFTMAX_BY_KIND, SOFTMAX_BY_ACTION = range(5)
"""How a playout chooses its moves: uniformly; by the game's `playout_action`; the better of two uniform moves by `order`;
with probabilities proportional to the exponential of the weight of a move's `move_kind`, or of its number in games without
`move_kind`."""


class Traits(NamedTuple):
    """Constants for the compiler: each set of them is a kernel of its own."""

    players: int
    solver: bool
    """Whether proven bounds are kept and backed up (MCTS-Solver)."""
    constant_sum: float
    """What the two players' utilities add up to, with `solver`."""
    tree_parallel: bool
    """Whether several threads search the same tree."""
    leaf_parallel: bool
    """Whether selection ends at unexpanded positions, whose children are all evaluated in one batch on a GPU."""
    flat: bool
    """Whether only the root's moves have nodes: flat Monte Carlo, the searches before UCT."""
    uniform: bool
    """Whether every move of the root gets equally many simulations."""
    progressive_widening: bool
    """Whether a chance node admits its outcomes one after the other, as its visits grow."""
    rave: bool
    """Whether all-moves-as-first statistics are kept and used (RAVE)."""
    policy: int
    """How playouts choose their moves: one of the constants above."""
    epsilon_greedy: bool
    """Whether some moves of a playout are uniform, whatever the policy."""
    truncated: bool
    """Whether playouts are truncated and their last position is evaluated."""

    @property
    def thread_local(self) -> bool:
        """Whether each thread keeps statistics of its own for much-visited edges, and flushes them now and then."""
        return self.tree_parallel and not self.leaf_parallel

    @property
    def virtual_loss(self) -> bool:
        """Whether a selection may begin before the results of earlier ones are backed up."""
        return self.tree_parallel or self.leaf_parallel


def has_scalar_value(game: Game) -> bool:
    """Return whether one number gives everybody's utility: one player, or two whose utilities have a constant sum."""
    return game.players == 1 or (game.players == 2 and constant_sum(game) is not None)
