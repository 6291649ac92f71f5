"""The settings of a Monte Carlo search, and the engine that follows from them."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from math import inf
from typing import Literal

from kibitz.compile.cuda_launch import why_no_cuda
from kibitz.core.contract import Game
from kibitz.core.decision import Limits
from kibitz.core.errors import InputError
from kibitz.core.game import constant_sum
from kibitz.core.machine import check_threads
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.gpu.flat_monte_carlo import FlatMonteCarloEngine
from kibitz.search.montecarlo.gpu.leaf_parallel import MAX_BATCH, LeafParallelEngine
from kibitz.search.montecarlo.playout_policy import Policy
from kibitz.search.montecarlo.traits import GAME_POLICY, UNIFORM, Traits, has_scalar_value
from kibitz.search.montecarlo.tree import (
    CUTOFF,
    EPSILON,
    EXPLORATION,
    FIRST_PLAY_URGENCY,
    RAVE_K,
    WIDENING,
    WIDENING_EXPONENT,
    Tree,
)

Device = Literal["cpu", "cuda"]
TREE_SHARE = 3 / 4
"""The tree's share of the memory; the rest is for all else, and for re-rooting the tree for the next move."""


class DeviceWarning(UserWarning):
    """There is no GPU where one was wanted."""


@dataclass(frozen=True)
class Settings:
    """How to search: what the agents' options say, as values."""

    limits: Limits
    c: float = 0.0
    first_play_urgency: float = inf
    rave_k: float = 0.0
    """RAVE's equivalence parameter; 0 without RAVE."""
    memory: int = 64_000_000
    limits_memory: bool = False
    """Whether the user set the memory: then the compiler does not take more of it either."""
    reuse: bool = False
    threads: int = 1
    flat: bool = False
    uniform: bool = False
    progressive_widening: bool = False
    solver: bool = False
    policy: Policy = field(default_factory=Policy)
    device: Device = "cpu"
    batch: int = 512
    playouts: int = 128
    keep_tree: bool = False

    def engine(self, game: Game, seed: int) -> Engine:
        """Return an engine with these settings."""
        check_threads(self.threads)
        for name, number in (("batch", self.batch), ("playouts", self.playouts)):
            if number < 1:
                raise InputError(f"{name} must be at least 1, not {number}")
        if self.batch > MAX_BATCH:
            raise InputError(f"batch must be at most {MAX_BATCH:,}, not {self.batch:,}")
        on_gpu = self.device == "cuda" and self._has_gpu()
        traits = self._traits(game, on_gpu)
        tree = self._tree(traits)
        if not on_gpu:
            return Engine(game, traits, tree, seed, self.threads, self.policy.weights())
        if self.flat:
            return FlatMonteCarloEngine(game, traits, tree, seed)
        return LeafParallelEngine(game, traits, tree, seed, self.threads, batch=self.batch, playouts=self.playouts)

    def _traits(self, game: Game, on_gpu: bool) -> Traits:
        """Return what the kernels are compiled for."""
        return Traits(
            players=game.players,
            solver=self.solver and has_scalar_value(game),
            constant_sum=float(constant_sum(game) or 0.0),
            tree_parallel=self.threads > 1 and not (on_gpu and self.flat),
            leaf_parallel=on_gpu and not self.flat,
            flat=self.flat,
            uniform=self.uniform,
            progressive_widening=self.progressive_widening,
            rave=self.rave_k > 0,
            policy=self.policy.kind,
            epsilon_greedy=self.policy.epsilon > 0,
            truncated=self.policy.cutoff is not None,
        )

    def _tree(self, traits: Traits) -> Tree:
        """Return an empty tree with the search constants."""
        tree = Tree.within(int(self.memory * TREE_SHARE), traits)
        constants = tree.arrays.constants
        constants[EXPLORATION], constants[FIRST_PLAY_URGENCY], constants[RAVE_K] = self.c, self.first_play_urgency, self.rave_k
        constants[EPSILON], constants[CUTOFF] = self.policy.epsilon, self.policy.cutoff or 0
        constants[WIDENING], constants[WIDENING_EXPONENT] = 1.0, 0.5
        return tree

    def _has_gpu(self) -> bool:
        """Return whether there is a GPU that can do this search; warn where there is none."""
        policy = self.policy
        if self.rave_k > 0 or policy.kind not in (UNIFORM, GAME_POLICY) or policy.epsilon > 0 or policy.cutoff is not None:
            raise InputError("rave, epsilon, cutoff and policies other than random and heavy are not for device=cuda")
        reason = why_no_cuda()
        if reason is not None:
            warnings.warn(f"{reason}; the search runs on the processor", DeviceWarning, stacklevel=2)
        return reason is None
