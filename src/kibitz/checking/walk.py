"""Random games played to look at their positions; what must hold for a game to go on at all is checked on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, cast

from kibitz.checking.asking import Asked
from kibitz.checking.effort import WALK_SECONDS
from kibitz.checking.report import Breach
from kibitz.compile.cpu import interpreted_rules, why_not_specialised
from kibitz.compile.state_layout import Shape
from kibitz.core.content import content
from kibitz.core.game import CHANCE, about
from kibitz.core.places import short
from kibitz.core.questions import MOST_ACTIONS
from kibitz.core.randomness import Random

LONGEST_GAME = 10_000
"""A random game is given up after this many moves."""
MOST_MOVES = 50_000
"""No more games are begun after this many moves in all."""
MOST_POSITIONS = 3_000
MOST_CHILDREN = 100_000
"""No more positions and moves than this are looked at closely; later ones are only passed through."""
WIDEST = 64
"""Of a position with more moves than this so many are tried, drawn at random."""
CLOSE_SHARE = 0.7
"""After this share of the time positions are only passed through, so that games come to their end."""


@dataclass(frozen=True)
class Position:
    """A position that came up: how, whose turn it is, the legal moves, and those that were tried with what they lead to."""

    state: Any
    moves: tuple[int, ...]
    mover: int
    is_over: bool
    actions: tuple[int, ...] = ()
    tried: tuple[int, ...] = ()
    children: tuple[Any, ...] = ()

    @property
    def is_wide(self) -> bool:
        """Whether there are more moves than were tried."""
        return len(self.tried) < len(self.actions)


@dataclass
class Walk:
    """What came up in the random games: different positions, those after fewer moves first, and the laws broken on the way."""

    positions: list[Position] = field(default_factory=list)
    breaches: dict[str, Breach] = field(default_factory=dict)
    games: int = 0
    given_up: int = 0
    is_cut: bool = False
    """Whether time was over before all games were played."""
    is_stopped: bool = False
    """Whether Ctrl-C ended them."""

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
    asked.effort.begin("random games", WALK_SECONDS)
    walker = _Walker(asked, seed)
    try:
        for number in range(games):
            asked.effort.tell(number, games)
            walker.play(Random(seed, number))
            if walker.is_enough():
                break
    except Breach as breach:
        walker.found.note(breach)
    except KeyboardInterrupt:
        if not walker.found.positions:
            raise
        walker.found.is_stopped = True
    walker.found.positions.sort(key=lambda position: len(position.moves))
    return walker.found


class _Walker:
    """Plays the games."""

    def __init__(self, asked: Asked, seed: int) -> None:
        self.asked = asked
        self.found = Walk()
        self.known: dict[Any, Position] = {}
        self.moves = self.children = 0
        self.drawing = Random(seed, -1)
        self.start = asked("states", "initial")
        self.shape: Shape | None = interpreted_rules(asked.game).shape if why_not_specialised(asked.game) is None else None

    def is_enough(self) -> bool:
        """Return whether further games would only repeat what is known to be wrong, or take too long."""
        return "cycles" in self.found.breaches or self.moves > MOST_MOVES or self.found.is_cut

    def play(self, random: Random) -> None:
        """Play one game to its end, as far as it has one."""
        state, moves = self.start, cast("tuple[int, ...]", ())
        on_the_way = {content(state): 0}
        while len(moves) < LONGEST_GAME:
            position = self.look(state, moves)
            if position.is_over:
                break
            if self.asked.effort.is_over():
                self.found.is_cut = True
                return
            action = random.choice(position.actions)
            state = self._after(position, action, moves)
            moves = (*moves, action)
            came_back = on_the_way.setdefault(content(state), len(moves)) < len(moves)
            if came_back and not about(self.asked.game).cyclic:
                since = on_the_way[content(state)]
                message = f"a position comes back after {len(moves) - since} moves; if it may, say @kibitz.game(cyclic=True)"
                self.found.note(Breach("cycles", message, None, moves))
                break
        else:
            self.found.given_up += 1
            if not about(self.asked.game).cyclic:
                message = f"a random game is not over after {LONGEST_GAME:,} moves, though no position may come back"
                self.found.note(Breach("cycles", message, None))
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
        is_close = len(self.known) < 2 * MOST_POSITIONS if is_over else self._has_room()
        if is_over:
            position = Position(state, moves, mover, True)
        else:
            actions = self._actions(state, moves)
            tried = self._drawn(actions) if is_close else ()
            children = tuple(self._child(state, action, moves) for action in tried)
            position = Position(state, moves, mover, False, actions, tried, children)
        if is_close:
            self.known[content(state)] = position
            self.found.positions.append(position)
        return position

    def _has_room(self) -> bool:
        """Return whether one more position can be looked at closely; the first one always is."""
        is_early = self.asked.effort.spent() < CLOSE_SHARE and self.children < MOST_CHILDREN
        return not self.known or (is_early and len(self.known) < MOST_POSITIONS)

    def _drawn(self, actions: tuple[int, ...]) -> tuple[int, ...]:
        """Return the moves to try: all, or of many the first, the last and some that are drawn, in their order."""
        places = set(range(len(actions))) if len(actions) <= WIDEST else {0, len(actions) - 1}
        while len(places) < min(len(actions), WIDEST):
            places.add(self.drawing.below(len(actions)))
        self.children += len(places)
        return tuple(actions[place] for place in sorted(places))

    def _after(self, position: Position, action: int, moves: tuple[int, ...]) -> Any:
        """Return the state after a move, which may have been tried."""
        if action in position.tried:
            return position.children[position.tried.index(action)]
        return self._child(position.state, action, moves)

    def _mover(self, state: Any, moves: tuple[int, ...]) -> int:
        """Return who moves."""
        mover = self.asked("turns", "to_move", state, moves=moves)
        players = self.asked.game.players
        if not isinstance(mover, Integral) or not CHANCE <= int(mover) < players:
            allowed = f"a player from 0 to {players - 1} or CHANCE ({CHANCE})"
            raise self.asked.breach("turns", "to_move", f"returned {short(mover)}, which is not {allowed}", moves)
        return int(mover)

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
        self._check_size("actions", "a move", [min(actions), max(actions)], moves)
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
        if self.shape is not None and not fits(self.shape, child):
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
                message = (
                    f"gave {what} the value {number}, more than 64 bits; cut it with kibitz.bits.wrap, or use bits.shift_left"
                )
                self.found.note(self.asked.breach("numbers", method, message, moves))


def fits(shape: Shape, value: Any) -> bool:
    """Return whether a state has the shape of the initial one and no number of more than 64 bits; at once, without a reason."""
    if shape.kind == "int":
        return isinstance(value, int) and -(1 << 63) <= value < 1 << 63
    if shape.kind != "tuple":
        return misfit(shape, value) is None
    if not isinstance(value, tuple) or type(value) is not (shape.cls or tuple) or len(value) != len(shape.parts):
        return False
    return all(map(fits, shape.parts, value))


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
