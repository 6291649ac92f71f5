"""Training: self-play and gradient steps by turns, from nothing or from a checkpoint."""

from __future__ import annotations

import copy
import math
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from kibitz.core.contract import Game
from kibitz.learning.nets.batch import Batch
from kibitz.learning.nets.gradient import GradientSteps
from kibitz.learning.nets.module import Net
from kibitz.learning.nets.settings import Settings
from kibitz.models.net.encoding import Encoding
from kibitz.models.net.network import Network

WIDE = 256
"""Narrower layers are quicker by one thread."""
WARM_UP = 100
"""Over so many gradient steps the learning rate rises."""
COUNTERS = ("rounds", "updates", "seconds", "positions", "games", "policy_loss", "value_loss")
FRACTIONS = ("seconds", "policy_loss", "value_loss")
"""What of a run's progress is kept; and which of it are no whole numbers."""
LAST_RATE = 0.01
"""The share of the learning rate that is left at the end."""


@dataclass
class Progress:
    """What a run has done so far."""

    rounds: int = 0
    updates: int = 0
    seconds: float = 0.0
    """Of all parts of the run, earlier ones too."""
    positions: int = 0
    policy_loss: float = math.nan
    value_loss: float = math.nan
    games: int = 0
    length: float = 0.0
    utilities: tuple[float, ...] = ()


class Training:
    """A run: its games, its net, the averaged net that plays, and how far it has come."""

    def __init__(
        self, game: Game, settings: Settings, *, seed: int = 0, device: str = "cpu", threads: int = 1,
        teacher: Training | None = None,
    ) -> None:  # fmt: skip
        """Begin a run; with a `teacher`, a run of the same game, the net learns from the games that its net plays."""
        torch.set_num_threads(threads if settings.width >= WIDE else 1)
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        self.game, self.settings, self.seed, self.device = game, settings, seed, device
        self.encoding: Encoding = teacher.encoding if teacher else Encoding.of(game)
        self.net = Net(self.encoding, settings.width, settings.blocks).to(device)
        self.averaged = copy.deepcopy(self.net)
        self.kind = torch.float16 if device != "cpu" else torch.float32
        self.playing = copy.deepcopy(self.net).to(self.kind)
        self.batch: Batch = teacher.batch if teacher else Batch(game, self.encoding, settings, device, seed, threads)
        self.player = teacher.playing if teacher else self.playing
        """The net that plays the games."""
        self.gradient = GradientSteps(self.net, self.batch, settings)
        self.progress = Progress()
        self.debt = 0.0
        """Gradient steps that are due, less than one."""
        self._earlier_positions = self._earlier_games = self._first_update = 0
        self._play_seconds = self._round_seconds = 0.0

    def round(self, done: float) -> None:
        """Play and train for a round; `done` is the share of the run that is over, by which the learning rate falls."""
        begun = time.perf_counter()
        before = self.batch.recorded
        self.batch.steps(self.settings.steps, self.player, self.kind)
        progress = self.progress
        recorded = self.batch.recorded  # waits for the device
        self._play_seconds += time.perf_counter() - begun
        progress.positions = self._earlier_positions + recorded
        self.debt += (recorded - before) * self.settings.reuse / self.settings.batch
        updates, self.debt = int(self.debt), self.debt % 1.0
        if updates:
            self._train(updates, done)
        progress.rounds += 1
        ended, progress.length, progress.utilities = self.batch.results()
        progress.games = self._earlier_games + int(ended)
        spent = time.perf_counter() - begun
        progress.seconds += spent
        self._round_seconds += spent

    @property
    def device_name(self) -> str:
        """The name of the GPU that games and gradient steps run on, or nothing."""
        return "" if self.device == "cpu" else torch.cuda.get_device_name(self.device)

    @property
    def playing_share(self) -> float:
        """The share of the time that went into self-play."""
        return self._play_seconds / max(self._round_seconds, 1e-9)

    def counters(self) -> Any:
        """Return how far the run has come, as an array."""
        progress = self.progress
        return np.array([*(getattr(progress, name) for name in COUNTERS), self.debt], np.float64)

    def count_on(self, counters: Any, *, anew: bool) -> None:
        """Go on counting from an earlier part of the run, whose games and optimiser are gone if all else begins `anew`."""
        progress = self.progress
        for name, number in zip(COUNTERS, counters, strict=False):
            setattr(progress, name, float(number) if name in FRACTIONS else int(number))
        self.debt = 0.0 if anew else float(counters[-1])
        if anew:
            self._earlier_positions, self._earlier_games = progress.positions, progress.games
            self._first_update = progress.updates

    def _train(self, updates: int, done: float) -> None:
        """Do so many gradient steps."""
        generator = torch.Generator(self.device).manual_seed(self.seed * 1_000_003 + self.progress.rounds)
        rates = [self._rate(done, number) for number in range(updates)]
        progress = self.progress
        progress.policy_loss, progress.value_loss = self.gradient.take(rates, generator, self._average)
        with torch.no_grad():
            for playing, averaged in zip(self.playing.parameters(), self.averaged.parameters(), strict=True):
                playing.copy_(averaged)

    def _rate(self, done: float, ahead: int) -> float:
        """Return the learning rate of a step to come: a short rise, then half a cosine."""
        fall = LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * min(1.0, done)))
        return self.settings.rate * fall * min(1.0, (self.progress.updates + ahead - self._first_update + 1) / WARM_UP)

    @torch.no_grad()
    def _average(self) -> None:
        """Let the averaged weights follow; at first faster, so that they do not keep what they began with."""
        kept = min(self.settings.average, (1 + self.progress.updates) / (10 + self.progress.updates))
        torch._foreach_lerp_(list(self.averaged.parameters()), list(self.net.parameters()), 1 - kept)
        self.progress.updates += 1

    def network(self) -> Network:
        """Return the averaged net."""
        return self.averaged.network(self.encoding)
