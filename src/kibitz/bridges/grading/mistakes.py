"""The mistakes that students make in the course's three searches, each as a change of the right search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kibitz.bridges.grading.variants import ALL, ALPHABETA, EXPECTIMAX, MINIMAX, Variant


@dataclass(frozen=True)
class Mistake:
    """A mistake: the ways in which it is made, whose it can be, and the sentence that tells a student."""

    key: str
    ways: tuple[dict[str, Any], ...]
    kinds: Sequence[str]
    told: str

    def made_in(self, variant: Variant) -> list[Variant]:
        """Return searches with this mistake too, made in each of its ways."""
        return [replace(variant, **changes) for changes in self.ways]


def _any(key: str, told: str, *ways: dict[str, Any]) -> Mistake:
    """Return a mistake that can be made in all searches."""
    return Mistake(key, ways, ALL, told)


def _pruning(key: str, told: str, *ways: dict[str, Any]) -> Mistake:
    """Return a mistake of alpha-beta search."""
    return Mistake(key, ways, (ALPHABETA,), told)


def _averaging(key: str, told: str, *ways: dict[str, Any]) -> Mistake:
    """Return a mistake of expectimax."""
    return Mistake(key, ways, (EXPECTIMAX,), told)


def _ignoring(**ignored: bool) -> tuple[dict[str, Any], ...]:
    """Return the ways to go on behind the end of a game, where no action is left to look at."""
    far = {"max_start": -1e6, "min_start": 1e6}  # averages of infinite values are all the same, of large ones they are not
    return ignored, {**ignored, "needs_better": True}, {**ignored, **far}


MISTAKES = (
    _any("depth-1",
        "searches one round too few: depth {less} was searched, {depth} asked",
        {"rounds_added": -1}, {"rounds_added": -1, "stops_at_root": True}),
    _any("depth+1",
        "searches one round too many: depth {more} was searched, {depth} asked",
        {"rounds_added": 1}),
    _any("ply-per-agent",
        "counts a ply as one agent's move: depth goes down with every move instead of once all agents have moved",
        {"counts_moves": True}),
    _any("no-last-ghosts",
        "evaluates before the ghosts have answered: the last round ends with Pacman's move",
        {"skips_last_ghosts": True}),
    _any("move-too-few",
        "evaluates one move too early: in the last round the last ghost does not move",
        {"moves_added": -1}),
    _any("move-too-many",
        "evaluates one move too late: after the last round Pacman moves once more",
        {"moves_added": 1}),
    _any("one-move",
        "looks one move ahead: it evaluates what Pacman's own actions lead to, and nothing behind",
        {"one_move": True}),
    *(_any(f"always-depth-{n}",
        f"searches depth {n} whatever is asked: it must use self.depth",
        {"rounds_fixed": n}) for n in (1, 2, 3, 4)),
    _any("forgets-win",
        "forgets to stop at a win: nobody has an action behind isWin(), so that state must be evaluated",
        *_ignoring(ignores_win=True)),
    _any("forgets-loss",
        "forgets to stop at a loss: nobody has an action behind isLose(), so that state must be evaluated",
        *_ignoring(ignores_loss=True)),
    _any("forgets-both",
        "forgets to stop at the end of the game: nobody has an action behind isWin() or isLose(), so those states "
        "must be evaluated",
        *_ignoring(ignores_win=True, ignores_loss=True)),
    _any("ghosts-maximise",
        "ghosts maximise: at their moves the highest value is taken",
        {"ghosts": "max"}),
    _any("pacman-minimises",
        "Pacman minimises: at the root the lowest value is taken",
        {"pacman": "root"}),
    _any("pacman-minimises-below",
        "Pacman minimises below the root: there the lowest value is taken at his moves too",
        {"pacman": "below"}),
    _any("swapped",
        "max and min are swapped: Pacman takes the lowest value and the ghosts the highest",
        {"pacman": "all", "ghosts": "max"}),
    _any("one-ghost",
        "only the first ghost moves: after it comes Pacman again",
        {"turns": "first"}),
    _any("no-last-ghost",
        "the last ghost never moves: agents are numbered from 0 to getNumAgents() - 1",
        {"turns": "but-last"}),
    _any("last-of-equals",
        "takes the last of equally good actions, where the course's trees expect the first",
        {"takes_last": True}),
    _any("starts-high",
        "starts with a value that is not low enough: where all actions are worth less, none of them is taken; start "
        "with float('-inf')",
        *({"root_start": low, "needs_better": True} for low in (0.0, -1.0)), {"max_start": 0.0}, {"max_start": -1.0},
        {"max_start": 0.0, "root_start": 0.0, "needs_better": True},
        {"max_start": -1.0, "root_start": -1.0, "needs_better": True}),
    Mistake("starts-low", ({"min_start": 0.0}, {"min_start": 1.0}), (MINIMAX, ALPHABETA),
        "starts the ghosts' minimum with a value that is not high enough: start with float('inf')"),
    _any("evaluates-root",
        "evaluates the state at the root instead of the one that was reached, so all actions look the same",
        {"evaluates_root": True}),
    _pruning("prunes-equal",
        "prunes on equality: it must cut only where a value is above beta or below alpha, not where it equals them",
        {"prunes_equal": "both"}),
    _pruning("prunes-equal-max",
        "prunes on equality at Pacman's moves: it must cut only where a value is above beta, not where it equals it",
        {"prunes_equal": "max"}),
    _pruning("prunes-equal-min",
        "prunes on equality at ghosts' moves: it must cut only where a value is below alpha, not where it equals it",
        {"prunes_equal": "min"}),
    _pruning("never-prunes",
        "never prunes: it looks at all that minimax looks at",
        {"prunes": "none"}),
    _pruning("prunes-max-only",
        "never cuts at ghosts' moves: a value below alpha must be returned at once there, and alpha be raised at "
        "Pacman's moves, at the root too",
        {"prunes": "max"}),
    _pruning("prunes-min-only",
        "never cuts at Pacman's moves: a value above beta must be returned at once there, and beta be lowered at "
        "ghosts' moves",
        {"prunes": "min"}),
    _pruning("wrong-bound",
        "prunes with the wrong bound: Pacman's moves are cut by beta, the ghosts' by alpha",
        {"wrong_bound": "all"}, {"wrong_bound": "below"}),
    _pruning("prunes-late",
        "generates successors of states it has cut: make each successor only when it is its turn",
        {"prunes_late": True}),
    _pruning("forgets-alpha",
        "does not raise alpha at the root: every action of Pacman's is searched with a window as wide as the first",
        {"forgets": "root"}),
    _pruning("forgets-inner-alpha",
        "does not raise alpha at Pacman's moves below the root",
        {"forgets": "inner"}),
    _pruning("shares-bounds",
        "alpha and beta are shared by the whole search: hand them down as arguments, so that what a branch finds ends"
        " with it",
        {"shares_bounds": "all"}, {"shares_bounds": "below"}),
    _pruning("opens-windows",
        "gives every ghost's move a new alpha and beta: hand down those that Pacman's move was given, raised by what "
        "was found",
        {"opens_windows": True}),
    _pruning("clips",
        "returns alpha or beta where a value is outside of them: return the value itself, as the course's trees "
        "expect; the action is right, but too many states are generated",
        {"clips": "cut"}, {"clips": "always"}),
    _averaging("ghosts-minimise",
        "ghosts minimise: that is minimax, where an average is asked",
        {"ghosts": "min"}),
    _averaging("pacman-averages",
        "averages at Pacman's moves below the root too, where the highest value is to be taken",
        {"pacman": "average"}),
    _averaging("sums",
        "averages wrongly: it adds the values up and does not divide them",
        {"averages": "sum"}),
    _averaging("divides-by-agents",
        "averages wrongly: it divides by the number of agents, not of actions",
        {"averages": "agents"}),
    _averaging("divides-by-ghosts",
        "averages wrongly: it divides by the number of ghosts, not of actions",
        {"averages": "ghosts"}),
    _averaging("divides-by-root",
        "averages wrongly: it divides by the number of actions at the root, not of the ghost's",
        {"averages": "root"}),
    _averaging("rounds-averages",
        "averages wrongly: it rounds, as // and int() do",
        {"averages": "floor"}, {"averages": "trunc"}),
)  # fmt: skip
"""The single mistakes, the likelier of two that look alike first."""

IN_MAZES = (
    _any("avoids-stop",
        "never considers Stop, which is an action like any other",
        {"avoids_stop": True}),
    _any("moves-pacman",
        "moves Pacman at the ghosts' turns: is self.index, which is 0, given to generateSuccessor instead of the "
        "agent's number?",
        {"moves_pacman": True}),
    _averaging("divides-by-pacmans",
        "averages wrongly: it divides by the number of Pacman's actions, not of the ghost's",
        {"averages": "pacman"}),
    *MISTAKES,
)  # fmt: skip
"""What may be wrong with a search that is right on all trees: the first ones show nowhere else."""
PICKS = _any("any-of-equals", "does not take the first of equally good actions, as the course's trees expect")
"""What explains a search of which nothing but the choice among equals is wrong."""
