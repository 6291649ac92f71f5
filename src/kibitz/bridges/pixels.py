"""Pictures of positions as rows of pixels."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.contract import Drawing, Game, implements
from kibitz.core.errors import UnsupportedError

RENDER_MODES = ("ansi", "rgb_array", "human")


def render_modes(game: Game) -> list[str]:
    """Return the ways in which positions can be shown: as text, and where the game draws pictures as pixels."""
    return [mode for mode in RENDER_MODES if mode != "rgb_array" or implements(game, Drawing)]


def required_mode(game: Game, mode: str | None) -> str | None:
    """Return a way to show positions, or raise if the game has no such way."""
    if mode is not None and mode not in render_modes(game):
        raise UnsupportedError(f"render_mode {mode!r} is not one of {', '.join(render_modes(game))}, which this game has")
    return mode


def rendered(game: Game, s: Any, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Return a position as text (`ansi`) or as pixels, height by width by 3 (`rgb_array`); `human` prints the text."""
    if mode == "ansi":
        return game.show(s)
    if mode == "rgb_array":
        return pixels(game.svg(s) or "")
    if mode == "human":
        print(game.show(s), flush=True)
    return None


def pixels(svg: str) -> NDArray[np.uint8]:
    """Return a picture on white paper as pixels."""
    from matplotlib.image import imread

    from kibitz.pictures.formats import png

    picture = imread(io.BytesIO(png(svg)))
    paper = picture[..., :3] * picture[..., 3:] + (1.0 - picture[..., 3:]) if picture.shape[2] == 4 else picture
    return np.ascontiguousarray((paper * 255).round().astype(np.uint8))
