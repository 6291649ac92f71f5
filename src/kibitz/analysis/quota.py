"""How much one request may ask for."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from kibitz.core.errors import InputError
from kibitz.search.montecarlo.memory_size import memory_size


class QuotaError(InputError):
    """A request asks for more than one request is given."""


@dataclass(frozen=True)
class Quota:
    """What one search may take at most: seconds, threads, megabytes of memory, and events of a trace."""

    seconds: float = inf
    threads: float = inf
    megabytes: float = inf
    events: float = inf

    def check(self, agent: str, options: dict[str, Any]) -> None:
        """Raise if an agent's options ask for more."""
        memory = options.get("memory")
        asked = {
            "time": (options.get("time"), self.seconds),
            "threads": (options.get("threads"), self.threads),
            "hash": (options.get("hash"), self.megabytes),
            "memory": (memory_size(memory) / 1e6 if memory else None, self.megabytes),
        }
        for name, (value, most) in asked.items():
            if value is not None and value > most:
                raise QuotaError(f"{agent} asks for {name}={value:g}, but one search is given at most {name}={most:g} here")
