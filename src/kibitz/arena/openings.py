"""Where the games of a match begin: positions that the players of a pair get one after the other with the seats changed.

`none` is the beginning of the game, `random:plies=4` so many random legal moves, `all:plies=2` every position that so many
moves lead to, and anything else a file: games in PGN or PDN, or one position or row of moves a line, EPD for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from kibitz.core.chance import has_chance
from kibitz.core.content import identity
from kibitz.core.contract import Game
from kibitz.core.errors import InputError, KibitzError
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random
from kibitz.core.reading import read_text
from kibitz.core.registry import spec_of
from kibitz.core.specs import Spec, convert_options, parse_spec
from kibitz.games.chess import Chess
from kibitz.session import Session

NONE, RANDOM, ALL = "none", "random", "all"
PLIES = 4
"""So many random moves by default, where there is no chance that makes games differ."""
TRIES = 200
"""So many random openings are drawn in search of a new one that does not end the game."""
MOST_POSITIONS = 100_000
GAMES = (".pgn", ".pdn")
"""The endings of files that hold games."""


@dataclass(frozen=True)
class Opening:
    """Where a game begins: a position in the game's notation, and moves by number from there."""

    start: str
    moves: tuple[int, ...] = ()


def openings_text(game: Game, asked: str | None) -> str:
    """Return which openings are meant: those asked for, else some random moves where the game has no chance of its own."""
    if asked is not None:
        return asked
    return NONE if has_chance(game) or game.players == 1 else f"{RANDOM}:plies={PLIES}"


def openings(game: Game, text: str, seed: int) -> Iterator[Opening]:
    """Yield the openings of the pairs of a match, one after the other and without end; the same seed gives the same ones."""
    spec = Spec(NONE, {}) if text == NONE else parse_spec(text)
    if spec.name == NONE:
        return _repeated([Opening(game.notation(game.initial()))], seed)
    if spec.name in (RANDOM, ALL) and not Path(text).is_file():
        plies = convert_options(f"openings {spec.name}", spec.options, {"plies": int}).get("plies", PLIES)
        if plies < 1:
            raise InputError(f"openings have at least 1 ply, not {plies}; --openings {NONE} begins every game at the beginning")
        return _random(game, plies, seed) if spec.name == RANDOM else _repeated(_all(game, plies), seed)
    if not Path(text).is_file():
        raise InputError(f"there is no file {text} of openings; known without a file: {NONE}, {RANDOM}:plies=4, {ALL}:plies=2")
    return _repeated(list(_book(game, text)), seed)


def _repeated(found: list[Opening], seed: int) -> Iterator[Opening]:
    """Yield openings in random order, each once before any comes again."""
    if not found:
        raise InputError("there is no position among the openings at which the game goes on")
    for turn in count():
        yield from Random(seed, -1 - turn).shuffled(found)


def _random(game: Game, plies: int, seed: int) -> Iterator[Opening]:
    """Yield openings of random moves: new ones as long as they are found, and none that ends the game."""
    initial = game.initial()
    start, seen = game.notation(initial), set[tuple[int, ...]]()
    for number in count():
        random, lasting = Random(seed, number), None
        for _ in range(TRIES):
            moves = _random_moves(game, initial, plies, random)
            lasting = moves if moves is not None else lasting
            if moves is not None and moves not in seen:
                break
        if lasting is None:
            raise InputError(f"{plies} random moves end this game nearly always; ask for fewer: --openings {RANDOM}:plies=1")
        seen.add(lasting)
        yield Opening(start, lasting)


def _random_moves(game: Game, state: Any, plies: int, random: Random) -> tuple[int, ...] | None:
    """Return so many random moves, or None if they end the game."""
    moves: list[int] = []
    while len(moves) < plies and not game.is_terminal(state):
        moves.append(sample(game, state, random))
        state = game.result(state, moves[-1])
    return None if game.is_terminal(state) else tuple(moves)


def _all(game: Game, plies: int) -> list[Opening]:
    """Return an opening for each position that so many moves or outcomes lead to and that is not the end."""
    initial = game.initial()
    start = game.notation(initial)
    reached: dict[Any, tuple[Any, tuple[int, ...]]] = {identity(initial, game): (initial, ())}
    for _ in range(plies):
        further: dict[Any, tuple[Any, tuple[int, ...]]] = {}
        for state, moves in reached.values():
            for action in () if game.is_terminal(state) else game.actions(state):
                after = game.result(state, action)
                further.setdefault(identity(after, game), (after, (*moves, action)))
            if len(further) > MOST_POSITIONS:
                raise InputError(f"{plies} moves lead to more than {MOST_POSITIONS:,} positions; ask for fewer moves")
        reached = further
    return [Opening(start, moves) for state, moves in reached.values() if not game.is_terminal(state)]


def _book(game: Game, path: str) -> Iterator[Opening]:
    """Yield the openings in a file."""
    text = read_text(path, latin=True)
    if Path(path).suffix.lower() in GAMES:
        for number, each in enumerate(_games_in(text), start=1):
            with _placed(path, f"game {number}"):
                yield _of_record(game, each)
        return
    for line, content in enumerate(text.splitlines(), start=1):
        if content.strip() and not content.startswith("#"):
            with _placed(path, str(line)):
                yield _of_line(game, content.strip())


@contextmanager
def _placed(path: str, place: str) -> Iterator[None]:
    """Inside, what is wrong is told with its place in the file."""
    try:
        yield
    except KibitzError as error:
        raise InputError(f"{path}:{place}: {error}") from None


def _games_in(text: str) -> list[str]:
    """Return the games of a file one by one: the tag of the event begins each."""
    return [each for each in re.split(r"(?m)^(?=\[Event\b)", text) if each.strip()]


def _of_record(game: Game, text: str) -> Opening:
    """Return the moves of a recorded game as an opening."""
    session = Session.from_record(text)
    if session.game != game:
        raise InputError(f"it is a game of {spec_of(session.game)}")
    first = session.history[0].state if session.history else session.state
    return _going_on(game, Opening(game.notation(first), tuple(move.action for move in session.history)), session.state)


def _of_line(game: Game, line: str) -> Opening:
    """Return the position in a line: moves from the beginning, a position, or one with more beside it as in EPD."""
    moves = _moves_of(game, line)
    if moves is not None:
        return moves
    try:
        state = game.parse(line)
    except KibitzError:
        fields = line.partition(";")[0].split()
        if not isinstance(game, Chess) or len(fields) <= 4:
            raise
        state = game.parse(" ".join(fields[:4]))  # of EPD, the position alone
    return _going_on(game, Opening(game.notation(state)), state)


def _moves_of(game: Game, line: str) -> Opening | None:
    """Return an opening of the moves named in a line, or None where they are none."""
    state, moves = game.initial(), []
    try:
        for word in line.replace(",", " ").split():
            moves.append(game.parse_action(state, word))
            state = game.result(state, moves[-1])
    except KibitzError:
        return None
    return _going_on(game, Opening(game.notation(game.initial()), tuple(moves)), state)


def _going_on(game: Game, opening: Opening, state: Any) -> Opening:
    """Return an opening after which there is something to play, or raise."""
    if game.is_terminal(state):
        raise InputError("the game is over there")
    return opening
