"""A position of go as people have it: read from text, explained, counted point by point."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kibitz.core.contract import Game
from kibitz.core.errors import PositionError
from kibitz.core.game import play
from kibitz.games.go import notation, sgf, tables
from kibitz.games.go.state import NOWHERE, State

if TYPE_CHECKING:
    from kibitz.games.go import Go


def parse(game: Go, position: str) -> State:
    """Return the position that a text describes: a board, moves, or the name of a record's file."""
    if position.strip().lower().endswith(".sgf"):
        record = sgf.load(position.strip())
        if record.komi not in (None, game.komi):
            wanted = f"go:size={record.size},komi={record.komi:g}"
            raise PositionError(f"the record was played with komi {record.komi:g}: write {wanted}")
        return sgf.replay(game, record).states[-1]
    if "/" not in position:
        return cast(State, play(cast(Game, game), game.initial(), position))
    return state_of(game, notation.read(game.size, position))


def state_of(game: Go, board: notation.Board) -> State:
    """Return the state of a position that was written."""
    marked = notation.letters(game.size, board.stones)
    chains = notation.chains(game.size, marked)
    for chain, free in chains:
        if not free:
            raise PositionError(
                f"the chain of {notation.point_name(game.size, chain[0])} has no liberty: it would have been captured"
            )
    if board.ko >= 0 and (board.ko >= game.size**2 or marked[board.ko] != notation.EMPTY):
        raise PositionError(f"{notation.point_name(game.size, board.ko)} is no empty point, so there can be no ko")
    left = game.limit if board.left is None else board.left
    if left > game.limit:
        raise PositionError(f"{left} moves cannot be left where a game has {game.limit} at most")
    black, white = (tables.words_of(game.size, stones) for stones in board.stones)
    caught = tables.words_of(game.size, [point for chain, free in chains if len(free) == 1 for point in chain])
    mine, theirs = (black, white) if board.turn == 0 else (white, black)
    return State(
        mine, theirs, caught, _past(game, board, game.remembered(black, white)), board.turn, board.ko, board.last, left
    )


def _past(game: Go, board: notation.Board, fresh: tuple[int, ...]) -> tuple[int, ...]:
    """Return the earlier positions that were written, or those of a position set up anew."""
    if not board.past:
        return fresh
    if not game.superko or len(board.past) != len(fresh) or not all(-(1 << 63) <= one < 1 << 63 for one in board.past):
        raise PositionError(f"with these rules {len(fresh) if game.superko else 'no'} earlier positions are remembered")
    return board.past


def why_not(game: Go, s: State, point: int) -> str:
    """Return what keeps a stone from being put on a point, nothing if it may be."""
    if point in game.actions(s):
        return ""
    if any(point in stones for stones in game.stones(s)):
        return "there is a stone"
    if point == s.ko:
        return "a ko may not be taken back at once"
    freely = s._replace(past=(NOWHERE,) * len(s.past))
    return "it brings back an earlier position" if point in game.actions(freely) else "it would be suicide"


def told(game: Go, s: State) -> str:
    """Return a line about a position: whose turn it is, and who is ahead."""
    lead = game.lead(s)
    ahead = f"{notation.COLOURS[lead < 0]} is {abs(lead):g} points ahead" if lead else "nobody is ahead"
    if game.is_terminal(s):
        return ahead
    return f"{notation.COLOURS[s.turn]} to move{' after a pass' if s.last == game.size**2 else ''}; by area {ahead}"


def owners(game: Go, s: State) -> list[int]:
    """Return who owns each point if the game ends here: 0 or 1, -1 for neither."""
    marked = notation.letters(game.size, game.stones(s))
    found = [notation.STONES.find(letter) for letter in marked]
    for area, around in notation.areas(game.size, marked):
        sides = {marked[point] for point in around}
        if marked[area[0]] == notation.EMPTY and len(sides) == 1:
            for point in area:
                found[point] = notation.STONES.find(min(sides))
    return found
