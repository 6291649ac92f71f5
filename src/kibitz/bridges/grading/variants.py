"""Searches of the course, right or wrong: each value that is not the usual one is a mistake."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

MINIMAX, ALPHABETA, EXPECTIMAX = "MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent"
ALL = (MINIMAX, ALPHABETA, EXPECTIMAX)


@dataclass(frozen=True)
class Variant:
    """A search, right by default; every other value is a mistake."""

    kind: str
    rounds_added: int = 0
    rounds_fixed: int = 0
    stops_at_root: bool = False
    """Nothing is chosen where no move is left to search."""
    counts_moves: bool = False
    """A round is counted as one move."""
    moves_added: int = 0
    skips_last_ghosts: bool = False
    """The last round ends with Pacman's move."""
    one_move: bool = False
    ignores_win: bool = False
    ignores_loss: bool = False
    turns: str = ""
    """Who moves in turn: only the `first` ghost, or all `but-last`."""
    ghosts: str = ""
    """What ghosts do instead: `max` or `min`."""
    pacman: str = ""
    """Where Pacman takes the lowest value, at the `root`, `below` it, at `all`, or the `average` below it."""
    takes_last: bool = False
    root_start: float = -inf
    max_start: float = -inf
    min_start: float = inf
    needs_better: bool = False
    """Nothing is chosen where nothing is above the value that the root starts with."""
    evaluates_root: bool = False
    prunes_equal: str = ""
    """Whose nodes are cut where a value equals the bound: `both`, `max` or `min`."""
    prunes: str = "both"
    prunes_late: bool = False
    wrong_bound: str = ""
    """Where alpha and beta are mistaken for each other: `below` the root, or at `all` nodes."""
    forgets: str = ""
    """Where alpha is not raised: at the `root`, or at the `inner` nodes."""
    shares_bounds: str = ""
    """Where one alpha and one beta cut the whole search: `below` the root, or at `all` nodes."""
    opens_windows: bool = False
    """Behind every move of Pacman's the window is as wide as at first."""
    clips: str = ""
    """Values are cut to the window: where it is `cut`, or `always`."""
    averages: str = ""
    """What is divided by: nothing (`sum`), `agents`, `ghosts`, `root` or `pacman` actions; or it rounds: `floor`, `trunc`."""
    avoids_stop: bool = False
    moves_pacman: bool = False
    """Pacman is moved at the ghosts' turns."""


def right(kind: str) -> Variant:
    """Return the right search."""
    return Variant(kind)
