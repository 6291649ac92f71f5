"""Who plays where no agent is named: one that is good at the game, whatever game it is, in about a second a move.

A depth-limited search is as good as its evaluation, so it plays where the game has one, or where it reaches the end of the
game. Everywhere else UCT does: its random games need nothing but the rules.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kibitz.compile.cpu import why_not_native
from kibitz.core.chance import has_chance
from kibitz.core.contract import DefaultAgent, Evaluation, Game, Repetition, ScoreFeatures, WeightedFeatures, implements
from kibitz.core.game import about, constant_sum
from kibitz.models.patterns import KIND as PATTERNS
from kibitz.models.trained import TRAINED, trained_file
from kibitz.search.montecarlo.traits import has_scalar_value

SMALL_TREE = 200
"""A game tree of so many nodes is searched, and drawn, whole by the textbook."""
MOST_NODES = 10_000
"""With so few nodes a game is searched to its end in a second; to count them takes some hundredths, or tenths, of one."""
TEXTBOOK = "engine=textbook"
PUCT = f"puct:time=1,net={TRAINED}"
UCT = "uct:time=1,c=0.7"
"""Half of the usual exploration: better in Kalah, Hex and misere tic-tac-toe, and no worse with dice or three players."""


def default_agent(game: Game) -> str:
    """Return an agent that plays the game well in about a second a move; the textbook's, at once, where the game is small."""
    is_native = why_not_native(game) is None
    return PUCT if is_native and _has_trained_policy(game) else _agent_for(game, is_native)


def judging_agent(game: Game) -> str:
    """Return the agent of those that search without a net: most of them can value every move by depth."""
    return _agent_for(game, why_not_native(game) is None)


def interpreted_agent(game: Game) -> str:
    """Return an agent that plays the game as well as can be in about a second a move without anything compiled."""
    chosen = _agent_for(game, False)
    return chosen if chosen.endswith(TEXTBOOK) else f"{chosen},{TEXTBOOK}"


def _agent_for(game: Game, is_native: bool) -> str:
    """Return the agent that suits a game, which need not be hashable."""
    try:
        hash(game)
    except TypeError:
        return _chosen.__wrapped__(game, is_native)
    return _chosen(game, is_native)


@lru_cache(maxsize=256, typed=True)
def _chosen(game: Game, is_native: bool) -> str:
    """Return what `default_agent` does, for a game that is known to be compiled or not."""
    if is_small(game, game.initial(), SMALL_TREE):
        return f"{_exact_agent(game)}:{TEXTBOOK}"
    if is_native and implements(game, DefaultAgent):
        return game.default_agent()
    if is_native and trained_file(game, PATTERNS) is not None:
        return f"{'expectimax' if game.players == 1 else 'alphabeta'}:time=1,patterns={TRAINED}"
    is_opposed = game.players == 2 and constant_sum(game) is not None
    is_judged = game.players > 1 and (any(implements(game, group) for group in (Evaluation, WeightedFeatures, ScoreFeatures)))
    if not is_judged and not (is_opposed and _has_end_in_sight(game, is_native)):
        return f"{UCT},reuse=true" if is_native and has_scalar_value(game) else UCT
    if is_opposed and not has_chance(game):
        is_fast = is_native and (not about(game).cyclic or implements(game, Repetition))
        return "alphabeta:time=1" if is_fast else "deepening:time=1"
    if not is_native:  # what is left has no limit of time interpreted
        return UCT
    return "expectiminimax:time=1" if is_opposed else "maxn:time=1"


def _has_trained_policy(game: Game) -> bool:
    """Return whether a net comes with Kibitz for this game that leads a tree search: one with a policy."""
    from kibitz.models.net.afterstates import judges_afterstates  # nets are of no use to most commands
    from kibitz.models.net.network import KIND as NET
    from kibitz.models.net.network import read_network

    return trained_file(game, NET) is not None and not judges_afterstates(read_network(TRAINED, game))


def default_traced_agent(game: Game, state: Any) -> str:
    """Return an agent whose search tree from `state` is worth looking at: the whole game if small, else the first moves."""
    name = _exact_agent(game)
    return name if is_small(game, state, SMALL_TREE) else f"{name}:depth=2"


def _exact_agent(game: Game) -> str:
    """Return the textbook's agent that solves the game, if it is small enough."""
    if has_chance(game):
        return "expectiminimax"
    return "maxn" if game.players > 2 or (constant_sum(game) is None and game.players > 1) else "alphabeta"


def _has_end_in_sight(game: Game, is_native: bool) -> bool:
    """Return whether a second is enough to search the game to its end: compiled, with a table of the positions met before."""
    is_finite = not about(game).cyclic and not has_chance(game)
    return is_finite and is_small(game, game.initial(), MOST_NODES, once=is_native)


def is_small(game: Game, state: Any, most: int, *, once: bool = False) -> bool:
    """Return whether the tree below `state` has at most so many nodes; with `once` nothing follows a position met again."""
    states, known, nodes = [state], {state} if once else set(), 1
    for reached in states:
        for action in () if game.is_terminal(reached) else game.actions(reached):
            nodes += 1
            if nodes > most:
                return False
            after = game.result(reached, action)
            if not once or after not in known:
                states.append(after)
            if once:
                known.add(after)
    return True
