"""Kibitz: write a game once, in plain Python; it is played, solved and explained, at native speed."""

from typing import TYPE_CHECKING, Any

from kibitz import bits
from kibitz.core.decision import Decision, Limits, MoveValue
from kibitz.core.errors import KibitzError
from kibitz.core.game import CHANCE, Game, game
from kibitz.core.registry import load, names

if TYPE_CHECKING:
    from kibitz.api import Solver, Traced, decide, perft, solve, trace

__all__ = [
    "CHANCE", "Decision", "Game", "KibitzError", "Limits", "MoveValue", "Solver", "Traced",
    "bits", "decide", "game", "load", "names", "perft", "solve", "trace",
]  # fmt: skip
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Return what a search is needed for, imported on first use so that `import kibitz` stays quick."""
    if name not in __all__:
        raise AttributeError(f"module 'kibitz' has no attribute {name!r}")
    from kibitz import api

    return getattr(api, name)
