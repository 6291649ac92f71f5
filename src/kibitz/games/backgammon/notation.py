"""Plays and rolls of backgammon as people write them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from typing import NamedTuple

from kibitz.core.errors import IllegalMoveError, unknown
from kibitz.games.backgammon.state import BAR, State, moved

PASS = "pass"
PART = re.compile(r"(bar|\d\d?)((?:/(?:bar|off|\d\d?)\*?)+)(?:\(([2-4])\))?", re.ASCII)


class Step(NamedTuple):
    """One checker moved by one die: from where, to where (0 is off), and whether it hits."""

    source: int
    target: int
    hits: bool


def steps(s: State, a: int) -> list[Step]:
    """Return the single moves of a play, those from the farthest place first; of equal moves all hit that the first hits."""
    dice = [s.dice >> 3, *[s.dice & 7] * 3]
    ways = [(source, max(0, source - die)) for place, die in enumerate(dice) if (source := a >> 5 * place & 31)]
    found: list[Step] = []
    for source, target in sorted(ways, reverse=True):
        is_first = all(step.target != target or step.source == source for step in found)
        found.append(Step(source, target, bool(is_first and target and s.their_few >> (BAR - target) & 1)))
    return found


def play_name(s: State, a: int) -> str:
    """Return a play by the way of each checker: points on the way are named where something is hit there."""
    ways: list[list[Step]] = []
    for step in steps(s, a):
        way = next((way for way in ways if way[-1].target == step.source), None)
        if way is None:
            ways.append([step])
        else:
            way.append(step)
    longest_first = 1 if s.dice >> 3 == s.dice & 7 else -1  # of the ways from one point, as GNU Backgammon has them
    names = [_way_name(way) for way in sorted(ways, key=lambda way: (-way[0].source, longest_first * way[-1].target))]
    groups = [(name, len(list(same))) for name, same in groupby(names)]
    return " ".join(f"{name}({times})" if times > 1 else name for name, times in groups) or PASS


def _way_name(way: list[Step]) -> str:
    """Return the way of one checker."""
    stops = [_target_name(step) for step in way[:-1] if step.hits] + [_target_name(way[-1])]
    return "/".join(["bar" if way[0].source == BAR else str(way[0].source), *stops])


def _target_name(step: Step) -> str:
    """Return where a step ends, with a star if it hits."""
    return f"{step.target or 'off'}{'*' if step.hits else ''}"


def play(s: State, text: str, actions: list[int], result: Callable[[State, int], State]) -> int:
    """Return the play among `actions` that moves the same checkers as `text` and hits what it says."""
    words = text.lower().replace(",", " ").split()
    wanted = _after(s, words) if words != [PASS] else (s.mine_few, s.mine_many)
    afters = ((action, result(s, action)) for action in actions)
    same = [action for action, after in afters if (after.their_few, after.their_many) == wanted]
    hit = {int(point) for word in words for point in re.findall(r"/(\d+)\*", word)}
    exact = [action for action in same if {step.target for step in steps(s, action) if step.hits} == hit]
    if len(exact) == 1:
        return exact[0]
    if len(same) == 1 and not hit:
        return same[0]
    raise IllegalMoveError(unknown("play", text, [play_name(s, action) for action in actions]))


def _after(s: State, words: list[str]) -> tuple[int, int] | None:
    """Return the planes of the side to move after the moves in `words`, or None if these are no moves."""
    few, many = s.mine_few, s.mine_many
    for word in words:
        part = PART.fullmatch(word)
        if part is None:
            return None
        source = BAR if part[1] == "bar" else int(part[1])
        end = part[2].rstrip("*").rpartition("/")[2]
        target = 0 if end == "off" else int(end) if end != "bar" else BAR
        if not 0 <= target < source <= BAR:
            return None
        for _ in range(int(part[3] or 1)):
            few, many = moved(few, many, source, target)
    return few, many


def roll(s: State, text: str, actions: list[int], result: Callable[[State, int], State]) -> int:
    """Return the roll of two numbers, in any order but before the first roll of a game, where each player has a die."""
    match = re.fullmatch(r"([1-6])-?([1-6])", text.strip(), re.ASCII)
    numbers = [int(match[1]), int(match[2])] if match else [0, 0]
    first, second = numbers if s.dice < 0 else sorted(numbers, reverse=True)
    if first * 8 + second not in actions:
        raise IllegalMoveError(unknown("roll", text, [f"{action >> 3}{action & 7}" for action in actions]))
    return first * 8 + second
