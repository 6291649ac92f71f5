"""Steps a second of PettingZoo's Connect Four and of Kibitz's under PettingZoo, in the same loop, side by side.

python benchmarks/pettingzoo_steps.py [SECONDS]
"""

from __future__ import annotations

import random
import sys
from time import perf_counter
from typing import Any

import numpy as np

ROUNDS = 5


def steps_a_second(env: Any, seconds: float, seed: int) -> float:
    """Return how many random moves an environment makes a second, each after a look at the observation and the mask."""
    chooser, steps, begun = random.Random(seed), 0, perf_counter()
    while perf_counter() - begun < seconds:
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(chooser.choice(np.flatnonzero(observation["action_mask"]).tolist()))
                steps += 1
    return steps / (perf_counter() - begun)


def main() -> None:
    """Measure both in turn, some times, and print the best of each and their ratio."""
    from pettingzoo.classic import connect_four_v3

    from kibitz.bridges.pettingzoo import env

    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    makers = {"PettingZoo's own": connect_four_v3.env, "its raw_env, unchecked": connect_four_v3.raw_env}
    best = dict.fromkeys([*makers, "Kibitz"], 0.0)
    for seed in range(ROUNDS):
        for name, make in [*makers.items(), ("Kibitz", lambda: env("connect_four"))]:
            best[name] = max(best[name], steps_a_second(make(), seconds, seed))
    for name, speed in best.items():
        print(f"{name:24} {speed:10,.0f} steps/s   Kibitz is {best['Kibitz'] / speed:.1f} times as fast")


if __name__ == "__main__":
    main()
