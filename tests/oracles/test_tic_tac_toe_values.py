"""All reachable states of tic-tac-toe and their values, as an independent program lists them."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.registry import load

ORACLES = os.environ.get("KIBITZ_ORACLES")


@pytest.mark.skipif(not ORACLES, reason="KIBITZ_ORACLES does not name the folder of independent data")
def test_every_state_has_its_value() -> None:
    game = load("tic_tac_toe")
    values: dict[str, float] = {}

    def value(s: Any) -> float:
        text = game.notation(s)
        if text not in values:
            after = [] if game.is_terminal(s) else [value(game.result(s, a)) for a in game.actions(s)]
            values[text] = (max, min)[game.to_move(s)](after) if after else game.utility(s, 0)
        return values[text]

    value(game.initial())
    with Path(ORACLES or "", "facts", "tic_tac_toe_values_all_states.csv").open() as file:
        listed = {board: float(number) for board, number in list(csv.reader(file))[1:]}
    assert values == listed
