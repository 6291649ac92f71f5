"""The learner of weights: self-play, the step of learning, and what the weights are worth against the game's own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import numpy as np

from kibitz.compile.cpu import native
from kibitz.core.chance import has_chance
from kibitz.core.contract import Game, NoisyMoveList, NoisyMoves, Ordering, WeightedFeatures, implements
from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.files import write_whole
from kibitz.core.game import about
from kibitz.core.playouts import sample
from kibitz.core.questions import moves_at
from kibitz.core.randomness import Random
from kibitz.core.weights import default_weights
from kibitz.learning.run import Figure, Told
from kibitz.learning.shares import require_shares
from kibitz.learning.strength import agreement, share_of_points
from kibitz.learning.weights.leaf_search import new_scratch
from kibitz.learning.weights.regression import fitted
from kibitz.learning.weights.self_play import (
    DISCOUNT,
    EXPLORATION,
    LAMBDA,
    OPENING,
    RESULTS,
    SETTINGS,
    STEP,
    TOTALS,
    VARIETY,
    self_play,
)
from kibitz.learning.weights.weights_file import header_lines, weights_file
from kibitz.models.file import Arrays

METHODS = ("td", "regression")
NEEDS_LESS = "policies and nets (kibitz learn policy, kibitz learn net) need none"
GENERATION = 250
"""In regression, so many games are played with the same weights."""
REMEMBERED = 4
"""And the weights are fitted to the last so many generations."""
MOST_SAMPLES = 40_000
"""So many positions of a generation are kept."""
TRIAL_GAMES = 50
"""So many games of random moves tell how large the features usually are."""
TRIALS = 1 << 40
"""The number of the first of these."""
MANY_MOVES = 16
"""With more moves than that in a position, on average, less is searched for each."""
LOOKED_AT = 60
"""So many positions of a game tell how many moves it has."""
MEASURED_GAMES = 40
OPPONENT_DEPTH = 2
"""The game's own weights and those that were learnt are compared by searches so deep."""


@dataclass(frozen=True)
class Method:
    """How weights are learnt."""

    name: Literal["td", "regression"] = "td"
    depth: int = 3
    """The depth of the search behind each move: 0 is TD(lambda), more TDLeaf(lambda)."""
    step: float = 0.2
    trace_decay: float = 0.7
    exploration: float = 0.05
    opening: int = 4
    """So many moves at the beginning of each game are random."""
    discount: float = 0.99
    """What a win is worth a move later: who may win whenever they like, never does, and nothing is learnt from draws."""
    variety: float = 0.3
    """How far apart the weights are that the two sides play by: each one's spread, in shares of what features usually count."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if self.name not in METHODS:
            raise UnknownNameError("method", self.name, METHODS)
        if not 0 <= self.depth <= 8:
            raise InputError(f"depth must be 0 to 8, not {self.depth}")
        require_shares(self, "trace_decay", "exploration", "discount")

    @classmethod
    def usual(cls, game: Game) -> Method:
        """Return what suits a game.

        Where there is chance, dice vary the games, and the search knows no averages. Where positions have many moves, a game
        takes too long three moves deep.
        """
        if has_chance(game):
            return cls(depth=0)
        return cls(depth=1) if _moves_on_average(game) > MANY_MOVES else cls()


def _moves_on_average(game: Game) -> float:
    """Return how many moves the positions of a random game have, on average."""
    state, random, counts = game.initial(), Random(0), [1]
    while not game.is_terminal(state) and len(counts) < LOOKED_AT:
        counts.append(len(moves_at(game, state)))
        state = game.result(state, sample(game, state, random))
    return sum(counts) / len(counts)


class WeightLearner:
    """The weights of one game's features that are being learnt, from random ones on."""

    def __init__(self, game: Game, method: Method, seed: int = 0) -> None:
        if not implements(game, WeightedFeatures):
            raise InputError(f"{about(game).title} has no features, so there are no weights to learn; {NEEDS_LESS}")
        if game.players != 2:
            raise InputError(f"weights are learnt for two players, and {about(game).title} has {game.players}")
        self.game, self.method, self.seed = game, method, seed
        weights = default_weights(game)
        self.names, self.own = list(weights), np.array([float(weight) for weight in weights.values()])
        count, random = len(self.names), Random(seed, 1 << 41)
        self.scales, self.weights, self.means = np.ones(count), np.zeros(count), np.zeros(count)
        self.errors, self.totals = np.zeros(2 * count), np.zeros(TOTALS)
        self.samples = np.zeros((0, RESULTS + count))
        self.ends: list[int] = []
        """Where the samples of each generation end; the last one may be unfinished."""
        trial = self._play(TRIALS, TRIAL_GAMES, np.zeros(1, np.int64), is_trial=True)
        self.scales = np.maximum(np.sqrt((trial[:, RESULTS:] ** 2).mean(axis=0)), 1e-3)
        self.totals[:] = 0
        self.weights = np.array([0.2 * random.unit() - 0.1 for _ in self.names]) / self.scales
        self.means = self.weights.copy()

    @property
    def settings(self) -> dict[str, Any]:
        """All that the result depends on but the number of games."""
        return {**vars(self.method), "seed": self.seed, "features": self.names}

    def arrays(self) -> Arrays:
        """Return the weights, their errors, and the samples that regression remembers."""
        return {
            "weights": self.weights, "means": self.means, "errors": self.errors,
            "samples": self.samples, "ends": np.array(self.ends, np.int64),
        }  # fmt: skip

    def restore(self, arrays: Arrays) -> None:
        """Take what a checkpoint has kept."""
        self.weights, self.means = arrays["weights"].copy(), arrays["means"].copy()
        self.errors = arrays["errors"].copy()
        self.samples, self.ends = arrays["samples"].copy(), [int(end) for end in arrays["ends"]]

    def learn(self, first: int, games: int, stop: Any) -> int:
        """Learn from games of self-play."""
        if self.method.name == "td":
            before = self.totals[0]
            self._play(first, games, stop)
            return int(self.totals[0] - before)
        done = 0
        while done < games and stop[0] == 0:
            before, left = self.totals[0], GENERATION - (first + done) % GENERATION
            part = self._play(first + done, min(left, games - done), stop)
            played = int(self.totals[0] - before)
            self.samples = np.concatenate([self.samples, part])
            done += played
            if played == left:
                self._fit()
        return done

    def _fit(self) -> None:
        """End a generation: fit the weights to the results of the last ones."""
        self.ends.append(len(self.samples))
        if len(self.ends) > REMEMBERED:
            gone = self.ends.pop(0)
            self.samples, self.ends = self.samples[gone:], [end - gone for end in self.ends]
        self.weights = fitted(self.samples[:, RESULTS:], self.samples[:, 0], self.scales)

    def _play(self, first: int, games: int, stop: Any, *, is_trial: bool = False) -> Any:
        """Play games and return their samples, where any are asked for."""
        noisy = implements(self.game, NoisyMoveList) or implements(self.game, NoisyMoves)
        count = len(self.names)
        ordered = implements(self.game, Ordering)
        kernel = native(self_play, self.game, features=count, noisy_moves=noisy, ordered=ordered)
        is_td = self.method.name == "td" and not is_trial
        settings = np.zeros(SETTINGS)
        settings[STEP], settings[LAMBDA] = self.method.step if is_td else 0.0, self.method.trace_decay
        settings[EXPLORATION] = 1.0 if is_trial else self.method.exploration
        settings[OPENING], settings[DISCOUNT] = self.method.opening, self.method.discount
        settings[VARIETY] = 0.0 if is_trial else self.method.variety
        samples = np.zeros((1 if is_td else MOST_SAMPLES * max(1, games) // GENERATION + 1) * (RESULTS + count))
        written = kernel(
            first, games, self.seed, self.method.depth, settings, self.weights, self.means, self.scales, self.errors,
            samples, self.totals, stop, new_scratch(count),
        )  # fmt: skip
        return samples.reshape(-1, RESULTS + count)[:written]

    @property
    def points(self) -> dict[str, float]:
        """The weights by name, as large as the game's own all together: evaluations are whole points, so small ones say little.

        Those of TD are the mean over the later games.
        """
        learnt = self.means if self.method.name == "td" else self.weights
        own, found = (float(np.abs(weights) @ self.scales) for weights in (self.own, learnt))
        unit = own / found if own > 0.0 and found > 0.0 else about(self.game).points_at_half_win
        return {name: float(weight) * unit for name, weight in zip(self.names, learnt, strict=True)}

    def measure(self) -> dict[str, Figure]:
        """Return the share of points against a random player and against the game's own weights, at equal depth."""
        with TemporaryDirectory() as folder:
            file = Path(folder) / "learnt.toml"
            file.write_text(weights_file(self.points))
            search = "greedy" if has_chance(self.game) else f"alphabeta:depth={OPPONENT_DEPTH}"
            learnt = f"greedy:weights={file}" if has_chance(self.game) else f"{search},eval={file}"
            return {
                "against random": share_of_points(self.game, f"greedy:weights={file}", "random", MEASURED_GAMES, self.seed),
                "against the game's own weights": share_of_points(self.game, learnt, search, MEASURED_GAMES, self.seed),
            } | agreement(self.game, learnt, self.seed)

    def save(self, path: str | Path, told: Told) -> None:
        """Write the weights as a file that people read and edit, and agents take as `eval=`."""
        write_whole(path, weights_file(self.points, header_lines(self.game, told)).encode())
