"""What an evaluation is made of: each feature, its weight, and its share."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from kibitz.cli.output import console
from kibitz.core.agents import find
from kibitz.core.contract import Game, ScoreFeatures, WeightedFeatures, implements
from kibitz.core.errors import InputError
from kibitz.core.game import about, estimate, points, score_points
from kibitz.core.weights import default_weights, read_weights


def explanation(game: Game, state: Any, agent: str | None) -> dict[str, Any]:
    """Return the features of a position with their weights and shares, and what they add up to for the side to move.

    The weights are those that the agent plays with.
    """
    if game.is_terminal(state):
        raise InputError("the game is over: there is nothing to evaluate")
    names = list(default_weights(game))
    path = find(game, agent)[1].get("eval", "") if agent else ""
    weights = read_weights(game, path) if path else tuple(default_weights(game).values())
    if implements(game, ScoreFeatures):
        counts, whole = game.score_features(state), score_points(game, state, weights)
        lead, value = round(whole), whole
    else:
        assert implements(game, WeightedFeatures), "it has weights"
        counts, lead = game.features(state), points(game, state, weights)
        value = estimate(lead, about(game).points_at_half_win)
    rows = [
        {"feature": name, "count": count, "weight": weight, "share": weight * count}
        for name, count, weight in zip(names, counts, weights, strict=True)
    ]
    return {"features": rows, "points": lead, "estimate": value}


def show_explanation(found: dict[str, Any]) -> None:
    """Write the explanation for people, the largest shares first."""
    out = console()
    table = Table("feature", "count", "weight", "share", box=None, header_style="dim", pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in sorted(found["features"], key=lambda row: -abs(row["share"])):
        table.add_row(
            row["feature"].replace("_", " "), f"{row['count']:g}", f"{row['weight']:g}", f"{row['share']:+g}",
            style=None if row["share"] else "dim",
        )  # fmt: skip
    out.print()
    out.print("[bold]the position itself, for the side to move[/bold]")
    out.print(table)
    out.print(f"together {found['points']:+d} points, a value of {found['estimate']:.3f}")
