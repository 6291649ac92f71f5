"""Kibitz: write a game once, in plain Python; it is played, solved and explained, at native speed."""

from kibitz.core import bits
from kibitz.core.decision import Decision, Limits, MoveValue
from kibitz.core.errors import KibitzError
from kibitz.core.game import CHANCE, Game, game
from kibitz.core.registry import load

__all__ = ["CHANCE", "Decision", "Game", "KibitzError", "Limits", "MoveValue", "bits", "game", "load"]
__version__ = "0.1.0"
