"""How many tactical positions `kibitz uci` solves, with python-chess driving it.

    python benchmarks/tactics.py win_at_chess.epd --seconds 1
    python benchmarks/tactics.py win_at_chess.epd --nodes 20000 --option KibitzTbPath=~/tables
    python benchmarks/tactics.py mate1.fen mate2.fen mate3.fen mate4.fen --seconds 5

An EPD line has the operation bm (best moves) or am (moves to avoid). A file of FENs is one of mates, in as many moves as the
first number in its name says: the mate must be announced and the line played must end in it. Before every position the engine
forgets the last one.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from dataclasses import replace
from pathlib import Path

import chess
import chess.engine

KIBITZ = [sys.executable, "-m", "kibitz", "uci"]
PREPARATION = 600
"""Seconds: the first start of all compiles."""


def solves_epd(engine: chess.engine.SimpleEngine, line: str, limit: chess.engine.Limit) -> tuple[bool, str]:
    """Return whether the best move is found, and what was expected and played."""
    board, operations = chess.Board.from_epd(line)
    best, avoided = operations.get("bm", []), operations.get("am", [])
    if not best and not avoided:
        sys.exit(f"{line!r} has neither bm nor am")
    played = engine.play(board, limit, game=object()).move
    is_solved = played in best if best else played not in avoided
    names = " ".join(board.san(move) for move in best or avoided)
    name = operations.get("id", board.fen())
    return is_solved, f"{name}: {'' if best else 'not '}{names}, played {board.san(played) if played else 'nothing'}"


def solves_mate(engine: chess.engine.SimpleEngine, line: str, moves: int, limit: chess.engine.Limit) -> tuple[bool, str]:
    """Return whether a mate in so many moves is found and played out, and what was found."""
    board = chess.Board(line)
    info = engine.analyse(board, replace(limit, mate=moves), game=object())
    found = info["score"].relative.mate() if "score" in info else None
    end = board.copy()
    for move in info.get("pv", []):
        end.push(move)
    is_solved = found is not None and 0 < found <= moves and end.is_checkmate() and len(info["pv"]) <= 2 * moves - 1
    return is_solved, f"{board.fen()}: {info.get('score')}, {board.variation_san(info.get('pv', []))}"


def run(engine: chess.engine.SimpleEngine, path: Path, limit: chess.engine.Limit, most: int | None) -> tuple[int, int]:
    """Print which positions of a file are not solved; return how many are, and how many there are."""
    lines = [line.strip() for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")][:most]
    moves = re.search(r"\d+", path.stem) if path.suffix != ".epd" else None
    if path.suffix != ".epd" and moves is None:
        sys.exit(f"the name of {path.name} does not say in how many moves its mates are")
    solved, begun = 0, time.perf_counter()
    for line in lines:
        is_solved, about = solves_mate(engine, line, int(moves[0]), limit) if moves else solves_epd(engine, line, limit)
        solved += is_solved
        if not is_solved:
            print(f"  not solved: {about}", flush=True)
    each = f"{limit.nodes:,} nodes" if limit.nodes else f"{limit.time} s"
    print(f"{path.name}: {solved} of {len(lines)} solved, {each} each, {time.perf_counter() - begun:.0f} s in all", flush=True)
    return solved, len(lines)


def main() -> int:
    """Solve the files that the arguments name; the exit code is 1 where fewer are solved than asked for."""
    parser = argparse.ArgumentParser(description="Tactical positions for kibitz uci.")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each position")
    parser.add_argument("--nodes", type=int, help="for each position, instead of seconds")
    parser.add_argument("--most", type=int, help="so many positions of each file at most")
    parser.add_argument("--at-least", type=int, default=0, help="how many must be solved in all")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of Kibitz")
    wanted = parser.parse_args()
    with chess.engine.SimpleEngine.popen_uci(KIBITZ, timeout=PREPARATION) as engine:
        engine.configure(dict(text.split("=", 1) for text in wanted.option))
        engine.play(chess.Board(), chess.engine.Limit(depth=1))
        limit = chess.engine.Limit(nodes=wanted.nodes) if wanted.nodes else chess.engine.Limit(time=wanted.seconds)
        found = [run(engine, path, limit, wanted.most) for path in wanted.files]
    solved = sum(one for one, _ in found)
    print(f"{solved} of {sum(all_of_it for _, all_of_it in found)} solved")
    return int(solved < wanted.at_least)


if __name__ == "__main__":
    sys.exit(main())
