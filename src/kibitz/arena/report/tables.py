"""The tables of a report as HTML."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import escape

from kibitz.arena.pair_results import score
from kibitz.arena.results import End, GameResult, MatchResults
from kibitz.arena.standings import Standings

MOST_OPENINGS = 15
WORDS = {"player", "opening", "why", "what there is to say", "who lost"}
"""The columns that hold words; all others hold numbers."""


def table(rows: Sequence[dict[str, str]], caption: str) -> str:
    """Return rows as a table; cells are texts."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    head = "".join(f"<th scope='col'{_kind(column)}>{escape(column)}</th>" for column in columns)
    body = "".join(
        f"<tr>{''.join(f'<td{_kind(column)}>{escape(row.get(column, str()))}</td>' for column in columns)}</tr>" for row in rows
    )
    return _scrolling(
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>", caption
    )


def _kind(column: str) -> str:
    """Return the attribute of a column that holds words."""
    return " class='word'" if column in WORDS else ""


def _scrolling(content: str, name: str) -> str:
    """Return a table that scrolls by itself where the window is narrow, by keyboard too."""
    return f"<div class='scrolling' tabindex='0' role='region' aria-label='{escape(name, quote=True)}'>{content}</div>"


def cross_table(results: MatchResults, standings: Standings) -> str:
    """Return who took how much from whom: points of games, and in each cell's title wins, draws and losses."""
    players = [rating.player for rating in standings.ratings]
    numbers = "".join(f"<th scope='col'>{number}</th>" for number in range(1, len(players) + 1))
    rows = []
    for number, player in enumerate(players, start=1):
        cells = "".join(_cross_cell(results, player, other) for other in players)
        rows.append(f"<tr><td>{number}</td><th scope='row' class='word'>{escape(player)}</th>{cells}</tr>")
    head = f"<tr><th scope='col'>#</th><th scope='col' class='word'>player</th>{numbers}</tr>"
    caption = "Each row: the points that the player took from each of the others, and the games"
    return _scrolling(
        f"<table class='cross'><caption>{caption}</caption><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>", caption
    )


def _cross_cell(results: MatchResults, player: str, other: str) -> str:
    """Return one cell of the cross table."""
    if player == other:
        return "<td class='self'>·</td>"
    found = score(results, player, other)
    if not found.games:
        return "<td></td>"
    kind = "above" if found.share > 0.5 else "below" if found.share < 0.5 else "even"
    told = f"{found.wins} won, {found.draws} drawn, {found.losses} lost"
    return f"<td class='{kind}' title='{told}'>{found.points:g}/{found.games}</td>"


def opening_rows(results: MatchResults) -> list[dict[str, str]]:
    """Return the openings that came up most, each with what the first to move made of it."""
    found: dict[tuple[str, tuple[str, ...]], list[GameResult]] = defaultdict(list)
    for result in results:
        if result.points:
            found[result.start, result.opening].append(result)
    ordered = sorted(found.items(), key=lambda each: (-len(each[1]), each[0]))
    return [_opening_row(start, moves, games, results) for (start, moves), games in ordered[:MOST_OPENINGS]]


def _opening_row(start: str, moves: tuple[str, ...], games: Sequence[GameResult], results: MatchResults) -> dict[str, str]:
    """Return the row of one opening."""
    starts = {result.start for result in results}
    name = " ".join(moves) or "the beginning"
    first = sum(game.points[0] for game in games)
    drawn = sum(len(set(game.points)) == 1 for game in games)
    return {
        "opening": f"{start}: {name}" if len(starts) > 1 else name,
        "games": str(len(games)),
        "first to move": f"{100 * first / len(games):.0f} %",
        "drawn": str(drawn),
        "moves on average": f"{sum(game.plies for game in games) / len(games):.0f}",
    }


def ending_rows(results: Iterable[GameResult]) -> list[dict[str, str]]:
    """Return how often games ended in which way."""
    counts: dict[End, int] = defaultdict(int)
    for result in results:
        counts[result.end] += 1
    return [{"why": str(end), "games": str(count)} for end, count in sorted(counts.items(), key=lambda each: -each[1])]


def forfeit_rows(results: Iterable[GameResult]) -> list[dict[str, str]]:
    """Return all games that a player lost by a fault of its own, and those that could not be played."""
    return [
        {
            "game": str(result.number),
            "who lost": "nobody" if result.forfeiter is None else result.players[result.forfeiter],
            "why": str(result.end),
            "what there is to say": result.explanation,
        }
        for result in results
        if result.forfeiter is not None or result.end is End.VOID
    ]
