"""Backgammon against other programs' evaluations, points a game with mirrored dice: the figures in docs/learning_nets.md.

    pip install gnubg-nn
    python benchmarks/backgammon_match.py greedy:net=backgammon.net gnubg --games 2000
    python benchmarks/backgammon_match.py greedy pubeval --games 2000

`gnubg` plays by GNU Backgammon's nets without looking ahead (0-ply), `pubeval` is Tesauro's public benchmark, both as the
package `gnubg-nn` has them; any other name is an agent of Kibitz. There is no doubling cube. Every roll of a game is thrown
again in another one, in which the two players have changed seats.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

from kibitz.api import Seat, ask_agent
from kibitz.core.game import CHANCE
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.games.backgammon.position_id import counts
from kibitz.learning.run import Figure

Player = Callable[[Any], int]
"""Returns the play to make in a position with dice."""

GAME = load("backgammon")
OFF, BAR = 0, 25


def agent(spec: str) -> Player:
    """Return an agent of Kibitz."""
    seat = Seat.of(GAME, spec)
    return lambda s: int(ask_agent(GAME, s, seat).action)


def gnubg(s: Any) -> int:
    """Return what GNU Backgammon's nets like best without looking ahead."""
    import gnubg_nn

    moves = gnubg_nn.best_move(_board(s), s.dice >> 3, s.dice & 7, 0)
    return _play(s, [(int(source), int(target)) for source, target in moves])


def pubeval(s: Any) -> int:
    """Return what Tesauro's pubeval likes best."""
    import gnubg_nn

    places = gnubg_nn.pub_best_move(_board(s), s.dice >> 3, s.dice & 7)
    return _play(s, [(source + 1, max(OFF, target + 1)) for source, target in zip(places[::2], places[1::2], strict=True)])


def _board(s: Any) -> list[list[int]]:
    """Return a position as gnubg has it: the other side, then the one to move, 24 points and the bar each."""
    return [counts(s.their_few, s.their_many)[1:], counts(s.mine_few, s.mine_many)[1:]]


def _play(s: Any, moves: list[tuple[int, int]]) -> int:
    """Return the play that moves checkers from place to place."""
    mine, theirs = counts(s.mine_few, s.mine_many), counts(s.their_few, s.their_many)
    for source, target in moves:
        mine[source] -= 1
        mine[target] += 1
        if target != OFF and theirs[BAR - target] == 1:
            theirs[BAR - target], theirs[BAR] = 0, theirs[BAR] + 1
    for action in GAME.actions(s):
        after = GAME.result(s, action)  # the other side is to roll
        found = counts(after.their_few, after.their_many), counts(after.mine_few, after.mine_many)
        if (found[0][1:], found[1][1:]) == (mine[1:], theirs[1:]):
            return int(action)
    raise ValueError(f"no play of {GAME.notation(s)} is {moves}")


def points(first: Player, second: Player, random: Random) -> float:
    """Return what a game brings the first player."""
    s = GAME.initial()
    players = first, second
    while not GAME.is_terminal(s):
        mover = GAME.to_move(s)
        s = GAME.result(s, sample(GAME, s, random) if mover == CHANCE else players[mover](s))
    return float(GAME.utility(s, 0))


def main() -> None:
    """Play the match and print it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    known = {"gnubg": gnubg, "pubeval": pubeval}
    one, other = (known.get(name) or agent(name) for name in (arguments.one, arguments.other))
    begun, pairs = time.perf_counter(), []
    for pair in range(arguments.games // 2):
        own = points(one, other, Random(arguments.seed, pair))
        pairs.append((own - points(other, one, Random(arguments.seed, pair))) / 2)
    figure = Figure.of_mean(sum(pairs), sum(value * value for value in pairs), len(pairs))
    print(json.dumps({
        "one": arguments.one, "other": arguments.other, "games": 2 * len(pairs), "points a game": round(figure.value, 4),
        "from": round(figure.low, 4), "to": round(figure.high, 4), "seconds": round(time.perf_counter() - begun, 1),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
