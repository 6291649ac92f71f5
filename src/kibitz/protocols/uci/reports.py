"""What is thought of a position, as the lines that UCI programs write: `info depth 9 score cp 31 ... pv e2e4 e7e5`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.games.chess.notation import uci_name
from kibitz.search.alphabeta.scale import MAX_EVAL, WIN


def best_move(game: Game, state: Any, line: Sequence[int], chess960: bool) -> str:
    """Return the answer to `go`: the first move of a line, and the second to ponder on; 0000 where there is none."""
    named = line_text(game, state, line[:2], chess960)
    return "bestmove " + (" ponder ".join(named) or "0000")


def progress(game: Game, state: Any, decision: Decision, chess960: bool) -> list[str]:
    """Return one line for each way to play that was looked into, the best first."""
    found = [(decision.score or 0.0, decision.line)] if not decision.moves else [
        (move.score or 0.0, move.line) for move in decision.moves
    ]  # fmt: skip
    spent = max(1, round(1000 * decision.seconds))
    details = decision.details or {}
    deepest = details.get("seldepth", decision.depth)
    hits = f" tbhits {details['tbhits']}" if "tbhits" in details else ""
    effort = f"nodes {decision.nodes} nps {1000 * decision.nodes // spent}{hits} time {spent}"
    return [
        f"info depth {decision.depth} seldepth {deepest} multipv {rank} score {score_text(points)} {effort}"
        f" pv {' '.join(line_text(game, state, line, chess960))}"
        for rank, (points, line) in enumerate(found, start=1)
    ]


def line_text(game: Game, state: Any, line: Sequence[int], chess960: bool) -> list[str]:
    """Return the moves of a line in coordinates."""
    named = []
    for action in line:
        named.append(uci_name(state, action, chess960))
        state = game.result(state, action)
    return named


def score_text(points: float) -> str:
    """Return a score in centipawns, or in moves until the mate."""
    if abs(points) <= MAX_EVAL:
        return f"cp {points:.0f}"
    moves = (WIN - round(abs(points)) + 1) // 2
    return f"mate {moves if points > 0 else -moves}"


def mate_points(moves: int) -> int:
    """Return the score of a mate in so many moves, or with 0 and less of being mated."""
    return WIN - 2 * moves + 1 if moves > 0 else -WIN - 2 * moves
