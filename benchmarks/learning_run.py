"""The training behind the figures in docs/learning.md on a machine with 16 cores, in short runs that go on from each other.

    PYTHONPATH=src python3 benchmarks/learning_run.py --out OUT --train 360 --play 170
    PYTHONPATH=src python3 benchmarks/learning_run.py --out OUT2 --resume OUT --seed 2 --train 360 --play 170

Each run trains for `--train` seconds: 2048's patterns, Othello's patterns, two nets for backgammon and chess' weights. Then it
plays until `--play` seconds later, what was learnt against what was there before. What it learnt is in OUT/learnt.zip and, for
2048, in OUT/2048.0, 2048.1 ..., all below 16 MB and all written before the games begin; OUT/log.jsonl has every figure, as they
come. Ctrl-C ends it at any time. It takes NumPy and numba and nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from contextlib import suppress
from pathlib import Path

HERE = Path(__file__).parent
SMALL = ("othello.patterns", "backgammon.net", "backgammon-wide.net", "chess.toml")
"""What is kept in one archive, with the unfinished run of each."""
LATE = 90.0
"""Within so many seconds after it was told to stop, a training has written its file."""


class Course:
    """One run: its folders, its clock and its log."""

    def __init__(self, arguments: argparse.Namespace, work: Path) -> None:
        self.arguments, self.work = arguments, work
        self.out = Path(arguments.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.begun = time.monotonic()
        self.log = self.out / "log.jsonl"
        self.running: list[subprocess.Popen[bytes]] = []
        self.environment = {
            **os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": f"{HERE.parent / 'src'}:{os.environ.get('PYTHONPATH', '')}",
            "KIBITZ_CACHE": str(work / "cache"),
        }  # fmt: skip

    def start(self, name: str, *words: str) -> subprocess.Popen[bytes]:
        """Start benchmarks/learning.py with its lines going into the log."""
        with open(self.log, "ab") as log, open(self.out / "errors.txt", "ab") as errors:
            log.write(json.dumps({"started": name, "at": round(time.monotonic() - self.begun)}).encode() + b"\n")
            log.flush()
            command = [sys.executable, str(HERE / "learning.py"), *words]
            return subprocess.Popen(
                command, stdout=log, stderr=errors, env=self.environment, cwd=self.work, start_new_session=True
            )

    def restore(self) -> None:
        """Fetch what an earlier run has left."""
        if self.arguments.resume is None:
            return
        found = Path(self.arguments.resume)
        for path in found.glob("2048.[0-9]*"):
            (self.work / path.name).write_bytes(path.read_bytes())
        with zipfile.ZipFile(found / "learnt.zip") as archive:
            archive.extractall(self.work)

    def train(self) -> None:
        """Train everything at once, and keep it."""
        arguments = self.arguments
        seconds, whole, every = str(arguments.train), "100000", str(max(arguments.train / 4, 5))
        share = max(1, (arguments.cores - 3) // 4)  # for each net
        most = str(max(1, arguments.cores - 2 * share - 4))
        self.running = [
            self.start(
                "2048", "train", "2048", "2048-large.patterns", "--seconds", seconds, "--threads", most, "--seed",
                str(arguments.seed), "--packs", "2048", "--every", "100000",
            ),
            self.start("othello", "train", "othello", SMALL[0], "--seconds", whole, "--threads", "2", "--every", every),
            self.start(
                "backgammon", "values", "backgammon", SMALL[1], "--seconds", whole, "--threads", str(share), "--every", every
            ),
            self.start(
                "backgammon, wide", "values", "backgammon", SMALL[2], "--seconds", whole, "--threads", str(share), "--every",
                every, "--width", "256", "--seed", "1",
            ),
            self.start("chess", "weights", "chess", SMALL[3], "--seconds", whole, "--every", every),
        ]  # fmt: skip
        large, *small = self.running
        large.wait()
        for process in small:
            process.send_signal(signal.SIGINT)  # it keeps the unfinished run, too
        self.finish(small, LATE)
        self.keep()

    def finish(self, processes: list[subprocess.Popen[bytes]], seconds: float) -> None:
        """Wait for processes, no longer than so many seconds in all."""
        end = time.monotonic() + seconds
        for process in processes:
            try:
                process.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                end_all([process])

    def keep(self) -> None:
        """Put what was learnt into the output folder."""
        for path in self.work.glob("2048.[0-9]*"):
            (self.out / path.name).write_bytes(path.read_bytes())
        with zipfile.ZipFile(self.out / "learnt.zip", "w") as archive:
            for name in SMALL:
                for path in (self.work / name, self.work / f"{name}.unfinished"):
                    if path.exists():
                        archive.write(path, path.name)

    def play(self) -> None:
        """Play with what was learnt: 2048 alone, and matches against what was there before."""
        games, cores = self.arguments.games, self.arguments.cores
        large = "2048-large.patterns"
        first = self.start("2048 greedy", "play", large, "--games", str(10 * games), "--processes", str(cores))
        self.running = [first]
        self.finish(self.running, 120.0)
        end = self.begun + self.arguments.train + self.arguments.play
        part = max(1, cores // 4)
        half = str(games // 2 * 2)
        self.running = [
            self.start("2048, 3 moves", "play", large, "--depth", "3", "--games", str(max(1, games // 2)),
                       "--processes", str(max(1, cores - 2 * part - 2))),
            self.start("othello match", "match", "othello", f"alphabeta:time=0.1,patterns={SMALL[0]}", "alphabeta:time=0.1",
                       "--games", half, "--processes", str(part)),
            self.start("chess match", "match", "chess", f"alphabeta:depth=5,eval={SMALL[3]}", "alphabeta:depth=5",
                       "--games", half, "--processes", str(part)),
            self.start("backgammon match", "match", "backgammon", f"greedy:net={SMALL[2]}", f"greedy:net={SMALL[1]}",
                       "--games", str(20 * games), "--processes", "1"),
            self.start("backgammon match", "match", "backgammon", f"greedy:net={SMALL[1]}", "greedy",
                       "--games", str(20 * games), "--processes", "1"),
        ]  # fmt: skip
        self.finish(self.running, max(1.0, end - time.monotonic()))


def end_all(processes: list[subprocess.Popen[bytes]]) -> None:
    """End processes with all that they have started."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def main() -> None:
    """Run it all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--resume", help="the output folder of an earlier run")
    parser.add_argument("--train", type=int, default=360, help="seconds of training; files are written within a minute after")
    parser.add_argument("--play", type=int, default=170, help="seconds from then on for files and games")
    parser.add_argument("--cores", type=int, default=14, help="how many threads there are")
    parser.add_argument("--games", type=int, default=100, help="games of the slower matches")
    parser.add_argument("--seed", type=int, default=1)
    with tempfile.TemporaryDirectory() as folder:
        course = Course(parser.parse_args(), Path(folder))
        try:
            course.restore()
            course.train()
            course.play()
        except KeyboardInterrupt:
            for process in course.running:
                process.send_signal(signal.SIGINT)
            course.finish(course.running, 20.0)
            course.keep()
        finally:
            end_all(course.running)
        print(course.log.read_text())


if __name__ == "__main__":
    main()
