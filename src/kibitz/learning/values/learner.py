"""The learner of values: self-play in threads that share a net, and the strength of what was learnt."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from kibitz.compile.cpu import native, packed
from kibitz.core.chance import has_chance
from kibitz.core.contract import Evaluation, Game, WeightedFeatures, implements
from kibitz.core.errors import InputError
from kibitz.core.machine import check_threads
from kibitz.learning.run import Figure, Told
from kibitz.learning.shares import require_shares
from kibitz.learning.strength import agreement, share_of_points
from kibitz.learning.values.gradient import Weights
from kibitz.learning.values.self_play import (
    EXPLORATION,
    GAMES,
    HALVING,
    HIGHEST,
    LAMBDA,
    LOWEST,
    SETTINGS,
    STEP,
    TOTALS,
    self_play,
)
from kibitz.models.file import Arrays, new_header
from kibitz.models.net.afterstates import TEMPORAL, are_opposed
from kibitz.models.net.encoding import Encoding
from kibitz.models.net.inference import LANES
from kibitz.models.net.network import KIND, Layers, Network, save_network

MEASURED_GAMES = 100


@dataclass(frozen=True)
class Method:
    """How values are learnt."""

    width: int = 128
    """Numbers in the hidden layer."""
    step: float = 0.1
    """Which share of an error one step takes away, at first."""
    halving: float = 20_000.0
    """After so many games the step is half of that, after twice as many a third, and so on."""
    trace_decay: float = 0.7
    """Lambda: how much later positions count beside the next one."""
    exploration: float = 0.0
    """How often a move is random."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if not 1 <= self.width <= 4096:
            raise InputError(f"width must be 1 to 4096, not {self.width}")
        require_shares(self, "step", "trace_decay", "exploration")

    @classmethod
    def usual(cls, game: Game) -> Method:
        """Return what suits a game: where there are dice, these vary the games."""
        return cls(exploration=0.0 if has_chance(game) else 0.1)


class ValueLearner:
    """A net of one game that is learning what positions after a move are worth."""

    def __init__(self, game: Game, method: Method, seed: int = 0, threads: int = 1) -> None:
        check_threads(threads)
        self.game, self.method, self.seed, self.threads = game, method, seed, threads
        self.encoding = Encoding.of(game)
        width = -(-method.width // LANES) * LANES
        random = np.random.default_rng(seed)
        first = random.uniform(-0.1, 0.1, self.encoding.inputs * width).astype(np.float32)
        value = random.uniform(-0.1, 0.1, game.players * width).astype(np.float32)
        self.weights = Weights(first, np.zeros(width, np.float32), value, np.zeros(game.players, np.float32))
        self.totals = np.zeros(TOTALS)
        self.settings = {**asdict(method), "seed": seed}

    def arrays(self) -> Arrays:
        """Return the weights."""
        return self.weights._asdict()

    def restore(self, arrays: Arrays) -> None:
        """Take the weights that a checkpoint has kept."""
        for name, array in self.weights._asdict().items():
            array[:] = arrays[name]

    def learn(self, first: int, games: int, stop: Any) -> int:
        """Learn from games; with several threads, from as many at a time, and then no two runs are the same."""
        share = max(1, -(-games // self.threads))
        parts = [(first + begin, min(share, games - begin)) for begin in range(0, max(1, games), share)]
        if len(parts) == 1:
            totals = [self._play(parts[0], stop)]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                totals = list(pool.map(lambda part: self._play(part, stop), parts))
        for one in totals:
            self.totals += one
        return int(sum(one[GAMES] for one in totals))

    def _play(self, part: tuple[int, int], stop: Any) -> Any:
        """Play some games, learn from them, and return the totals."""
        encoding, method = self.encoding, self.method
        kernel = native(
            self_play, self.game, planes=encoding.planes, players=self.game.players, opposed=are_opposed(self.game),
            shared=self.threads > 1,
        )  # fmt: skip
        settings, totals = np.zeros(SETTINGS), np.zeros(TOTALS)
        settings[STEP], settings[LAMBDA], settings[EXPLORATION] = method.step, method.trace_decay, method.exploration
        settings[HALVING], settings[LOWEST], settings[HIGHEST] = method.halving, encoding.lowest, encoding.highest
        row = np.zeros(len(packed(self.game, self.game.initial())), np.int64)
        code = encoding.numbers, encoding.table, encoding.levels
        kernel(*part, self.seed, settings, code, encoding.offsets, row, self.weights, totals, stop)
        return totals

    def network(self) -> Network:
        """Return the net as it is kept in a file, with a policy that holds all moves for equal."""
        weights, encoding = self.weights, self.encoding
        width = len(weights.first_bias)
        layers = Layers(
            weights.first.reshape(-1, width).copy(), weights.first_bias.copy(), np.zeros((0, 2, width, width), np.float32),
            np.zeros((0, 2, width), np.float32), np.zeros((encoding.outputs, width), np.float32),
            np.zeros(encoding.outputs, np.float32), weights.value.reshape(-1, width).copy(), weights.value_bias.copy(),
        )  # fmt: skip
        return Network(encoding, layers)

    def measure(self) -> dict[str, Figure]:
        """Return the share of points against fixed opponents, and how often the choice is the solver's."""
        opponents = {"against random": "random"}
        if implements(self.game, Evaluation) or implements(self.game, WeightedFeatures):
            opponents["against the game's own evaluation"] = "greedy"
        with TemporaryDirectory() as folder:
            file = str(Path(folder) / "learnt.net")
            self.save(file, Told())
            learnt = f"greedy:net={file}"
            figures = {}
            if self.game.players == 2:
                figures = {
                    name: share_of_points(self.game, learnt, opponent, MEASURED_GAMES, self.seed)
                    for name, opponent in opponents.items()
                }
            return figures | agreement(self.game, learnt, self.seed)

    def save(self, path: str | Path, told: Told) -> None:
        """Write the net."""
        details = {"games": told.games, "method": asdict(self.method), **TEMPORAL}
        header = new_header(KIND, self.game, command=told.command, seed=told.seed, seconds=told.seconds, details=details)
        save_network(path, header, self.network())
