"""What an unfinished game is worth: the score, a weighted sum of features (`better`), or the ghosts' view (`chase`).

Compiled with the rules. Distances are numbers of steps through the maze, looked up in a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kibitz.core.bits import bit, lowest_bit, popcount

if TYPE_CHECKING:
    from kibitz.games.pacman.state import State

EVALUATIONS = ("score", "better", "chase")
SCORE, BETTER, CHASE = range(3)

FOOD_STEPS, CAPSULES = 8, 2
"""Food so many steps away counts half as much as food very far away; and so do so many capsules left."""
CALM = 2
"""A ghost that is scared for no more moves than so many is feared like any other."""
NEAR_STEPS = 3
"""A ghost fewer steps away than so many is near."""


class Features(NamedTuple):
    """What is counted of an unfinished game, and in `BY_HAND` the points for each."""

    score: float
    playing: float
    """1 as long as the game goes on: what is still to come, for better or worse, wherever everybody is."""
    food_left: float
    """The share of all food that is left."""
    food_distance: float
    """How far away the nearest food is, from 0 to 1."""
    capsules_left: float
    """How many capsules are left, from 0 to 1."""
    prey: float
    """The scared ghosts that Pacman can reach in time."""
    prey_distance: float
    """The steps to all of them."""
    ghost_near: float
    """By how many steps the nearest ghost to fear is nearer than three."""
    ghost_touching: float
    """Whether it is one step away."""


BY_HAND = Features(
    score=1.0, playing=0.0, food_left=-200.0, food_distance=-10.0, capsules_left=-100.0, prey=120.0, prey_distance=-5.0,
    ghost_near=-12.0, ghost_touching=-120.0,
)  # fmt: skip
"""All of them together weigh less than a victory or a death, so that neither is put off for their sake."""


def features_of(
    s: State, ghosts: int, free: int, cells: tuple[int, ...], distances: tuple[int, ...], food_cells: tuple[int, ...]
) -> Features:
    """Return the features of a position."""
    here = int(cells[s.pacman]) * free
    nearest = free
    left = 0
    for place in range(len(s.food)):
        word = s.food[place]
        left += popcount(word)
        while word != 0:
            number = lowest_bit(word)
            word &= ~bit(number)
            nearest = min(nearest, int(distances[here + food_cells[place * 64 + number]]))
    capsules = popcount(s.capsules)
    prey, prey_distance = 0, 0
    feared = NEAR_STEPS
    for ghost in range(ghosts):
        steps = int(distances[here + cells[s.ghosts[ghost]]])
        if s.timers[ghost] > steps + CALM:
            prey += 1
            prey_distance += steps
        elif s.timers[ghost] <= CALM:
            feared = min(feared, steps)
    return Features(
        s.score, 1.0, left / len(food_cells), nearest / (nearest + FOOD_STEPS), capsules / (capsules + CAPSULES), prey,
        prey_distance, NEAR_STEPS - feared, 1.0 if feared <= 1 else 0.0,
    )  # fmt: skip


def weighted(found: Features, weights: tuple[float, ...]) -> float:
    """Return the sum of the features, each times its weight."""
    return (
        found.score * weights[0] + found.playing * weights[1] + found.food_left * weights[2]
        + found.food_distance * weights[3] + found.capsules_left * weights[4] + found.prey * weights[5]
        + found.prey_distance * weights[6] + found.ghost_near * weights[7] + found.ghost_touching * weights[8]
    )  # fmt: skip


def chase(s: State, ghosts: int, free: int, cells: tuple[int, ...], distances: tuple[int, ...]) -> float:
    """Return the score plus what ghosts seek to make small: the steps from each to Pacman, and if scared, their opposite."""
    here = int(cells[s.pacman]) * free
    value = float(s.score)
    for ghost in range(ghosts):
        steps = int(distances[here + cells[s.ghosts[ghost]]])
        value += steps if s.timers[ghost] == 0 else -steps
    return value
