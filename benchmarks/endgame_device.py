"""Endings of chess built on a GPU, with the time of each: `python benchmarks/endgame_device.py OUT SECONDS NAME...`.

Each ending that is named is built with all that it leads to, until the time is over; OUT/endings.jsonl gets a line for each
that is done: how many numbers, how often each distance, the longest win. `KRNKNN/conversion` counts to the first capture. What
is built stays in memory: nothing but NumPy and numba is needed.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

import kibitz
from kibitz.endgames.device import DeviceFrontier, is_done
from kibitz.endgames.frontier import FAULTS

CHECKED = 1 << 26
"""Endings of no more numbers have a checksum of their codes reported."""
LINE = 1000
"""So long a line of best play is followed at most."""


class Overtime(Exception):
    """The time is over."""


class Run:
    """Endings built one after the other; `done` holds the codes of each."""

    def __init__(self, out: Path, seconds: float) -> None:
        self.game: Any = kibitz.load("chess")
        self.out = out / "endings.jsonl"
        self.begun = time.perf_counter()
        self.seconds = seconds
        self.done: dict[tuple[int, bool], Any] = {}
        self.frontier = DeviceFrontier(self.game, sliced=True)

    def build(self, k: int, conversion: bool = False) -> None:
        """Build an ending after those that it leads to."""
        if (k, conversion) in self.done:
            return
        after = list(self.game.slices_after(k))
        for other in after:
            self.build(other)
        if time.perf_counter() - self.begun > self.seconds:
            raise Overtime
        begun = time.perf_counter()
        size = self.game.size(k)
        starts = np.cumsum([0, size, *(len(self.done[other, False]) for other in after)])[:-1]
        frontier = self.frontier
        classes = [(slice_, int(start)) for slice_, start in zip([k, *after], starts, strict=True)]
        frontier.load(k, size, classes, [self.done[other, False] for other in after], conversion)
        loaded = time.perf_counter()
        level, report = -1, frontier.begin()
        first = time.perf_counter()
        while level < 0 or not is_done(report):
            level += 1
            report = frontier.spread(level)
            if report[FAULTS].any():
                raise RuntimeError(f"{self.game.slice_name(k)}: {report}")
        built = time.perf_counter()
        times = {"load": loaded - begun, "begin": first - loaded, "spread": built - first}
        self.report(k, conversion, size, times)
        self.done[k, conversion] = frontier.answer()
        self.write({"name": self.game.slice_name(k), "fetched": round(time.perf_counter() - built, 2)})

    def report(self, k: int, conversion: bool, size: int, times: dict[str, float]) -> None:
        """Write down what came out."""
        half = size if k >> 24 == k & (1 << 24) - 1 else size // 2
        sides = {"strong": (0, half), "weak": (half, size)}
        counts = {side: self.frontier.histogram(*ends) for side, ends in sides.items() if ends[0] < ends[1]}
        whole = sum(counts.values())
        sizes = [abs(int(code) - 32768) for code in np.flatnonzero(whole) if code not in (0, 32768)]
        places = self.frontier.places_of(max(sizes), 5) if sizes else []
        self.write(
            {
                "name": self.game.slice_name(k), "conversion": conversion, "numbers": size,
                "positions": int(whole.sum() - whole[0]),
                "seconds": {name: round(value, 3) for name, value in times.items()},
                "at": round(time.perf_counter() - self.begun, 1),
                "histogram": {
                    side: {int(code - 32768): int(count[code]) for code in np.flatnonzero(count) if code}
                    for side, count in counts.items()
                },
                "longest": max(sizes, default=1) - 1,
                "examples": [(self.game.notation(self.game.unindex(place, k)), self.frontier.code(place)) for place in places],
                "crc32": crc32(self.frontier.answer().tobytes()) if size <= CHECKED else None,
            }
        )  # fmt: skip

    def line(self, k: int, conversion: bool) -> None:
        """Write down best play from a position with the longest win."""
        codes = self.done[k, conversion]
        best = max(int(codes[first : first + (1 << 26)].max()) for first in range(0, len(codes), 1 << 26))
        place = next(
            first + int(np.argmax(part == best))
            for first in range(0, len(codes), 1 << 26)
            if (part := codes[first : first + (1 << 26)]).max() == best
        )
        s = self.game.unindex(place, k)
        start, moves = self.game.notation(s), []
        while not self.game.is_terminal(s) and len(moves) < LINE:
            if conversion and self.game.slice(s) != k:
                break
            code = self.code(s, k, conversion)
            wanted = 1 - code if code > 0 else -1 - code
            a = next(a for a in self.game.actions(s) if self.after(self.game.result(s, a), k, conversion) == wanted)
            moves.append(self.game.action_name(s, a))
            s = self.game.result(s, a)
        self.write({"line": start, "conversion": conversion, "plies": best - 1, "moves": moves, "end": self.game.notation(s)})

    def after(self, s: Any, k: int, conversion: bool) -> int:
        """Return the code of a position that a move leads to; where leaving the ending is the end, who has won is all of it."""
        code = self.code(s, k, conversion)
        return (code > 0) - (code < 0) if conversion and self.game.slice(s) != k else code

    def code(self, s: Any, k: int, conversion: bool) -> int:
        """Return the code of a position."""
        own = self.game.slice(s)
        codes = self.done[own, conversion and own == k]
        return int(codes[self.game.index(s)])

    def write(self, fields: dict[str, Any]) -> None:
        """Write one line, and a sign of life."""
        with self.out.open("a") as file:
            file.write(json.dumps(fields) + "\n")
        print(
            json.dumps({name: value for name, value in fields.items() if name not in ("histogram", "moves")})[:400], flush=True
        )


def main(out: str, seconds: str, *names: str) -> None:
    """Build the endings that are named."""
    run = Run(Path(out), float(seconds))
    try:
        for name in names:
            pieces, _, to = name.partition("/")
            k = run.game.parse_slice(pieces)
            run.build(k, to == "conversion")
            run.line(k, to == "conversion")
    except Overtime:
        run.write({"ended": "the time is over", "at": round(time.perf_counter() - run.begun, 1)})


if __name__ == "__main__":
    main(*sys.argv[1:])
