"""A match of `kibitz gtp` against another GTP engine.

    python benchmarks/go_match.py --games 20 --agent uct:time=5,threads=2,c=0.05,rave=1000,reuse=true

Colours change from game to game. Moves are checked by Kibitz's rules; an illegal one, one that comes later than the time and a
grace, and an engine that is gone lose the game and are counted. After two passes a third engine, the referee, takes dead stones
off and counts the area; how often the plain count of the board, dead stones and all, has another winner is told too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from chess_match import rating

import kibitz
from kibitz.core.errors import InputError, KibitzError
from kibitz.games.go import Go, sgf
from kibitz.protocols.gtp.process import GtpProcess

GNUGO = "gnugo --mode gtp --level 10 --chinese-rules --capture-all-dead"
REFEREE = "gnugo --mode gtp --level 10 --chinese-rules"
COLOURS = ("black", "white")
PREPARATION = 600.0
"""Seconds: the first start of all compiles."""


class Lost(Exception):
    """An engine has lost by what it did or did not do, not on the board."""


@dataclass
class Player:
    """An engine, started again where it has gone."""

    name: str
    command: str
    slowest: float = 0.0
    moves: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    _engine: GtpProcess | None = None

    def begin(self, game: Go, seed: int) -> None:
        """Start a game; compiling is done before the clock runs."""
        if self._engine is None or not self._engine.is_running:
            self._engine = GtpProcess(self.command)
        for command in (f"boardsize {game.size}", f"komi {game.komi:g}", "clear_board"):
            self._engine.ask(command, PREPARATION)
        if "set_random_seed" in self._engine.commands:
            self._engine.ask(f"set_random_seed {seed}", PREPARATION)

    def ask(self, command: str, seconds: float = PREPARATION) -> str:
        """Return the answer to a command, or raise `Lost`."""
        assert self._engine is not None
        try:
            return self._engine.ask(command, seconds)
        except InputError as error:
            print(f"  {self.name}: {error}", flush=True)
            raise self.fault("failure") from None

    def move(self, colour: str, limit: float) -> str:
        """Return the engine's move, or raise `Lost` if it comes late or not at all."""
        begun = time.perf_counter()
        vertex = self.ask(f"genmove {colour}")
        spent = time.perf_counter() - begun
        self.slowest, self.moves = max(self.slowest, spent), self.moves + 1
        if spent > limit:
            raise self.fault("time loss")
        return vertex.lower()

    def fault(self, kind: str) -> Lost:
        """Count a fault and return it."""
        self.faults[kind] += 1
        return Lost(f"{kind} of {self.name}")

    def close(self) -> None:
        """End the engine."""
        if self._engine is not None:
            self._engine.close()


@dataclass
class Played:
    """A finished game: who won (0 is black), how, the moves, and whether the plain count says the same."""

    winner: int | None
    how: str
    moves: list[tuple[int, int]]
    agreed: bool = True


def game(rules: Go, players: tuple[Player, Player], referee: Player, seed: int, limit: float) -> Played:
    """Return a game between two engines, black first."""
    for player in (*players, referee):
        player.begin(rules, seed)
    s, moves = rules.initial(), []
    while not rules.is_terminal(s):
        mover = s.turn
        try:
            vertex = players[mover].move(COLOURS[mover], limit)
            if vertex == "resign":
                return Played(1 - mover, "resigned", moves)
            action = rules.parse_action(s, vertex)
            for other in (players[1 - mover], referee):
                other.ask(f"play {COLOURS[mover]} {vertex}")
        except Lost as reason:
            return Played(1 - mover, str(reason), moves)
        except KibitzError as error:
            print(f"  {players[mover].name}: {error}", flush=True)
            return Played(1 - mover, str(players[mover].fault("illegal move")), moves)
        moves.append((mover, action))
        s = rules.result(s, action)
    score = referee.ask("final_score")
    winner = {"B": 0, "W": 1}.get(score[:1])
    lead = rules.lead(s)
    return Played(winner, score, moves, winner == (None if lead == 0 else int(lead < 0)))


def match(rules: Go, ours: Player, theirs: Player, referee: Player, wanted: argparse.Namespace) -> int:
    """Play, print, and return the number of our faults."""
    results: Counter[float] = Counter()
    points, disagreed = 0.0, 0
    for number in range(wanted.games):
        is_black = number % 2 == 0
        players = (ours, theirs) if is_black else (theirs, ours)
        played = game(rules, players, referee, wanted.seed + number, wanted.limit)
        won = 0.5 if played.winner is None else float((played.winner == 0) == is_black)
        points += won
        results[won] += 1
        disagreed += not played.agreed
        if wanted.records:
            names = (players[0].name, players[1].name)
            Path(wanted.records, f"game{number + 1:03}.sgf").write_text(sgf.write(rules, rules.initial(), played.moves, names))
        side = "black" if is_black else "white"
        print(f"{number + 1:4} {side} {won:3} {played.how}, {len(played.moves)} moves; {points} of {number + 1}", flush=True)
    print(f"{ours.name} against {theirs.name}, {wanted.games} games of go on {rules.size}x{rules.size}, komi {rules.komi:g}")
    print(
        f"score {points} ({100 * points / wanted.games:.1f} %): {results[1.0]} won, {results[0.5]} drawn, {results[0.0]} lost"
    )
    print(f"rating difference {rating(points, wanted.games)}; the plain count has another winner in {disagreed} games")
    for player in (ours, theirs):
        faults = ", ".join(f"{player.faults[kind]} {kind}" for kind in ("illegal move", "time loss", "failure"))
        print(f"{player.name}: {faults}; slowest move {player.slowest:.2f} s, {player.moves} moves")
    return ours.faults.total()


def main() -> int:
    """Play the match that the arguments describe; the exit code is 1 where Kibitz was at fault."""
    parser = argparse.ArgumentParser(description="A match of kibitz gtp against another GTP engine.")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--agent", default="uct:time=5,threads=2,c=0.05,rave=1000,reuse=true", help="who thinks for Kibitz")
    parser.add_argument("--engine", default=GNUGO, help="the other engine's command")
    parser.add_argument("--referee", default=REFEREE, help="the command of the engine that counts")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=7.0)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds after which a move has come too late")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", metavar="FOLDER", help="where to write the games, in SGF")
    wanted = parser.parse_args()
    if wanted.records:
        try:
            Path(wanted.records).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            parser.error(f"there is no folder {wanted.records}, and it cannot be made ({error.strerror})")
    rules = cast(Go, kibitz.load(f"go:size={wanted.size},komi={wanted.komi}"))
    ours = Player(f"kibitz {wanted.agent}", f"{sys.executable} -m kibitz gtp --agent {wanted.agent}")
    theirs, referee = Player(wanted.engine, wanted.engine), Player("referee", wanted.referee)
    try:
        return min(1, match(rules, ours, theirs, referee, wanted))
    finally:
        for player in (ours, theirs, referee):
            player.close()


if __name__ == "__main__":
    sys.exit(main())
