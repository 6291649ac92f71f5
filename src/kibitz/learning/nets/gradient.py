"""Gradient steps from recorded positions; on a GPU one step is recorded as a graph of launches and then repeated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from kibitz.learning.nets.batch import Batch
from kibitz.learning.nets.module import Net, losses
from kibitz.learning.nets.settings import Settings

WARM_STEPS = 3
"""Steps before one is recorded, in which the optimiser makes its memory."""
LONGEST_GRADIENT = 1.0


class GradientSteps:
    """A net, the positions it learns from, and its optimiser."""

    def __init__(self, net: Net, batch: Batch, settings: Settings) -> None:
        self.net, self.batch, self.settings = net, batch, settings
        self._on_gpu = batch.device != "cpu"
        self.rate = torch.zeros((), device=batch.device)
        """The learning rate."""
        self.optimizer = torch.optim.AdamW(
            net.parameters(), lr=self.rate if self._on_gpu else settings.rate, weight_decay=settings.weight_decay,
            fused=self._on_gpu, capturable=self._on_gpu,
        )  # fmt: skip
        self._lost = torch.zeros(2, device=batch.device)
        self._graph: Any = None
        self._warm = 0

    def take(self, rates: list[float], generator: Any, after_each: Callable[[], None]) -> tuple[float, float]:
        """Take a step for each learning rate; return the mean losses of policy and values."""
        self._lost.zero_()
        for rate in rates:
            self._set_rate(rate)
            if not self._on_gpu:
                self._step(generator)
            else:
                self._repeated_step()
            after_each()
        policy, value = (self._lost / len(rates)).tolist()
        return policy, value

    def _set_rate(self, rate: float) -> None:
        """Set the learning rate."""
        self.rate.fill_(rate)
        if not self._on_gpu:
            for group in self.optimizer.param_groups:
                group["lr"] = rate

    def _step(self, generator: Any) -> None:
        """Take one step."""
        self.optimizer.zero_grad(set_to_none=True)
        lost = self._losses(*self.batch.sample(self.settings.batch, generator))
        (lost[0] + lost[1]).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), LONGEST_GRADIENT)
        self.optimizer.step()
        self._lost += torch.stack([lost[0].detach(), lost[1].detach()])

    def _repeated_step(self) -> None:
        """Take one step by the recorded launches; the random numbers are PyTorch's own for the device."""
        if self._graph is not None:
            self._graph.replay()
        elif self._warm < WARM_STEPS:
            beside = torch.cuda.Stream()
            beside.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(beside):
                self._step(None)
            torch.cuda.current_stream().wait_stream(beside)
            self._warm += 1
        else:
            self._graph = torch.cuda.CUDAGraph()
            self.optimizer.zero_grad(set_to_none=True)
            with torch.cuda.graph(self._graph, capture_error_mode="relaxed"):
                self._step(None)
            self._graph.replay()

    def _losses(self, words: Tensor, outputs: Tensor, policy: Tensor, values: Tensor, ready: Tensor) -> tuple[Tensor, Tensor]:
        """Return both losses of a batch."""
        with torch.autocast("cuda", torch.bfloat16, enabled=self._on_gpu, cache_enabled=False):
            return losses(self.net, words, outputs, policy, values, ready)
