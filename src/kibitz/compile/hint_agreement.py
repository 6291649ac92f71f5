"""What a game tells searches beyond its rules, compared one by one: compiled as in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.compile.cpu import rules
from kibitz.compile.rewrite.arithmetic import IntegerOverflow, RunawayRecursion
from kibitz.core.contract import Game
from kibitz.core.game import CHANCE, about
from kibitz.core.places import after
from kibitz.core.randomness import Random, scramble

ASKED = 100
"""In so many states of random games each hint is asked, on the way to the end of at most so many moves."""
WINDOW = (-1, 1)
"""The window in which `solve_endgame` is asked."""

Question = Callable[[Any, Any, list[int]], Any]
"""Rules, a state and its moves: what do the rules answer?"""

HINTS: dict[str, Question] = {
    "features": lambda rules, s, _: tuple(rules.features(s)),
    "cell_content": lambda rules, s, _: [rules.cell_content(s, cell) for cell in range(4)],
    "count_actions": lambda rules, s, _: rules.count_actions(s),
    "is_drawn": lambda rules, s, _: rules.is_drawn(s),
    "moves_to_draw": lambda rules, s, _: rules.moves_to_draw(s),
    "halfmove_clock": lambda rules, s, _: rules.halfmove_clock(s),
    "in_check": lambda rules, s, _: rules.in_check(s),
    "allows_null_move": lambda rules, s, _: rules.allows_null_move(s),
    "null_move": lambda rules, s, _: rules.null_move(s) if rules.allows_null_move(s) else None,
    "utility_bounds": lambda rules, s, _: [tuple(rules.utility_bounds(s, player)) for player in (0, 1)],
    "score_bounds": lambda rules, s, _: tuple(rules.score_bounds(s)),
    "sufficient_actions": lambda rules, s, _: list(rules.sufficient_actions(s)),
    "can_solve_endgame": lambda rules, s, _: rules.can_solve_endgame(s),
    "solve_endgame": lambda rules, s, _: rules.solve_endgame(s, *WINDOW) if rules.can_solve_endgame(s) else None,
    "is_noisy": lambda rules, s, moves: [rules.is_noisy(s, move) for move in moves],
    "noisy_actions": lambda rules, s, _: list(rules.noisy_actions(s)),
    "move_kind": lambda rules, s, moves: [rules.move_kind(s, move) for move in moves],
    "exchange_gain": lambda rules, s, moves: [rules.exchange_gain(s, move) for move in moves],
    "order": lambda rules, s, moves: [rules.order(s, move) for move in moves],
    "playout_action": lambda rules, s, moves: [rules.playout_action(s, scramble(number)) for number in range(len(moves))],
}


def hint_disagreement(game: Game, seed: int) -> str | None:
    """Return where a compiled hint says something else than the written one, or None; the compiler's errors pass through."""
    from kibitz.compile.diagnosis.faults import diagnosed_fault

    hints = {name: ask for name, ask in HINTS.items() if name in about(game).given}
    compiled: Any = rules(game).module
    random, s = Random(seed), game.initial()
    path: tuple[int, ...] = ()
    for _ in range(ASKED if hints else 0):
        if game.is_terminal(s):
            s, path = game.initial(), ()
        moves = list(game.actions(s))
        for name, ask in hints.items() if game.to_move(s) != CHANCE else ():
            try:
                found = ask(compiled, s, moves)
            except (IntegerOverflow, RunawayRecursion) as error:
                raise diagnosed_fault(error, game, rules(game).files) from error
            if ask(game, s, moves) != found:
                return f"compiled, {name} gives another answer than in Python{after(path)}"
        if not moves:
            break  # the game is over where it begins
        path = (*path, random.choice(moves))
        s = game.result(s, path[-1])
    return None
