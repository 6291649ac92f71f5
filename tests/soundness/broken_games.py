"""Games that break one law each, at once or deep in the game, written to order; and what may be answered about them.

Each is a sound game with one line put into one of its rules. What a command may answer follows from the sound game alone: the
value that the position has whatever the broken states are taken to be worth, or else a refusal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

RULES = ("to_move", "actions", "result", "is_terminal", "utility", "probability")

RACE = '''"""A race to a number: generated, with one law broken."""

from typing import NamedTuple

import kibitz

NAN, INFINITY = float("nan"), float("inf")
TABLE = (3, 1, 2)


def dig(depth):
    if depth == 0:
        return 0
    return 1 - dig(depth - 1)


class State(NamedTuple):
    total: int
    player: int
    weight: int
    rolled: bool


@kibitz.game(players={players}, constant_sum={total})
class Race(NamedTuple):
    """Count up by 1, 2 or 3 in turn; who says the target wins."""

    target: int = {target}

    def initial(self):
        return State(0, 0, 1, {first_rolled})

    def to_move(self, s):
{to_move}        return s.player if s.rolled else kibitz.CHANCE

    def actions(self, s):
{actions}        for step in (1, 2, 3):
            if s.total + step <= self.target:
                yield step

    def result(self, s, a):
{result}        if not s.rolled:
            return State(s.total, s.player, s.weight + a, True)
        return State(s.total + a, (s.player + 1) % {players}, {weight}, {next_rolled})

    def is_terminal(self, s):
{is_terminal}        return s.total == self.target

    def utility(self, s, player):
{utility}        won = player == (s.player - 1) % {players}
        if s.weight % 7 == 3:
            won = player == 0
        return {winning} if won else {losing}

    def probability(self, s, a):
{probability}        left = self.target - s.total
        return 1.0 if left == 1 else 0.5 if left == 2 else (0.25, 0.25, 0.5)[a - 1]
'''

LISTS = '''"""A race to a number whose states are lists: generated, with one law broken."""

import kibitz


@kibitz.game(players=2)
class Race:
    """Count up by 1, 2 or 3 in turn; who says the target wins."""

    target = {target}

    def initial(self):
        return [0, 0]

    def to_move(self, s):
        return s[1]

    def actions(self, s):
        return [step for step in (1, 2, 3) if s[0] + step <= self.target]

    def result(self, s, a):
{result}        return [s[0] + a, 1 - s[1]]

    def is_terminal(self, s):
        return s[0] == self.target

    def utility(self, s, player):
        return -1 if player == s[1] else 1
'''


@dataclass(frozen=True)
class Law:
    """A law and how a rule breaks it: `line` goes into the method `rule`, behind a condition on the state."""

    rule: str
    line: str
    is_sound_in_python: bool = False
    """Whether the rules as they are written are sound all the same, so that the answer is theirs."""


LAWS = {
    "no number": Law("utility", "return NAN"),
    "no finite number": Law("utility", "return INFINITY"),
    "an unknown player": Law("to_move", "return 7"),
    "a negative player": Law("to_move", "return -4"),
    "no move": Law("actions", "return"),
    "a move without end": Law("actions", "while True:\n                yield 1"),
    "a million moves": Law("actions", "for step in range(1_000_000):\n                yield step"),
    "probability nothing": Law("probability", "return 0.0"),
    "probabilities that miss 1": Law("probability", "return 0.3"),
    "probability no number": Law("probability", "return NAN"),
    "a division by nothing": Law("result", "a = a // (s.total - s.total)"),
    "an index outside": Law("result", "a = a + TABLE[s.total + 40]"),
    "an error of its own": Law("is_terminal", 'raise ValueError("lost")'),
    "an error in the utility": Law("utility", 'raise ValueError("lost")'),
    "recursion without end": Law("is_terminal", "return dig(1_000_000) == 5"),
    "deep recursion": Law("utility", "return ({winning} if player == dig(700) else {losing})", is_sound_in_python=True),
    "a number beyond 64 bits": Law(
        "utility",
        "return ({winning} if player == (s.weight + 5) ** 40 // 10**20 % {players} else {losing})",
        is_sound_in_python=True,
    ),
    "a shift beyond 64 bits": Law(
        "utility", "return ({winning} if (1 << 63 + s.weight % 5) > 0 and player == 0 else {losing})", is_sound_in_python=True
    ),
    "a field beyond 64 bits": Law(
        "result", "s = State(s.total, s.player, s.weight * 2**61 + 3, s.rolled)", is_sound_in_python=True
    ),
    "a negative shift": Law("utility", "return 1 << (s.total - self.target - 1)"),
}
"""The laws that are broken by one line."""

MUTATION = "a state changed in place"
CHANCE_LAWS = ("probability nothing", "probabilities that miss 1", "probability no number")
CONDITIONS = (
    "True",
    "s.total >= self.target - 2",
    "s.total == self.target // 2",
    "s.total == self.target",
    "s.weight % 5 == 2",
)


@dataclass(frozen=True)
class Broken:
    """A game that breaks one law."""

    name: str
    source: str
    law: str
    players: int
    has_chance: bool
    is_sound_in_python: bool


def broken_games(count: int, seed: int) -> Iterator[Broken]:
    """Yield so many games, each law in turn."""
    random = Random(seed)
    laws = [*LAWS, MUTATION]
    for number in range(count):
        yield _broken(number, laws[number % len(laws)], random)


def _broken(number: int, law: str, random: Random) -> Broken:
    """Return one game that breaks the law."""
    target, condition = random.randrange(4, 11), random.choice(CONDITIONS)
    if law == MUTATION:
        where = condition.replace("s.total", "s[0]").replace("s.weight", "s[0]")
        line = f"        if {where}:\n            s[0] += a\n            return s\n"
        return Broken(f"broken_{number}", LISTS.format(target=target, result=line), law, 2, False, False)
    how = LAWS[law]
    players = random.choice((2, 2, 2, 3))
    has_chance = law in CHANCE_LAWS or random.random() < 0.3
    if has_chance:
        target = min(target, 6)  # so that a definition in plain Python still sees it all
    winning, losing = ("1.0", "0.0") if players == 3 else ("1", "-1")
    line = how.line.format(winning=winning, losing=losing, players=players) if "{" in how.line else how.line
    if law in CHANCE_LAWS and condition == "s.total == self.target":
        condition = "s.total == self.target - 1"
    lines = dict.fromkeys(RULES, "") | {how.rule: f"        if {condition}:\n            {line}\n"}
    if not has_chance:
        lines["probability"] = ""
    source = RACE.format(
        target=target, players=players, total="None" if players == 3 else "0", winning=winning, losing=losing,
        first_rolled=not has_chance, next_rolled=not has_chance,
        weight="s.weight" if random.random() < 0.5 else "s.weight * 3 + a", **lines,
    )  # fmt: skip
    return Broken(f"broken_{number}", source, law, players, has_chance, how.is_sound_in_python)
