"""Endings of chess built on a GPU, with the time of each: `python benchmarks/endgame_device.py OUT SECONDS NAME...`.

Each ending that is named is built with all that it leads to, until the time is over. `KRNKNN/conversion` counts to the first
capture; a number such as 5 stands for all endings of so many men. OUT/endings.jsonl gets a line for each that is done (how many
numbers, how often each distance, the longest win, seconds, how many positions were held against those after their moves), and a
line of best play for each that is named. What is built stays in the device's memory, from its end towards its beginning, so
that nothing is copied: 2 bytes a number, and 4 more of the largest ending. Nothing but NumPy and numba is needed.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

import kibitz
from kibitz.endgames.codes import CODE, HOLE
from kibitz.endgames.device import CHUNK, DeviceFrontier, is_done
from kibitz.endgames.frontier import FAULTS, WRONG
from kibitz.endgames.slices import order

FINGERPRINTED = 1 << 26
"""Endings of no more numbers have a checksum of their codes reported."""
CHECKED = 1 << 25
"""So many positions of an ending are held against those after their moves, or one in `SHARE` if that is more."""
SHARE, PARTS = 32, 64
RESERVE = 8 << 30
"""So many bytes are left for the kernels' own memory and for what else the device holds."""
LINE = 1000
"""So long a line of best play is followed at most."""
LARGEST_KEPT = 5
"""Endings of more men are forgotten once they are reported."""
PIECES = "QRBNP"


class Overtime(Exception):
    """The time is over."""


def endings(men: int) -> Iterator[str]:
    """Yield the names of all endings of so many men."""
    for strong in range((men - 1) // 2, men - 1):
        for own in combinations_with_replacement(PIECES, strong):
            for other in combinations_with_replacement(PIECES, men - 2 - strong):
                yield f"K{''.join(own)}K{''.join(other)}"


class Run:
    """Endings built one after the other; `starts` holds where in the arena the codes of each begin."""

    def __init__(self, out: Path, seconds: float, names: list[str]) -> None:
        self.begun, self.seconds = time.perf_counter(), seconds
        self.out = out / "endings.jsonl"
        self.game: Any = kibitz.load("chess")
        self.goals = self.wanted(names)
        self.starts: dict[int, int] = {}
        self.frontier = DeviceFrontier(self.game, sliced=True)
        every = order(self.game, [k for k, _ in self.goals])
        largest = max(map(self.game.size, every))
        fits = (self.frontier.device.free_bytes() - RESERVE - 4 * largest - 8 * min(largest, CHUNK)) // 2
        self.top = max(0, min(sum(map(self.game.size, every)), fits))
        self.arena = self.frontier.device.array(self.top, CODE)
        self.write({"endings": len(every), "numbers": sum(map(self.game.size, every)), "room": self.top})

    def wanted(self, names: list[str]) -> list[tuple[int, bool]]:
        """Return the endings that are named, and whether to conversion."""
        found: dict[tuple[int, bool], None] = {}
        for name in names:
            pieces, _, to = name.partition("/")
            slices = [self.game.parse_slice(each) for each in (endings(int(pieces)) if pieces.isdigit() else [pieces])]
            for k in sorted(slices, key=self.game.size):
                found[k, to == "conversion"] = None
        return list(found)

    def all(self) -> None:
        """Build what is named until the time is over."""
        left = list(self.goals)
        try:
            while left:
                k, conversion = left[0]
                for other in order(self.game, [k])[:-1]:
                    if other not in self.starts:
                        self.build(other, False)
                if conversion or k not in self.starts:
                    self.build(k, conversion)
                left.pop(0)
        except Overtime:
            pass
        names = [self.game.slice_name(k) for k, _ in left]
        self.write({"ended": "the time is over" if left else "all is done", "left": names, "at": self.clock()})

    def build(self, k: int, conversion: bool) -> None:
        """Build an ending whose followers are there, report it, and keep it if others are built on it."""
        size, name = self.game.size(k), self.game.slice_name(k)
        base = self.top - size
        if base < 0 or any(other not in self.starts for other in self.game.slices_after(k)):
            self.write({"name": name, "numbers": size, "refused": "there is no room for it or for what it leads to"})
            return
        begun = time.perf_counter()
        frontier = self.frontier
        classes = [(k, 0), *((other, self.starts[other] - base) for other in self.game.slices_after(k))]
        frontier.load(k, size, classes, self.arena[base:], conversion)
        report = frontier.begin(lambda first: self.hurry(f"{name}: {first:,} of {size:,} numbers begun"))
        first, level = time.perf_counter(), 0
        while True:
            report = frontier.spread(level)
            if report[FAULTS].any():
                raise RuntimeError(f"{name}: {report}")
            if is_done(report):
                break
            level += 1
            if level % 50 == 0:
                self.hurry(f"{name}: distance {level}")
        built = time.perf_counter()
        held = self.hold(name, size)
        times = {"begin": first - begun, "spread": built - first, "check": time.perf_counter() - built}
        self.report(k, conversion, times, held)
        if (k, conversion) in self.goals:
            self.line(k, conversion)
        if not conversion and len(name) <= LARGEST_KEPT:
            self.starts[k], self.top = base, base

    def hold(self, name: str, size: int) -> int:
        """Hold an ending, or parts spread over it evenly, against what its moves lead to; return how many positions."""
        each = -(-min(size, max(CHECKED, size // SHARE)) // PARTS)
        held = 0
        for first in range(0, size, max(each, -(-size // PARTS))):
            last = min(first + each, size)
            report = self.frontier.check(first, last)
            if report[WRONG]:
                raise RuntimeError(f"{name}: the code of {report[WRONG] - 1} does not follow from its moves")
            held += last - first
        return held

    def report(self, k: int, conversion: bool, times: dict[str, float], held: int) -> None:
        """Write down what came out."""
        size, frontier = self.frontier.size, self.frontier
        half = size if k >> 24 == k & (1 << 24) - 1 else size // 2
        sides = {"strong": (0, half), "weak": (half, size)}
        counts = {side: frontier.histogram(*ends) for side, ends in sides.items() if ends[0] < ends[1]}
        whole = sum(counts.values())
        sizes = [abs(int(code) - 32768) for code in np.flatnonzero(whole) if code not in (0, 32768)]
        places = frontier.places_of(max(sizes), 3) if sizes else []
        self.write(
            {
                "name": self.game.slice_name(k), "conversion": conversion, "numbers": size,
                "positions": int(whole.sum() - whole[HOLE + 32768]),
                "longest": max(sizes, default=1) - 1,
                "seconds": {stage: round(value, 3) for stage, value in times.items()}, "checked": held, "at": self.clock(),
                "crc32": crc32(frontier.answer().tobytes()) if size <= FINGERPRINTED else None,
                "examples": [(self.game.notation(self.game.unindex(place, k)), frontier.code(place)) for place in places],
                "histogram": {
                    side: {int(code - 32768): int(count[code]) for code in np.flatnonzero(count) if code}
                    for side, count in counts.items()
                },
            }
        )  # fmt: skip

    def line(self, k: int, conversion: bool) -> None:
        """Write down best play from a position with the longest win of the ending that was just built."""
        counts = self.frontier.histogram(0, self.frontier.size)
        best = max((int(code) - 32768 for code in np.flatnonzero(counts)), default=0)
        if best <= 0:
            return
        s = next(s for place in self.frontier.places_of(best, 1 << 20) if (s := self.winning(place, k, best)) is not None)
        start, moves = self.game.notation(s), []
        while not self.game.is_terminal(s) and len(moves) < LINE and not (conversion and self.game.slice(s) != k):
            code = self.code(s, k)
            wanted = 1 - code if code > 0 else -1 - code
            a = next(a for a in self.game.actions(s) if self.after(self.game.result(s, a), k, conversion) == wanted)
            moves.append(self.game.action_name(s, a))
            s = self.game.result(s, a)
        self.write({"line": start, "conversion": conversion, "plies": best - 1, "moves": moves, "end": self.game.notation(s)})

    def winning(self, place: int, k: int, best: int) -> Any:
        """Return the position at a place if it is the win and not a loss of the same length."""
        return self.game.unindex(place, k) if self.frontier.code(place) == best else None

    def after(self, s: Any, k: int, conversion: bool) -> int:
        """Return the code of a position that a move leads to; where leaving the ending is the end, who has won is all of it."""
        code = self.code(s, k)
        return (code > 0) - (code < 0) if conversion and self.game.slice(s) != k else code

    def code(self, s: Any, k: int) -> int:
        """Return the code of a position of the ending that was just built, or of one that it leads to."""
        own, number = self.game.slice(s), self.game.index(s)
        return self.frontier.code(number) if own == k else int(self.arena[self.starts[own] + number])

    def hurry(self, told: str) -> None:
        """Give a sign of life, and stop if the time is over."""
        print(f"{self.clock():8.1f} s  {told}", flush=True)
        if time.perf_counter() - self.begun > self.seconds:
            raise Overtime

    def clock(self) -> float:
        """Return the seconds since the beginning."""
        return round(time.perf_counter() - self.begun, 1)

    def write(self, fields: dict[str, Any]) -> None:
        """Write one line, and show its beginning."""
        with self.out.open("a") as file:
            file.write(json.dumps(fields) + "\n")
        shown = {name: value for name, value in fields.items() if name not in ("histogram", "moves", "examples")}
        print(json.dumps(shown)[:400], flush=True)


if __name__ == "__main__":
    Run(Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]).all()
