"""Chess: move paths from the start and from the positions of three collections, against the counts of other programs.

As is usual, draws by the rules do not end a path here, so the paths are counted by the legal moves alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core.registry import load

Counts = dict[int, int]


@pytest.fixture(scope="module")
def count() -> Callable[[str, int], int | None]:
    game = load("chess")
    return lambda position, depth: kibitz.perft(game, position, depth)


@pytest.mark.parametrize(("depth", "paths"), list(enumerate((20, 400, 8902, 197281, 4865609, 119060324), start=1)))
def test_start(depth: int, paths: int) -> None:
    game = load("chess")
    assert kibitz.perft(game, game.initial(), depth) == paths


def suite(folder: Path) -> list[tuple[str, Counts]]:
    """Return the positions of `perftsuite.epd`: `FEN ;D1 20 ;D2 400`."""
    lines = [line.split(";") for line in (folder / "perftsuite.epd").read_text().splitlines() if ";" in line]
    return [(fen.strip(), {int(depth[1:]): int(n) for depth, n in map(str.split, counts)}) for fen, *counts in lines]


def blocks(file: Path) -> Iterator[tuple[str, Counts]]:
    """Yield the positions of a `.perft` file: lines `epd FEN`, then `perft DEPTH COUNT`."""
    fen, counts = "", Counts()
    for line in file.read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "epd":
            fen, counts = rest, {}
            yield fen, counts
        elif word == "perft":
            depth, n = rest.split()
            counts[int(depth)] = int(n)


def collection(oracles: Path, name: str) -> list[tuple[str, Counts]]:
    folder = oracles / "chess" / "perft"
    return suite(folder) if name == "suite" else list(blocks(folder / f"pychess_{name}.perft"))


def check(count: Any, positions: list[tuple[str, Counts]], deepest: int, most: int) -> None:
    """Count to the depth `deepest`, and beyond to the largest depth with fewer than `most` paths."""
    for fen, counts in positions:
        for depth in [depth for depth in counts if depth <= deepest or counts[depth] < most]:
            assert count(fen, depth) == counts[depth], f"{fen} to depth {depth}"


@pytest.mark.parametrize(("name", "number"), [("suite", 126), ("tricky", 19), ("chess960", 100)])
def test_collections(oracles: Path, count: Any, name: str, number: int) -> None:
    positions = collection(oracles, name)[:: 9 if name == "chess960" else 1]
    assert len(positions) >= number
    check(count, positions, deepest=4, most=0)


@pytest.mark.conformance
@pytest.mark.parametrize("name", ["suite", "tricky", "chess960"])
def test_collections_deeply(oracles: Path, count: Any, name: str) -> None:
    check(count, collection(oracles, name), deepest=4, most=20_000_000 if name != "chess960" else 0)
