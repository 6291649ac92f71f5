"""Learnt files that come with Kibitz; each says in its header by what command, in what time and on what machine it was made."""

from __future__ import annotations

from pathlib import Path

from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.core.game import about
from kibitz.models.file import game_name

FOLDER = Path(__file__).parent
TRAINED = "trained"
"""The word for the file that comes with Kibitz, in the place of a path."""


def trained_file(game: Game, kind: str) -> Path | None:
    """Return the file of a kind that comes with Kibitz for a game with just these parameters, or None."""
    name = f"{game_name(game)}.{kind}"
    path = FOLDER / name
    return path if Path(name).name == name and path.is_file() else None  # a user's game is named by the path of its file


def learnt_file(path: str, game: Game, kind: str) -> str:
    """Return a path as it was given, or that of the file that comes with Kibitz where the word `trained` stands for it."""
    if path != TRAINED:
        return path
    found = trained_file(game, kind)
    if found is None:
        raise InputError(
            f"Kibitz comes with no {kind} for {about(game).title} with these parameters; kibitz learn makes such a file"
        )
    return str(found)
