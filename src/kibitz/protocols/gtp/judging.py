"""Which stones are dead at the end: random games are played on, and who comes to own their points decides."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from kibitz.compile.cpu import Jit, interpreted_rules, native, packed
from kibitz.core.contract import Game
from kibitz.core.randomness import advance, scramble, stream
from kibitz.games.go import Go
from kibitz.games.go.notation import STONES, chains, letters
from kibitz.games.go.positions import owners
from kibitz.games.go.state import State

GAMES = 200


def played_out(game: Any, jit: Jit) -> Any:
    """Build `work(row, seed, index, end)`: play on from the packed state `row`, and pack the last state into `end`."""

    @jit
    def work(row: Any, seed: int, index: int, end: Any) -> None:
        state = stream(seed, index)
        s = game.unpack(row)
        while not game.is_terminal(s):
            state = advance(state)
            s = game.result(s, game.playout_action(s, scramble(state)))
        game.pack(s, end)

    return work


def dead_stones(game: Go, s: State, seed: int = 0) -> list[int]:
    """Return the points of stones that, in most random games from here, do not keep their points."""
    rules = cast(Game, game)
    row = packed(rules, game.resumed(s))
    end = np.zeros_like(row)
    work, unpack = native(played_out, rules), cast(Any, interpreted_rules(rules).module).unpack
    kept = [0] * (game.size * game.size)
    marked = letters(game.size, game.stones(s))
    colours = [STONES.find(letter) for letter in marked]
    for index in range(GAMES):
        work(row, seed, index, end)
        for point, owner in enumerate(owners(game, unpack([int(word) for word in end]))):
            kept[point] += owner == colours[point]
    found: list[int] = []
    for chain, _ in chains(game.size, marked):
        if 2 * sum(kept[point] for point in chain) < GAMES * len(chain):
            found += chain
    return sorted(found)


def judged(game: Go, s: State) -> float:
    """Return by how many points black is ahead when dead stones are taken off."""
    dead = set(dead_stones(game, s))
    black, white = (set(stones) - dead for stones in game.stones(s))
    return game.lead(game.set_up(black, white, s.turn))
