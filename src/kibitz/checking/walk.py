"""Random games played to look at their positions; what must hold for a game to go on at all is checked on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

from kibitz.checking.asking import Asked, content
from kibitz.checking.report import Breach
from kibitz.compile.native import interpreted_rules, why_not_native
from kibitz.compile.shapes import Shape
from kibitz.core.game import CHANCE, about
from kibitz.core.places import short
from kibitz.core.questions import MOST_ACTIONS
from kibitz.core.randomness import Random

LONGEST_GAME = 10_000
"""A random game is given up after this many moves."""
MOST_MOVES = 50_000
"""No more games are begun after this many moves in all."""
MOST_POSITIONS = 3_000
"""No more positions than this are looked at closely; later ones are only passed through."""


@dataclass(frozen=True)
class Position:
    """A position that came up: how, whose turn it is, and the legal moves with what they lead to."""

    state: Any
    moves: tuple[int, ...]
    mover: int
    is_over: bool
    actions: tuple[int, ...] = ()
    children: tuple[Any, ...] = ()


@dataclass
class Walk:
    """What came up in the random games: different positions, those after fewer moves first, and the laws broken on the way."""

    positions: list[Position] = field(default_factory=list)
    breaches: dict[str, Breach] = field(default_factory=dict)
    games: int = 0
    given_up: int = 0

    @property
    def finished(self) -> list[Position]:
        """The final positions."""
        return [position for position in self.positions if position.is_over]

    @property
    def open(self) -> list[Position]:
        """The positions in which somebody moves."""
        return [position for position in self.positions if not position.is_over]

    def note(self, breach: Breach) -> None:
        """Keep the first breach of each law."""
        self.breaches.setdefault(breach.law, breach)


def walk(asked: Asked, seed: int, games: int) -> Walk:
    """Return what `games` random games show; the first position from which play cannot go on ends the walk."""
    walker = _Walker(asked)
    try:
        for number in range(games):
            walker.play(Random(seed, number))
            if walker.is_enough():
                break
    except Breach as breach:
        walker.found.note(breach)
    walker.found.positions.sort(key=lambda position: len(position.moves))
    return walker.found


class _Walker:
    """Plays the games."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.found = Walk()
        self.known: dict[Any, Position] = {}
        self.moves = 0
        self.start = asked("states", "initial")
        self.shape: Shape | None = interpreted_rules(asked.game).shape if why_not_native(asked.game) is None else None

    def is_enough(self) -> bool:
        """Return whether further games would only repeat what is known to be wrong, or take too long."""
        return "cycles" in self.found.breaches or self.moves > MOST_MOVES

    def play(self, random: Random) -> None:
        """Play one game to its end, as far as it has one."""
        state, moves = self.start, cast("tuple[int, ...]", ())
        on_the_way = {content(state): 0}
        while len(moves) < LONGEST_GAME:
            position = self.look(state, moves)
            if position.is_over:
                break
            place = random.below(len(position.actions))
            action = position.actions[place]
            state = position.children[place] if position.children else self._child(state, action, moves)
            moves = (*moves, action)
            came_back = on_the_way.setdefault(content(state), len(moves)) < len(moves)
            if came_back and not about(self.asked.game).cyclic:
                since = on_the_way[content(state)]
                told = f"a position comes back after {len(moves) - since} moves; if it may, say @kibitz.game(cyclic=True)"
                self.found.note(Breach("cycles", told, None, moves))
                break
        else:
            self.found.given_up += 1
            if not about(self.asked.game).cyclic:
                told = f"a random game is not over after {LONGEST_GAME:,} moves, though no position may come back"
                self.found.note(Breach("cycles", told, None))
        self.found.games += 1
        self.moves += len(moves)

    def look(self, state: Any, moves: tuple[int, ...]) -> Position:
        """Return a position with its moves, after a look at whether they are sound; without children once enough are known."""
        known = self.known.get(content(state))
        if known is not None:
            return known
        is_over = self.asked("endings", "is_terminal", state, moves=moves)
        if is_over not in (True, False):
            raise self.asked.breach("endings", "is_terminal", f"returned {short(is_over)}, not True or False", moves)
        mover = self._mover(state, moves)
        is_close = len(self.known) < (2 * MOST_POSITIONS if is_over else MOST_POSITIONS)
        if is_over:
            position = Position(state, moves, mover, True)
        else:
            actions = self._actions(state, moves)
            children = tuple(self._child(state, action, moves) for action in actions) if is_close else ()
            position = Position(state, moves, mover, False, actions, children)
        if is_close:
            self.known[content(state)] = position
            self.found.positions.append(position)
        return position

    def _mover(self, state: Any, moves: tuple[int, ...]) -> int:
        """Return who moves."""
        mover = self.asked("turns", "to_move", state, moves=moves)
        players = self.asked.game.players
        if not isinstance(mover, int) or not CHANCE <= mover < players:
            allowed = f"a player from 0 to {players - 1} or CHANCE ({CHANCE})"
            raise self.asked.breach("turns", "to_move", f"returned {short(mover)}, which is not {allowed}", moves)
        return mover

    def _actions(self, state: Any, moves: tuple[int, ...]) -> tuple[int, ...]:
        """Return the legal moves."""
        actions = self.asked("moves", "actions", state, moves=moves)
        complaint = None
        if not actions:
            complaint = "gave no move although is_terminal says that the game is not over"
        elif len(actions) > MOST_ACTIONS:
            complaint = f"gave more than {MOST_ACTIONS:,} moves"
        elif any(type(action) is not int for action in actions):
            odd = next(action for action in actions if type(action) is not int)
            complaint = f"gave {short(odd)}, a {type(odd).__name__}; moves are whole numbers (int)"
        elif len(set(actions)) < len(actions):
            twice = next(action for action in actions if actions.count(action) > 1)
            complaint = f"gave the move {twice} twice"
        if complaint is not None:
            raise self.asked.breach("moves", "actions", complaint, moves)
        self._check_size("actions", "a move", actions, moves)
        return tuple(actions)

    def _child(self, state: Any, action: int, moves: tuple[int, ...]) -> Any:
        """Return the state after a move."""
        path = (*moves, action)
        child = self.asked("states", "result", state, action, moves=path)
        if type(child) is not type(self.start):
            kind = type(self.start).__name__
            raise self.asked.breach(
                "states", "result", f"returned {short(child)}, which is not a {kind} like the initial state", path
            )
        if self.shape is not None:
            complaint = misfit(self.shape, child)
            if complaint is not None:
                raise self.asked.breach("states", "result", f"returned an illegal state: {complaint}", path)
            for name, number in numbers(self.shape, child):
                self._check_size("result", f"the field {name}", [number], path)
        return child

    def _check_size(self, method: str, what: str, found: list[int], moves: tuple[int, ...]) -> None:
        """Note a number of more than 64 bits."""
        for number in found:
            if not -(1 << 63) <= number < 1 << 63:
                told = (
                    f"gave {what} the value {number}, more than 64 bits; cut it with kibitz.bits.wrap, or use bits.shift_left"
                )
                self.found.note(self.asked.breach("numbers", method, told, moves))


def misfit(shape: Shape, value: Any, name: str = "") -> str | None:
    """Return how a state differs from the shape of the initial one, or None if it does not."""
    if shape.kind != "tuple":
        allowed = {"int": int, "float": int | float, "bool": int}[shape.kind]
        if isinstance(value, allowed):
            return None
        hint = "; use // instead of /" if shape.kind == "int" and isinstance(value, float) else ""
        return f"the field {name} is a number of type {shape.kind} and got {short(value)}{hint}"
    if not isinstance(value, tuple) or (shape.cls is not None and type(value) is not shape.cls):
        return f"the field {name} got {short(value)}, not a {shape.cls.__name__ if shape.cls else 'tuple'}"
    if len(value) != len(shape.parts):
        return f"the field {name} had {len(shape.parts)} items at the start and got {len(value)}; tuples keep their length"
    inside = (
        misfit(part, item, _inner(shape, name, place))
        for place, (part, item) in enumerate(zip(shape.parts, value, strict=True))
    )
    return next((complaint for complaint in inside if complaint is not None), None)


def numbers(shape: Shape, value: Any, name: str = "") -> list[tuple[str, int]]:
    """Return the whole numbers in a state with the names of their fields."""
    if shape.kind != "tuple":
        return [(name, value)] if shape.kind == "int" else []
    return [
        found
        for place, (part, item) in enumerate(zip(shape.parts, value, strict=True))
        for found in numbers(part, item, _inner(shape, name, place))
    ]


def _inner(shape: Shape, name: str, place: int) -> str:
    """Return the name of a part."""
    return f"{name}.{shape.names[place]}".lstrip(".") if shape.names else f"{name}[{place}]"
