"""Othello solved: endings 40 to 44 of the French federation's collection, with 20 to 23 empty squares."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import NamedTuple

from report import Section

import kibitz
from kibitz.search.solving.solver import Solver

SMALL = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOO---X"
"""An ending that is solved at once; it has everything compiled."""

METHOD = """
The exact score in discs and all best moves, with one thread and an empty table for each ending; one run. The answers are
those published with Edax. No peer that installs by name solves Othello endings.
"""


class Ending(NamedTuple):
    """A position and the score of each of its moves by another program."""

    name: str
    position: str
    scores: dict[str, int]


def read_endings(folder: Path) -> list[Ending]:
    """Return endings 40 to 44."""
    lines = (folder / "othello" / "fforum-40-59.obf").read_text().splitlines()
    found = []
    for number, line in enumerate(lines[:5], start=40):
        scores = {move.lower(): int(score) for move, score in re.findall(r"([A-H][1-8]):([+-]\d+)", line)}
        found.append(Ending(f"FFO {number}", line.partition(";")[0].strip(), scores))
    return found


def measure(tiny: bool) -> list[Section]:
    """Return the times of solving each ending."""
    made = Section(
        "Othello: endings",
        METHOD,
        ("ending", "empty squares", "score", "best moves", "nodes", "seconds", "million nodes/s"),
    )
    folder = os.environ.get("KIBITZ_ORACLES")
    if not folder:
        made.remarks.append("KIBITZ_ORACLES is unset, so the endings are left out.")
        return [made]
    game = kibitz.load("othello")
    Solver(game).solve(game.parse(SMALL))
    whole = 0.0
    for ending in [] if tiny else read_endings(Path(folder)):
        state = game.parse(ending.position)
        begun = time.perf_counter()
        decision = Solver(game).solve(state)
        spent = time.perf_counter() - begun
        names = {game.action_name(state, action) for action in decision.actions}
        top = max(ending.scores.values())
        if decision.score != top or names != {move for move, score in ending.scores.items() if score == top}:
            raise RuntimeError(f"{ending.name}: found {decision.score} by {names}, known are {ending.scores}")
        whole += spent
        cells = (f"{top:+}", " ".join(sorted(names)), f"{decision.nodes:,}", f"{spent:.1f}")
        empty = sum(ending.position.count(letter) for letter in "-.")
        made.rows.append((ending.name, str(empty), *cells, f"{decision.nodes / spent / 1e6:.1f}"))
    if made.rows:
        made.remarks.append(f"All five together: {whole:.1f} s.")
    return [made]
