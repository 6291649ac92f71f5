"""`kibitz.match`: a match between agents, in a few words.

results = kibitz.match("connect_four", "uct:sims=1000", "uct:sims=4000", games=40, seed=7)
print(results)
"""

from __future__ import annotations

from pathlib import Path

from kibitz.api import read_game
from kibitz.arena.pair_results import score
from kibitz.arena.results import GameResult, MatchResults
from kibitz.arena.running import Listen, Stop, play_match
from kibitz.arena.schedules import ROUND_ROBIN
from kibitz.arena.settings import GAMES, MatchSettings
from kibitz.arena.sprt import Sprt, Verdict
from kibitz.arena.terms import LONGEST, MEMORY, PATIENCE, Terms, TimeControl, read_clock
from kibitz.core.agents import Agent
from kibitz.core.contract import Game
from kibitz.core.errors import InputError


def match(
    game: Game | str, *agents: Agent, games: int = GAMES, seed: int = 0, schedule: str = ROUND_ROBIN,
    openings: str | None = None, time: float | None = None, clock: str | None = None, max_plies: int = LONGEST,
    memory: int = MEMORY, patience: float = PATIENCE, sprt: Sprt | str | None = None, processes: int | None = None,
    ray: str | None = None, database: str | Path | None = None, listen: Listen | None = None,
) -> MatchResults:  # fmt: skip
    """Return the results of a match: so many games in all, every agent on every seat equally often.

    `time` is seconds for each move, `clock` a text such as `"60+0.6"`. `openings` are `"none"`, `"random:plies=4"`,
    `"all:plies=2"` or a file. `sprt` ends the match between two agents when it knows enough: `"elo0=0,elo1=10"`. With a
    `database`, what was played is kept, and a match that was broken off goes on when it is asked for again. It is played by as
    many `processes` as there are processors, or with `ray` on a cluster at that address (`""` for one that is found or
    started here). `listen` is given each game.
    """
    control = TimeControl(time, *(read_clock(clock) if clock is not None else ()))
    terms = Terms(time=control, max_plies=max_plies, memory=memory, patience=patience)
    settings = MatchSettings(read_game(game), agents, games, seed, schedule, openings, terms)
    test = Sprt.parse(sprt) if isinstance(sprt, str) else sprt
    stop = None if test is None else stopping(test, settings.names)
    played = play_match(settings, processes=processes, ray=ray, database=database, listen=listen, stop=stop)
    if played.was_interrupted:
        raise KeyboardInterrupt
    return played.results


def stopping(test: Sprt, names: tuple[str, ...]) -> Stop:
    """Return what says of a match's games whether a test knows enough, or raise if there are not two players to compare."""
    if len(names) != 2:
        raise InputError(f"a sequential test compares two agents, not {len(names)}")

    def is_enough(games: list[GameResult] | tuple[GameResult, ...]) -> bool:
        return test.verdict(score(games, *names)) is not Verdict.OPEN

    return is_enough  # type: ignore[return-value]
