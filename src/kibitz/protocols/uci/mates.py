"""`go mate N`: is there a mate in so many moves? Answered exactly, by a search that leaves nothing out.

What makes an engine strong, passing over moves that hardly ever matter, makes it blind to the quiet first move of a composed
mate. To look for nothing but a mate is so narrow a question that no move need be passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from kibitz.core.decision import Decision, Limits
from kibitz.search.alphabeta.engine import Engine
from kibitz.search.alphabeta.iterative_deepening import Query, iterative_deepening
from kibitz.search.alphabeta.scale import INFINITY, WIN


def is_mate(decision: Decision, moves: int) -> bool:
    """Return whether a decision mates within so many moves."""
    return decision.score is not None and decision.score > WIN - 2 * moves


def plies(query: Query, moves: int) -> int:
    """Return how deep to look for a mate in so many moves: that far, but no deeper than the query allows."""
    return min(2 * moves, query.limits.depth or 2 * moves)


def proof(prover: Engine, query: Query, moves: int) -> Decision | None:
    """Return the quickest mate within so many moves and the query's depth, or None if there is none.

    The prover leaves nothing out.
    """
    lowest = WIN - 2 * moves
    for depth in range(1, plies(query, moves) + 1, 2):
        value = prover.value(query.state, depth, lowest, INFINITY, root_moves=query.root_moves)
        if value > lowest:
            return Decision(
                action=prover.principal_variation[0],
                value=1.0,
                actions=prover.principal_variation[:1],
                line=prover.principal_variation,
                score=float(value),
                depth=depth,
                nodes=prover.nodes,
                seconds=query.seconds,
                exact=True,
                details={"seldepth": prover.selective_depth, "plies_to_end": WIN - value},
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

    def __call__(self, query: Query) -> Decision:
        """Return the decision."""
        quick = iterative_deepening(self.engine, replace(query, limits=Limits(depth=plies(query, self.moves))))
        if is_mate(quick, self.moves):
            return quick
        mate = proof(self.prover, query, self.moves)
        if mate is not None:
            self.found(mate)
            return mate
        return iterative_deepening(self.engine, query) if self.plays_on else quick
