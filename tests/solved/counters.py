"""Small games with a pile of counters, to solve: turns that stay, draws by a rule, and more moves than an engine follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import kibitz


class Pile(NamedTuple):
    """How many counters are left, who is to move, and how many more the first player has taken."""

    left: int
    player: int
    lead: int


class _Again(NamedTuple):
    """The rules: take one to three; who takes three moves again, the last counter wins, and with `drawn` left it is a draw."""

    pile: int = 17
    drawn: int = 5

    def initial(self) -> Pile:
        return Pile(self.pile, 0, 0)

    def to_move(self, s: Pile) -> int:
        return s.player

    def actions(self, s: Pile) -> Iterator[int]:
        yield from range(1, min(3, s.left) + 1)

    def result(self, s: Pile, a: int) -> Pile:
        lead = s.lead + a if s.player == 0 else s.lead - a
        return Pile(s.left - a, s.player if a == 3 and s.left > 3 else 1 - s.player, lead)

    def is_terminal(self, s: Pile) -> bool:
        return s.left in (0, self.drawn)

    def is_drawn(self, s: Pile) -> bool:
        return s.left == self.drawn

    def count_actions(self, s: Pile) -> int:
        return min(3, s.left)

    def utility(self, s: Pile, player: int) -> float:
        if s.left > 0:
            return 0.0
        return -1.0 if player == s.player else 1.0


@kibitz.game(players=2)
class Unscored(_Again):
    """Won or lost."""


@kibitz.game(players=2)
class Scored(_Again):
    """The winner scores one more than the difference of what was taken."""

    def score(self, s: Pile, player: int) -> int:
        if s.left > 0:
            return 0
        return -1 - abs(s.lead) if player == s.player else 1 + abs(s.lead)


@kibitz.game(players=2)
class Halved(_Again):
    """Draws score a whole number, and all other endings halves."""

    def score(self, s: Pile, player: int) -> float:
        if s.left > 0:
            return 0
        return -0.5 - abs(s.lead) if player == s.player else 0.5 + abs(s.lead)


@kibitz.game(players=2)
class Bounded(_Again):
    """The same, and it is known that no score is higher than that of all counters."""

    def score(self, s: Pile, player: int) -> int:
        if s.left > 0:
            return 0
        return -1 - abs(s.lead) if player == s.player else 1 + abs(s.lead)

    def score_bounds(self, s: Pile) -> tuple[int, int]:
        most = 1 + abs(s.lead) + s.left
        return -most, most


@kibitz.game(players=2)
class Long(NamedTuple):
    """Take one or two; the last counter wins."""

    pile: int = 3001

    def initial(self) -> Pile:
        return Pile(self.pile, 0, 0)

    def to_move(self, s: Pile) -> int:
        return s.player

    def actions(self, s: Pile) -> Iterator[int]:
        yield from range(1, min(2, s.left) + 1)

    def result(self, s: Pile, a: int) -> Pile:
        return Pile(s.left - a, 1 - s.player, 0)

    def is_terminal(self, s: Pile) -> bool:
        return s.left == 0

    def utility(self, s: Pile, player: int) -> float:
        return -1.0 if player == s.player else 1.0
