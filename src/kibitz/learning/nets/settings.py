"""How a net learns: its size, the searches of self-play, the training; every idea a switch."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from kibitz.core.errors import InputError
from kibitz.learning.shares import require_shares


@dataclass(frozen=True)
class Settings:
    """The settings of a run; they are kept with its checkpoints."""

    width: int = 128
    blocks: int = 2
    games: int = 256
    """Games that are played side by side."""
    ring: int = 64
    """So many of the latest positions of each of them are learnt from."""
    full: int = 16
    fast: int = 8
    """Simulations of a search whose position is learnt from, and of the others."""
    full_share: float = 0.25
    playout_cap: bool = False
    """Playout cap randomisation: only some searches are full ones. Off, all are."""
    gumbel: bool = True
    """Gumbel root selection. Off, the root is searched by PUCT with Dirichlet noise."""
    symmetries: bool = True
    """Positions are learnt in random symmetric forms, where the game has such."""
    forced_playouts: bool = True
    """Forced playouts, pruned from targets; only without Gumbel selection."""
    c: float = 1.5
    opening_share: float = 0.8
    """So many games begin with random moves."""
    opening: float = 1.0
    """Up to so many of them, as a share of a random game's length."""
    outcome_share: float = 0.5
    """How much a value target is the game's outcome, and not the value that the search found."""
    batch: int = 256
    rate: float = 2e-3
    weight_decay: float = 1e-4
    average: float = 0.995
    """How much of the averaged weights, which play, stays at each step."""
    reuse: float = 4.0
    """How often a position is learnt from, on average."""
    steps: int = 64
    """Simulations of each game between two rounds of training."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        for name in ("width", "games", "ring", "full", "fast", "batch", "steps"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} must be at least 1, not {getattr(self, name)}")
        require_shares(self, "full_share", "opening_share", "outcome_share", "average")
        if self.blocks < 0 or min(self.c, self.rate, self.weight_decay, self.reuse, self.opening) < 0:
            raise InputError("blocks, c, rate, weight_decay, reuse and opening must not be negative")

    @classmethod
    def of(cls, told: dict[str, Any]) -> Settings:
        """Return settings from values by name, as a checkpoint has them."""
        return cls(**{field.name: told[field.name] for field in fields(cls)})
