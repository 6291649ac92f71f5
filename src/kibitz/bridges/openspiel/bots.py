"""The agent `openspiel-bot:NAME`: a bot of OpenSpiel on any agent's seat."""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

from kibitz.core.agents import agent
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, Limits, MoveValue
from kibitz.core.errors import InputError, UnknownNameError, UnsupportedError
from kibitz.core.game import CHANCE

MCTS = "mcts"
MEGABYTES = 1000
"""The memory of OpenSpiel's MCTS."""
MakeBot = Callable[[Any, int, int], Any]
"""Makes a bot for a game of OpenSpiel, a player and a seed."""


@agent("openspiel-bot", first="bot")
def decide(
    game: Game, state: Any, *, bot: str = MCTS, sims: int = 1000, c: float = 2.0, rollouts: int = 1, seed: int = 0
) -> Decision:
    """Another library's bot: OpenSpiel's `mcts` with `sims=`, `c=` and `rollouts=`, or one that it has registered."""
    Limits(simulations=sims)
    if rollouts < 1:
        raise InputError(f"rollouts must be at least 1, not {rollouts}")
    if not 0 <= c < inf:
        raise InputError(f"c must be at least 0, not {c:g}")
    name = bot.strip().removeprefix("[").removesuffix("]")
    if name == MCTS:
        return asked(game, state, lambda seen, player: _searched(seen, sims, c, rollouts, seed))
    return asked(game, state, lambda seen, player: _stepped(_registered(name, seen.get_game(), player), seen))


def bot_agent(make: MakeBot) -> Callable[..., Decision]:
    """Return an agent that asks the bot which `make(game, player, seed)` returns, a `pyspiel.Bot` of whatever kind."""

    def openspiel_bot(game: Game, state: Any, *, seed: int = 0) -> Decision:
        return asked(game, state, lambda seen, player: _stepped(make(seen.get_game(), player, seed), seen))

    return openspiel_bot


def asked(game: Game, state: Any, ask: Callable[[Any, int], Decision]) -> Decision:
    """Return what a bot says of a position of a game of OpenSpiel's, or of Kibitz's as OpenSpiel sees it."""
    from kibitz.bridges.openspiel.games import OpenSpielGame

    player = game.to_move(state)
    if player == CHANCE:
        raise UnsupportedError("chance is to move where a bot needs a player")
    begun = clock.perf_counter()
    if isinstance(game, OpenSpielGame):
        decision = ask(state.state.clone(), player)
    else:
        from kibitz.bridges.openspiel.registering import unnamed

        theirs = unnamed(game)
        actions = list(game.actions(state))
        decision = _translated(ask(theirs.state_at(state), player), lambda number: theirs.rules.numbers.action(actions, number))
    return replace(decision, seconds=clock.perf_counter() - begun)


def _translated(decision: Decision, action: Callable[[int], int]) -> Decision:
    """Return a decision about OpenSpiel's numbers as one about Kibitz's moves."""
    assert decision.action is not None
    moves = tuple(replace(move, action=action(move.action)) for move in decision.moves)
    chosen = action(decision.action)
    return replace(decision, action=chosen, actions=(chosen,), line=(chosen,), moves=moves)


def _stepped(bot: Any, state: Any) -> Decision:
    """Return the bot's move in a state that it has not been led to."""
    from kibitz.bridges.openspiel.library import pyspiel

    try:
        bot.restart_at(state)
    except (NotImplementedError, pyspiel().SpielError, RuntimeError):
        bot.restart()
    chosen = int(bot.step(state))
    return Decision(chosen, 0.0, actions=(chosen,), line=(chosen,))


def _searched(state: Any, sims: int, c: float, rollouts: int, seed: int) -> Decision:
    """Return what OpenSpiel's MCTS in C++ finds, with random rollouts and proofs of wins.

    Its `step` must not be called with games in Python: it lets go of the interpreter's lock, and they crash. Its
    search does not.
    """
    from kibitz.bridges.openspiel.library import pyspiel

    spiel = pyspiel()
    game, evaluator = state.get_game(), spiel.RandomRolloutEvaluator(rollouts, seed)
    root = spiel.MCTSBot(game, evaluator, c, sims, MEGABYTES, True, seed, False).mcts_search(state)
    moves = [_move_value(child) for child in root.children]
    chosen = int(root.best_child().action)
    value = next(move.value for move in moves if move.action == chosen)
    best_first = tuple(sorted(moves, key=lambda move: -(move.visits or 0)))
    return Decision(chosen, value or 0.0, (chosen,), (chosen,), best_first, simulations=int(root.explore_count))


def _move_value(child: Any) -> MoveValue:
    """Return what the search thinks of a move."""
    visits = int(child.explore_count)
    average = child.total_reward / visits if visits else None
    proved = bool(len(child.outcome))
    return MoveValue(int(child.action), child.outcome[child.player] if proved else average, visits=visits, proved=proved)


def _registered(name: str, game: Any, player: int) -> Any:
    """Return the bot that OpenSpiel has under a name, with parameters in parentheses if it takes any."""
    from kibitz.bridges.openspiel.library import pyspiel

    spiel = pyspiel()
    short, _, rest = name.partition("(")
    if short not in spiel.registered_bots():
        raise UnknownNameError("bot of OpenSpiel", short, [MCTS, *spiel.registered_bots()])
    pairs = [word.partition("=") for word in rest.removesuffix(")").split(",") if word]
    try:
        return spiel.load_bot(short, game, player, {key.strip(): value.strip() for key, _, value in pairs})
    except (spiel.SpielError, RuntimeError) as error:
        raise InputError(f"openspiel-bot:{name}: {' '.join(str(error).split())}") from None
