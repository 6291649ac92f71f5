"""The ladder: the built-in agents at fixed budgets and the levels for people, rated in six games: the tables in docs/ladder.md.

    python benchmarks/ladder.py --database ladder.db --write

Each game has a Swiss tournament, in which players of about equal strength meet most; openings are random moves, each played
from both sides. All budgets are depths, nodes and simulations, so everybody gets the same games. What is played is kept in
the database: a run that was broken off goes on, and `--only chess` plays one game alone.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kibitz.arena.database import Database
from kibitz.arena.match import match
from kibitz.arena.results import MatchResults
from kibitz.arena.standings import Standings
from kibitz.core.errors import InputError
from kibitz.core.files import write_whole

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "ladder.md"
BEGIN, END = "<!-- the tables of benchmarks/ladder.py -->", "<!-- the end of the tables -->"
LEVELS = tuple(f"level:{level}" for level in range(1, 11))
FAST = ("alphabeta:depth=2", "alphabeta:depth=4", "alphabeta:nodes=20000", "uct:sims=1000", "uct:sims=4000")
SLOW = ("alphabeta:depth=2", "alphabeta:depth=4", "alphabeta:depth=6", "alphabeta:nodes=20000", "uct:sims=300")
"""Where random games are long, UCT has few of them."""
PLAYERS = {
    "connect_four": FAST,
    "othello": FAST,
    "checkers": SLOW,
    "chess": SLOW,
    "go:size=9": (
        "montecarlo:playouts=1000", "uct:sims=300", "uct:sims=1500", "uct:sims=300,c=0.05,rave=1000",
        "uct:sims=1500,c=0.05,rave=1000",
    ),
    "backgammon": (
        "expectiminimax:depth=1", "expectiminimax:depth=2", "expectiminimax:nodes=20000", "uct:sims=300", "uct:sims=1000",
    ),
}  # fmt: skip
GAMES_EACH = 12
"""So many games has every player."""
SEED = 15


def play(game: str, database: Path, games_each: int, processes: int | None) -> MatchResults:
    """Return the tournament in a game, after playing what is missing of it."""
    players = ("random", *LEVELS, *PLAYERS[game])
    return match(
        game,
        *players,
        games=games_each * len(players) // 2,
        seed=SEED,
        schedule="swiss",
        database=database,
        processes=processes,
    )


def table(results: MatchResults) -> str:
    """Return a tournament as a table in Markdown, the strongest player first; by groups where some never met."""
    ratings = Standings.of(results).ratings
    has_groups = any(rating.group > 1 for rating in ratings)
    head = ["player", "Elo", "±", "score", "games", *(["group"] if has_groups else [])]
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    for rating in ratings:
        cells = [f"`{rating.player}`", f"{round(rating.elo):+d}", f"{rating.error:.0f}", f"{100 * rating.share:.0f} %"]
        cells += [f"{rating.games:.0f}", *([str(rating.group)] if has_groups else [])]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, "", *(f"{note[0].upper()}{note[1:]}." for note in ratings.notes)]).rstrip()


def tables(database: Path) -> str:
    """Return the tables of all tournaments in the database, the latest of each game."""
    with Database.read(database) as held:
        latest = {row.game: row.number for row in held.matches()}
        found = [(game, held.results(latest[game])) for game in PLAYERS if game in latest]
    return "\n\n".join(f"### {game}, {len(results)} games\n\n{table(results)}" for game, results in found)


def main() -> None:
    """Play the tournaments, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", type=Path, default=Path("ladder.db"))
    parser.add_argument("--only", choices=PLAYERS, help="play one game alone")
    parser.add_argument("--games-each", type=int, default=GAMES_EACH, help="games of each player")
    parser.add_argument("--processes", type=int)
    parser.add_argument("--write", action="store_true", help="write the tables of the database into docs/ladder.md")
    asked = parser.parse_args()
    for game in [asked.only] if asked.only else PLAYERS:
        print(f"{game}\n{table(play(game, asked.database, asked.games_each, asked.processes))}\n", flush=True)
    if asked.write:
        before, _, rest = PAGE.read_text().partition(BEGIN)
        after = rest.partition(END)[2]
        write_whole(PAGE, f"{before}{BEGIN}\n{tables(asked.database)}\n{END}{after}".encode())


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on where it was")
    except InputError as error:
        sys.exit(str(error))
