"""A digest of a game's rules, by which a learnt file knows the game that it was learnt for."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from kibitz.core.contract import Game
from kibitz.core.game import CHANCE, parameters
from kibitz.core.notation import written
from kibitz.core.playouts import sample
from kibitz.core.questions import moves_at
from kibitz.core.randomness import Random

GAMES, MOVES = 2, 30
"""How many random games are played for the digest, and how many moves of each."""


@lru_cache(maxsize=64, typed=True)
def rules_digest(game: Game) -> str:
    """Return a digest of how the game behaves: its name, its parameters, and the positions and moves of some random games.

    It is the same on every machine, and stays the same where the source is only written differently or the file moved. Rules
    that differ but in positions which these games do not reach have the same digest: it is a guard against mistakes, no proof.
    """
    digest = sha256(f"{type(game).__name__} {parameters(game)} {game.players}".encode())
    for number in range(GAMES):
        random, state = Random(0, number), game.initial()
        for _ in range(MOVES):
            digest.update(f"{type(state).__name__} {written(state)}\n".encode())
            if game.is_terminal(state):
                break
            mover = game.to_move(state)
            listed = moves_at(game, state) if mover != CHANCE else list(game.actions(state))
            digest.update(f"{mover} {[int(action) for action in listed]}\n".encode())
            state = game.result(state, sample(game, state, random))
    return digest.hexdigest()[:32]
