"""The file of learnt weights: TOML, a line for each feature, with a few lines about where it comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.core.contract import Game
from kibitz.core.game import about
from kibitz.learning.run import Told
from kibitz.models.file import game_name, machine_name


def weights_file(weights: Mapping[str, float], comments: Sequence[str] = ()) -> str:
    """Return the text of a file of weights, comments first."""
    notes = [f"# {line}" for line in comments]
    return "\n".join([*notes, *(f"{name} = {weight:.6g}" for name, weight in weights.items()), ""])


def header_lines(game: Game, told: Told) -> list[str]:
    """Return how the weights of a game were learnt, in a few lines."""
    return [
        f"{about(game).title}: weights learnt by self-play, in points",
        f"game: {game_name(game)}; command: {told.command}; seed: {told.seed}",
        f"{told.games} games in {told.seconds:.0f} seconds on {machine_name()}",
    ]
