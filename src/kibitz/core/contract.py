"""The contract between a game and everything that plays it: the six methods of the rules, and groups of optional ones.

Only `Game` has to be written. Each group unlocks something, and `implements(game, Group)` is the one question by which a search
finds out: it is true where the author wrote every method of the group, and it tells the type checker so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeGuard, TypeVar

from kibitz.core.boards import Board
from kibitz.core.grids import Grid


class Game(Protocol):
    """The rules, with the defaults that every game has: s0, Actions, Result, Terminal and Utility of the textbook."""

    def __hash__(self) -> int:
        """Return a hash: games with equal parameters are equal."""

    @property
    def players(self) -> int:
        """How many players move, chance not counted."""

    def initial(self) -> Any:
        """Return the state in which a game begins."""

    def to_move(self, s: Any) -> int:
        """Return the player to move, 0 to players - 1, or `CHANCE`."""

    def actions(self, s: Any) -> Iterable[int]:
        """Yield the legal moves; at a chance node, the outcomes."""

    def result(self, s: Any, a: int) -> Any:
        """Return the state after move `a`; `s` stays as it is."""

    def is_terminal(self, s: Any) -> bool:
        """Return whether the game is over."""

    def utility(self, s: Any, player: int) -> float:
        """Return the utility of a finished game for `player`."""

    def probability(self, s: Any, a: int) -> float:
        """Return the probability of outcome `a` of a chance node; by default all outcomes are equally likely."""

    def evaluate(self, s: Any, player: int) -> float:
        """Return an estimate of the utility for `player`; by default an equal share."""

    def order(self, s: Any, a: int) -> int:
        """Return how promising move `a` looks: searches try higher numbers first."""

    def show(self, s: Any) -> str:
        """Return the position as text to look at."""

    def svg(self, s: Any) -> str | None:
        """Return the position as an SVG picture, or None where the game has none."""

    def action_name(self, s: Any, a: int) -> str:
        """Return the name of a move."""

    def parse_action(self, s: Any, text: str) -> int:
        """Return the legal move called `text`, or raise `IllegalMoveError`."""

    def notation(self, s: Any) -> str:
        """Return the position as text that `parse` reads."""

    def parse(self, text: str) -> Any:
        """Return the position that `text` describes, or raise `PositionError`."""


# Rules beyond the six.


class Probabilities(Game, Protocol):
    """Outcomes of chance that are not equally likely."""

    def probability(self, s: Any, a: int) -> float:
        """Return the probability of outcome `a` of a chance node."""


class DrawRule(Game, Protocol):
    """A rule that draws games although moves are left; a game is over when it is drawn or no move is left."""

    def is_drawn(self, s: Any) -> bool:
        """Return whether the position is drawn by rule; perft counts moves alone and does not ask."""


class Repetition(Game, Protocol):
    """The third occurrence of a position, by its key, is a draw."""

    def halfmove_clock(self, s: Any) -> int:
        """Return how many of the last moves could be undone: only so far back can the position have occurred."""

    def key(self, s: Any) -> int:
        """Return a number that no other position has, or hardly ever."""


class DrawClock(Game, Protocol):
    """A rule that draws games in which nothing happens for too long, and counts the moves."""

    def moves_to_draw(self, s: Any) -> int:
        """Return how many more moves can certainly be made before the rule draws the game: no move takes more than one away."""


# Evaluation: how good a position is before the game has ended.


class Evaluation(Game, Protocol):
    """An evaluation function in the game's own words."""

    def evaluate(self, s: Any, player: int) -> float:
        """Return an estimate of the utility for `player`."""


class WeightedFeatures(Game, Protocol):
    """An evaluation as a weighted sum of features, Eval(s) = w . f(s), seen by the side to move."""

    def features(self, s: Any) -> tuple[int, ...]:
        """Return the value of each feature."""

    def weights(self) -> Any:
        """Return the weight of each feature, a NamedTuple of numbers in the order of the features."""


class ScoreFeatures(Game, Protocol):
    """An evaluation of a game that MAX, player 0, plays for a score, whoever else moves: a weighted sum in units of utility.

    The first feature is the score so far, with the weight 1; for all others the sum has the opposite sign.
    """

    def score_features(self, s: Any) -> tuple[float, ...]:
        """Return the value of each feature of a game that is not over, as MAX sees it."""

    def score_weights(self) -> Any:
        """Return the weight of each feature, a NamedTuple of numbers in the order of the features."""


class CellContents(Game, Protocol):
    """A board of cells with numbers on them, which patterns (n-tuple networks) are learnt over.

    A game for one player gives the points that were made so far as `score`, of unfinished games too.
    """

    def cell_content(self, s: Any, cell: int) -> int:
        """Return the number on a cell as the side to move sees it: 0 where it is empty, and 1 for its own pieces, say."""

    def pattern_grid(self) -> Grid:
        """Return the shape of the board, and which cells belong together."""


# Hints for any search: what is true of the rules anyway, said more quickly.


class Key(Game, Protocol):
    """A hash key of its own, for transposition tables."""

    def key(self, s: Any) -> int:
        """Return a number that no other state has, or hardly ever: quicker to compare than all its fields."""


class Ordering(Game, Protocol):
    """Static move ordering."""

    def order(self, s: Any, a: int) -> int:
        """Return how promising move `a` looks."""


class ActionCount(Game, Protocol):
    """The number of moves without listing them."""

    def count_actions(self, s: Any) -> int:
        """Return how many moves there are."""


class UtilityBounds(Game, Protocol):
    """Bounds on utilities, for star1, star2 and shallow pruning."""

    def utility_bounds(self, s: Any, player: int) -> tuple[float, float]:
        """Return the lowest and the highest utility or estimate that can follow from the position for `player`."""


class PlayoutPolicy(Game, Protocol):
    """A playout policy: heavy playouts instead of uniformly random ones."""

    def playout_action(self, s: Any, random: int) -> int:
        """Return a move for a playout, picked with 64 random bits."""


# Tactics: for selective alpha-beta search.


class NoisyMoves(Game, Protocol):
    """Noisy moves, such as captures, which quiescence search plays out."""

    def is_noisy(self, s: Any, a: int) -> bool:
        """Return whether move `a` is noisy."""


class NoisyMoveList(Game, Protocol):
    """The noisy moves without testing every move."""

    def noisy_actions(self, s: Any) -> Iterable[int]:
        """Yield the moves of which `is_noisy` is true."""


class Checks(Game, Protocol):
    """Positions in which the side to move must answer a threat, as a king in check."""

    def in_check(self, s: Any) -> bool:
        """Return whether the side to move must answer a threat."""


class NullMove(Game, Protocol):
    """The null move: passing, to see whether the position is good enough even so."""

    def allows_null_move(self, s: Any) -> bool:
        """Return whether zugzwang is so unlikely that passing would be no gain."""

    def null_move(self, s: Any) -> Any:
        """Return the state after passing."""


class MoveKinds(Game, Protocol):
    """The kind of a move, such as piece and target square: the index of continuation history and of playout weights."""

    def move_kind(self, s: Any, a: int) -> int:
        """Return a number below 512 that moves of the same kind share."""


class StaticExchange(Game, Protocol):
    """Static exchange evaluation of a move."""

    def exchange_gain(self, s: Any, a: int) -> int:
        """Return the points that a noisy move wins at most, and those below 0 that a quiet one puts at stake."""


# Solving: for exact search.


class Score(Game, Protocol):
    """The game's own scale of results, such as stones or discs."""

    def score(self, s: Any, player: int) -> int:
        """Return the score of a finished game, a whole number with the sign of the utility; solvers maximise it."""


class ScoreBounds(Game, Protocol):
    """Bounds on scores."""

    def score_bounds(self, s: Any) -> tuple[int, int]:
        """Return the lowest and the highest score that the side to move can still come to."""


class SufficientActions(Game, Protocol):
    """A subset of the moves in which a best one surely is."""

    def sufficient_actions(self, s: Any) -> Iterable[int]:
        """Yield moves among which a best one is, wherever `score_bounds` leave the score open."""


class EndgameSolver(Game, Protocol):
    """A special solver for the last moves."""

    def can_solve_endgame(self, s: Any) -> bool:
        """Return whether so little is left that the special solver is quicker than the search."""

    def solve_endgame(self, s: Any, alpha: int, beta: int) -> int:
        """Return the score within the window, or a bound on it outside."""


class FirstGuess(Game, Protocol):
    """A guess of the score, where a sequence of null-window searches begins."""

    def guess(self, s: Any) -> int:
        """Return the score that is asked about first."""


# Learning: what a game can tell a net beyond its state.


class Planes(Game, Protocol):
    """A game's own inputs of a net, in place of those that follow from the shape of its state."""

    def planes(self, s: Any) -> tuple[int, ...]:
        """Return sets of up to 64 cells, as many for every state: each cell of each set is an input."""


class Symmetries(Game, Protocol):
    """Forms of a position that are played alike: mirrored or turned. Learning sees each position in all of them."""

    def count_symmetries(self) -> int:
        """Return how many forms a position has; form 0 is the position itself."""

    def symmetric(self, s: Any, form: int) -> Any:
        """Return a position in one of its forms."""

    def symmetric_action(self, a: int, form: int) -> int:
        """Return the move that is `a` in one of the forms."""


# Endgame databases: positions as places in arrays, built from the ends of the game backward.


class Index(Game, Protocol):
    """Numbers for positions, so that a table of them is an array."""

    def index(self, s: Any) -> int:
        """Return the number of a position, the same for positions that are alike, or -1 where tables have no place for it."""

    def unindex(self, i: int) -> Any:
        """Return a position of that number; where there is none, a position of another number or of another slice."""

    def size(self) -> int:
        """Return how many numbers there are."""


class Slices(Index, Protocol):
    """Classes of positions that lead to themselves and to classes before them only: material in chess, say.

    Numbers begin anew in each of them: `unindex(i, k)` and `size(k)` are told which slice is meant.
    """

    def slice(self, s: Any) -> int:
        """Return the number of the slice that a position is in, the same for positions that are alike."""

    def slices_after(self, k: int) -> Iterable[int]:
        """Yield the other slices that moves from a slice lead to."""

    def slice_name(self, k: int) -> str:
        """Return the name of a slice: `KRKP`."""

    def parse_slice(self, text: str) -> int:
        """Return the slice of that name, or raise `InputError`."""


class Predecessors(Index, Protocol):
    """Moves taken back."""

    def predecessors(self, s: Any) -> Iterable[Any]:
        """Yield the positions of the same slice, at least one of each number, from which a move leads to `s`."""


# Notation and drawing, for people.


class ParsedActions(Game, Protocol):
    """Names of moves that the game reads itself."""

    def parse_action(self, s: Any, text: str) -> int:
        """Return the legal move called `text`."""


class Notation(Game, Protocol):
    """Positions as text in the game's own notation."""

    def notation(self, s: Any) -> str:
        """Return the position as text that `parse` reads."""

    def parse(self, text: str) -> Any:
        """Return the position that `text` describes."""


class Drawing(Game, Protocol):
    """Positions as pictures."""

    def svg(self, s: Any) -> str | None:
        """Return the position as an SVG picture."""


class Cells(Game, Protocol):
    """Moves as paths of cells, which the picture marks with `data-cell`: so they can be drawn into it and clicked."""

    def cells(self, s: Any, a: int) -> tuple[str, ...]:
        """Return the names of the cells of a move in order, `("e2", "e4")`; none for a move without a place, such as a pass."""


class BoardCells(Game, Protocol):
    """The board cell by cell, so that a terminal can colour it, turn it round and mark the last move."""

    def board_cells(self, s: Any, player: int) -> Board:
        """Return the board as `player` sees it; the cells are named as in `cells`."""


class ScoreUnit(WeightedFeatures, Protocol):
    """The unit in which players of the game count a lead, where it is not the point of its features."""

    def score_unit(self) -> tuple[str, float]:
        """Return the unit's name and how many points it is: `("pawns", 100)`."""


class DistinctActions(Game, Protocol):
    """The size of the action space, which libraries for learning want to know."""

    def distinct_actions(self) -> int:
        """Return a number above that of every move a player can ever make; outcomes of chance do not count."""


class DefaultAgent(Game, Protocol):
    """The agent that plays this game where none is named."""

    def default_agent(self) -> str:
        """Return an agent string."""


Group = TypeVar("Group", bound=Game)

EVALUATION = (Evaluation, WeightedFeatures, ScoreFeatures, CellContents)
HINTS = (Probabilities, DrawRule, DrawClock, Repetition, Key, Ordering, ActionCount, UtilityBounds, PlayoutPolicy)
TACTICS = (NoisyMoves, NoisyMoveList, Checks, NullMove, MoveKinds, StaticExchange)
SOLVING = (Score, ScoreBounds, SufficientActions, EndgameSolver, FirstGuess)
LEARNING = (Planes, Symmetries)
TABLES = (Index, Slices, Predecessors)
PEOPLE = (ParsedActions, Notation, Drawing, Cells, BoardCells, ScoreUnit, DefaultAgent)
OTHERS = (DistinctActions,)

NOT_COMPILED = ("weights", "score_weights", "guess", "pattern_grid", "slices_after", "slice_name", "parse_slice")
"""Methods of groups for searches that are called from Python, once."""


def methods(group: type) -> tuple[str, ...]:
    """Return the names of the methods that make up a group."""
    return tuple(name for name, member in vars(group).items() if callable(member) and not name.startswith("_"))


REQUIRED = ("initial", "to_move", "actions", "result", "is_terminal", "utility")
OPTIONAL = tuple(
    dict.fromkeys(
        name
        for group in (*EVALUATION, *HINTS, *TACTICS, *SOLVING, *LEARNING, *TABLES)
        for name in methods(group)
        if name not in NOT_COMPILED
    )
)
RULES = (*REQUIRED, *OPTIONAL)
"""The methods that are compiled; all others are called from Python only."""
GENERATORS = ("actions", "sufficient_actions", "noisy_actions", "predecessors")


def implements(game: Game, group: type[Group]) -> TypeGuard[Group]:
    """Return whether the game's author wrote every method of a group; defaults do not count."""
    written: Any = game  # the decorator of games writes down which methods are the author's
    return bool(written.about.given.issuperset(methods(group)))


PAIRS = (WeightedFeatures, ScoreFeatures, CellContents, Repetition, NullMove, EndgameSolver, Symmetries)
"""Groups whose first method makes no sense without the others."""


def half_written(given: frozenset[str]) -> str | None:
    """Return which method of a group is missing although its first one is given, in words, or None."""
    for group in PAIRS:
        names = methods(group)
        missing = [name for name in names if name not in given]
        if missing and names[0] in given:
            return f"{names[0]} but no {missing[0]}"
    return None
