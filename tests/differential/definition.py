"""What the engine is held to: the minimax value by its definition, and random positions to ask about."""

from __future__ import annotations

from typing import Any

from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.core.randomness import Random


def minimax_value(game: Game, s: Any, player: int, depth: int) -> float:
    """Return the value by its definition, written again here: MAX, all others MIN, chance averaged at no cost of depth."""
    if game.is_terminal(s):
        return game.utility(s, player)
    if depth == 0:
        return game.evaluate(s, player)
    mover = game.to_move(s)
    below = depth if mover == CHANCE else depth - 1
    values = [(a, minimax_value(game, game.result(s, a), player, below)) for a in game.actions(s)]
    if mover == CHANCE:
        return sum(game.probability(s, a) * value for a, value in values)
    return (max if mover == player else min)(value for _, value in values)


def positions(game: Game, seed: int, count: int) -> list[Any]:
    """Return unfinished positions of random games, no chance to move: half the games are broken off early, half are not."""
    random = Random(seed)
    found: list[Any] = []
    s, is_short = game.initial(), True
    while len(found) < count:
        if game.is_terminal(s) or (is_short and random.below(12) == 0 and game.to_move(s) != CHANCE):
            s, is_short = game.initial(), not is_short
        if game.to_move(s) != CHANCE and random.below(3 if is_short else 12) == 0:
            found.append(s)
        s = game.result(s, random.choice(list(game.actions(s))))
    return found


def follow(game: Game, s: Any, line: tuple[int, ...]) -> Any:
    """Return the position at the end of a line; every move of it must be legal."""
    for action in line:
        assert not game.is_terminal(s), f"a move after the end: {line}"
        assert action in list(game.actions(s)), f"{action} of {line} is not legal"
        s = game.result(s, action)
    return s
