"""`go mate N`: is there a mate in so many moves? Answered exactly, by a search that leaves nothing out.

What makes an engine strong, passing over moves that hardly ever matter, makes it blind to the quiet first move of a composed
mate. To look for nothing but a mate is so narrow a question that no move need be passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from kibitz.core.decision import Decision, Limits
from kibitz.search.alphabeta.deepening import Question, deepen
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.scale import FARTHEST, WON


def is_mate(decision: Decision, moves: int) -> bool:
    """Return whether a decision mates within so many moves."""
    return decision.score is not None and decision.score > WON - 2 * moves


def plies(question: Question, moves: int) -> int:
    """Return how deep to look for a mate in so many moves: that far, but no deeper than the question allows."""
    return min(2 * moves, question.limits.depth or 2 * moves)


def proof(prover: Engine, question: Question, moves: int) -> Decision | None:
    """Return the quickest mate within so many moves and the question's depth, or None if there is none.

    The prover leaves nothing out.
    """
    lowest = WON - 2 * moves
    for depth in range(1, plies(question, moves) + 1, 2):
        points = prover.points(question.state, depth, lowest, FARTHEST, roots=question.among)
        if points > lowest:
            return Decision(
                action=prover.line[0],
                value=1.0,
                actions=prover.line[:1],
                line=prover.line,
                score=float(points),
                depth=depth,
                nodes=prover.nodes,
                seconds=question.seconds,
                exact=True,
                details={"seldepth": prover.deepest, "plies_to_end": WON - points},
            )
    return None


@dataclass(frozen=True)
class MateSearch:
    """A search for a mate: a quick look, so that there is a move in any case; the proof; if there is no mate, ordinary play."""

    engine: Engine
    prover: Engine
    moves: int
    plays_on: bool
    """Whether other limits than the number of moves were given, within which ordinary play is worth a thought."""
    found: Callable[[Decision], None]

    def __call__(self, question: Question) -> Decision:
        """Return the decision."""
        quick = deepen(self.engine, replace(question, limits=Limits(depth=plies(question, self.moves))))
        if is_mate(quick, self.moves):
            return quick
        mate = proof(self.prover, question, self.moves)
        if mate is not None:
            self.found(mate)
            return mate
        return deepen(self.engine, question) if self.plays_on else quick
