"""What a tree of simulations says: a `Decision` with every root move's visits, value and confidence interval."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt
from typing import TypeVar

from kibitz.core.chance import no_chance
from kibitz.core.contract import Game
from kibitz.core.decision import Decision, MoveValue, equally_good
from kibitz.core.game import CHANCE, constant_sum
from kibitz.core.questions import player_at, static_eval
from kibitz.search.montecarlo import tree as facts_of
from kibitz.search.montecarlo.engine import Engine
from kibitz.search.montecarlo.traits import is_two_sided
from kibitz.search.montecarlo.tree import ROOT, Tree

CONFIDENCE = 1.959964
"""So many standard deviations to each side hold 95 of 100 averages."""


class Reader:
    """Reads the tree of an engine about its present position."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.game, self.state = engine, engine.game, engine.state
        self.tree = engine.tree
        self.player = player_at(self.game, self.state)
        self.two_sided = is_two_sided(self.game)
        self.slots = {} if self.game.is_terminal(self.state) else self._slots_by_action()

    def _slots_by_action(self) -> dict[int, int | None]:
        """Return the slot of every legal move; None where the tree has not looked at it."""
        known = {self.tree.action(slot): slot for slot in self.tree.block(ROOT)}
        return {action: known.get(action) for action in self.game.actions(self.state)}

    def decision(self, seconds: float, *, by_mean: bool = False) -> Decision:
        """Return the decision for the move with the most visits, or with the best average."""
        by_chance = bool(self.slots) and self.game.to_move(self.state) == CHANCE
        moves = [self._move_value(action, slot) for action, slot in self.slots.items()]
        best = None if by_chance else self._best(moves, by_mean)
        chosen = next((move for move in moves if move.action == best), None)
        settled = self.engine.is_settled
        value = self._value(moves, chosen)
        certain = [move for move in moves if self._is_settled(move.action)]
        good = equally_good(certain, value, averaged=no_chance(self.game) is not None) if settled else ()
        return Decision(
            action=best,
            value=value,
            actions=() if best is None else good or (best,),
            line=() if best is None else (best, *self._line(best)),
            moves=tuple(moves),
            utilities=None if self.two_sided else self._utilities(moves, chosen),
            depth=self.engine.depth,
            nodes=self.engine.nodes,
            simulations=self.engine.simulations,
            seconds=seconds,
            exact=settled and self.engine.is_range_sure,
            details={"memory": "full"} if self.tree.ledger[facts_of.FULL] else None,
        )

    def _value(self, moves: list[MoveValue], chosen: MoveValue | None) -> float:
        """Return what the position is worth to the side to move: the chosen move's value, or the average of outcomes."""
        if self.engine.is_settled:
            return _for(self.player, self.tree.bounds(ROOT)[0], self.game)
        if chosen is not None and chosen.value is not None:
            return chosen.value
        tried = [(move.visits, move.value) for move in moves if move.visits and move.value is not None]
        games = sum(visits for visits, _ in tried)
        return (
            sum(visits * value for visits, value in tried) / games if games else static_eval(self.game, self.state, self.player)
        )

    def _utilities(self, moves: list[MoveValue], chosen: MoveValue | None) -> tuple[float, ...] | None:
        """Return what each player can expect after the chosen move, or on average where chance is to move."""
        if chosen is not None:
            return chosen.utilities
        tried = [(move.visits or 0, move.utilities) for move in moves if move.utilities is not None]
        games = sum(visits for visits, _ in tried)
        if not games:
            return None
        return tuple(sum(visits * each[player] for visits, each in tried) / games for player in range(self.game.players))

    def _is_settled(self, action: int) -> bool:
        """Return whether a move's value is known for certain."""
        low, high = self._range(action)
        return low == high

    def _best(self, moves: list[MoveValue], by_mean: bool) -> int | None:
        """Return the move to play: one that is certainly best, else by visits or averages; None where there is no move."""
        if not moves:
            return None
        open_to = _undecided([(move, self._range(move.action)) for move in moves])
        if by_mean:
            return max(open_to, key=lambda move: -inf if move.value is None else move.value).action
        return max(open_to, key=lambda move: (move.visits or 0, move.value or 0.0)).action

    def _range(self, action: int) -> tuple[float, float]:
        """Return between what a move's worth to the side to move lies for certain."""
        slot = self.slots[action]
        return (-inf, inf) if slot is None else self._range_of(slot, self.player)

    def _range_of(self, slot: int, player: int) -> tuple[float, float]:
        """Return between what a slot's worth to a player lies for certain."""
        low, high = self.tree.bounds(slot)
        both = _for(player, low, self.game), _for(player, high, self.game)
        return min(both), max(both)

    def _move_value(self, action: int, slot: int | None) -> MoveValue:
        """Return what the games that began with a move say of it."""
        visits = 0 if slot is None else self.tree.visits(slot)
        if slot is None or visits == 0:
            return MoveValue(action, None, visits=0, proved=False)
        low, high = self._range(action)
        if low == high and self.two_sided:
            return MoveValue(action, low, visits, bounds=(low, high), proved=self.engine.is_range_sure)
        *sums, games = self._sums(slot)
        by_chance = self.game.to_move(self.state) == CHANCE
        value = sums[self.player] / max(1.0, games) if by_chance else self.tree.mean(slot)
        each = None if self.two_sided else tuple(whole / max(1.0, games) for whole in sums)
        certain = (low, high) if low > -inf or high < inf else None
        return MoveValue(action, value, visits, each, interval=interval(value, visits, self.tree), bounds=certain, proved=False)

    def _sums(self, slot: int) -> list[float]:
        """Return what the games through a root move were worth to each player, added up, and how many they were."""
        width = self.game.players + 1
        place = self.tree.block(ROOT).index(slot) * width
        return [float(sum(sums[place + column] for sums in self.engine.sums)) for column in range(width)]

    def _line(self, action: int) -> Iterable[int]:
        """Yield the moves after a move that are certainly best, else those that most games took, as far as the tree goes."""
        slot, state = self.slots[action], self.game.result(self.state, action)
        while slot is not None and not self.game.is_terminal(state) and self.game.to_move(state) != CHANCE:
            player = self.game.to_move(state)
            block = [(below, self._range_of(below, player)) for below in self.tree.block(slot) if self.tree.visits(below)]
            if not block:
                return
            slot = max(_undecided(block), key=self._standing)
            yield self.tree.action(slot)
            state = self.game.result(state, self.tree.action(slot))

    def _standing(self, slot: int) -> tuple[int, float]:
        """Return how a slot stands among its neighbours: by visits, then by what it is worth to who chooses it."""
        return self.tree.visits(slot), self.tree.mean(slot)


Item = TypeVar("Item")


def _undecided(choices: list[tuple[Item, tuple[float, float]]]) -> list[Item]:
    """Return those of the choices, with what each is worth for certain, that may be best; if some surely are, only these."""
    certain = max(low for _, (low, _) in choices)
    best = max(high for _, (_, high) in choices)
    return [item for item, (low, high) in choices if (low >= best if certain >= best else high >= certain)]


def _for(player: int, value: float, game: Game) -> float:
    """Return the first player's utility as that of `player`."""
    return value if player == 0 or game.players != 2 else (constant_sum(game) or 0.0) - value


def interval(mean: float, visits: int, tree: Tree) -> tuple[float, float]:
    """Return between what the average of endless such games lies, 95 times in 100: Wilson's score interval (1927).

    It takes games as won or lost, which is as uncertain as games of that average can be, and as drawn from the same source,
    which those of a growing tree are not quite.
    """
    low, high = float(tree.facts[facts_of.SEEN_LOW]), float(tree.facts[facts_of.SEEN_HIGH])
    if not low < high:
        return mean, mean
    share = min(1.0, max(0.0, (mean - low) / (high - low)))
    weight = CONFIDENCE * CONFIDENCE / visits
    middle = (share + weight / 2) / (1 + weight)
    spread = CONFIDENCE / (1 + weight) * sqrt(share * (1 - share) / visits + weight / (4 * visits))
    return low + max(0.0, middle - spread) * (high - low), low + min(1.0, middle + spread) * (high - low)


def read(engine: Engine, seconds: float, *, by_mean: bool = False) -> Decision:
    """Return the decision that the engine's tree stands for."""
    return Reader(engine).decision(seconds, by_mean=by_mean)
