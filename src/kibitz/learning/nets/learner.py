"""A net that is being learnt, as `learning.run` asks for it: games in chunks, arrays to keep, figures of progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.core.machine import check_threads
from kibitz.learning.nets.agreement import agreement
from kibitz.learning.nets.module import Net
from kibitz.learning.nets.settings import Settings
from kibitz.learning.nets.training import Training
from kibitz.learning.run import Budget, Figure, Told
from kibitz.models.file import Arrays, new_header
from kibitz.models.net.network import KIND, Network, save_network

MOMENTS = ("exp_avg", "exp_avg_sq")
"""What the optimiser keeps of each weight."""


@dataclass
class NetLearner:
    """A net of one game that learns by playing itself; `measures` adds figures of progress."""

    game: Game
    method: Settings
    budget: Budget
    seed: int = 0
    threads: int = 1
    device: str = "cpu"
    measures: Callable[[Network], dict[str, Figure]] = field(default=lambda network: {})

    def __post_init__(self) -> None:
        """Begin the games and the net."""
        check_threads(self.threads)
        if self.device != "cpu" and not torch.cuda.is_available():
            raise InputError("there is no CUDA GPU that PyTorch can use here; leave device=cuda out")
        self.training = Training(self.game, self.method, seed=self.seed, device=self.device, threads=self.threads)
        self.settings = {**asdict(self.method), "seed": self.seed, "device": self.device}

    def learn(self, first: int, games: int, stop: Any) -> int:
        """Play and train until so many more games have ended; return how many did."""
        training = self.training
        before = training.progress.games
        while stop[0] == 0 and training.progress.games - before < games:
            done = training.progress.games
            training.round(self.budget.share(int(done), training.progress.seconds))
        return int(training.progress.games - before)

    def arrays(self) -> Arrays:
        """Return all that a run goes on from as if nothing had happened; on a GPU, where all is large, the nets alone."""
        training = self.training
        kept = {**_weights(training.net, "net"), **_weights(training.averaged, "averaged")}
        kept["progress"] = training.counters()
        if self.device != "cpu":
            return kept
        for number, parameter in enumerate(training.net.parameters()):
            for name in MOMENTS:
                found = training.gradient.optimizer.state.get(parameter, {}).get(name, torch.zeros_like(parameter))
                kept[f"{name} {number}"] = _numbers(found)
        return kept | {f"batch {name}": _numbers(tensor) for name, tensor in training.batch.arrays().items()}

    def restore(self, arrays: Arrays) -> None:
        """Go on from what a checkpoint has kept."""
        training = self.training
        for net, name in ((training.net, "net"), (training.averaged, "averaged"), (training.playing, "averaged")):
            for own, parameter in net.named_parameters():
                parameter.data.copy_(_tensor(arrays[f"{name} {own}"]))
        training.count_on(arrays["progress"], anew=self.device != "cpu")
        if self.device != "cpu":
            return
        for name, tensor in training.batch.arrays().items():
            tensor.copy_(_tensor(arrays[f"batch {name}"]))
        for number, parameter in enumerate(training.net.parameters()):
            step = torch.tensor(float(training.progress.updates))
            moments = {name: _tensor(arrays[f"{name} {number}"]) for name in MOMENTS}
            training.gradient.optimizer.state[parameter] = {"step": step, **moments}

    def measure(self) -> dict[str, Figure]:
        """Return the losses of the last round, how well the net agrees with the solver, and what `measures` says."""
        progress = self.training.progress
        losses = {"loss of the policy": progress.policy_loss, "loss of the value": progress.value_loss}
        figures = {name: Figure(loss, loss, loss) for name, loss in losses.items() if np.isfinite(loss)}
        network = self.training.network()
        return figures | agreement(self.game, network) | self.measures(network)

    def save(self, path: str | Path, told: Told) -> None:
        """Write the net."""
        details = {"games": told.games, "method": asdict(self.method), "positions": self.training.progress.positions}
        header = new_header(
            KIND, self.game, command=told.command, seed=told.seed, seconds=told.seconds, details=details,
            device=self.training.device_name,
        )  # fmt: skip
        save_network(path, header, self.training.network())

    def speed(self, seconds: float) -> str:
        """Return in words how quickly positions were recorded and learnt from."""
        progress = self.training.progress
        return (
            f"{progress.positions / max(progress.seconds, 1e-9):,.0f} positions a second, {progress.updates:,} gradient steps"
        )


def _weights(net: Net, name: str) -> dict[str, Any]:
    """Return the weights of a net by name."""
    return {f"{name} {own}": _numbers(parameter) for own, parameter in net.named_parameters()}


def _numbers(tensor: Tensor) -> Any:
    """Return a tensor as an array."""
    return tensor.detach().cpu().numpy()


def _tensor(array: Any) -> Tensor:
    """Return an array, which may be read-only, as a tensor."""
    return torch.from_numpy(np.array(array))
