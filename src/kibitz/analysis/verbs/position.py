"""`position`, `roll`: where a game stands, and what chance does there."""

from __future__ import annotations

from typing import Any

from kibitz.analysis.context import Context
from kibitz.analysis.messages import Point
from kibitz.analysis.point import edition, session_at
from kibitz.analysis.verbs import verb
from kibitz.core.contract import Checks, DrawRule, implements
from kibitz.core.errors import InputError
from kibitz.core.game import CHANCE, about
from kibitz.core.reports import path_of, seat_name
from kibitz.session import Session, verdict


@verb("position")
def position(request: Point, context: Context) -> dict[str, Any]:
    """Return where a game stands: the board, who is to move, the legal moves with their cells, and how it ended if it did."""
    return described(session_at(request), request.game)


@verb("roll")
def roll(request: Point, context: Context) -> dict[str, Any]:
    """Return what chance does here: the same for the same seed and number of moves, each outcome as likely as the rules say."""
    session = session_at(request)
    if session.is_over or session.to_move != CHANCE:
        raise InputError("nothing is left to chance here: a player is to move, or the game is over")
    return {"action": session.game.action_name(session.state, session.sample_chance())}


def described(session: Session, game_text: str) -> dict[str, Any]:
    """Return a game in progress as the protocol tells it."""
    game, state = session.game, session.state
    history = session.history
    mover = None if session.is_over else session.to_move
    return {
        "game": game_text,
        "title": about(game).title,
        "players": game.players,
        "start": game.notation(history[0].state if history else state),
        "position": game.notation(state),
        "to_move": mover,
        "seat": None if mover is None else seat_name(mover),
        "is_over": session.is_over,
        "legal_moves": [_legal_move(session, action) for action in session.actions],
        "history": [
            {"action": move.name, "to_move": move.mover, "cells": list(path_of(game, move.state, move.action))} for move in history
        ],
        "svg": game.svg(state),
        "text": game.show(state),
        "result": _result(session),
        "edition": edition(game_text),
    }


def _legal_move(session: Session, action: int) -> dict[str, Any]:
    """Return a legal move, or an outcome of chance with its probability."""
    game, state = session.game, session.state
    fields: dict[str, Any] = {"action": game.action_name(state, action), "cells": list(path_of(game, state, action))}
    return fields | ({"probability": game.probability(state, action)} if session.to_move == CHANCE else {})


def _result(session: Session) -> dict[str, Any] | None:
    """Return how a game ended and why, or None if it is not over."""
    utilities = session.result
    if utilities is None:
        return None
    return {"utilities": list(utilities), "verdict": verdict(utilities), "reason": _reason(session)}


def _reason(session: Session) -> str:
    """Return why a game is over, as far as the rules say."""
    game, state = session.game, session.state
    if not game.is_terminal(state):
        return "the position came for the third time"
    if implements(game, DrawRule) and game.is_drawn(state):
        return "drawn by rule"
    if implements(game, Checks):
        return "checkmate" if game.in_check(state) else "no legal move is left: stalemate"
    return "the game is over by its rules"
