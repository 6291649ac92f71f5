"""`kibitz weights`: the weights of a game's evaluation, as a file to edit."""

from __future__ import annotations

from kibitz.cli.options import GameText, Json, Seed, examples
from kibitz.cli.output import print_json
from kibitz.core.game import about
from kibitz.core.registry import load
from kibitz.core.weights import default_weights, weights_text

EPILOG = examples(
    "kibitz weights chess > mine.toml  then edit it, and:",
    "kibitz analyse chess --agent alphabeta:time=1,eval=mine.toml --explain  see what it changes",
)


def weights(game: GameText, seed: Seed = 0, json: Json = False) -> None:
    """Print the weights of a game's features: Eval(s) is the sum of each feature times its weight, in points.

    An agent takes an edited file as alphabeta:eval=FILE. Features that the file does not name keep their weights.
    """
    rules = load(game)
    if json:
        print_json(
            {
                "game": game,
                "points_at_half_win": about(rules).points_at_half_win,
                "weights": default_weights(rules),
                "seed": seed,
            }
        )
    else:
        print(weights_text(rules), end="")
