"""Chess: nodes a second in the middlegame, with one thread and with two, beside Stockfish on the same positions."""

from __future__ import annotations

import subprocess
from typing import NamedTuple

from peers import STOCKFISH, Talk
from report import Section, times_as

import kibitz

POSITIONS = (
    "r4rk1/1b2bpp1/p4n1p/npp1p3/P3P3/2P1BN1P/1PB2PP1/RN2R1K1 w - - 2 16",
    "r2q1rk1/5ppp/1bp2nn1/p2p4/P2PP1b1/1B3N2/3N1PPP/R1BQR1K1 w - - 0 16",
    "1r1q3r/p1p1kpp1/2Qp1n1p/2p1p1B1/8/PPP5/2P2PPP/R3R1K1 w - - 0 16",
    "2rq1rk1/1p4pp/p1npp3/4p3/P3P1Q1/2N5/1PP2PPP/R1b2RK1 w - - 0 16",
    "r1b1kb2/1pqp4/p3pp1r/8/7p/2NQPBP1/PPP4P/2KR3R w q - 0 16",
    "r2qkn1r/1b2bpp1/2n1p2p/p2pP2P/Pp1P4/1QP1BNP1/3NBP2/R3K2R w KQkq - 2 16",
    "3r3r/pkp2ppp/5n2/5qB1/2B3b1/P1b5/1PP2PpP/R1Q1R1K1 w - - 0 16",
    "3r1rk1/1bq1bppp/pNn2n2/P1p1p3/Qp1P4/3BPN2/1P1B1PPP/2R2RK1 w - - 0 16",
    "r2qr1k1/1p3ppp/p1nb1n2/7b/2pPN3/P1B2N2/1PB2PPP/R2QR1K1 w - - 5 16",
    "r4rk1/pp3pbp/4p1p1/3B4/3qP3/5Q2/P4PPP/1R3RK1 w - - 0 16",
)
"""After fifteen moves of games that Kibitz played against itself from different openings."""

THREADS = (1, 2)
MEGABYTES = 64

METHOD = """
Ten positions after fifteen moves, each searched anew for half a second with a table of 64 MB; the best of three rounds. Kibitz
plays with `pruning=full`, as it does by default. This says how fast each program goes, not how well: a node is not the same
work (Stockfish evaluates by a neural network), and Stockfish leaves out more, so it looks deeper. Beside them is the speed that
`stockfish bench` reports for its own positions. A second thread gains nothing unless a second core is idle.
"""


class Search(NamedTuple):
    """How much was searched in how much time, and how deep."""

    nodes: int
    seconds: float
    depth: int


def our_search(fen: str, threads: int, seconds: float) -> Search:
    """Return Kibitz's search of a position."""
    game = kibitz.load("chess")
    found = kibitz.decide(game, game.parse(fen), f"alphabeta:time={seconds},threads={threads},hash={MEGABYTES}")
    return Search(found.nodes, found.seconds, found.depth or 0)


def their_search(talk: Talk, fen: str, threads: int, seconds: float) -> Search:
    """Return Stockfish's search of a position."""
    for option in (f"Threads value {threads}", f"Hash value {MEGABYTES}"):
        talk.tell(f"setoption name {option}")
    talk.tell("ucinewgame")
    talk.tell(f"position fen {fen}")
    talk.ask("isready", "readyok")
    lines = talk.ask(f"go movetime {round(seconds * 1000)}", "bestmove")
    words = next(line for line in reversed(lines) if " nodes " in line).split()
    nodes, spent, depth = (int(words[words.index(name) + 1]) for name in ("nodes", "time", "depth"))
    return Search(nodes, spent / 1000, depth)


def measure(tiny: bool) -> list[Section]:
    """Return nodes a second over all positions, searched in turns."""
    made = Section(
        "Chess: nodes a second in the middlegame",
        METHOD,
        ("program", "threads", "nodes", "nodes/s", "times one thread", "mean depth", "Kibitz's nodes/s are"),
    )
    positions = POSITIONS[:1] if tiny else POSITIONS
    seconds, rounds = (0.02, 1) if tiny else (0.5, 3)
    our_search(POSITIONS[0], 1, 0.01)
    if STOCKFISH.path is None:
        _add(made, _in_turns(None, positions, seconds, rounds))
        made.remarks.append(STOCKFISH.absence)
        return [made]
    with Talk(STOCKFISH.path) as talk:
        _add(made, _in_turns(talk, positions, seconds, rounds))
    for threads in THREADS:
        nodes, rate = bench(STOCKFISH.path, threads, 1 if tiny else 13)
        ours = next(float(row[3].replace(",", "")) for row in made.rows if row[:2] == ("Kibitz", str(threads)))
        made.rows.append(
            ("stockfish bench", str(threads), f"{nodes:,}", f"{rate:,.0f}", "", "", f"{times_as(ours / rate)} these")
        )
    return [made]


def bench(path: str, threads: int, depth: int) -> tuple[int, float]:
    """Return the nodes of Stockfish's own benchmark, and its nodes a second."""
    done = subprocess.run([path, "bench", "16", str(threads), str(depth)], capture_output=True, text=True, check=True)
    told = dict(line.split(":", 1) for line in done.stderr.splitlines() if ":" in line)
    figures = {name.strip(): value.strip() for name, value in told.items()}
    return int(figures["Nodes searched"]), float(figures["Nodes/second"])


def _in_turns(
    talk: Talk | None, positions: tuple[str, ...], seconds: float, rounds: int
) -> dict[tuple[str, int], list[Search]]:
    """Return the searches of the fastest round for each program and number of threads."""
    best: dict[tuple[str, int], list[Search]] = {}
    for _ in range(rounds):
        done: dict[tuple[str, int], list[Search]] = {}
        for fen in positions:
            for threads in THREADS:
                done.setdefault(("Kibitz", threads), []).append(our_search(fen, threads, seconds))
                if talk is not None:
                    done.setdefault(("Stockfish", threads), []).append(their_search(talk, fen, threads, seconds))
        for key, searches in done.items():
            best[key] = max(best.get(key, searches), searches, key=speed)
    return dict(sorted(best.items()))


def speed(searches: list[Search]) -> float:
    """Return nodes a second."""
    return sum(one.nodes for one in searches) / max(1e-9, sum(one.seconds for one in searches))


def _add(made: Section, best: dict[tuple[str, int], list[Search]]) -> None:
    """Add a row for each program and number of threads."""
    for (program, threads), searches in best.items():
        rate = speed(searches)
        ratio = f"{times_as(speed(best['Kibitz', threads]) / rate)} these" if program != "Kibitz" else ""
        nodes, depth = sum(one.nodes for one in searches), sum(one.depth for one in searches) / len(searches)
        gain = f"{rate / speed(best[program, 1]):.2f}"
        made.rows.append((program, str(threads), f"{nodes:,}", f"{rate:,.0f}", gain, f"{depth:.1f}", ratio))
