"""Matches of the agents that play where none is named, in games from users' files: the table in docs/default_agents.md.

    python benchmarks/default_agents.py --results results.jsonl --write

The default plays in turn on every seat; all other seats are the opponent's. What chance does depends on the number of the game,
and is the same for each seat in turn. Every game that is over is added to the file of results, and none in it is played
again: a run that was broken off goes on, and several may share the file, each with some of the games (`--only kalah`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kibitz.cli.session import Session

from kibitz import load
from kibitz.api import default_agent
from kibitz.core.contract import Game
from kibitz.core.game import CHANCE
from kibitz.core.intervals import wilson_interval

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "default_agents.md"
BEGIN, END = "<!-- the table of benchmarks/default_agents.py -->", "<!-- the end of the table -->"
GAMES = ("kalah", "hex", "cant_stop", "trails", "misere")
OPPONENTS = ("random", "uct:time=1")


def played(game: Game, agents: tuple[str | None, ...], seed: int) -> tuple[float, ...]:
    """Return what a game between these agents, one a seat, brought to each; None is the default."""
    session = Session(game, game.initial(), agents, seed)
    while not session.is_over:
        chosen = session.outcome() if session.mover == CHANCE else session.thought().action
        assert chosen is not None
        session.play(chosen)
    return session.ending


def points(ending: tuple[float, ...], seat: int) -> float:
    """Return the share of a seat in the win: 1 for a winner, one half for one of two."""
    winners = [player for player, value in enumerate(ending) if value == max(ending)]
    return 1 / len(winners) if seat in winners else 0.0


def interval(won: float, games: int) -> tuple[float, float]:
    """Return Wilson's interval for the share of points, with 95 % confidence."""
    return wilson_interval(won / games, games)


def known(results: Path) -> dict[tuple[str, str, int], dict[str, Any]]:
    """Return the games in the file of results, by game, opponent and number."""
    lines = results.read_text().splitlines() if results.exists() else []
    rows = [json.loads(line) for line in lines]
    return {(row["game"], row["opponent"], row["number"]): row for row in rows}


def match(name: str, opponent: str, games: int, results: Path) -> None:
    """Play what is missing of a match, and add it to the results."""
    game = load(str(ROOT / "examples" / f"{name}.py"))
    done = known(results)
    for number in range(games):
        if (name, opponent, number) in done:
            continue
        seat = number % game.players
        agents = tuple(None if player == seat else opponent for player in range(game.players))
        ending = played(game, agents, seed=number // game.players)
        row = {
            "game": name, "players": game.players, "agent": default_agent(game), "opponent": opponent, "number": number,
            "seat": seat, "points": points(ending, seat),
        }  # fmt: skip
        with results.open("a") as file:
            file.write(json.dumps(row) + "\n")
        print(f"{name} against {opponent}, game {number + 1}: {row['points']:g}", flush=True)


def table(rows: Iterable[dict[str, Any]]) -> str:
    """Return the matches as a table, one row a game."""
    by_match: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        by_match.setdefault((row["game"], row["opponent"]), []).append(row)
    lines = [
        "| game | default agent | " + " | ".join(f"against `{opponent}`" for opponent in OPPONENTS) + " |",
        "| --- | --- |" + " --- |" * len(OPPONENTS),
    ]
    for name in GAMES:
        matches = [by_match.get((name, opponent), []) for opponent in OPPONENTS]
        first = next((match[0] for match in matches if match), None)
        if first is not None:
            agent = f"[{name}](../examples/{name}.py) | `{first['agent']}`"
            lines.append(f"| {agent} | " + " | ".join(score(match) for match in matches) + " |")
    return "\n".join(lines)


def score(match: list[dict[str, Any]]) -> str:
    """Return the points of a match with their interval."""
    if not match:
        return ""
    won, games = sum(row["points"] for row in match), len(match)
    low, high = interval(won, games)
    fair = "" if match[0]["players"] == 2 else f"; a fair share is {games / match[0]['players']:.1f}"
    return f"{won:g} of {games} ({100 * low:.0f} to {100 * high:.0f} %{fair})"


def main() -> int:
    """Play the matches that the arguments describe, and print the table."""
    parser = argparse.ArgumentParser(description="Matches of the default agents in games from users' files.")
    parser.add_argument("--games", type=int, default=20, help="in each match")
    parser.add_argument("--only", nargs="+", choices=GAMES, default=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--against", nargs="+", choices=OPPONENTS, default=OPPONENTS, help="who sits on the other seats")
    parser.add_argument("--results", type=Path, default=Path("default_agents.jsonl"), help="what was played, one game a line")
    parser.add_argument("--write", action="store_true", help=f"put the table into {PAGE.relative_to(ROOT)}")
    wanted = parser.parse_args()
    for name in wanted.only:
        for opponent in wanted.against:
            match(name, opponent, wanted.games, wanted.results)
    found = table(known(wanted.results).values())
    print(found)
    if wanted.write:
        before, _, rest = PAGE.read_text().partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{found}\n{END}{rest.partition(END)[2]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
