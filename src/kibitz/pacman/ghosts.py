"""The ghosts: one that moves at random, one that runs towards Pacman, and one that searches.

The first two are the course's; each is a distribution over the legal actions, so that a search can expect them too.
"""

from __future__ import annotations

from kibitz.core.decision import Limits
from kibitz.core.errors import InputError
from kibitz.core.randomness import Random
from kibitz.games.pacman import ACTIONS, Pacman, State
from kibitz.pacman.agents import ROUNDING, Choice, interruptible, searcher

Distribution = dict[int, float]
"""How likely each action is."""


class RandomGhost:
    """Takes any legal action, all equally likely."""

    def __init__(self, game: Pacman) -> None:
        self.game = game

    def prepare(self) -> None:
        """Do nothing: there is nothing to compile."""

    def distribution(self, s: State) -> Distribution:
        """Return how likely each action is."""
        actions = list(self.game.actions(s))
        return dict.fromkeys(actions, 1 / len(actions))

    def choose(self, s: State, random: Random) -> Choice:
        """Return any action."""
        return Choice(random.choice(list(self.game.actions(s))))


class DirectionalGhost(RandomGhost):
    """Mostly takes a step that brings it nearest to Pacman, as the crow flies, or when scared, farthest from him."""

    def __init__(self, game: Pacman, attack: float = 0.8, flee: float = 0.8) -> None:
        super().__init__(game)
        for probability in (attack, flee):
            if not 0 <= probability <= 1:
                raise InputError(f"a ghost's probability must be from 0 to 1, not {probability:g}")
        self.attack, self.flee = attack, flee

    def distribution(self, s: State) -> Distribution:
        """Return how likely each action is: the best ones share one part, and all share the rest."""
        scared = s.timers[s.mover - 1] > 0
        steps = {action: self._distance(s, action, 1 if scared else 2) for action in self.game.actions(s)}
        wanted = (max if scared else min)(steps.values())
        best = [action for action, distance in steps.items() if distance == wanted]
        sure = self.flee if scared else self.attack
        return {action: (sure / len(best) if action in best else 0) + (1 - sure) / len(steps) for action in steps}

    def choose(self, s: State, random: Random) -> Choice:
        """Return an action, each as likely as the distribution says."""
        found = self.distribution(s)
        return Choice(random.weighted(list(found), list(found.values())))

    def _distance(self, s: State, action: int, halves: int) -> int:
        """Return how far from Pacman a ghost is after a step of so many half cells, in half cells along x plus along y."""
        stride, place = self.game.stride, s.ghosts[s.mover - 1]
        right, up = {"West": (-1, 0), "East": (1, 0), "North": (0, 1), "South": (0, -1)}[ACTIONS[action]]
        across = place % stride + right * halves - s.pacman % stride
        return abs(across) + abs(place // stride + up * halves - s.pacman // stride)


class MinimaxGhost:
    """Searches `depth` rounds deep for what is worst for Pacman, where all ghosts work together to get near him."""

    def __init__(self, game: Pacman, depth: int = 2) -> None:
        Limits(depth=depth)
        self.game = game.judged_by("chase")
        self.depth = depth

    def prepare(self) -> None:
        """Make a search that knows nothing yet, and compile it."""
        self.engine = searcher(self.game)

    def choose(self, s: State, random: Random) -> Choice:
        """Return one of the actions that are worst for Pacman."""
        return interruptible(self.engine, lambda: random.choice(self._worst(s)))

    def _worst(self, s: State) -> list[int]:
        """Return the actions of the lowest value for Pacman."""
        reached = {action: self.game.result(s, action) for action in self.game.actions(s)}
        # the round under way ends when Pacman is to move again; it is no whole one, and is looked at besides
        values = {
            a: self.engine.value(after, self.engine.depth_after(self.depth + 1, s, after)) for a, after in reached.items()
        }
        return [action for action, value in values.items() if value <= min(values.values()) + ROUNDING]
