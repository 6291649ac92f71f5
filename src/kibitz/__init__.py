"""Kibitz: write a game once, in plain Python; it is played, solved and explained, at native speed."""

TYPE_CHECKING = False  # as in typing, which takes its time to import
if TYPE_CHECKING:
    from typing import Any

    from kibitz import bits
    from kibitz.api import Solver, Traced, decide, perft, solve, trace
    from kibitz.core.contract import Game
    from kibitz.core.decision import Decision, Limits, MoveValue
    from kibitz.core.errors import KibitzError
    from kibitz.core.game import CHANCE, game
    from kibitz.core.registry import load, names

__all__ = [
    "CHANCE", "Decision", "Game", "KibitzError", "Limits", "MoveValue", "Solver", "Traced",
    "bits", "decide", "game", "load", "names", "perft", "solve", "trace",
]  # fmt: skip
__version__ = "0.1.0"

_HOMES = {
    "kibitz.core.decision": ("Decision", "Limits", "MoveValue"),
    "kibitz.core.errors": ("KibitzError",),
    "kibitz.core.contract": ("Game",),
    "kibitz.core.game": ("CHANCE", "game"),
    "kibitz.core.registry": ("load", "names"),
    "kibitz.api": ("Solver", "Traced", "decide", "perft", "solve", "trace"),
}


def __getattr__(name: str) -> "Any":
    """Return what is imported on first use, so that `import kibitz` stays quick and the command can first see to Ctrl-C."""
    from importlib import import_module

    if name == "bits":
        return import_module("kibitz.bits")
    for home, named in _HOMES.items():
        if name in named:
            return globals().setdefault(name, getattr(import_module(home), name))
    raise AttributeError(f"module 'kibitz' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all names, those too that are not imported yet."""
    return sorted({*globals(), *__all__})
