"""Max^n: everybody plays for themselves, and values are tuples with a utility for each player.

Luckhardt and Irani, "An algorithmic solution of N-person games", AAAI 1986; Russell and Norvig, 4th edition, section 5.2.2
and Figure 5.4. Of equally good moves the first is taken, which may matter to the others: what comes out if the last is taken
is added to the decision where it is something else, and the value is not called exact then.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, Literal

from kibitz.core.agents import agent
from kibitz.core.chance import why_not_deterministic
from kibitz.core.contract import Game
from kibitz.core.decision import OTHER_TIES, Decision, Limits
from kibitz.core.questions import legal_actions
from kibitz.textbook.depth_first import depth_first_decision
from kibitz.textbook.horizon import Horizon
from kibitz.textbook.recorder import Recorder
from kibitz.textbook.trace import Trace

Utilities = tuple[float, ...]


def max_n_search(
    game: Game, state: Any, horizon: Horizon, recorder: Recorder, *, ties: Literal["first", "last"] = "first"
) -> tuple[Utilities, int | None]:
    """Return what each player gets from `state` on, and the best move of the player to move (None at a leaf).

    Of equally good moves the first or the last is taken, as `ties` says.
    """

    def max_n(state: Any, action: int | None, horizon: Horizon) -> tuple[Utilities, int | None]:
        leaf = recorder.leaf_utilities(state, horizon, action)
        return (leaf, None) if leaf is not None else best_for(game.to_move(state), state, horizon)

    def best_for(player: int, state: Any, horizon: Horizon) -> tuple[Utilities, int | None]:
        values, move = (-inf,) * game.players, None
        for action in legal_actions(game, state):
            values2, _ = max_n(game.result(state, action), action, horizon.after(game, state))
            if values2[player] > values[player] or (ties == "last" and values2[player] == values[player]):
                values, move = values2, action
                recorder.value(values)
        recorder.choose(move, values)
        return values, move

    return max_n(state, None, horizon)


@agent("maxn", supports=why_not_deterministic)
def decide(
    game: Game,
    state: Any,
    *,
    depth: int | None = None,
    rounds: int | None = None,
    trace: Trace | None = None,
) -> Decision:
    """Max^n: every player takes what is best for itself; any number of players, utility tuples."""
    limits, last = Limits(depth=depth, rounds=rounds), partial(max_n_search, ties="last")
    decision = depth_first_decision(state, max_n_search, limits, Recorder(game, trace))
    other = depth_first_decision(state, last, limits, Recorder(game)).utilities
    return decision if other == decision.utilities else replace(decision, exact=False, details={OTHER_TIES: other})
