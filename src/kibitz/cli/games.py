"""`kibitz games`: what there is to play."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from kibitz.cli.options import Json, Seed, examples
from kibitz.cli.output import console, print_json
from kibitz.core import registry
from kibitz.core.game import about, parameters

EPILOG = examples(
    "kibitz games  the table",
    "kibitz games --json  one object a line",
    "kibitz play nim:piles=1+2+3  parameters follow a colon",
)


def games(seed: Seed = 0, json: Json = False) -> None:
    """List the games: players, chance, whether positions come back, parameters with their defaults, speed class.

    Compiled games run at native speed, interpreted ones in plain Python. Your own file is a game too: kibitz check FILE.
    """
    rows = [_facts(name) for name in registry.games()]
    if json:
        for row in rows:
            print_json(row)
        return
    table = Table("name", "players", "chance", "cyclic", "speed", "parameters", box=None, header_style="bold", pad_edge=False)
    for row in rows:
        given = ", ".join(f"{key}={value}" for key, value in row["parameters"].items()) or row["build"]
        yes_or_no = ["yes" if row[fact] else "no" for fact in ("chance", "cyclic")]
        table.add_row(row["game"], str(row["players"]), *yes_or_no, row["speed"], given)
    console().print(table)


def _facts(name: str) -> dict[str, Any]:
    """Return what the table says of a game."""
    from kibitz.compile.cpu import why_not_native
    from kibitz.core.chance import has_chance

    game = registry.load(name)
    own_reader = getattr(type(game), "build", None)
    chance = has_chance(game)
    return {
        "game": name,
        "players": game.players,
        "chance": chance,
        "deterministic": not chance,
        "cyclic": about(game).cyclic,
        "speed": "compiled" if why_not_native(game) is None else "interpreted",
        "parameters": {} if own_reader else {key: _text(value) for key, value in parameters(game).items()},
        "build": (own_reader.__doc__ or "").strip().splitlines()[0].removeprefix("Return ").rstrip(".") if own_reader else None,
        "rules": " ".join(about(game).rules.split()),
    }


def _text(value: Any) -> Any:
    """Return a parameter's value as one writes it on the command line."""
    if isinstance(value, tuple):
        return "+".join(str(item) for item in value)
    return value
