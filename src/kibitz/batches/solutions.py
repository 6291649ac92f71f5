"""Many positions solved, one after the other with one memory; answers can be kept in a file and are not found again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any, NamedTuple

from kibitz.api import Solver, read_game, read_position
from kibitz.batches.kept_answers import KeptAnswers, identity
from kibitz.batches.progress import Listen, counted
from kibitz.core.contract import Game
from kibitz.core.decision import EXACT, OTHER_TIES, Decision, MoveValue
from kibitz.core.registry import spec_of
from kibitz.core.reports import decision_fields


def solve_many(
    game: Game | str, positions: Iterable[Any], *, answer: str = EXACT, results: str | Path | None = None,
    listen: Listen | None = None,
) -> Iterator[Decision]:  # fmt: skip
    """Yield the exact decision in each position, in their order; what was learnt of one serves the next.

    With `results`, a file of JSON lines, exact answers are kept there as soon as they are found, and those that it has are not
    found again, so that long work goes on where it was broken off.
    """
    rules = read_game(game)
    states = [read_position(rules, position)[1] for position in positions]
    solver = KeepingSolver(rules, answer, results, text=game if isinstance(game, str) else None)
    return counted((solver.solve(state).decision for state in states), listen)


class Solution(NamedTuple):
    """The answer to a position: its decision, the fields that all commands share, and whether it was known before."""

    decision: Decision
    fields: dict[str, Any]
    is_known: bool

    @property
    def is_final(self) -> bool:
        """Whether the position was solved to the end: its value is exact, or hangs on nothing but ties."""
        return bool(self.fields["exact"] or OTHER_TIES in self.fields)


class KeepingSolver:
    """Solves positions of one game and keeps the exact answers in a file, if one is named.

    `text` is how the game is called in the file, by default its own name.
    """

    def __init__(
        self, game: Game, answer: str = EXACT, results: str | Path | None = None, *, seed: int = 0, text: str | None = None
    ) -> None:
        self.game, self.answer, self.seed = game, answer, seed
        self.solver, self.kept = Solver(game), KeptAnswers(results)
        self.text = text if text is not None or results is None else spec_of(game)
        self.identity = identity(game)

    def solve(self, state: Any) -> Solution:
        """Return the solution of a position, looked up where it is known."""
        asked = self.text or "", self.game.notation(state), self.answer, self.identity
        known = self.kept.get(*asked)
        if known is not None:
            return Solution(_decision(self.game, state, known), known, True)
        decision = self.solver.solve(state, answer=self.answer)
        fields = decision_fields(asked[0], self.game, state, decision, seed=self.seed)
        if decision.exact:
            self.kept.keep(fields, *asked)
        return Solution(replace(decision, game=self.game, state=state, agent="solve"), fields, False)


def _decision(game: Game, state: Any, fields: dict[str, Any]) -> Decision:
    """Return the decision that an exact answer's fields tell of."""
    line, after = [], state
    for name in fields.get("line", ()):
        line.append(game.parse_action(after, name))
        after = game.result(after, line[-1])
    good = tuple(game.parse_action(state, name) for name in fields["actions"])
    moves = tuple(
        MoveValue(game.parse_action(state, move["action"]), move["value"], score=move.get("score"))
        for move in fields.get("moves", ())
    )
    utilities = fields.get("utilities")
    return Decision(
        action=good[0] if good else None,
        value=nan if fields["value"] is None else fields["value"],
        actions=good,
        line=tuple(line),
        moves=moves,
        utilities=None if utilities is None else tuple(utilities),
        score=fields["score"],
        nodes=fields.get("nodes", 0),
        seconds=fields.get("seconds", 0.0),
        exact=fields["exact"],
        game=game,
        state=state,
        agent="solve",
    )
