"""Kibitz: write a game once, in plain Python; it is played, solved and explained, at native speed."""

TYPE_CHECKING = False  # as in typing, which takes its time to import
if TYPE_CHECKING:
    from typing import Any

    from kibitz import bits
    from kibitz.api import Solver, Traced, agents, analyse, check, decide, perft, solve, trace
    from kibitz.arena.match import match
    from kibitz.batches import analyse_many, solve_many
    from kibitz.core.agents import agent
    from kibitz.core.contract import Game
    from kibitz.core.decision import Decision, Limits, MoveValue
    from kibitz.core.errors import IllegalMoveError, InputError, KibitzError, PositionError, RulesError
    from kibitz.core.game import CHANCE, game
    from kibitz.core.registry import games, load
    from kibitz.session import Session, play

__all__ = [
    "CHANCE", "Decision", "Game", "IllegalMoveError", "InputError", "KibitzError", "Limits", "MoveValue", "PositionError",
    "RulesError", "Session", "Solver", "Traced", "agent", "agents", "analyse", "analyse_many", "bits", "check", "decide",
    "game", "games", "load", "match", "perft", "play", "solve", "solve_many", "trace",
]  # fmt: skip
__version__ = "0.1.0"

_HOMES = {
    "kibitz.api": ("Solver", "Traced", "agents", "analyse", "check", "decide", "perft", "solve", "trace"),
    "kibitz.arena.match": ("match",),
    "kibitz.batches": ("analyse_many", "solve_many"),
    "kibitz.core.agents": ("agent",),
    "kibitz.core.contract": ("Game",),
    "kibitz.core.decision": ("Decision", "Limits", "MoveValue"),
    "kibitz.core.errors": ("IllegalMoveError", "InputError", "KibitzError", "PositionError", "RulesError"),
    "kibitz.core.game": ("CHANCE", "game"),
    "kibitz.core.registry": ("load",),
    "kibitz.session": ("Session", "play"),
}


def __getattr__(name: str) -> "Any":
    """Return what is imported on first use, so that `import kibitz` stays quick and the command can first see to Ctrl-C."""
    from importlib import import_module

    if name in ("bits", "games"):  # a package that is called lists its games
        return import_module(f"kibitz.{name}")
    for home, named in _HOMES.items():
        if name in named:
            return globals().setdefault(name, getattr(import_module(home), name))
    raise AttributeError(f"module 'kibitz' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all names, those too that are not imported yet."""
    return sorted({*globals(), *__all__})
