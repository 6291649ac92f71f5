"""Games of self-play side by side, on a processor or on a GPU: the rules, the trees and the net in the same memory."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import torch
from torch import Tensor

from kibitz.compile.cpu import native, packed
from kibitz.compile.cuda_launch import cuda_each
from kibitz.core.bits import wrap
from kibitz.core.chance import has_chance
from kibitz.core.contract import Game, Symmetries, implements
from kibitz.core.randomness import stream
from kibitz.learning.nets import games as at
from kibitz.learning.nets.games import Games, new_games
from kibitz.learning.nets.module import Net
from kibitz.learning.nets.ranges import after_range, before_range, begin_range
from kibitz.learning.nets.self_play import after_net, before_net, beginning
from kibitz.learning.nets.settings import Settings
from kibitz.models.net.encoding import Encoding
from kibitz.search.puct.forest import EXPLORATION, FORCED, RANDOM, REGISTERS, Forest, Sizes
from kibitz.search.puct.gumbel_root import halving_schedule

LONGEST = 2048
"""A game is cut after so many plies; what the search finds there is its outcome."""
MOST_MOVES_KEPT = 512
NOISE_SHARE, NOISE_MOVES = 0.25, 10.0
"""The share of Dirichlet noise, and its concentration times the number of moves."""
FORCED_PLAYOUTS = 2.0
EXPLORING = 0.3
"""So much of a random game's length moves are drawn by their visits, without Gumbel selection."""

Kernels = tuple[Callable[[], None], Callable[[], None], Callable[[], None]]
"""What begins all games, and what a step does before and after the net is asked."""


class Batch:
    """All games with their trees, and the steps that they take together."""

    def __init__(self, game: Game, encoding: Encoding, settings: Settings, device: str, seed: int, threads: int = 1) -> None:
        self.game, self.encoding, self.settings, self.device, self.threads = game, encoding, settings, device, threads
        self.trees, self.ring = settings.games, settings.ring
        self.kept = min(encoding.most_moves + 4, MOST_MOVES_KEPT)
        nodes = (max(settings.full, settings.fast) + 2) * (2 if has_chance(game) else 1)  # a move and what chance makes of it
        words = len(packed(game, game.initial()))
        sizes = Sizes(self.trees, nodes, nodes * encoding.most_moves, words, game.players)
        schedule, length = halving_schedule((settings.full, settings.fast))
        self.forest = sizes.forest(self._zeros, torch.from_numpy(schedule).to(device), length)
        self.games = new_games(self._zeros, self.trees, self.ring, encoding.words, self.kept, game.players)
        self.inputs = self._zeros(self.trees * encoding.words, "int64")
        self.logits = self._zeros(self.trees * encoding.outputs, "float32")
        self.values = self._zeros(self.trees * game.players, "float32")
        self._graph: Any = None
        self._recorded_for: Net | None = None
        self._set_constants(seed)
        self._begin, self._before, self._after = self._kernels()
        self._begin()

    def _zeros(self, count: int, kind: str) -> Tensor:
        """Return zeros on the device."""
        return torch.zeros(count, dtype=getattr(torch, kind), device=self.device)

    def _set_constants(self, seed: int) -> None:
        """Write down the settings for the kernels, and give every game its random numbers."""
        settings, encoding = self.settings, self.encoding
        told = np.zeros(24)
        told[at.FULL_SHARE] = settings.full_share if settings.playout_cap else 1.0
        told[[at.FULL_BUDGET, at.FAST_BUDGET]] = settings.full, settings.fast
        told[at.OPENING_SHARE], told[at.OUTCOME_SHARE] = settings.opening_share, settings.outcome_share
        told[at.OPENING_LENGTH] = round(encoding.mean_length * settings.opening)
        told[[at.LONGEST, at.MOVES_KEPT, at.RING]] = LONGEST, self.kept, self.ring
        told[at.GUMBEL], told[at.EXPLORING_PLIES] = settings.gumbel, EXPLORING * encoding.mean_length
        told[at.SYMMETRIES] = settings.symmetries and implements(self.game, Symmetries)
        told[[at.LOWEST, at.HIGHEST]] = encoding.lowest, encoding.highest
        if not settings.gumbel:
            told[[at.NOISE_SHARE, at.NOISE_ALPHA]] = NOISE_SHARE, NOISE_MOVES / encoding.most_moves
            told[at.PRUNING] = settings.forced_playouts
            self.forest.constants[FORCED] = FORCED_PLAYOUTS * settings.forced_playouts
        self.games.settings.copy_(torch.from_numpy(told))
        self.forest.constants[EXPLORATION] = settings.c
        scale = torch.tensor([encoding.lowest, encoding.highest], dtype=torch.float64)
        self.forest.scale.copy_(scale.repeat(self.trees))
        streams = np.array([stream(wrap(seed), tree) for tree in range(self.trees)], np.int64)
        self.registers[:, RANDOM] = torch.from_numpy(streams).to(self.device)

    @property
    def registers(self) -> Tensor:
        """The registers of all trees, one row each."""
        registers: Tensor = self.forest.registers
        return registers.view(self.trees, REGISTERS)

    def _kernels(self) -> Kernels:
        """Return the three kernels with their arguments."""
        return self._processor_kernels() if self.device == "cpu" else self._device_kernels()

    def _processor_kernels(self) -> Kernels:
        """Return the kernels as threads of a processor run them."""
        options, (begin, before, after) = self._options, self._arguments
        return (
            self._on_processor(native(begin_range, self.game, **options), begin),
            self._on_processor(native(before_range, self.game, **options), before),
            self._on_processor(native(after_range, self.game), after),
        )

    def _device_kernels(self) -> Kernels:
        """Return the kernels as a GPU runs them, a thread for each game."""
        options, (begin, before, after) = self._options, self._arguments
        return (
            self._on_device(cuda_each(beginning, self.game, **options)(*begin)),
            self._on_device(cuda_each(before_net, self.game, **options)(*before)),
            self._on_device(cuda_each(after_net, self.game)(*after)),
        )

    @property
    def _options(self) -> dict[str, Any]:
        """What the kernels are compiled for."""
        return {"planes": self.encoding.planes, "has_symmetries": implements(self.game, Symmetries)}

    @property
    def _arguments(self) -> tuple[tuple[Any, ...], ...]:
        """The arguments of the three kernels."""
        encoding = self.encoding
        code = tuple(torch.from_numpy(array).to(self.device) for array in (encoding.numbers, encoding.table, encoding.levels))
        ends = float(encoding.lowest), float(encoding.highest)
        return (
            (self.forest, self.games),
            (self.forest, self.games, code, self.inputs),
            (self.forest, self.games.settings, self.logits, self.values, code[0], *ends),
        )

    def _on_device(self, run: Callable[..., None]) -> Callable[[], None]:
        """Return a call of a kernel for all games, in PyTorch's stream."""
        return lambda: run(self.trees, torch.cuda.current_stream().cuda_stream if self.device != "cpu" else 0)

    def _on_processor(self, kernel: Any, arguments: tuple[Any, ...]) -> Callable[[], None]:
        """Return a call of a kernel for all games, divided among the threads."""
        taken = _as_arrays(arguments)
        bounds = [self.trees * number // self.threads for number in range(self.threads + 1)]
        kernel(0, 0, *taken)  # compiled once, before threads ask for it
        if self.threads == 1:
            return lambda: kernel(0, self.trees, *taken)
        pool = ThreadPoolExecutor(self.threads)

        def run() -> None:
            list(pool.map(lambda number: kernel(bounds[number], bounds[number + 1], *taken), range(self.threads)))

        return run

    def steps(self, count: int, net: Net, kind: torch.dtype = torch.float32) -> None:
        """Let every game search on by so many simulations.

        On a GPU the launches of a step are recorded once and then repeated together: to launch them one by one can take longer
        than what they do. The net's weights may change between calls, where they are.
        """
        if self.device == "cpu":
            for _ in range(count):
                self.step(net, kind)
            return
        if self._recorded_for is not net:
            self.step(net, kind)  # compiles, and makes what PyTorch makes once
            self._graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._graph, capture_error_mode="relaxed"):
                self.step(net, kind)  # is recorded, and does nothing
            self._recorded_for, count = net, count - 1
        for _ in range(count):
            self._graph.replay()

    @torch.no_grad()
    def step(self, net: Net, kind: torch.dtype = torch.float32) -> None:
        """Let every game search on by one simulation."""
        self._before()
        logits, values = net(net.bits(self.inputs.view(self.trees, -1), kind))
        self.logits.view(self.trees, -1).copy_(logits)
        self.values.view(self.trees, -1).copy_(values)
        self._after()

    @property
    def recorded(self) -> int:
        """How many positions have been recorded so far."""
        return int(self.registers[:, at.SLOT].sum())

    def results(self) -> tuple[float, float, tuple[float, ...]]:
        """Return how many games ended, their mean length and each player's mean utility."""
        totals = self.games.results.view(self.trees, -1).sum(dim=0).tolist()
        *utilities, ended, plies = totals
        return ended, plies / max(1.0, ended), tuple(utility / max(1.0, ended) for utility in utilities)

    def sample(self, count: int, generator: torch.Generator) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Return random recorded positions: inputs, outputs, policy, values, and 1 for each of which the value is known."""
        tree = torch.randint(self.trees, (count,), generator=generator, device=self.device)
        filled = self.registers[tree, at.SLOT].clamp(max=self.ring)
        place = (torch.rand(count, generator=generator, device=self.device) * filled).long()
        chosen = tree * self.ring + place.clamp(max=self.ring - 1)
        rows = self.trees * self.ring
        games: Games = self.games
        return (
            games.inputs.view(rows, -1)[chosen], games.outputs.view(rows, -1)[chosen], games.policy.view(rows, -1)[chosen],
            games.values.view(rows, -1)[chosen], games.ready[chosen],
        )  # fmt: skip

    def arrays(self) -> dict[str, Tensor]:
        """Return all arrays that change, by name: what a checkpoint keeps."""
        forest: Forest = self.forest
        kept = {f"forest_{name}": getattr(forest, name) for name in Forest._fields if name != "schedule"}
        return kept | {f"games_{name}": getattr(self.games, name) for name in Games._fields}


def _as_arrays(argument: Any) -> Any:
    """Return tensors in the memory of a processor as NumPy's arrays, in tuples of all kinds."""
    if isinstance(argument, tuple):
        items = [_as_arrays(item) for item in argument]
        return type(argument)(*items) if hasattr(argument, "_fields") else tuple(items)
    return argument.numpy() if isinstance(argument, Tensor) else argument
