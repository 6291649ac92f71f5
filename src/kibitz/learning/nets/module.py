"""The net as PyTorch trains it."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from kibitz.models.net.encoding import Encoding
from kibitz.models.net.network import Layers, Network, input_places


class Net(nn.Module):
    """Words of inputs in, scores of all outputs and values of all players out."""

    word: Tensor
    place: Tensor

    def __init__(self, encoding: Encoding, width: int, blocks: int) -> None:
        super().__init__()
        word, place = input_places(encoding)
        self.register_buffer("word", torch.from_numpy(word), persistent=False)
        self.register_buffer("place", torch.from_numpy(place), persistent=False)
        self.first = nn.Linear(encoding.inputs, width)
        self.inner = nn.ModuleList(nn.Linear(width, width) for _ in range(2 * blocks))
        self.policy = nn.Linear(width, encoding.outputs)
        self.value = nn.Linear(width, encoding.players)
        for number, layer in enumerate(self.inner):
            # A block begins as a bypass alone, so that deep nets train as well as flat ones.
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            if number % 2:
                layer.weight.data.mul_(0.1)
            nn.init.zeros_(layer.bias)
        for head in (self.policy, self.value):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def bits(self, words: Tensor, kind: torch.dtype = torch.float32) -> Tensor:
        """Return the inputs, one number a bit."""
        return ((words[:, self.word] >> self.place) & 1).to(kind)

    def forward(self, bits: Tensor) -> tuple[Tensor, Tensor]:
        """Return the scores and the values."""
        hidden = functional.relu(self.first(bits))
        for before, after in zip(self.inner[::2], self.inner[1::2], strict=True):
            hidden = functional.relu(hidden + after(functional.relu(before(hidden))))
        return self.policy(hidden), torch.tanh(self.value(hidden))

    def network(self, encoding: Encoding) -> Network:
        """Return the net as it is kept in a file and searched with."""
        width, blocks = self.first.out_features, len(self.inner) // 2

        def numbers(tensor: Tensor) -> Any:
            return tensor.detach().to("cpu", torch.float32).numpy()

        inner = [numbers(layer.weight) for layer in self.inner]
        biases = [numbers(layer.bias) for layer in self.inner]
        layers = Layers(
            np.ascontiguousarray(numbers(self.first.weight).T), numbers(self.first.bias),
            np.array(inner, np.float32).reshape(blocks, 2, width, width),
            np.array(biases, np.float32).reshape(blocks, 2, width),
            numbers(self.policy.weight), numbers(self.policy.bias), numbers(self.value.weight), numbers(self.value.bias),
        )  # fmt: skip
        return Network(encoding, layers)


def losses(net: Net, words: Tensor, outputs: Tensor, policy: Tensor, values: Tensor, weights: Tensor) -> tuple[Tensor, Tensor]:
    """Return the loss of the policy, its divergence over the legal moves, and that of the values, the squared error.

    Positions count by their weights.
    """
    scores, judged = net(net.bits(words))
    legal = outputs >= 0
    own = scores.float().gather(1, outputs.clamp(min=0).long()).masked_fill(~legal, -torch.inf)
    shares = torch.log_softmax(own, dim=1).masked_fill(~legal, 0.0)
    divergence = (policy * (torch.log(policy.clamp(min=1e-12)) - shares)).sum(dim=1)
    error = (judged.float() - values).square().mean(dim=1)
    whole = weights.sum().clamp(min=1.0)
    return (divergence * weights).sum() / whole, (error * weights).sum() / whole
