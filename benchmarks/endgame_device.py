"""Tables built on a GPU, with the time of each: `python benchmarks/endgame_device.py OUT SECONDS NAME...`.

Each ending of chess that is named is built with all that it leads to, until the time is over. `KRNKNN/conversion` counts to the
first capture; a number such as 5 stands for all endings of so many men. Another game is named by `--game morris:men=9`, its
slices by their names, or by `all` for what its first position is in and leads to.

OUT/endings.jsonl gets a line for each that is done (how many numbers, how often each distance, the longest win, seconds, how
many positions were held against those after their moves), and a line of best play for each that is named. What is built stays
in the device's memory, from its end towards its beginning, so that nothing is copied: 2 bytes a number, and 4 more of the
largest. With `--keep DIR` what others are built on is kept in files too, and the next call goes on from there. Nothing but
NumPy and numba is needed.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

import kibitz
from kibitz.core.contract import Slices, implements
from kibitz.core.files import replace_file
from kibitz.endgames.codes import CODE, HOLE
from kibitz.endgames.device import CHUNK, DeviceFrontier, is_done
from kibitz.endgames.frontier import FAULTS, WRONG
from kibitz.endgames.rules_mark import rules_mark
from kibitz.endgames.slices import order, size_of
from kibitz.endgames.store import ALL, game_folder

FINGERPRINTED = 1 << 26
"""Endings of no more numbers have a checksum of their codes reported."""
CHECKED = 1 << 25
"""So many positions of an ending are held against those after their moves, or one in `SHARE` if that is more."""
SHARE, PARTS = 32, 64
RESERVE = 8 << 30
"""So many bytes are left for the kernels' own memory and for what else the device holds."""
LINE = 1000
"""So long a line of best play is followed at most."""
PIECES = "QRBNP"
WHOLE = "all"
"""Instead of names: what the first position of the game is in."""


class Overtime(Exception):
    """The time is over."""


def endings(men: int) -> Iterator[str]:
    """Yield the names of all endings of so many men."""
    for strong in range((men - 1) // 2, men - 1):
        for own in combinations_with_replacement(PIECES, strong):
            for other in combinations_with_replacement(PIECES, men - 2 - strong):
                yield f"K{''.join(own)}K{''.join(other)}"


class Run:
    """Slices built one after the other; `starts` holds where in the arena the codes of each begin."""

    def __init__(self, out: Path, seconds: float, names: list[str], game: str = "chess", keep: Path | None = None) -> None:
        self.begun, self.seconds = time.perf_counter(), seconds
        self.out = out / "endings.jsonl"
        self.game: Any = kibitz.load(game)
        self.sliced = implements(self.game, Slices)
        self.keep = None if keep is None else keep / game_folder(self.game)
        self.goals = self.wanted(names)
        self.starts: dict[int, int] = {}
        every = order(self.game, [k for k, _ in self.goals])
        self.needed = {other for k in every for other in self.after(k)}
        """What others are built on; the rest is forgotten once it is reported."""
        self.frontier = DeviceFrontier(self.game, sliced=self.sliced)
        largest = max(map(self.size, every))
        fits = (self.frontier.device.free_bytes() - RESERVE - 4 * largest - 8 * min(largest, CHUNK)) // 2
        self.top = max(0, min(sum(map(self.size, self.needed)) + largest, fits))
        self.arena = self.frontier.device.array(self.top, CODE)
        self.write({"game": game, "slices": len(every), "numbers": sum(map(self.size, every)), "room": self.top})

    def size(self, k: int) -> int:
        """Return how many numbers a slice has."""
        return size_of(self.game, k)

    def after(self, k: int) -> list[int]:
        """Return the slices that follow one."""
        return list(self.game.slices_after(k)) if self.sliced else []

    def name(self, k: int) -> str:
        """Return the name of a slice."""
        return self.game.slice_name(k) if self.sliced else ALL

    def place(self, s: Any) -> tuple[int, int]:
        """Return the slice and the number of a position."""
        return (self.game.slice(s) if self.sliced else 0), self.game.index(s)

    def position(self, number: int, k: int) -> Any:
        """Return the position of a number."""
        return self.game.unindex(number, k) if self.sliced else self.game.unindex(number)

    def wanted(self, names: list[str]) -> list[tuple[int, bool]]:
        """Return the slices that are named, and whether to conversion."""
        found: dict[tuple[int, bool], None] = {}
        for name in names:
            pieces, _, to = name.partition("/")
            if pieces == WHOLE or not self.sliced:
                slices = [self.place(self.game.initial())[0]]
            else:
                slices = [self.game.parse_slice(each) for each in (endings(int(pieces)) if pieces.isdigit() else [pieces])]
            for k in sorted(slices, key=self.size):
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
        names = [self.name(k) for k, _ in left]
        self.write({"ended": "the time is over" if left else "all is done", "left": names, "at": self.clock()})

    def build(self, k: int, conversion: bool) -> None:
        """Build a slice whose followers are there, report it, and keep it if others are built on it."""
        size, name = self.size(k), self.name(k)
        base = self.top - size
        if base < 0 or any(other not in self.starts for other in self.after(k)):
            self.write({"name": name, "numbers": size, "refused": "there is no room for it or for what it leads to"})
            return
        if not conversion and self.restored(k, base):
            return
        begun = time.perf_counter()
        frontier = self.frontier
        classes = [(k, 0), *((other, self.starts[other] - base) for other in self.after(k))]
        frontier.load(k, size, classes, self.arena[base:], conversion)
        frontier.begin(lambda first: self.hurry(f"{name}: {first:,} of {size:,} numbers begun"))
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
        told = self.report(k, conversion, times, held)
        if (k, conversion) in self.goals:
            self.line(k, conversion)
        if not conversion and k in self.needed:
            self.starts[k], self.top = base, base
            self.kept(k, told)

    def kept(self, k: int, told: dict[str, Any]) -> None:
        """Write a slice that others are built on to a file, so that another call need not build it."""
        if self.keep is None:
            return
        self.keep.mkdir(parents=True, exist_ok=True)
        codes = np.ascontiguousarray(self.frontier.answer(), CODE)
        replace_file(self.keep / f"{self.name(k)}.codes", codes.data.cast("B"))
        told |= {"mark": rules_mark(self.game), "sum": crc32(codes.data.cast("B"))}
        replace_file(self.keep / f"{self.name(k)}.json", json.dumps(told).encode())

    def restored(self, k: int, base: int) -> bool:
        """Return whether a slice was read from the file that an earlier call wrote; one of other rules, or damaged, is not."""
        if self.keep is None or k not in self.needed:
            return False
        try:
            told = json.loads((self.keep / f"{self.name(k)}.json").read_text())
            codes = np.fromfile(self.keep / f"{self.name(k)}.codes", CODE)
        except (OSError, ValueError):
            return False
        if told["mark"] != rules_mark(self.game) or len(codes) != self.size(k) or crc32(codes.data.cast("B")) != told["sum"]:
            return False
        self.arena[base : base + len(codes)].copy_to_device(codes)
        self.starts[k], self.top = base, base
        self.write({**told, "kept": True, "at": self.clock()})
        return True

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

    def report(self, k: int, conversion: bool, times: dict[str, float], held: int) -> dict[str, Any]:
        """Write down what came out, and return it."""
        size, frontier = self.frontier.size, self.frontier
        one, _, other = self.name(k).removeprefix("K").partition("K")
        half = size // 2 if one != other and type(self.game).__name__ == "Chess" else size
        sides = {"first": (0, half), "second": (half, size)}  # in chess the stronger side moves in the first half
        counts = {side: frontier.histogram(*ends) for side, ends in sides.items() if ends[0] < ends[1]}
        whole = sum(counts.values())
        sizes = [abs(int(code) - 32768) for code in np.flatnonzero(whole) if code not in (0, 32768)]
        places = frontier.places_of(max(sizes), 3) if sizes else []
        seconds = sum(times.values())
        told = {
            "name": self.name(k), "conversion": conversion, "numbers": size,
            "positions": int(whole.sum() - whole[HOLE + 32768]), "longest": max(sizes, default=1) - 1,
            "seconds": {stage: round(value, 3) for stage, value in times.items()}, "numbers_a_second": round(size / seconds),
            "checked": held, "at": self.clock(),
            "crc32": crc32(frontier.answer().tobytes()) if size <= FINGERPRINTED else None,
            "examples": [(self.game.notation(self.position(place, k)), frontier.code(place)) for place in places],
            "histogram": {
                side: {int(code - 32768): int(count[code]) for code in np.flatnonzero(count) if code}
                for side, count in counts.items()
            },
        }  # fmt: skip
        own, number = self.place(self.game.initial())
        if own == k and number >= 0:
            told["initial"] = frontier.code(number)
        self.write(told)
        return told

    def line(self, k: int, conversion: bool) -> None:
        """Write down best play from a position with the longest win of the slice that was just built."""
        counts = self.frontier.histogram(0, self.frontier.size)
        best = max((int(code) - 32768 for code in np.flatnonzero(counts)), default=0)
        if best <= 0:
            return
        places = self.frontier.places_of(best, 1 << 20)  # a loss as long as the win may be among them
        s = self.position(next(place for place in places if self.frontier.code(place) == best), k)
        start, moves = self.game.notation(s), []
        while len(moves) < LINE and not self.is_end(s, k, conversion):
            code = self.code(s, k)
            wanted = 1 - code if code > 0 else -1 - code
            a = next(a for a in self.game.actions(s) if self.code_after(s, a, k, conversion) == wanted)
            moves.append(self.game.action_name(s, a))
            s = self.game.result(s, a)
        self.write({"line": start, "conversion": conversion, "plies": best - 1, "moves": moves, "end": self.game.notation(s)})

    def is_end(self, s: Any, k: int, conversion: bool) -> bool:
        """Return whether a line of best play ends here; as in the tables, nothing is drawn because it takes long."""
        own, number = self.place(s)
        return number < 0 or (conversion and own != k) or abs(self.code(s, k)) <= 1

    def code_after(self, s: Any, a: int, k: int, conversion: bool) -> int:
        """Return the code of a position that a move leads to, as if the other player moved there.

        Where leaving the slice is the end, who has won is all of it.
        """
        t = self.game.result(s, a)
        if self.place(t)[1] < 0:
            mover = self.game.to_move(t)
            lead = self.game.utility(t, mover) - self.game.utility(t, 1 - mover)
            code = (lead > 0) - (lead < 0)
        else:
            code = self.code(t, k)
        if conversion and self.place(t)[0] != k:
            code = (code > 0) - (code < 0)
        return code if self.game.to_move(t) != self.game.to_move(s) else -code

    def code(self, s: Any, k: int) -> int:
        """Return the code of a position of the slice that was just built, or of one that it leads to."""
        own, number = self.place(s)
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


def main() -> None:
    """Build what the arguments name."""
    parser = argparse.ArgumentParser(description="Tables built on a GPU.")
    parser.add_argument("out", type=Path, help="the folder that endings.jsonl is written to")
    parser.add_argument("seconds", type=float, help="after so long no new work is begun")
    parser.add_argument("names", nargs="+", help="slices, NAME/conversion, a number of men, or all")
    parser.add_argument("--game", default="chess")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="a folder from which the next call goes on")
    wanted = parser.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    Run(wanted.out, wanted.seconds, wanted.names, wanted.game, wanted.keep).all()


if __name__ == "__main__":
    main()
