"""Checkpoints of a run: written whole, so that it goes on after a kill as if nothing had happened.

A full one holds everything: nets, optimiser, games and trees. Where those are large, as on a GPU, a light one holds the nets
alone; games and the optimiser's averages begin anew then.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.learning.nets.module import Net
from kibitz.learning.nets.settings import Settings
from kibitz.learning.nets.training import Progress, Training
from kibitz.models.file import new_header, read_model, write_model
from kibitz.models.net.encoding import Encoding

KIND = "net training"


def save_checkpoint(path: str | Path, training: Training, *, light: bool = False, command: str = "") -> None:
    """Write all of a run, or with `light` the nets alone."""
    arrays = {**_parameters(training.net, "net"), **_parameters(training.averaged, "averaged")}
    if not light:
        for number, parameter in enumerate(training.net.parameters()):
            state = training.optimizer.state.get(parameter, {})
            for name in ("exp_avg", "exp_avg_sq"):
                if name in state:
                    arrays[f"{name} {number}"] = _numbers(state[name])
        arrays |= {f"batch {name}": _numbers(tensor) for name, tensor in training.batch.arrays().items()}
    progress = {field.name: getattr(training.progress, field.name) for field in fields(Progress)}
    for name in ("policy_loss", "value_loss"):
        progress[name] = None if np.isnan(progress[name]) else progress[name]
    details = {
        "settings": asdict(training.settings), "encoding": asdict(training.encoding), "progress": progress,
        "debt": training.debt, "light": light,
    }  # fmt: skip
    header = new_header(
        KIND, training.game, command=command, seed=training.seed, seconds=training.progress.seconds, details=details
    )
    write_model(path, header, arrays)


def resumed(path: str | Path, game: Game, settings: Settings, *, seed: int, device: str, threads: int) -> Training:
    """Return the run in a checkpoint; it must have the same settings and seed."""
    model = read_model(path, KIND, game)
    details = model.header.details
    try:
        before, told = Settings.of(details["settings"]), details["encoding"]
        changed = [field.name for field in fields(Settings) if getattr(before, field.name) != getattr(settings, field.name)]
        if details["light"]:
            changed = [name for name in changed if name in ("width", "blocks")]
        entries, thresholds = tuple(map(tuple, told.pop("entries"))), tuple(map(tuple, told.pop("thresholds")))
        encoding = Encoding(entries, thresholds, **told)
    except (KeyError, TypeError) as error:
        raise InputError(f"{path} is damaged: {error}") from None
    if changed or model.header.seed != seed:
        raise InputError(f"{path} was made with another {changed[0] if changed else 'seed'}; remove it to begin anew")
    # A light checkpoint has no games: its run goes on with games of its own.
    own_seed = seed + details["progress"]["rounds"] if details["light"] else seed
    training = Training(game, settings, seed=own_seed, device=device, threads=threads, encoding=encoding)
    training.seed = seed
    progress = {name: float("nan") if value is None else value for name, value in details["progress"].items()}
    training.progress = Progress(**{**progress, "utilities": tuple(progress["utilities"])})
    try:
        _restore(training, model.arrays, details)
    except (KeyError, RuntimeError, ValueError) as error:
        raise InputError(f"{path} is damaged: {error}") from None
    return training


def _restore(training: Training, arrays: Any, details: dict[str, Any]) -> None:
    """Put the numbers of a checkpoint in their places."""
    for net, name in ((training.net, "net"), (training.averaged, "averaged"), (training.playing, "averaged")):
        for own, parameter in net.named_parameters():
            parameter.data.copy_(torch.from_numpy(arrays[f"{name} {own}"].copy()))
    if details["light"]:
        training.continue_counting()
        return
    training.debt = details["debt"]
    for name, tensor in training.batch.arrays().items():
        tensor.copy_(torch.from_numpy(arrays[f"batch {name}"].copy()))
    for number, parameter in enumerate(training.net.parameters()):
        if f"exp_avg {number}" in arrays:
            training.optimizer.state[parameter] = {
                "step": torch.tensor(float(training.progress.updates)),
                **{
                    name: torch.from_numpy(arrays[f"{name} {number}"].copy()).to(training.device)
                    for name in ("exp_avg", "exp_avg_sq")
                },
            }


def _parameters(net: Net, name: str) -> dict[str, Any]:
    """Return the weights of a net by name."""
    return {f"{name} {own}": _numbers(parameter) for own, parameter in net.named_parameters()}


def _numbers(tensor: Tensor) -> Any:
    """Return a tensor as an array."""
    return tensor.detach().cpu().numpy()
