"""`kibitz match`: a tournament between agents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from kibitz.cli.completion import agent_names
from kibitz.cli.errors import negative
from kibitz.cli.options import GameText, Json, Seed, examples
from kibitz.cli.output import console, print_json
from kibitz.core.registry import load

if TYPE_CHECKING:
    from kibitz.arena.results import End, GameResult, MatchResults
    from kibitz.arena.running import Played
    from kibitz.arena.settings import MatchSettings
    from kibitz.arena.sprt import Sprt

EPILOG = examples(
    "kibitz match connect_four uct:sims=1000 uct:sims=4000 random -n 200 --seed 7  everybody meets everybody",
    "kibitz match chess alphabeta:time=0.1 uci:stockfish,elo=1500 --db chess.db  kept; once more, and it goes on",
    "kibitz match othello alphabeta:depth=4 ./mine.py --clock 60+0.5  an agent of your own, on a clock",
    "kibitz match chess alphabeta:depth=4 alphabeta:depth=5 --sprt elo0=0,elo1=20  until it is known",
)

ADDRESS = re.compile(r"auto|local|(ray://)?[\w.\-\[\]]+:\d+")
"""What the address of a Ray cluster looks like, and no agent does."""

Agents = Annotated[
    list[str],
    typer.Argument(metavar="SPEC...", help="Who plays: two agents or more.", show_default=False, autocompletion=agent_names),
]
Games = Annotated[int, typer.Option("--games", "-n", metavar="N", help="How many games in all.")]
Schedule = Annotated[
    str,
    typer.Option(metavar="KIND", help="round-robin; gauntlet: the first agent meets all others; or swiss."),
]
OPENINGS_HELP = "Where pairs of games begin: none, random:plies=4, all:plies=2, or a file of positions, moves or games (PGN)."
Openings = Annotated[
    str | None, typer.Option(metavar="OPENINGS", help=OPENINGS_HELP, show_default="random:plies=4, or none with dice")
]
Time = Annotated[float | None, typer.Option(metavar="SECONDS", help="Seconds for each move.", show_default="no limit")]
Clock = Annotated[
    str | None, typer.Option(metavar="TIME", help="A clock: seconds, and what each move adds, 60+0.6.", show_default="none")
]
Margin = Annotated[float, typer.Option(metavar="SECONDS", help="By so much a move may be late.")]
MaxPlies = Annotated[int, typer.Option("--max-plies", metavar="N", help="A game of so many moves is a draw.")]
DRAW_HELP = "Call games drawn that all players take for even: after=80,moves=8,value=0.02."
Draw = Annotated[str | None, typer.Option(metavar="WHEN", help=DRAW_HELP, show_default="never")]
Patience = Annotated[
    float, typer.Option(metavar="SECONDS", help="An agent of others that is silent for so long has lost, without a clock.")
]
Memory = Annotated[int, typer.Option(metavar="MB", help="An agent of others that takes more memory has lost.")]
Option = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option for all UCI engines.", show_default="none"),
]
SPRT_HELP = "Stop when a sequential test of the first agent against the second knows: elo0=0,elo1=10."
Test = Annotated[str | None, typer.Option("--sprt", metavar="TEST", help=SPRT_HELP, show_default="none")]
Processes = Annotated[int | None, typer.Option(metavar="N", help="How many processes play.", show_default="all processors")]
RAY_HELP = "Play on a Ray cluster: at ADDRESS, or one that is found or started."
Ray = Annotated[str | None, typer.Option(metavar="[ADDRESS]", help=RAY_HELP, show_default="no cluster")]
DB_HELP = "Keep all games in this file, and go on with a match that was broken off."
Database = Annotated[str | None, typer.Option("--db", metavar="FILE", help=DB_HELP, show_default="not kept")]

REPORT_HELP = "Write a page with ratings, cross table, charts and boards: report.html."
Report = Annotated[str | None, typer.Option("--report", metavar="FILE", help=REPORT_HELP, show_default="none")]


class Command(TyperCommand):
    """The command, one option of which may stand with a value or without."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the word after `--ray` for its value if it looks like an address."""
        words: list[str] = []
        for word in args:
            if words and words[-1] == "--ray=" and ADDRESS.fullmatch(word):
                words[-1] += word
            else:
                words.append("--ray=" if word == "--ray" else word)
        return super().parse_args(ctx, words)


def match(
    game: GameText,
    agents: Agents,
    games: Games = 100,
    schedule: Schedule = "round-robin",
    openings: Openings = None,
    time: Time = None,
    clock: Clock = None,
    margin: Margin = 0.1,
    max_plies: MaxPlies = 2000,
    draw: Draw = None,
    patience: Patience = 60.0,
    memory: Memory = 2048,
    option: Option = None,
    sprt: Test = None,
    processes: Processes = None,
    ray: Ray = None,
    db: Database = None,
    report: Report = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Let agents play a match or a tournament, and say who is stronger, by how much, and how sure that is.

    Each opening is played once from every seat. Agents of others (files, uci:, gtp:) have processes of their own: one that
    crashes, hangs, makes an illegal move, is late or takes too much memory loses that game, and the table says so.

    With --json each game is an object, and the last object has the standings. Ctrl-C shows the games so far, with exit code 1.
    """
    from kibitz.arena.match import stopping
    from kibitz.arena.running import play_match
    from kibitz.arena.settings import MatchSettings, with_engine_options
    from kibitz.arena.sprt import Sprt
    from kibitz.arena.terms import Adjudication, Terms, TimeControl, read_clock
    from kibitz.cli.match_report import kept_for, write_report
    from kibitz.cli.match_table import JsonGames, LiveTable

    whole, increment = (None, 0.0) if clock is None else read_clock(clock)
    control = TimeControl(time, whole, increment, margin)
    terms = Terms(control, max_plies, None if draw is None else Adjudication.read(draw), patience, memory)
    chosen = tuple(with_engine_options(agents, option or ()))
    settings = MatchSettings(load(game), chosen, games, seed, schedule, openings, terms)
    test = None if sprt is None else Sprt.parse(sprt)
    stop = None if test is None else stopping(test, settings.names)
    with kept_for(report, db) as file:
        with JsonGames(game) if json else LiveTable(settings) as watcher:
            played = play_match(settings, processes=processes, ray=ray, database=file, listen=watcher.take, stop=stop)
        (_print_fields if json else _print_results)(played, settings, test, db)
        if report is not None and file is not None:
            write_report(report, file, played.number)
    if played.was_interrupted:
        raise negative()


def _print_fields(played: Played, settings: MatchSettings, test: Sprt | None, db: str | None) -> None:
    """Write the standings as JSON."""
    from kibitz.arena.pair_results import score
    from kibitz.arena.standings import Standings

    results = played.results
    tested = {} if test is None else {"sprt": test.fields(score(results, *settings.names))}
    kept = {} if db is None else {"db": db, "match": played.number}
    print_json({
        **settings.fields(), "games": len(results), "planned": results.planned, "complete": not played.was_interrupted,
        **Standings.of(results).fields(), **tested, **kept,
    })  # fmt: skip


def _print_results(played: Played, settings: MatchSettings, test: Sprt | None, db: str | None) -> None:
    """Write the standings for people, and what else there is to say of the games."""
    from kibitz.arena.pair_results import score
    from kibitz.arena.standings import Standings
    from kibitz.cli.match_table import standings_table

    results, out = played.results, console()
    if not len(results):
        raise KeyboardInterrupt
    fields = settings.fields()
    stopped = " (stopped early)" if played.was_interrupted else ""
    out.print(
        f"{fields['game']}: {len(results)} games{stopped}, {settings.schedule}, openings {fields['openings']}, "
        f"seed {settings.seed}\n", markup=False
    )  # fmt: skip
    standings = Standings.of(results)
    out.print(standings_table(standings))
    for note in [*standings.ratings.notes, *_remarks(results)]:
        out.print(f"\n{note}", markup=False)
    if test is not None:
        told = test.fields(score(results, *settings.names))
        bounds = f"{told['lower']:.2f} to {told['upper']:.2f}"
        out.print(f"\nSPRT {test}: {told['verdict']}, LLR {told['llr']:.2f} ({bounds})", markup=False)
    if db is not None:
        out.print(f"\nkept in {db}, match {played.number}: kibitz games-of {db}", markup=False)


def _remarks(results: MatchResults) -> Iterator[str]:
    """Yield what has to be said of games that were not played to their end by the rules."""
    from kibitz.arena.results import FORFEITS, ORDINARY

    ends = Counter(result.end for result in results if result.end not in ORDINARY)
    if ends:
        told = ", ".join(f"{end.value} {count}" for end, count in ends.most_common())
        yield f"games that did not end by the rules: {told}"
    faults: dict[tuple[str, End], list[GameResult]] = {}
    for result in results:
        if result.forfeiter is not None and result.end in FORFEITS:
            faults.setdefault((result.players[result.forfeiter], result.end), []).append(result)
    for (name, end), games in faults.items():
        first = games[0]
        why = f" ({first.explanation})" if first.explanation else ""
        more = f" and {len(games) - 1} more" if len(games) > 1 else ""
        yield f"{name} lost game {first.number}{more}: {end.value}{why}"
