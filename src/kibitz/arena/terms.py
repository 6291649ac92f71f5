"""The terms on which a game is played: time, length, and what ends it beside the rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from kibitz.core.errors import InputError
from kibitz.core.specs import convert_options, split_outside_brackets

MARGIN = 0.1
"""Seconds by which a move may be late: the machine may have been busy with something else."""
LONGEST = 2000
"""So many moves has a game at most by default."""
PATIENCE = 60.0
"""Seconds after which an agent that is silent has lost, where no clock says so before."""
MOST_SECONDS = 365 * 86_400.0
"""A year: the alarms of systems do not reach much further, and no game takes longer."""
MEMORY = 2048
"""Megabytes that an agent which is not built in may take by default."""


@dataclass(frozen=True)
class TimeControl:
    """How long players may think: so many seconds for each move, or a clock with an increment for each move; or both."""

    move: float | None = None
    clock: float | None = None
    increment: float = 0.0
    margin: float = MARGIN

    def __post_init__(self) -> None:
        """Refuse times that allow nothing, or that no clock can measure."""
        for name, value in (("move", self.move), ("clock", self.clock)):
            if value is not None and not 0 < value <= MOST_SECONDS:
                raise InputError(f"the time of a {name} must be above 0 seconds and at most a year, not {value:g}")
        for name, value in (("increment", self.increment), ("margin", self.margin)):
            if not 0 <= value <= MOST_SECONDS:
                raise InputError(f"the {name} must be at least 0 seconds and at most a year, not {value:g}")

    @property
    def is_set(self) -> bool:
        """Whether there is any limit."""
        return self.move is not None or self.clock is not None

    def __str__(self) -> str:
        """Return it as people write it."""
        clock = f"{self.clock:g}+{self.increment:g}" if self.clock is not None else ""
        move = f"{self.move:g} a move" if self.move is not None else ""
        return ", ".join(filter(None, (clock, move))) or "none"


def read_clock(text: str) -> tuple[float, float]:
    """Return the seconds and the increment in a text such as `60+0.6` or `60`."""
    found = re.fullmatch(r"(\d+\.?\d*|\.\d+)(?:\+(\d+\.?\d*|\.\d+))?", text.strip())
    if found is None:
        raise InputError(f"a clock is seconds and an increment for each move, such as 60+0.6 or 60, not {text!r}")
    return float(found[1]), float(found[2] or 0)


@dataclass(frozen=True)
class Adjudication:
    """When a game is called a draw: all players have thought so for a while."""

    after: int = 80
    """Not before so many moves of the game."""
    moves: int = 8
    """So many moves of each player in a row have to agree."""
    value: float = 0.02
    """So far from a draw a player's value may be."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Return what a text such as `after=80,moves=8,value=0.02` asks for; what it leaves out is as it is by default."""
        parts = [part.partition("=") for part in split_outside_brackets(text, ",") if part.strip()]
        options = {name.strip(): value.strip() for name, _, value in parts}
        kinds = {"after": int, "moves": int, "value": float}
        wanted = cls(**convert_options("the adjudication of draws", options, kinds))
        if wanted.after < 0 or wanted.moves < 1 or wanted.value < 0:
            raise InputError(
                f"draws are adjudicated with after= and value= of at least 0 and moves= of at least 1, not {text!r}"
            )
        return wanted


@dataclass(frozen=True)
class Terms:
    """On what terms all games of a match are played."""

    time: TimeControl = TimeControl()
    max_plies: int = LONGEST
    adjudication: Adjudication | None = None
    patience: float = PATIENCE
    memory: int = MEMORY

    def __post_init__(self) -> None:
        """Refuse terms under which nobody can play."""
        if self.max_plies < 1:
            raise InputError(f"a game must be allowed at least 1 move, not {self.max_plies}")
        if not 0 < self.patience <= MOST_SECONDS:
            raise InputError(f"an agent must be given more than 0 seconds to answer, and at most a year, not {self.patience:g}")
        if self.memory < 64:
            raise InputError(f"an agent must be given at least 64 megabytes, not {self.memory}")
