"""Pacman as in the lectures of Berkeley's CS 188: Pacman is MAX, every ghost is a MIN, and the utility is the score.

`pacman:layout=smallClassic,ghosts=2` names a layout and how many of its ghosts play; `layout=PATH` reads a `.lay` file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from kibitz.core.bits import bit, multiply, popcount, shift_right, with_item
from kibitz.core.contract import Game
from kibitz.core.errors import InputError, UnknownNameError
from kibitz.core.game import game, play
from kibitz.core.randomness import FIRST_MULTIPLIER, GOLDEN
from kibitz.core.specs import convert_options
from kibitz.core.weights import read_weights
from kibitz.games.pacman.drawing import maze_svg
from kibitz.games.pacman.evaluation import BETTER, BY_HAND, CHASE, EVALUATIONS, SCORE, Features, chase, features_of, weighted
from kibitz.games.pacman.layout import Layout, layouts, load_layout
from kibitz.games.pacman.notation import cell_name, maze_text, point, read_position, written
from kibitz.games.pacman.state import LOST, PLAYING, WON, State
from kibitz.games.pacman.tables import EAST, NORTH, NOTHING, SOUTH, STOP, WEST, all_of, distances, tables

__all__ = ["ACTIONS", "EVALUATIONS", "WEIGHTS", "Features", "Pacman", "State", "layouts", "load_layout"]

ACTIONS = ("West", "Stop", "East", "North", "South")
BACK = (EAST, STOP, WEST, SOUTH, NORTH)
"""The opposite of each direction."""

MOVE, FOOD, VICTORY, GHOST, DEATH = -1, 10, 500, 200, -500
"""What a move of Pacman, food, the last food, a scared ghost eaten and death add to the score."""
WEIGHTS = ".toml"
"""How the name of a file of weights ends."""
SCARED_MOVES = 40
"""For so many of its own moves a capsule scares a ghost."""


@game(constant_sum=None, cyclic=True)
class Pacman(NamedTuple):
    """Pacman eats all the food of a maze to win, and dies if a ghost gets him; the score is what he plays for.

    A move costs 1, food brings 10, the last food 500 more, death costs 500. Capsules scare the ghosts for a
    while: they walk at half speed, and each that Pacman catches brings 200 and starts anew. Ghosts never stop, and turn back
    only where they must.
    """

    players: int
    layout: str
    evaluation: int
    width: int
    height: int
    stride: int
    free: int
    """How many cells have no wall."""
    pacman: int
    """Where Pacman starts; places count in half cells."""
    homes: tuple[int, ...]
    """[ghosts] where the ghosts start, and go again when eaten."""
    exits: tuple[int, ...]
    cell_numbers: tuple[int, ...]
    food: tuple[int, ...]
    capsules: tuple[int, ...]
    """This and the three before it are the layout's tables by place, see `Tables`."""
    all_food: tuple[int, ...]
    all_capsules: int
    """The sets of what lies there at the beginning."""
    food_cells: tuple[int, ...]
    """[food] the cell in which each food lies."""
    distances: tuple[int, ...]
    """[cells * cells] the steps between any two cells."""
    feature_weights: tuple[float, ...] = BY_HAND
    """The weight of each feature in `better`."""

    @classmethod
    def build(cls, options: dict[str, str]) -> Pacman:
        """Return the maze `layout` (a name or file) with so many `ghosts`; `evaluation` is score, better, chase or a file."""
        given = convert_options("pacman", options, {"layout": str, "ghosts": int, "evaluation": str})
        return cls.of(load_layout(given.pop("layout", "smallClassic")), **given)

    @classmethod
    def of(cls, layout: Layout, ghosts: int | None = None, evaluation: str = EVALUATIONS[0]) -> Pacman:
        """Return the game on a layout, with its first `ghosts` ghosts (all by default)."""
        if ghosts is not None and not 0 <= ghosts <= len(layout.ghosts):
            raise InputError(f"layout {layout.name} has {len(layout.ghosts)} ghosts, so ghosts={ghosts} cannot be")
        made = tables(layout)
        homes = layout.ghosts[:ghosts]
        numbers = {cell: number for number, cell in enumerate(layout.free)}

        def place(cell: tuple[int, int]) -> int:
            return 2 * cell[1] * made.stride + 2 * cell[0]

        return cls(
            1 + len(homes), layout.name, SCORE, layout.width, layout.height, made.stride, len(numbers),
            place(layout.pacman), tuple(map(place, homes)) or (NOTHING,), made.exits, made.cell_numbers, made.food,
            made.capsules, all_of(len(layout.food)), all_of(len(layout.capsules))[0],
            tuple(numbers[cell] for cell in layout.food), distances(made.stride, made.exits, made.cell_numbers),
        ).judged_by(evaluation)  # fmt: skip

    def judged_by(self, evaluation: str) -> Pacman:
        """Return the same maze with another evaluation, or with `better` by the weights in a file; the states are the same."""
        if evaluation.endswith(WEIGHTS):
            return self._replace(evaluation=BETTER, feature_weights=read_weights(cast(Game, self), evaluation))
        if evaluation not in EVALUATIONS:
            raise UnknownNameError("evaluation", evaluation, (*EVALUATIONS, f"FILE{WEIGHTS}"))
        return self._replace(evaluation=EVALUATIONS.index(evaluation), feature_weights=tuple(BY_HAND))

    def initial(self) -> State:
        """Return the start: everybody at home, all food in its place."""
        facing, timers = self.homes, self.homes  # compilers take no tuple times a number
        for ghost in range(len(self.homes)):
            facing, timers = with_item(facing, ghost, STOP), with_item(timers, ghost, 0)
        return State(self.pacman, STOP, self.homes, facing, timers, self.all_food, self.all_capsules, 0, 0, PLAYING)

    def to_move(self, s: State) -> int:
        """Return 0 for Pacman, or the number of the ghost."""
        return s.mover

    def is_terminal(self, s: State) -> bool:
        """Return whether Pacman has won or died."""
        return s.over != PLAYING

    def utility(self, s: State, player: int) -> float:
        """Return the score to Pacman, and to every ghost its opposite."""
        return float(s.score if player == 0 else -s.score)

    def actions(self, s: State) -> Iterator[int]:
        """Yield the directions without a wall, Stop for Pacman too, in the order West, Stop, East, North, South."""
        choices = self._choices(s)
        for a in range(5):
            if choices >> a & 1 != 0:
                yield a

    def count_actions(self, s: State) -> int:
        """Return how many actions there are."""
        return popcount(self._choices(s))

    def _choices(self, s: State) -> int:
        """Return the legal actions, one bit each."""
        # compilers have the tables as arrays, of which numbers come that are not quite Python's: hence int(...) here and below
        if s.over != PLAYING:
            return 0
        if s.mover == 0:
            return int(self.exits[s.pacman]) | 1 << STOP
        exits = int(self.exits[s.ghosts[s.mover - 1]])
        facing = s.facing[s.mover - 1]
        if exits == 0:  # between two cells a ghost goes on as before
            return 1 << facing
        back = 1 << BACK[facing]
        return exits if exits == back else exits & ~back

    def result(self, s: State, a: int) -> State:
        """Return the state after the agent to move went one step in direction `a`."""
        return self._after_pacman(s, a) if s.mover == 0 else self._after_ghost(s, a)

    def _after_pacman(self, s: State, a: int) -> State:
        """Return the state after Pacman's move: he eats what lies there, then meets the ghosts that are there."""
        place = s.pacman + 2 * self._step(a)
        ghosts, facing, timers, food, capsules = s.ghosts, s.facing, s.timers, s.food, s.capsules
        score, over = s.score + MOVE, PLAYING
        number = int(self.food[place])
        if number >= 0 and food[number >> 6] & bit(number & 63) != 0:
            food = with_item(food, number >> 6, food[number >> 6] & ~bit(number & 63))
            score += FOOD
            left = 0
            for word in food:
                left |= word
            if left == 0:
                score += VICTORY
                over = WON
        number = int(self.capsules[place])
        if number >= 0 and capsules & bit(number) != 0:
            capsules &= ~bit(number)
            for ghost in range(self.players - 1):
                timers = with_item(timers, ghost, SCARED_MOVES)
        for ghost in range(self.players - 1):
            if self._meet(place, ghosts[ghost]):
                if timers[ghost] > 0:
                    score += GHOST
                    ghosts = with_item(ghosts, ghost, self.homes[ghost])
                    facing = with_item(facing, ghost, STOP)
                    timers = with_item(timers, ghost, 0)
                elif over != WON:
                    score += DEATH
                    over = LOST
        mover = 1 % self.players
        return State(place, s.towards if a == STOP else a, ghosts, facing, timers, food, capsules, score, mover, over)

    def _after_ghost(self, s: State, a: int) -> State:
        """Return the state after a ghost's move: half a cell if it is scared, and back onto a cell when that ends."""
        ghost = s.mover - 1
        timer, towards = s.timers[ghost], a
        place = s.ghosts[ghost] + (self._step(a) if timer > 0 else 2 * self._step(a))
        if timer == 1:
            x, y = place % self.stride, place // self.stride
            place += (x & 1) + self.stride * (y & 1)
        timer = max(0, timer - 1)
        score, over = s.score, PLAYING
        if self._meet(s.pacman, place):
            if timer > 0:
                score += GHOST
                place, towards, timer = self.homes[ghost], STOP, 0
            else:
                score += DEATH
                over = LOST
        return State(
            s.pacman, s.towards, with_item(s.ghosts, ghost, place), with_item(s.facing, ghost, towards),
            with_item(s.timers, ghost, timer), s.food, s.capsules, score, (s.mover + 1) % self.players, over,
        )  # fmt: skip

    def _step(self, a: int) -> int:
        """Return how far half a cell in direction `a` is."""
        if a <= EAST:
            return a - STOP
        return self.stride if a == NORTH else -self.stride if a == SOUTH else 0

    def _meet(self, pacman: int, ghost: int) -> bool:
        """Return whether the two touch: their distance along x plus that along y is at most 0.7 cells, so half a cell."""
        gap = abs(pacman - ghost)
        return gap <= 1 or gap == self.stride

    def key(self, s: State) -> int:
        """Return a hash of all that matters for what comes: where Pacman looks does not."""
        h = multiply(s.pacman << 40 ^ s.score << 10 ^ s.mover << 2 ^ s.over, GOLDEN)
        h = multiply((h ^ shift_right(h, 29)) ^ s.capsules, FIRST_MULTIPLIER)
        for word in s.food:
            h = multiply((h ^ shift_right(h, 31)) ^ word, GOLDEN)
        for ghost in range(self.players - 1):
            packed = s.ghosts[ghost] << 16 | s.facing[ghost] << 8 | s.timers[ghost]
            h = multiply((h ^ shift_right(h, 30)) ^ packed, FIRST_MULTIPLIER)
        return h ^ shift_right(h, 32)

    def evaluate(self, s: State, player: int) -> float:
        """Return the score, or what the evaluation chosen for this game says; for ghosts the opposite."""
        value = float(s.score)
        if self.evaluation == BETTER:
            value = weighted(self.score_features(s), self.feature_weights)
        elif self.evaluation == CHASE:
            value = chase(s, self.players - 1, self.free, self.cell_numbers, self.distances)
        return value if player == 0 else -value

    def score_features(self, s: State) -> Features:
        """Return the features of an unfinished game, as Pacman sees it."""
        return features_of(s, self.players - 1, self.free, self.cell_numbers, self.distances, self.food_cells)

    def score_weights(self) -> Features:
        """Return the points for each feature in `better`."""
        return BY_HAND

    def action_name(self, s: State, a: int) -> str:
        """Return the direction."""
        return ACTIONS[a]

    def distinct_actions(self) -> int:
        """Return the number of directions, Stop among them."""
        return len(ACTIONS)

    def show(self, s: State) -> str:
        """Return the maze as the course writes it, with the score below."""
        return maze_text(self, s)

    def svg(self, s: State) -> str:
        """Return the maze as a picture."""
        return maze_svg(self, s)

    def cells(self, s: State, a: int) -> tuple[str, ...]:
        """Return the cell to which the agent to move goes, or on which Pacman stays: `9,1`, counted from the lower left."""
        place = s.pacman if s.mover == 0 else s.ghosts[s.mover - 1]
        is_between = self.exits[place] == 0
        return (cell_name(*point(self, place + self._step(a) * (1 if is_between else 2))),)

    def notation(self, s: State) -> str:
        """Return the position in one word."""
        return written(self, s)

    def parse(self, text: str) -> State:
        """Return the position written in one word, or the one after moves such as `West`; the layout's name is the start."""
        if text == self.layout:
            return self.initial()
        if not text.startswith("P"):
            return cast(State, play(cast(Game, self), self.initial(), text))
        return read_position(self, text)
