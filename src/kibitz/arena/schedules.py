"""Who meets whom: round robin, gauntlet and Swiss, for two players at a table or more.

A table is a set of players that meet. They play as many games in a row as there are seats, with the same opening, each time
one seat further on, so that nobody has a better seat more often. The schedule of a match only depends on its settings and, for
Swiss, on the results so far; more games go on where fewer end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from kibitz.arena.openings import Opening
from kibitz.arena.results import GameResult
from kibitz.core.bits import wrap
from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.randomness import Random

Table = tuple[int, ...]
"""The numbers of players that meet."""

ROUND_ROBIN, GAUNTLET, SWISS = "round-robin", "gauntlet", "swiss"
KINDS = (ROUND_ROBIN, GAUNTLET, SWISS)
STEPS = 20_000
"""So many tables are tried at most for a round of Swiss."""


class Scheduled(NamedTuple):
    """A game that is to be played."""

    number: int
    """From 1 on."""
    pair: int
    round: int
    players: Table
    """The number of the player on each seat."""
    opening: Opening
    seed: int


def check_schedule(kind: str, players: int, seats: int) -> None:
    """Refuse kinds of tournaments that nobody knows, and too few players."""
    if kind not in KINDS:
        raise UnknownNameError("schedule", kind, KINDS)
    if players < seats:
        were = "was" if players == 1 else "were"
        raise InputError(f"{seats} play this game, so name {seats} agents or more; {players} {were} named")


def fixed_rounds(kind: str, players: int, seats: int) -> list[Table]:
    """Return the tables of a round in which everybody meets everybody, or the first player everybody."""
    everybody = list(combinations(range(players), seats))
    return everybody if kind == ROUND_ROBIN else [table for table in everybody if table[0] == 0]


def seatings(table: Table) -> list[Table]:
    """Return how the players of a table sit, each time one seat further on."""
    return [table[first:] + table[:first] for first in range(len(table))]


def games_of_round(
    tables: Sequence[Table], number: int, first_game: int, first_pair: int, opening: Opening, seed: int
) -> Iterator[Scheduled]:  # fmt: skip
    """Yield the games of a round. All its tables have the same opening and the same seed: dice fall for everybody alike."""
    game = first_game
    for pair, table in enumerate(tables, start=first_pair):
        for seats in seatings(table):
            yield Scheduled(game, pair, number, seats, opening, Random(wrap(seed), number).below(1 << 31))
            game += 1


def swiss_tables(players: int, seats: int, results: Sequence[GameResult], numbers: Mapping[str, int]) -> list[Table]:
    """Return who meets whom in the next round of a Swiss tournament: neighbours in the ranking who have not met, if possible.

    Players that are left over have a bye, the lowest in the ranking that had the fewest.
    """
    points = [0.0] * players
    played = [0] * players
    meetings: dict[frozenset[int], int] = {}
    for result in results:
        for name, won in zip(result.players, result.points or [0.0] * seats, strict=True):
            points[numbers[name]] += won
            played[numbers[name]] += 1
        for one, other in combinations(result.players, 2):
            met = frozenset((numbers[one], numbers[other]))
            meetings[met] = meetings.get(met, 0) + 1
    rest = max(played, default=0)
    ranking = sorted(range(players), key=lambda one: (-points[one] - (rest - played[one]) / 2, one))
    byes = sorted(ranking, key=lambda one: (played[one] < rest, -ranking.index(one)))[: players % seats]
    waiting = [one for one in ranking if one not in byes]
    return _grouped(waiting, seats, lambda one, other: meetings.get(frozenset((one, other)), 0))


def _grouped(waiting: list[int], seats: int, met: Callable[[int, int], int]) -> list[Table]:
    """Return tables of players in the order of their ranking, such that the fewest meet again."""
    for most in range(1 + max((met(one, other) for one, other in combinations(waiting, 2)), default=0)):
        found = _tables(waiting, seats, partial(_have_met, met, most), [STEPS])
        if found is not None:
            return found
    return [tuple(waiting[first : first + seats]) for first in range(0, len(waiting), seats)]


def _have_met(met: Callable[[int, int], int], most: int, table: Table) -> bool:
    """Return whether two at a table have met more than so many times."""
    return any(met(one, other) > most for one, other in combinations(table, 2))


def _tables(waiting: list[int], seats: int, is_barred: Callable[[Table], bool], left: list[int]) -> list[Table] | None:
    """Return tables none of which is barred, neighbours in the ranking first, or None if none was found in so many steps."""
    if not waiting:
        return []
    first, others = waiting[0], waiting[1:]
    for rest in combinations(others, seats - 1):
        left[0] -= 1
        if left[0] < 0:
            return None
        table = (first, *rest)
        if not is_barred(table):
            further = _tables([one for one in others if one not in rest], seats, is_barred, left)
            if further is not None:
                return [table, *further]
    return None
