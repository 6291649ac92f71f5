"""A match of `kibitz uci` against another UCI engine, with python-chess as the referee.

    python benchmarks/chess_match.py --games 60 --seconds 0.1 --elo 2200

Every opening is played twice, with colours changed. Draws are claimed as soon as the rules allow it. A move that comes later
than the time and a grace, an illegal one, and an engine that is gone lose the game and are counted.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from shutil import which

import chess
import chess.engine
from openings import OPENINGS

KIBITZ = [sys.executable, "-m", "kibitz", "uci"]
PREPARATION = 600
"""Seconds: the first start of all compiles."""
PATIENCE = 10
"""Seconds beyond its time after which an engine is given up."""


class Lost(Exception):
    """An engine has lost by what it did or did not do, not on the board."""


@dataclass
class Player:
    """An engine with its options, started again where it has gone."""

    name: str
    command: list[str]
    options: dict[str, str]
    slowest: float = 0.0
    moves: int = 0
    depths: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    _engine: chess.engine.SimpleEngine | None = None
    _game: object = None

    def move(self, board: chess.Board, seconds: float, grace: float, game: object) -> chess.Move:
        """Return the engine's move, or raise `Lost`."""
        try:
            engine = self.running(game)
            limit = chess.engine.Limit(time=seconds)
            begun = time.perf_counter()
            played = engine.play(board, limit, game=game, info=chess.engine.INFO_BASIC)
            spent = time.perf_counter() - begun
        except chess.engine.EngineTerminatedError:
            self._engine = None
            raise self.fault("crash") from None
        except (TimeoutError, chess.engine.EngineError) as error:
            print(f"  {self.name}: {error or 'no answer'}", flush=True)
            self.close()
            raise self.fault("illegal move" if isinstance(error, chess.engine.EngineError) else "no answer") from None
        if played.move is None or played.move not in board.legal_moves:
            raise self.fault("illegal move")
        self.slowest, self.moves = max(self.slowest, spent), self.moves + 1
        self.depths += played.info.get("depth", 0)
        if spent > seconds + grace:
            raise self.fault("time loss")
        return played.move

    def fault(self, kind: str) -> Lost:
        """Count a fault and return it."""
        self.faults[kind] += 1
        return Lost(f"{kind} of {self.name}")

    def running(self, game: object) -> chess.engine.SimpleEngine:
        """Return the engine, ready to play in a game: the clock must not run while it compiles, loads or forgets."""
        if self._engine is None:
            self._engine = chess.engine.SimpleEngine.popen_uci(self.command, timeout=PREPARATION)
            self._engine.configure(self.options)
            self._engine.play(chess.Board(), chess.engine.Limit(depth=1))
            self._engine.timeout = PATIENCE
        if game is not self._game:
            self._engine.play(chess.Board(), chess.engine.Limit(depth=1), game=game)
            self._game = game
        return self._engine

    def close(self) -> None:
        """End the engine."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None


def game(players: tuple[Player, Player], opening: str, seconds: float, grace: float) -> tuple[float, str, int]:
    """Return the points of the first of the two, who has white, how the game ended, and after how many plies."""
    board, number = chess.Board(), object()
    for name in opening.split():
        board.push_san(name)
    while (outcome := board.outcome(claim_draw=True)) is None:
        mover = players[0 if board.turn else 1]
        try:
            board.push(mover.move(board, seconds, grace, number))
        except Lost as reason:
            return float(not board.turn), str(reason), board.ply()
    points = 0.5 if outcome.winner is None else float(outcome.winner)
    return points, outcome.termination.name.lower().replace("_", " "), board.ply()


def rating(points: float, games: int) -> str:
    """Return a difference of ratings with its error for a score."""
    share = min(max(points / games, 0.5 / games), 1 - 0.5 / games)
    error = 1.96 * math.sqrt(share * (1 - share) / games) * 400 / math.log(10) / (share * (1 - share))
    return f"{-400 * math.log10(1 / share - 1):+.0f} +- {error:.0f}"


def match(ours: Player, theirs: Player, games: int, seconds: float, grace: float) -> int:
    """Play, print, and return the number of our faults."""
    results: Counter[float] = Counter()
    endings: Counter[str] = Counter()
    points = 0.0
    for number in range(games):
        name, opening = list(OPENINGS.items())[number // 2 % len(OPENINGS)]
        is_white = number % 2 == 0
        white, how, plies = game((ours, theirs) if is_white else (theirs, ours), opening, seconds, grace)
        won = white if is_white else 1.0 - white
        points += won
        results[won] += 1
        endings[how] += 1
        side = "white" if is_white else "black"
        print(f"{number + 1:4} {name:32} {side} {won:3} {how}, {plies} plies; {points} of {number + 1}", flush=True)
    print(f"{ours.name} against {theirs.name}, {games} games at {seconds} s a move")
    print(f"score {points} ({100 * points / games:.1f} %): {results[1.0]} won, {results[0.5]} drawn, {results[0.0]} lost")
    print(f"rating difference {rating(points, games)}")
    print("endings: " + ", ".join(f"{count} {how}" for how, count in endings.most_common()))
    for player in (ours, theirs):
        depth = player.depths / max(1, player.moves)
        faults = ", ".join(f"{player.faults[kind]} {kind}" for kind in ("illegal move", "time loss", "crash", "no answer"))
        print(f"{player.name}: {faults}; slowest move {player.slowest:.3f} s, mean depth {depth:.1f}, {player.moves} moves")
    return ours.faults.total()


def main() -> int:
    """Play the match that the arguments describe; the exit code is 1 where Kibitz was at fault."""
    parser = argparse.ArgumentParser(description="A match of kibitz uci against another UCI engine.")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=0.1, help="a move")
    parser.add_argument("--grace", type=float, default=0.05, help="seconds that an answer may be late")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--elo", type=int, help="limits the other engine's strength: UCI_LimitStrength, UCI_Elo")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the other engine")
    parser.add_argument("--own-option", action="append", default=[], metavar="NAME=VALUE", help="of Kibitz")
    wanted = parser.parse_args()
    path = which(wanted.engine) or which(wanted.engine, path="/usr/games") or sys.exit(f"there is no program {wanted.engine}")
    options = dict(text.split("=", 1) for text in wanted.option)
    if wanted.elo is not None:
        options |= {"UCI_LimitStrength": "true", "UCI_Elo": str(wanted.elo)}
    ours = Player("kibitz", KIBITZ, dict(text.split("=", 1) for text in wanted.own_option))
    theirs = Player(" ".join([wanted.engine, *(f"{name}={value}" for name, value in options.items())]), [path], options)
    try:
        return min(1, match(ours, theirs, wanted.games, wanted.seconds, wanted.grace))
    finally:
        ours.close()
        theirs.close()


if __name__ == "__main__":
    sys.exit(main())
