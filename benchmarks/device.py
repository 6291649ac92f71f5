"""On a machine with a GPU: random games a second there, and UCT with its playouts on the GPU against UCT on one thread.

python benchmarks/device.py --games 60 --seconds 0.1
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import kibitz
from kibitz.checking.speeds import cuda_playouts, native_playouts
from kibitz.core.game import about
from kibitz.core.randomness import Random

GAMES = ("tic_tac_toe", "connect_four", "othello", "checkers", "go:size=9", "go:size=19")


def speeds(specs: list[str]) -> None:
    """Print random games a second, on the GPU and on one thread of the processor."""
    for spec in specs:
        game = kibitz.load(spec)
        for game_policy in [False, True] if "playout_action" in about(game).given else [False]:
            device = cuda_playouts(game, game.initial(), game_policy=game_policy)
            thread = native_playouts(game, game.initial(), game_policy=game_policy)
            policy = "heavy" if game_policy else "random"
            print(
                f"{spec:14} {policy:7} GPU {device:16,.0f}/s   thread {thread:12,.0f}/s   {device / thread:8,.0f} times",
                flush=True,
            )


def play(game: Any, agents: tuple[str, str], opening: int, seed: int) -> float:
    """Return the result for the first agent of one game, after a random opening that decides nothing."""
    random = Random(seed)
    state = game.initial()
    for _ in range(opening):
        state = game.result(state, random.choice(list(game.actions(state))))
    while not game.is_terminal(state):
        agent = agents[game.to_move(state)]
        state = game.result(state, kibitz.decide(game, state, agent, seed=random.bits() >> 33).action)
    return float(game.utility(state, 0))


def match(spec: str, device: str, thread: str, games: int) -> None:
    """Print the score of the agent on the GPU; every opening is played twice, with the colours changed."""
    game = kibitz.load(spec)
    for agent in (device, thread):
        found = kibitz.decide(game, game.initial(), agent)
        print(f"{agent}: {found.simulations:,} simulations in {found.seconds:.3f} s", flush=True)
    score, begun = 0.0, time.perf_counter()
    for number in range(games):
        first = number % 2 == 0
        result = play(game, (device, thread) if first else (thread, device), 4, number // 2)
        score += ((result if first else -result) + 1) / 2
        print(f"{spec} {number + 1}/{games}: {score:g} points, {time.perf_counter() - begun:.0f} s", flush=True)


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--c", type=float, default=0.4, help="of the search on the GPU")
    parser.add_argument("--thread-c", type=float, default=1.4, help="of the search on one thread")
    parser.add_argument("--playouts", type=int, default=128)
    parser.add_argument("--speeds", nargs="*", default=list(GAMES))
    options = parser.parse_args()
    speeds(options.speeds)
    device = f"uct:time={options.seconds},device=cuda,batch={options.batch},playouts={options.playouts},c={options.c}"
    if options.games:
        match("connect_four", device, f"uct:time={options.seconds},c={options.thread_c}", options.games)


if __name__ == "__main__":
    main()
