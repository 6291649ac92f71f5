"""What a match was asked for, and what it is known by when it goes on after a break."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from kibitz import __version__
from kibitz.api import agent_name
from kibitz.arena.openings import openings_text
from kibitz.arena.schedules import ROUND_ROBIN, check_schedule
from kibitz.arena.terms import Terms
from kibitz.core.agents import Agent
from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.core.registry import spec_of
from kibitz.core.searches import HUMAN

GAMES = 100
"""So many games are played by default."""


@dataclass(frozen=True)
class MatchSettings:
    """A match: who plays what, how often, and on what terms."""

    game: Game
    agents: tuple[Agent, ...]
    games: int = GAMES
    seed: int = 0
    schedule: str = ROUND_ROBIN
    openings: str | None = None
    """As `openings.py` reads it; None for what suits the game."""
    terms: Terms = field(default_factory=Terms)

    def __post_init__(self) -> None:
        """Refuse a match that cannot be played."""
        if self.games < 1:
            raise InputError(f"a match has at least 1 game, not {self.games}")
        if HUMAN in self.agents:
            raise InputError("a human does not play in matches; kibitz play is for people")
        check_schedule(self.schedule, len(self.agents), self.game.players)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players: their agents, numbered where one plays several times."""
        wanted = [agent_name(agent) for agent in self.agents]
        seen: Counter[str] = Counter()
        found = []
        for name in wanted:
            seen[name] += 1
            found.append(name if wanted.count(name) == 1 else f"{name} ({seen[name]})")
        return tuple(found)

    def fields(self) -> dict[str, Any]:
        """Return all that decides on the games but their number, as JSON has it."""
        return {
            "game": spec_of(self.game), "players": list(self.names), "seed": self.seed, "schedule": self.schedule,
            "openings": openings_text(self.game, self.openings), "terms": asdict(self.terms),
        }  # fmt: skip

    def versions(self) -> dict[str, str]:
        """Return the versions of what plays: of Kibitz and of Python, and the hashes of the files that are named."""
        files = {name: _hash_of(name) for name in (spec_of(self.game), *self.names, self.openings or "")}
        known = {name: found for name, found in files.items() if found is not None}
        return {"kibitz": __version__, "python": platform.python_version(), **known}

    def fingerprint(self) -> str:
        """Return what the match is known by: a match with the same one goes on where it was broken off."""
        told = json.dumps([self.fields(), self.versions()], sort_keys=True)
        return sha256(told.encode()).hexdigest()


def _hash_of(spec: str) -> str | None:
    """Return the hash of the file that a game, an agent or a book is named after, or None if there is no such file."""
    path = Path(spec) if Path(spec).is_file() else Path(spec.partition(":")[0])
    try:
        return sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else None
    except OSError:
        return None


def with_engine_options(agents: Sequence[str], options: Sequence[str]) -> list[str]:
    """Return agents of which those that are UCI engines have these options (`Hash=64`), unless they set them themselves."""
    for option in options:
        if not option.partition("=")[0].strip() or "=" not in option:
            raise InputError(f"{option!r} is no option of an engine; write --option UCI_Elo=1500")
    if options and not any(agent.startswith("uci:") for agent in agents):
        raise InputError("--option is for UCI engines, and no agent is one; their own options stand in an agent's string")
    return [_with_options(agent, options) if agent.startswith("uci:") and options else agent for agent in agents]


def _with_options(agent: str, options: Sequence[str]) -> str:
    """Return a UCI engine's string with further options."""
    before, found, after = agent.partition(",options=[")
    own, _, rest = after.partition("]")
    known = {part.partition("=")[0].strip().lower() for part in own.split(",")}
    added = [option.strip() for option in options if option.partition("=")[0].strip().lower() not in known]
    return f"{before},options=[{','.join([*([own] if found else []), *added])}]{rest}"
