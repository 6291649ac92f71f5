"""`tournaments`, `tournament`, `tournament_game`: the matches in the files that were named, and any game of them."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from kibitz.analysis.context import Context
from kibitz.analysis.messages import Request
from kibitz.analysis.verbs import verb
from kibitz.arena.database import Database, MatchRow
from kibitz.arena.pair_results import score
from kibitz.arena.results import FORFEITS, GameResult, MatchResults
from kibitz.arena.standings import Standings
from kibitz.core.errors import InputError

MOST_GAMES = 1000
"""So many games of a match are listed, the latest first."""


class Nothing(Request):
    """Nothing more is asked."""


class Tournament(Request):
    """A match of a file."""

    file: str = Field(max_length=4_000, description="A file that `tournaments` lists.")
    match: int = Field(1, ge=1, description="Its number in the file.")


class TournamentGame(Tournament):
    """A game of a match."""

    number: int = Field(1, ge=1, description="The number of the game in the match.")


@verb("tournaments")
def tournaments(request: Nothing, context: Context) -> dict[str, Any]:
    """Return the matches in the files that were named on the command line, the latest of each file first."""
    found = []
    for file in context.tournaments:
        with Database.read(file) as database:
            found += [{"file": file, **_facts(row)} for row in reversed(database.matches())]
    return {"tournaments": found}


@verb("tournament")
def tournament(request: Tournament, context: Context) -> dict[str, Any]:
    """Return where a match stands: the rating list, who took how much from whom, and its games, the latest first."""
    with _opened(request, context) as database:
        row = database.match(request.match)
        results = database.results(row.number)
    standings = Standings.of(results)
    rows = standings.rows()
    return {
        **_facts(row),
        "standings": {"columns": list(dict.fromkeys(key for each in rows for key in each)), "rows": rows},
        "notes": list(standings.ratings.notes),
        "ratings": standings.fields()["ratings"],
        "cross": _cross_table(results, [rating.player for rating in standings.ratings]),
        "games": [_game_facts(result) for result in reversed(results.games[-MOST_GAMES:])],
    }


@verb("tournament_game")
def tournament_game(request: TournamentGame, context: Context) -> dict[str, Any]:
    """Return a game of a match: where it began, its moves, and what the players thought of them."""
    with _opened(request, context) as database:
        row = database.match(request.match)
        result = next((each for each in database.results(row.number) if each.number == request.number), None)
        if result is None:
            raise InputError(f"match {row.number} has no game {request.number} yet")
        moves = database.moves(row.number, request.number)
    return {
        "game": row.game,
        "position": result.start,
        **_game_facts(result),
        "moves": [
            {"action": move.name, "to_move": move.mover, "opening": move.in_opening, "value": move.value, "depth": move.depth,
             "nodes": move.nodes, "simulations": move.simulations, "seconds": move.seconds}
            for move in moves
        ],
    }  # fmt: skip


def _opened(request: Tournament, context: Context) -> Database:
    """Return a file that was named on the command line; no others are opened."""
    if request.file not in context.tournaments:
        raise InputError(f"{request.file} is no record of matches that was named on the command line")
    return Database.read(request.file)


def _facts(row: MatchRow) -> dict[str, Any]:
    """Return what is known of a match without its games."""
    return {
        "match": row.number, "game": row.game, "players": list(row.players), "seed": row.seed, "planned": row.planned,
        "played": row.played, "began": row.began, "is_over": row.ended is not None, "counted": row.counted,
    }  # fmt: skip


def _game_facts(result: GameResult) -> dict[str, Any]:
    """Return what is known of a game without its moves."""
    is_forfeit = result.forfeiter is not None and result.end in FORFEITS
    return {
        "number": result.number, "players": list(result.players), "points": list(result.points),
        "utilities": list(result.utilities), "end": str(result.end), "explanation": result.explanation, "plies": result.plies,
        "forfeiter": result.players[result.forfeiter] if is_forfeit and result.forfeiter is not None else None,
    }  # fmt: skip


def _cross_table(results: MatchResults, players: list[str]) -> list[list[dict[str, Any] | None]]:
    """Return for every two players, in the order of the list, the points that the one took from the other."""
    found: list[list[dict[str, Any] | None]] = []
    for player in players:
        scores = [None if player == other else score(results, player, other) for other in players]
        found.append([{"points": each.points, "games": each.games} if each and each.games else None for each in scores])
    return found
