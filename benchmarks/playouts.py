"""Random games a second from one game file, on the CPU and, with --cuda, on a GPU.

python benchmarks/playouts.py connect_four
python benchmarks/playouts.py connect_four --cuda
"""

from __future__ import annotations

import argparse
import time

import kibitz
from kibitz.search.playouts import Target, playouts


def rate(spec: str, target: Target, games: int, threads: int, repeats: int) -> tuple[float, tuple[float, ...]]:
    """Return the best rate of several runs, in games a second, and the players' mean utilities."""
    game = kibitz.load(spec)
    start = game.initial()
    playouts(game, start, threads, threads=threads, target=target)
    best, means = 0.0, (0.0,)
    for seed in range(repeats):
        begun = time.perf_counter()
        found = playouts(game, start, games, seed=seed, threads=threads, target=target)
        best = max(best, found.games / (time.perf_counter() - begun))
        means = found.utilities
    return best, means


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=["connect_four", "tic_tac_toe"])
    parser.add_argument("--cuda", action="store_true", help="measure the GPU too")
    arguments = parser.parse_args()
    for spec in arguments.games:
        found, means = rate(spec, "native", 1_000_000, 1, 5)
        print(f"{spec:24} native, one core: {found / 1e6:8.2f} million games a second, mean utilities {means}")
        if arguments.cuda:
            found, means = rate(spec, "cuda", 132 * 2048 * 1024, 132 * 2048, 5)
            print(f"{spec:24} cuda:             {found / 1e6:8.0f} million games a second, mean utilities {means}")


if __name__ == "__main__":
    main()
