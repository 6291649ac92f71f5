"""Lines that are valid, cut short, shuffled or hostile: no crash, no hang, no illegal move, an answer to every search."""

from __future__ import annotations

from random import Random

import chess
import pytest
from talking import Talk

FENS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "8/P7/8/8/8/8/k6p/7K b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/4k3/8/8/4K3/8/8 w - - 99 80",
)
LIMITS = (
    "depth 2", "nodes 200", "movetime 3", "wtime 30 btime 30", "wtime 200 btime 100 winc 5 binc 5 movestogo 3", "infinite",
    "mate 1 depth 2", "ponder wtime 50 btime 50", "movetime 0", "", "depth 3 nodes 100 movetime 5",
)  # fmt: skip
SETTINGS = (
    "Hash value 1", "Hash value 4", "Threads value 2", "Threads value 1", "MultiPV value 3", "MultiPV value 1", "Clear Hash",
    "UCI_Chess960 value true", "UCI_Chess960 value false", "Ponder value true", "Move Overhead value 5",
)  # fmt: skip
WORDS = (
    "go", "position", "startpos", "fen", "moves", "setoption", "name", "value", "Hash", "depth", "infinite", "stop", "w", "-",
    "e2e4", "0000", "-1", "99999999999999999999", "nan", "1e9", "∞", "\x00", "ponderhit", "ucinewgame", "searchmoves", "uci",
    "8/8/8/8/8/8/8/8", "K7/8/8/8/8/8/8/k7", "9" * 400, "perft", "debug", "on", "register", "\x1b[2J", "\ufeff", "isready",
)  # fmt: skip


class Fuzz:
    """Random lines, and what is known of the answers they must get."""

    def __init__(self, seed: int, talk: Talk) -> None:
        self.random, self.talk = Random(seed), talk
        self.board = chess.Board()
        self.asked: list[chess.Board] = []

    def position(self) -> str:
        """Return the command for a position after some random moves."""
        fen = self.random.choice((None, *FENS))
        board = chess.Board(fen) if fen else chess.Board()
        moves = []
        for _ in range(self.random.choice((0, 1, 8, 60))):
            legal = list(board.legal_moves)
            if not legal:
                break
            moves.append(self.random.choice(legal))
            board.push(moves[-1])
        self.board = board
        words = " ".join(move.uci() for move in moves)
        return ("position " + (f"fen {fen}" if fen else "startpos") + (f" moves {words}" if words else "")).strip()

    def valid(self) -> str:
        """Return a line that a front end might say."""
        kind = self.random.random()
        if kind < 0.35:
            return self.position()
        if kind < 0.75:
            self.asked.append(self.board)
            return f"go {self.random.choice(LIMITS)}"
        if kind < 0.9:
            return f"setoption name {self.random.choice(SETTINGS)}"
        return self.random.choice(
            ("stop", "isready", "uci", "ucinewgame", "debug on", "debug off", "ponderhit", "register later", "")
        )

    def hostile(self) -> bytes:
        """Return a line that is none of the protocol's, or broken."""
        kind = self.random.randrange(5)
        if kind == 0:
            return self.random.randbytes(self.random.choice((1, 20, 3000))).replace(b"\n", b" ")
        if kind == 1:
            return " ".join(self.random.choices(WORDS, k=self.random.randrange(1, 12))).encode()
        before = self.board
        line = self.position() if kind < 4 else f"go {self.random.choice(LIMITS)}"
        self.board = before
        if kind == 2:
            return line[: self.random.randrange(len(line) + 1)].encode()
        words = line.split()
        words[self.random.randrange(len(words))] = self.random.choice(WORDS)
        if self.random.random() < 0.3:
            self.random.shuffle(words)
        return " ".join(words).encode()

    def step(self) -> None:
        """Say one line; after a hostile one it is not known what was understood, so both begin anew."""
        if self.random.random() < 0.6:
            self.talk.say(self.valid())
            return
        self.settle()
        self.talk.say(self.hostile())
        self.settle(is_known=False)
        self.talk.say("position startpos")
        self.board = chess.Board()

    def settle(self, is_known: bool = True) -> None:
        """End what goes on; every search must have been answered, in their order, each with a legal move."""
        self.talk.say("stop", "settled")
        lines = self.talk.until("info string unknown command 'settled'", 30.0)
        answers = [line.split()[1] for line in lines if line.startswith("bestmove ")]
        if is_known:
            assert len(answers) == len(self.asked)
            for answer, board in zip(answers, self.asked, strict=True):
                assert answer == "0000" if board.is_checkmate() or board.is_stalemate() else board.parse_uci(answer)
        self.asked.clear()


def endure(lines: int, seed: int) -> None:
    """Say many lines."""
    with Talk() as talk:
        fuzz = Fuzz(seed, talk)
        for _ in range(lines):
            fuzz.step()
        fuzz.settle()
        assert talk.best("position startpos", "go depth 2 searchmoves e2e4") == "e2e4"


@pytest.mark.parametrize(("lines", "seed"), [(600, 1), pytest.param(10_000, 2, marks=pytest.mark.conformance)])
def test_hundreds_of_lines(lines: int, seed: int) -> None:
    endure(lines, seed)
