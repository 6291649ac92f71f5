"""Boards in colour: the text that a game shows, each player's letters in that player's colour."""

from __future__ import annotations

import re
from typing import Any

from rich.text import Text

from kibitz.core.contract import Game

MARKS = {"x": "bold red", "o": "bold yellow", "t": "bold green", "s": "bold magenta", "*": "bold yellow"}
"""The letters that games use for the first to the fourth player, and dirt."""
_LONE = re.compile(r"(?<!\S)[xots*](?!\S)|\*", re.IGNORECASE)


def board(game: Game, state: Any) -> Text:
    """Return the position to be looked at."""
    text = Text(game.show(state))
    for found in _LONE.finditer(text.plain):
        text.stylize(MARKS[found[0].lower()], *found.span())
    for dots in re.finditer(r"(?<!\S)\.(?!\S)", text.plain):
        text.stylize("dim", *dots.span())
    return text
