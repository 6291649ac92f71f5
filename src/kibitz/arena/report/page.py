"""The page of a report."""

from __future__ import annotations

from html import escape
from typing import Any

from kibitz.arena.database import Database, MatchRow
from kibitz.arena.report.boards import game_figure, notable_games
from kibitz.arena.report.curves import MOST_LINES, rating_chart, score_chart
from kibitz.arena.report.style import STYLE
from kibitz.arena.report.tables import cross_table, ending_rows, forfeit_rows, opening_rows, table
from kibitz.arena.results import MatchResults
from kibitz.arena.standings import Standings
from kibitz.arena.terms import Adjudication, TimeControl

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""The page is whole: it may load nothing, and runs no scripts."""


def report(database: Database, number: int | None = None) -> str:
    """Return the report on a match of a database, of the latest by default, as one HTML page."""
    match = database.match(number)
    results = database.results(match.number)
    title = f"{match.game}: {len(results)} games between {len(match.players)} players"
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><header><h1>{escape(title)}</h1>{_told(match, results)}</header>"
        f"<main>{_sections(database, match, results)}</main>"
        f"<footer>{_made_from(match)}</footer></body></html>\n"
    )


def _told(match: MatchRow, results: MatchResults) -> str:
    """Return when the match was played and how far it came."""
    state = "finished" if match.ended else f"not finished: {match.played} of {match.planned} games"
    if match.counted is not None:
        state = f"ended by its test after {match.counted} of {match.planned} games"
    seconds = sum(result.seconds for result in results)
    return f"<p>{escape(state)}; begun {escape(match.began)}, {seconds:,.0f} seconds of play, seed {match.seed}</p>"


def _sections(database: Database, match: MatchRow, results: MatchResults) -> str:
    """Return the parts of the page that the results have something to say on."""
    standings = Standings.of(results)
    several = bool(list(standings.ratings))
    lines = f" (the first {MOST_LINES} of the list)" if len(match.players) > MOST_LINES else ""
    forfeits = forfeit_rows(results)
    notes = "".join(f"<p class='note'>{escape(note[0].upper() + note[1:])}.</p>" for note in standings.ratings.notes)
    games = "".join(game_figure(database, match, what, result) for what, result in notable_games(results))
    explained = (
        "Elo is a maximum likelihood estimate with an average of 0; ± holds the true rating with 95 % confidence, and "
        "superiority is the likelihood that a player is stronger than the next one of the list."
    )
    parts = (
        ("Standings", f"{table(standings.rows(), explained)}{notes}"),
        ("Ratings", rating_chart(standings)),
        ("Cross table", cross_table(results, standings) if several else ""),
        (f"Score over time{lines}", score_chart(results, standings)),
        ("Forfeits", table(forfeits, "Games lost by a fault, whatever the position") if forfeits else "<p>None.</p>"),
        ("Endings", table(ending_rows(results), "How games ended") if len(results) else ""),
        ("Openings", table(opening_rows(results), "The openings that came up most") if len(results) else ""),
        ("Games", games),
    )
    return "".join(f"<section><h2>{escape(title)}</h2>{content}</section>" for title, content in parts if content)


def _made_from(match: MatchRow) -> str:
    """Return what the match was asked for and which versions played it."""
    versions = ", ".join(f"{name} {version}" for name, version in match.versions.items())
    asked = f"Schedule {match.settings['schedule']}, openings {match.settings['openings']}. {_terms(match.settings['terms'])}"
    return f"<p>{escape(asked)}</p><p>Versions: {escape(versions)}</p>"


def _terms(terms: dict[str, Any]) -> str:
    """Return the terms of the games in words."""
    time = TimeControl(**terms["time"])
    limit = f"Time in seconds {time}, and a move may be {time.margin:g} late" if time.is_set else "No limit of time"
    draws = "not adjudicated"
    if terms["adjudication"] is not None:
        wanted = Adjudication(**terms["adjudication"])
        even = f"all take it for even within {wanted.value:g} {wanted.moves} times"
        draws = f"adjudicated after {wanted.after} moves, where {even}"
    return (
        f"{limit}; draws {draws}; at most {terms['max_plies']} moves a game; agents of others have "
        f"{terms['memory']} megabytes, and {terms['patience']:g} seconds to answer where no clock runs."
    )
