"""Learnt weights of Pacman's features against those by hand, in the same games: the figures in docs/learning.md.

    python benchmarks/pacman_weights.py mine.toml --games 400 --pacman ReflexAgent --ghosts RandomGhost
    python benchmarks/pacman_weights.py mine.toml --games 400 --pacman ExpectimaxAgent --depth 2 --ghosts DirectionalGhost

Each game is played twice, once with each evaluation, by the same agent at the same depth, with the same random numbers for the
ghosts. What is printed is how often the learnt weights make the higher score, ties half, and both mean scores.
"""

from __future__ import annotations

import argparse
import json
import time

from kibitz.core.intervals import wilson_interval
from kibitz.games.pacman import Pacman, load_layout
from kibitz.learning.run import Figure
from kibitz.pacman import play_game
from kibitz.pacman.course import ghost_agents, pacman_agent


def scores(arguments: argparse.Namespace, evaluation: str) -> list[int]:
    """Return the scores of all games with an evaluation."""
    game = Pacman.of(load_layout(arguments.layout))
    options = f"evalFn={evaluation}" + ("" if arguments.depth is None else f",depth={arguments.depth}")
    agents = [pacman_agent(game, arguments.pacman, options), *ghost_agents(game, arguments.ghosts)]
    return [play_game(game, agents, arguments.seed + number).score for number in range(arguments.games)]


def main() -> None:
    """Play and print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--layout", default="smallClassic")
    parser.add_argument("--pacman", default="ReflexAgent")
    parser.add_argument("--depth", type=int)
    parser.add_argument("--ghosts", default="RandomGhost")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    begun = time.process_time()
    learnt, own = scores(arguments, arguments.weights), scores(arguments, "better")
    share = sum(1.0 if one > other else 0.5 if one == other else 0.0 for one, other in zip(learnt, own, strict=True)) / len(own)
    low, high = wilson_interval(share, len(own))
    means = {name: Figure.of_mean(sum(found), sum(score * score for score in found), len(found))
             for name, found in (("learnt", learnt), ("by hand", own))}  # fmt: skip
    print(json.dumps({
        "share": round(share, 4), "from": round(low, 4), "to": round(high, 4), "games": len(own),
        **{f"mean score, {name}": [round(one.value, 1), round(one.low, 1), round(one.high, 1)] for name, one in means.items()},
        "processor seconds": round(time.process_time() - begun, 1), **vars(arguments),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
