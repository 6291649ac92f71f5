"""Games of a report played over: their last position as a picture, and their moves."""

from __future__ import annotations

from base64 import b64encode
from html import escape

from kibitz.arena.database import Database, MatchRow
from kibitz.arena.results import FORFEITS, GameResult, MatchResults
from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.core.registry import load

MOST_MOVES = 400
"""So many moves of a game are listed."""


def notable_games(results: MatchResults) -> list[tuple[str, GameResult]]:
    """Return the longest and the shortest game that ended by the rules, each with what it is."""
    ended = [result for result in results if result.end not in FORFEITS and result.utilities]
    if not ended:
        return []
    longest, shortest = max(ended, key=lambda each: each.plies), min(ended, key=lambda each: each.plies)
    return [("The longest game", longest)] + ([("The shortest game", shortest)] if shortest != longest else [])


def game_figure(database: Database, match: MatchRow, title: str, result: GameResult) -> str:
    """Return a game with its last position and its moves as HTML."""
    names = [move.name for move in database.moves(match.number, result.number)]
    told = " ".join(names[:MOST_MOVES]) + (" ..." if len(names) > MOST_MOVES else "")
    who = " - ".join(result.players)
    outcome = " : ".join(f"{point:g}" for point in result.points or result.utilities)
    return (
        f"<figure><figcaption><strong>{escape(title)}</strong>, number {result.number}: {escape(who)} {escape(outcome)}, "
        f"{result.plies} moves</figcaption>{_last_position(match.game, result.start, names)}"
        f"<p class='moves'>{escape(told)}</p></figure>"
    )


def _last_position(game_text: str, start: str, names: list[str]) -> str:
    """Return the position after these moves as a picture, or as text where the game has none."""
    try:
        game = load(game_text)
        state = game.parse(start)
        for name in names:
            state = game.result(state, game.parse_action(state, name))
    except InputError as error:  # the game's file may have gone or changed since
        return f"<p class='note'>The position cannot be shown: {escape(str(error))}</p>"
    return _board(game, state)


def _board(game: Game, state: object) -> str:
    """Return a position as an image that brings nothing else into the page, or as text."""
    drawing = game.svg(state)
    if drawing is None:
        return f"<pre>{escape(game.show(state))}</pre>"
    encoded = b64encode(drawing.encode()).decode()
    return f"<img class='board' alt='{escape(game.show(state), quote=True)}' src='data:image/svg+xml;base64,{encoded}'>"
