"""Positions of backgammon as text: the position ID of GNU Backgammon, the dice and the player.

The ID holds 80 bits in 14 letters. For each side, the one that rolls or moves last, there is a 1 for every checker and a 0
after every point, from the side's own first point to the bar; the lowest bits come first.
"""

from __future__ import annotations

import base64
import re

from kibitz.core.errors import PositionError
from kibitz.games.backgammon.state import BAR, State

PLAYERS = "xo"
OPENING = "opening"
FORMS = "such as 4HPwATDgc/ABMA, 4HPwATDgc/ABMA:31 with dice, 4HPwATDgc/ABMA:o:31 with the second player to move"


def counts(few: int, many: int) -> list[int]:
    """Return how many checkers stand on each place, 0 to 25."""
    planes = (few, few >> 32, many, many >> 32)
    return [sum((plane >> place & 1) << weight for weight, plane in enumerate(planes)) for place in range(BAR + 1)]


def planes(checkers: list[int]) -> tuple[int, int]:
    """Return the planes of so many checkers on each place, 0 to 25."""
    plane = [sum((number >> weight & 1) << place for place, number in enumerate(checkers)) for weight in range(4)]
    return plane[0] | plane[1] << 32, plane[2] | plane[3] << 32


def written(s: State) -> str:
    """Return a state as text."""
    bits = "".join(
        "1" * number + "0"
        for few, many in ((s.their_few, s.their_many), (s.mine_few, s.mine_many))
        for number in counts(few, many)[1:]
    )
    number = sum(1 << place for place, digit in enumerate(bits) if digit == "1")
    words = [base64.b64encode(number.to_bytes(10, "little")).decode().rstrip("=")]
    if s.turn == 1:
        words.append(PLAYERS[1])
    if s.dice != 0:
        words.append(OPENING if s.dice < 0 else f"{s.dice >> 3}{s.dice & 7}")
    return ":".join(words)


def read(text: str, checkers: int, initial: State) -> State:
    """Return the state that a text describes."""
    words = text.replace(":", " ").split()
    if not words or len(words) > 3:
        raise PositionError(f"{text[:60]!r} is not a position ID with dice and player, {FORMS}")
    theirs, mine = _sides(words[0], checkers)
    players = [PLAYERS.index(word.lower()) for word in words[1:] if word.lower() in PLAYERS]
    rolls = [_dice(word) for word in words[1:] if word.lower() not in PLAYERS]
    if max(len(players), len(rolls)) > 1:
        raise PositionError(f"{text!r} names {'two players' if players else 'two rolls'}; a position has one of each, {FORMS}")
    turn, dice = (players or [0])[0], (rolls or [0])[0]
    s = State(*planes(mine), *planes(theirs), dice, turn)
    if dice < 0 and s != initial:
        raise PositionError(f"{text!r}: only the start of a game has the opening roll before it")
    if dice > 0 and (not any(mine) or not any(theirs)):
        raise PositionError(f"{text!r}: the game is over, there is nothing to roll")
    return s


def _dice(word: str) -> int:
    """Return the dice written as two numbers."""
    if word.lower() == OPENING:
        return -1
    match = re.fullmatch(r"([1-6])[-,]?([1-6])", word, re.ASCII)
    if match is None:
        raise PositionError(f"{word[:20]!r} is no roll of two dice, which show 1 to 6 each, such as 31 or 6-6")
    numbers = sorted((int(match[1]), int(match[2])))
    return numbers[1] * 8 + numbers[0]


def _sides(code: str, checkers: int) -> tuple[list[int], list[int]]:
    """Return how many checkers the side that waits and the side that moves have on each place."""
    try:
        number = int.from_bytes(base64.b64decode(code + "==", validate=True), "little") if len(code) == 14 else -1
    except ValueError:
        number = -1
    if number < 0:
        raise PositionError(f"{code[:30]!r} is not a position ID, 14 letters {FORMS}")
    sides: list[list[int]] = []
    for _ in range(2):
        side = [0]
        while len(side) <= BAR:
            ones = (number + 1 & ~number).bit_length() - 1
            side.append(ones)
            number >>= ones + 1
        sides.append(side)
    if number or any(sum(side) > checkers for side in sides):
        raise PositionError(f"position ID {code!r} does not describe a board with at most {checkers} checkers a side")
    if not any(sides[0]) and not any(sides[1]):
        raise PositionError(f"position ID {code!r} has no checkers; a game ends when one side has none left")
    if any(mine and theirs for mine, theirs in zip(sides[0][1:BAR], sides[1][BAR - 1 : 0 : -1], strict=True)):
        raise PositionError(f"position ID {code!r} has checkers of both sides on one point")
    return sides[0], sides[1]
