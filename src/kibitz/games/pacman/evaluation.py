"""What an unfinished game is worth: the score, a weighted sum of features (`better`), or the ghosts' view (`chase`).

Compiled with the rules. Distances are numbers of steps through the maze, looked up in a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.bits import bit, lowest_bit, popcount

if TYPE_CHECKING:
    from kibitz.games.pacman.state import State

EVALUATIONS = ("score", "better", "chase")
SCORE, BETTER, CHASE = range(3)

FOOD_LEFT, FOOD_AWAY, CAPSULES_LEFT = -200.0, -10.0, -100.0
"""Points for all the food being left, for food very far away, for very many capsules left."""
FOOD_STEPS, CAPSULES = 8, 2
"""Food so many steps away costs half of that; and so do so many capsules left."""
PREY, PREY_AWAY = 120.0, -5.0
"""Points for a scared ghost that Pacman can reach in time, and for each step to it."""
CALM = 2
"""A ghost that is scared for no more moves than so many is feared like any other."""
TOUCHED, NEAR, NEAR_STEPS = -120.0, -12.0, 3
"""Points for a ghost one step away, and for each step by which the nearest ghost is nearer than so many."""


def better(
    s: State, ghosts: int, free: int, cells: tuple[int, ...], distances: tuple[int, ...], food_cells: tuple[int, ...]
) -> float:
    """Return the score plus the weighted features: food left and its distance, capsules, ghosts to fear and to hunt.

    All of them together weigh less than a victory or a death, so that neither is put off for their sake.
    """
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
    value = s.score + FOOD_LEFT * left / len(food_cells)
    value += FOOD_AWAY * nearest / (nearest + FOOD_STEPS) + CAPSULES_LEFT * capsules / (capsules + CAPSULES)
    feared = NEAR_STEPS
    for ghost in range(ghosts):
        steps = int(distances[here + cells[s.ghosts[ghost]]])
        if s.timers[ghost] > steps + CALM:
            value += PREY + PREY_AWAY * steps
        elif s.timers[ghost] <= CALM:
            feared = min(feared, steps)
    return value + NEAR * (NEAR_STEPS - feared) + (TOUCHED if feared <= 1 else 0.0)


def chase(s: State, ghosts: int, free: int, cells: tuple[int, ...], distances: tuple[int, ...]) -> float:
    """Return the score plus what ghosts seek to make small: the steps from each to Pacman, and if scared, their opposite."""
    here = int(cells[s.pacman]) * free
    value = float(s.score)
    for ghost in range(ghosts):
        steps = int(distances[here + cells[s.ghosts[ghost]]])
        value += steps if s.timers[ghost] == 0 else -steps
    return value
