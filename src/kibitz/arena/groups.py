"""Who can be compared with whom: players are joined by the games between them, and by the points that each took."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from kibitz.arena.pair_results import PairResult


def separate_groups(names: Sequence[str], played: Iterable[PairResult]) -> list[list[str]]:
    """Return the groups of players who met, directly or by way of others, each in the order of the names."""
    met = defaultdict(set)
    for each in played:
        met[each.first].add(each.second)
        met[each.second].add(each.first)
    groups, left = [], list(names)
    while left:
        members = _reached(left[0], met)
        groups.append([name for name in left if name in members])
        left = [name for name in left if name not in members]
    return groups


def is_rateable(names: Sequence[str], played: Iterable[PairResult]) -> bool:
    """Return whether results alone give ratings to a group: no part of it has taken every point from the rest."""
    scored, conceded = defaultdict(set), defaultdict(set)
    for each in played:
        for name, other, points in (
            (each.first, each.second, each.points),
            (each.second, each.first, each.games - each.points),
        ):
            if points > 0.0:
                scored[name].add(other)
                conceded[other].add(name)
    return all(len(_reached(names[0], links)) == len(names) for links in (scored, conceded))


def _reached(start: str, links: Mapping[str, set[str]]) -> set[str]:
    """Return everybody who is reached from one player along the links."""
    found, waiting = {start}, [start]
    while waiting:
        new = links.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found
