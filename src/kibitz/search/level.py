"""The agent `level`: an opponent for people, from a beginner (1) to the strongest that answers quickly (10), in every game.

It errs as people do. It looks a few moves ahead, fewer on low levels, and then does not always play what looks best: a move
is the less likely the more it seems to give away, on the scale of how much the moves of the position differ at all (a softmax
over their values). So a low level overlooks what lies deep and now and then something plain, while a high one chooses among
moves that are about equally good. It is the depth that counts for most: a whole move more is a large step, so levels lie
half a move apart, and every other move they look a move further. Budgets are depths, nodes and simulations, not seconds: the
same seed plays the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp, floor, log
from statistics import pstdev
from typing import Any, NamedTuple

from kibitz.core.agents import agent, find
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, MoveValue
from kibitz.core.errors import InputError
from kibitz.core.game import CHANCE
from kibitz.core.randomness import Random
from kibitz.core.specs import Spec, parse_spec
from kibitz.search.defaults import judging_agent
from kibitz.search.table_answer import NO_TABLES

JUDGING = ("alphabeta", "expectimax", "expectiminimax", "maxn")
"""The agents that search to a depth and can value every move."""
KNOWING = ("alphabeta", "expectiminimax")
"""Those that ask endgame databases."""
NODES = 100_000
"""No level looks at more positions for a move."""
SLIPS, DEPTHS = 1, 2
"""The streams of random numbers that choose the move and the depth; 0 is the search's own."""
BUDGET = ("time", "depth", "rounds", "nodes", "sims", "playouts", "threads", "reuse")
"""The options of an agent that say how long it searches; levels have their own, and keep all others."""


class Strength(NamedTuple):
    """How far a level looks and how often it strays from what it found."""

    depth: float | None
    """In moves, on average: of 2.5, half of the moves are searched to a depth of 3. None for as far as the nodes go."""
    simulations: int
    """Instead of a depth, in games that UCT plays."""
    temperature: float
    """How much worse a move may look, in standard deviations of the values, to be played e times less often than the best."""


STRENGTHS = (
    Strength(1.0, 50, 1.0),
    Strength(1.5, 100, 0.7),
    Strength(2.0, 180, 0.5),
    Strength(2.5, 300, 0.38),
    Strength(3.0, 500, 0.28),
    Strength(3.5, 800, 0.2),
    Strength(4.25, 1200, 0.14),
    Strength(5.5, 2000, 0.09),
    Strength(7.0, 3500, 0.05),
    Strength(None, 6000, 0.0),
)


@agent("level", first="level")
def decide(
    game: Game, state: Any, *, level: int = 5, seed: int = 0, past: Sequence[Any] = ()
) -> Decision:  # fmt: skip
    """Opponent for people: `level:1` is a beginner, `level:10` plays its best; mistakes are plausible ones."""
    if not 1 <= level <= len(STRENGTHS):
        raise InputError(f"level is from 1 (a beginner) to {len(STRENGTHS)}, not {level}")
    strength = STRENGTHS[level - 1]
    search, options = find(game, _agent(game, strength, seed))
    decision = search.ask(game, state, options, {"seed": seed, "past": past})
    if decision.action is None or not strength.temperature or game.to_move(state) == CHANCE:
        return decision
    return _strayed(decision, strength.temperature, Random(seed, SLIPS))


def _agent(game: Game, strength: Strength, seed: int) -> str:
    """Return the agent that judges the moves: the game's default one without a net, held to the level's budget."""
    default = parse_spec(judging_agent(game))
    kept = {key: value for key, value in default.options.items() if key not in BUDGET}
    if default.name in JUDGING:
        depth = {} if strength.depth is None else {"depth": str(floor(strength.depth + Random(seed, DEPTHS).unit()))}
        values = {"every": "true"} if strength.temperature else {}
        if strength.temperature and default.name in KNOWING:
            values["tables"] = NO_TABLES  # who errs has not learnt endings by heart
        judging = str(Spec(default.name, {**kept, **depth, **values, "nodes": str(NODES)}))
        if _is_known(game, judging):
            return judging
    return str(Spec("uct", {"sims": str(strength.simulations), **(kept if default.name == "uct" else {})}))


def _is_known(game: Game, text: str) -> bool:
    """Return whether some search plays the game with these options."""
    try:
        find(game, text)
    except InputError:
        return False
    return True


def _strayed(decision: Decision, temperature: float, random: Random) -> Decision:
    """Return the decision with a move that is drawn from those that look plausible."""
    moves, weights = _weights(decision.moves, temperature)
    if not moves:
        return decision
    chosen = random.weighted(moves, weights)
    if chosen.action == decision.action or chosen.value is None:
        return decision
    line = chosen.line or (chosen.action,)
    return replace(
        decision, action=chosen.action, actions=(chosen.action,), line=line, value=chosen.value, score=chosen.score,
        utilities=chosen.utilities, exact=False,
    )  # fmt: skip


def _weights(moves: Sequence[MoveValue], temperature: float) -> tuple[list[MoveValue], list[float]]:
    """Return the moves that were judged, and how likely each is to be played: by visits where there are any, else by value."""
    if any(move.visits for move in moves):
        visited = [move for move in moves if move.visits]
        logs = [log(move.visits or 1) for move in visited]
        return visited, [exp((each - max(logs)) / temperature) for each in logs]
    valued = [(move, move.value) for move in moves if move.value is not None]
    values = [value for _, value in valued]
    spread = pstdev(values) if values else 0.0
    best = max(values, default=0.0)
    weights = [exp((value - best) / (temperature * spread)) if spread else 1.0 for value in values]
    return [move for move, _ in valued], weights
