"""Moves as the numbers 0, 1, ..., n - 1 that other libraries want: their action spaces are of a fixed size.

A game that says how many moves there are (`distinct_actions`), or whose positions can all be looked at, keeps its own numbers,
so a number means the same move everywhere. Where a game's numbers are too large for a table, as in backgammon, where one packs
four checkers' steps, a move is its place among the legal moves in ascending order; that means something else in every position.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from kibitz.core.content import identity
from kibitz.core.contract import DistinctActions, Game, implements
from kibitz.core.errors import RulesError
from kibitz.core.game import CHANCE
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random

FEW_STATES = 3000
"""Games of so few states are looked at as a whole."""
SAMPLED_GAMES, SAMPLED_MOVES = 24, 4000
"""How many random games, of how many moves in all, show which numbers the moves of a larger game have."""
MARGIN = 4
"""Random games have met at least one in so many of the largest number of moves, it is assumed."""
MOST_NUMBERS = 1 << 16
"""Numbers of moves above this are no indices of a table."""


class ActionNumbers(NamedTuple):
    """How moves are numbered: how many numbers there are, and whether they are places in the list of legal moves."""

    size: int
    by_place: bool
    is_certain: bool
    """Whether it is known that no move has a higher number, or only assumed after random games."""

    def of(self, actions: Sequence[int]) -> list[int]:
        """Return the numbers of the legal moves, in ascending order."""
        numbers = list(range(len(actions))) if self.by_place else sorted(actions)
        if numbers and not 0 <= numbers[0] <= numbers[-1] < self.size:
            found = (
                f"a position has {len(numbers)} moves"
                if self.by_place
                else f"a move has the number {numbers[0] or numbers[-1]}"
            )
            raise RulesError(
                f"{found}, but after random games no more than {self.size} were expected; give the game a method "
                "distinct_actions() that returns a number above that of every move"
            )
        return numbers

    def action(self, actions: Sequence[int], number: int) -> int:
        """Return the legal move of a number that `of` gave."""
        return sorted(actions)[number] if self.by_place else number

    def number(self, actions: Sequence[int], action: int) -> int:
        """Return the number of a legal move."""
        return sorted(actions).index(action) if self.by_place else action


@lru_cache(maxsize=64, typed=True)
def action_numbers(game: Game) -> ActionNumbers:
    """Return how the moves of a game's players are numbered."""
    told = game.distinct_actions() if implements(game, DistinctActions) else 0
    if 0 < told <= MOST_NUMBERS:
        return ActionNumbers(told, by_place=False, is_certain=True)
    seen = None if told else _explored(game)
    is_certain = seen is not None
    lowest, highest, most = seen if seen is not None else _sampled(game)
    highest = max(highest, told)
    margin = 1 if is_certain else MARGIN
    if 0 <= lowest and highest * margin < MOST_NUMBERS:
        return ActionNumbers(highest + 1 if is_certain else _rounded(highest * margin), by_place=False, is_certain=is_certain)
    return ActionNumbers(most if is_certain else _rounded(most * margin), by_place=True, is_certain=is_certain)


def most_outcomes(game: Game) -> int:
    """Return how many outcomes of chance there are at most, as far as random games show; 0 in a game without chance."""
    seen = _explored(game, chance=True) or _sampled(game, chance=True)
    return seen[2]


def _rounded(count: int) -> int:
    """Return the first power of two above a number."""
    return 1 << count.bit_length()


Seen = tuple[int, int, int]
"""The lowest and the highest number of a move, and how many moves there were at most in one position."""


def _widened(seen: Seen, actions: Sequence[int]) -> Seen:
    """Return what has been seen after one more position."""
    return min(seen[0], *actions), max(seen[1], *actions), max(seen[2], len(actions))


def _explored(game: Game, *, chance: bool = False) -> Seen | None:
    """Return what the moves of all states are like, or None where there are too many states."""
    seen = 0, 0, 0
    waiting: list[Any] = [game.initial()]
    known = {identity(waiting[0], game)}
    while waiting:
        s = waiting.pop()
        if game.is_terminal(s):
            continue
        actions = list(game.actions(s))
        if (game.to_move(s) == CHANCE) == chance:
            seen = _widened(seen, actions)
        for a in actions:
            after = game.result(s, a)
            key = identity(after, game)
            if key not in known:
                if len(known) == FEW_STATES:
                    return None
                known.add(key)
                waiting.append(after)
    return seen


def _sampled(game: Game, *, chance: bool = False) -> Seen:
    """Return what the moves in random games are like."""
    random, left = Random(0), SAMPLED_MOVES
    seen = 0, 0, 0
    for _ in range(SAMPLED_GAMES):
        s = game.initial()
        while left > 0 and not game.is_terminal(s):
            if (game.to_move(s) == CHANCE) == chance:
                seen = _widened(seen, list(game.actions(s)))
            s, left = game.result(s, sample(game, s, random)), left - 1
    return seen
