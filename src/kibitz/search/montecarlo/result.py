"""The result of a search: a `Decision` with the visits, value, confidence interval and proven bounds of every root move."""

from __future__ import annotations

from math import inf

from kibitz.core.chance import has_chance
from kibitz.core.decision import Decision, MoveValue, equally_good
from kibitz.core.game import CHANCE
from kibitz.core.intervals import wilson_interval
from kibitz.core.questions import static_eval
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.traits import has_scalar_value
from kibitz.search.montecarlo.tree import HIGHEST, LOWEST, Tree
from kibitz.search.montecarlo.tree_node import Choice, TreeNode, best_choice, undominated


def decision(engine: Engine, seconds: float, *, by_mean: bool = False, keep_tree: bool = False) -> Decision:
    """Return the decision for the root move with the most visits, or with the best average."""
    return SearchResult(engine).decision(seconds, by_mean=by_mean, keep_tree=keep_tree)


class SearchResult:
    """What an engine's tree says about its root."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.game, self.state = engine, engine.game, engine.state
        self.root = TreeNode.root(self.game, self.state, engine.tree)
        self.player = self.root.player
        self.is_scalar = has_scalar_value(self.game)
        is_over = self.game.is_terminal(self.state)
        self.by_chance = not is_over and self.root.to_move == CHANCE
        children = {child.action: child for child in self.root.children}
        self.children = {} if is_over else {action: children.get(action) for action in self.game.actions(self.state)}
        """The node of every legal move; None where the root has not been expanded."""

    def decision(self, seconds: float, *, by_mean: bool, keep_tree: bool) -> Decision:
        """Return the decision."""
        engine, tree = self.engine, self.engine.tree
        moves = [self._move_value(action, child) for action, child in self.children.items()]
        best = None if self.by_chance else self._best(moves, by_mean)
        chosen = next((move for move in moves if move.action == best), None)
        value = self._value(moves, chosen)
        proven = [move for move in moves if self._is_proven(move.action)]
        good = equally_good(proven, value, averaged=has_chance(self.game)) if engine.is_proven else ()
        return Decision(
            action=best,
            value=value,
            actions=() if best is None else good or (best,),
            line=() if best is None else self._line(best),
            moves=tuple(moves),
            utilities=None if self.is_scalar else self._utilities(moves, chosen),
            depth=engine.depth,
            nodes=engine.nodes,
            simulations=engine.simulations,
            seconds=seconds,
            exact=engine.is_proven and engine.has_certain_range,
            details={"memory": "full"} if tree.is_full else None,
            tree=TreeNode.root(self.game, self.state, tree.snapshot()) if keep_tree else None,
        )

    def _move_value(self, action: int, child: TreeNode | None) -> MoveValue:
        """Return what the simulations through a root move say of it."""
        if child is None or child.visits == 0:
            return MoveValue(action, None, visits=0, proved=False)
        low, high = child.bounds
        if low == high and self.is_scalar:
            return MoveValue(action, low, child.visits, bounds=(low, high), proved=self.engine.has_certain_range)
        means = self._means(child)
        value = means[self.player] if child.value is None else child.value
        bounds = (low, high) if low > -inf or high < inf else None
        interval = confidence_interval(value, child.visits, self.engine.tree)
        utilities = None if self.is_scalar else means
        return MoveValue(action, value, child.visits, utilities, interval=interval, bounds=bounds, proved=False)

    def _means(self, child: TreeNode) -> tuple[float, ...]:
        """Return every player's average utility after a root move, from the root statistics of all threads."""
        width = self.game.players + 1
        index = self.root.children.index(child) * width
        *sums, visits = (sum(each.root_statistics[index + i] for each in self.engine.workspaces) for i in range(width))
        return tuple(float(whole) / max(1.0, float(visits)) for whole in sums)

    def _value(self, moves: list[MoveValue], chosen: MoveValue | None) -> float:
        """Return the value for the side to move: the proven one, the chosen move's, or the average over outcomes."""
        if self.engine.is_proven:
            return self.root.bounds[0]
        if chosen is not None and chosen.value is not None:
            return chosen.value
        tried = [(move.visits, move.value) for move in moves if move.visits and move.value is not None]
        visits = sum(count for count, _ in tried)
        if not visits:
            return static_eval(self.game, self.state, self.player)
        return sum(count * value for count, value in tried) / visits

    def _utilities(self, moves: list[MoveValue], chosen: MoveValue | None) -> tuple[float, ...] | None:
        """Return every player's expected utility after the chosen move, or on average where chance is to move."""
        if chosen is not None:
            return chosen.utilities
        tried = [(move.visits or 0, move.utilities) for move in moves if move.utilities is not None]
        visits = sum(count for count, _ in tried)
        if not visits:
            return None
        return tuple(sum(count * each[player] for count, each in tried) / visits for player in range(self.game.players))

    def _best(self, moves: list[MoveValue], by_mean: bool) -> int | None:
        """Return the move to play: one that is proven best, else by visits or averages; None where there is no move."""
        if not moves:
            return None
        choices = [
            Choice(move, move.visits or 0, -inf if move.value is None else move.value, *self._bounds(move.action))
            for move in moves
        ]
        if by_mean:
            return max(undominated(choices), key=lambda choice: choice.mean).option.action
        return best_choice(choices).action

    def _bounds(self, action: int) -> tuple[float, float]:
        """Return the proven bounds of a root move's value for the side to move."""
        child = self.children[action]
        return (-inf, inf) if child is None else child.bounds

    def _is_proven(self, action: int) -> bool:
        """Return whether a root move's value is proven."""
        low, high = self._bounds(action)
        return low == high

    def _line(self, action: int) -> tuple[int, ...]:
        """Return a root move and the principal variation after it."""
        child = self.children[action]
        after = () if child is None else child.principal_variation()
        return (action, *(node.action for node in after if node.action is not None))


def confidence_interval(mean: float, visits: int, tree: Tree) -> tuple[float, float]:
    """Return where the expected result lies with 95 % confidence: Wilson's score interval (1927).

    It takes simulations as won or lost, which has the largest variance for an average, and as independent, which those of a
    growing tree are not quite.
    """
    low, high = float(tree.arrays.scale[LOWEST]), float(tree.arrays.scale[HIGHEST])
    if not low < high:
        return mean, mean
    share = min(1.0, max(0.0, (mean - low) / (high - low)))
    least, most = wilson_interval(share, visits)
    return low + least * (high - low), low + most * (high - low)
