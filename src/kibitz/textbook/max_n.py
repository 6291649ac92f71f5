"""Max^n: everybody plays for themselves, and values are tuples with a utility for each player.

Luckhardt and Irani, "An algorithmic solution of N-person games", AAAI 1986; Russell and Norvig, 4th edition, section 5.2.2
and Figure 5.4. Of equally good moves the first is taken, which may matter to the others: what comes out if the last is taken
is told with the decision where it is something else, and the value is not called exact then.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from kibitz.core.agents import agent
from kibitz.core.chance import no_chance
from kibitz.core.contract import Game
from kibitz.core.decision import OTHER_TIES, Decision, Limits
from kibitz.core.questions import legal_actions, moves_at, static_eval
from kibitz.textbook.cutoff import Horizon
from kibitz.textbook.deciding import Report, decided
from kibitz.textbook.trace import Trace

Utilities = tuple[float, ...]


def max_n_search(game: Game, state: Any, horizon: Horizon, report: Report) -> tuple[Utilities, int | None]:
    """Return what each player gets from `state` on, and the best move of the player to move (None at a leaf)."""

    def max_n(state: Any, action: int | None, horizon: Horizon) -> tuple[Utilities, int | None]:
        report.enter(state, "player", action)
        if leaf := horizon.leaf(game, state):
            values = tuple(static_eval(game, state, player) for player in range(game.players))
            report.leaf(leaf, values)
            return values, None
        return best_for(game.to_move(state), state, horizon)

    def best_for(player: int, state: Any, horizon: Horizon) -> tuple[Utilities, int | None]:
        values: Utilities = ()
        move = None
        for action in legal_actions(game, state):
            successor = game.result(state, action)
            values2, _ = max_n(successor, action, horizon.after(game, state, successor))
            if move is None or values2[player] > values[player]:
                values, move = values2, action
                report.value(values)
        report.choose(move, values)
        return values, move

    return max_n(state, None, horizon)


@agent("maxn", supports=no_chance)
def decide(
    game: Game,
    state: Any,
    *,
    depth: int | None = None,
    rounds: int | None = None,
    trace: Trace | None = None,
) -> Decision:
    """Max^n: every player takes what is best for itself; any number of players, utility tuples."""
    limits = Limits(depth=depth, rounds=rounds)
    decision = decided(state, max_n_search, limits, Report(game, trace))
    other = decided(state, max_n_search, limits, Report(cast(Game, Backwards(game)), None)).utilities
    return decision if other == decision.utilities else replace(decision, exact=False, details={OTHER_TIES: other})


class Backwards:
    """A game whose moves are listed from the last to the first, so that of equally good ones the last is taken."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        """Return what the game itself has."""
        return getattr(self.game, name)

    def actions(self, s: Any) -> list[int]:
        """Return the moves, the last first."""
        return moves_at(self.game, s)[::-1]
