"""Game records in SGF (FF[4], red-bean.com/sgf): the main line of a file read and played over, and games written.

A file is a tree of nodes; the main line always takes the first branch. What is read of it: the size of the board, komi, stones
set up anywhere (AB, AW, AE, PL) and moves. Everything else is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kibitz.core.errors import IllegalMoveError, PositionError
from kibitz.core.reading import opened_at_once
from kibitz.games.go.notation import COLOURS, point_name

if TYPE_CHECKING:
    from kibitz.games.go import Go
    from kibitz.games.go.state import State

Node = dict[str, list[str]]
"""The properties of a node: each name with its values."""

LETTERS = "abcdefghijklmnopqrs"
PLAYERS = ("B", "W")
USUAL_SIZE = 19
MOST_BYTES = 10_000_000
_NAME = re.compile(r"[A-Za-z]+")
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


class Sgf(NamedTuple):
    """A record: the board's size, komi where it is told, and the nodes of the main line."""

    size: int
    komi: float | None
    nodes: list[Node]


def load(path: str | Path) -> Sgf:
    """Return the record in a file."""
    try:
        with open(path, "rb", opener=opened_at_once) as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise PositionError(f"the file {path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > MOST_BYTES:
        raise PositionError(f"the file {path} has more than {MOST_BYTES:,} bytes: that is no game record")
    return parse(content.decode("utf-8", "replace"))


def parse(text: str) -> Sgf:
    """Return the record in a text."""
    nodes = _main_line(text)
    root = nodes[0]
    if root.get("GM", ["1"])[0].strip() != "1":
        raise PositionError(f"the record is of another game than go: GM[{root['GM'][0]}]")
    width, _, height = root.get("SZ", [str(USUAL_SIZE)])[0].strip().partition(":")
    if not re.fullmatch(r"[0-9]{1,2}", width) or (height and height != width) or not 2 <= int(width) <= USUAL_SIZE:
        raise PositionError(f"the record's board is SZ[{root['SZ'][0][:20]}]; squares from 2 to {USUAL_SIZE} rows can be read")
    try:
        komi = float(root["KM"][0]) if root.get("KM", [""])[0].strip() else None
    except ValueError:
        raise PositionError(f"the record's komi is no number: KM[{root['KM'][0][:20]}]") from None
    return Sgf(int(width), komi, nodes)


class Played(NamedTuple):
    """A game as it was played: the positions, and the moves, each a player and an action, since stones were last set up."""

    states: list[State]
    moves: list[tuple[int, int]]


def replay(game: Go, record: Sgf) -> Played:
    """Return the game of a record, the first position with the stones set up at its beginning; an illegal move is refused."""
    if record.size != game.size:
        raise PositionError(f"the record is of a board of size {record.size}, not {game.size}: write go:size={record.size}")
    played = Played([game.initial()], [])
    for number, node in enumerate(record.nodes):
        if {"AB", "AW", "AE", "PL"} & node.keys():
            s = _set_up(game, played.states[-1], node)
            if number == 0:
                played.states.clear()
            played.states.append(s)
            played.moves.clear()
        for player, name in enumerate(PLAYERS):
            for value in node.get(name, [])[:1]:
                s = game.turned(game.resumed(played.states[-1]), player)
                try:
                    action = game.parse_action(s, point_name(game.size, _point(game.size, value)))
                except IllegalMoveError as error:
                    raise PositionError(f"move {len(played.states)} of the record, by {COLOURS[player]}: {error}") from None
                played.states.append(game.result(s, action))
                played.moves.append((player, action))
    return played


def write(
    game: Go, first: State, moves: Iterable[tuple[int, int]], names: tuple[str, str] = ("", ""), result: str = "",
    about: Mapping[str, str] | None = None,
) -> str:  # fmt: skip
    """Return the record of a game: its first position, then moves, each a player and an action.

    `names` are the players'; `result` is how it ended, as the format has it (`result_of`); `about` has further properties of
    the game, such as its date. What is empty is left out.
    """
    s, told = first, []
    for player, action in moves:
        s = game.result(game.turned(game.resumed(s), player), action)
        told.append(f";{PLAYERS[player]}[{_letters(game.size, action)}]")
    head = f"FF[4]GM[1]CA[UTF-8]AP[Kibitz]SZ[{game.size}]KM[{game.komi:g}]"
    head += "".join(f"P{letter}[{_escape(name)}]" for letter, name in zip(PLAYERS, names, strict=True) if name)
    told_of = {**(about or {}), "RE": result}
    head += "".join(f"{name}[{_escape(value)}]" for name, value in told_of.items() if value)
    for name, stones in zip(PLAYERS, game.stones(first), strict=True):
        head += "".join(["A" + name, *(f"[{_letters(game.size, point)}]" for point in stones)]) if stones else ""
    if first.turn != 0:
        head += f"PL[{PLAYERS[first.turn]}]"
    lines = ["".join(told[start : start + 12]) for start in range(0, len(told), 12)]
    return "\n".join([f"(;{head}", *lines]) + ")\n"


def result_of(lead: float | None) -> str:
    """Return the result of a game that black has won by so many points, dead stones taken off; nothing where that is open."""
    if lead is None:
        return ""
    return f"{PLAYERS[lead < 0]}+{abs(lead):g}" if lead else "0"


def _main_line(text: str) -> list[Node]:
    """Return the nodes of the first branch of everything, the root first."""
    start = text.find("(")
    place, nodes, depth = start, [], 0
    while start >= 0 and place < len(text):
        letter = text[place]
        if letter == "(":
            depth += 1
            place += 1
        elif letter == ")":  # the first branch ends here, and with it the main line
            depth = 0
            break
        elif letter == ";":
            node, place = _node(text, place + 1)
            nodes.append(node)
        elif letter.isspace():
            place += 1
        else:
            raise PositionError(f"{text[place : place + 10]!r} stands where a node of the record should begin, with ;")
    if not nodes or depth > 0:
        raise PositionError("this is no game record in SGF: it has no node, or it ends too early")
    return nodes


def _node(text: str, place: int) -> tuple[Node, int]:
    """Return the node whose properties begin at a place of the text, and where it ends."""
    node: Node = {}
    while True:
        place = _skip(text, place)
        name = _NAME.match(text, place)
        if name is None:
            return node, place
        place = _skip(text, name.end())
        values = node.setdefault("".join(letter for letter in name[0] if letter.isupper()), [])
        count = len(values)
        while value := _VALUE.match(text, place):
            values.append(_ESCAPED.sub(lambda found: "" if found[1][0] in "\r\n" else found[1], value[1]))
            place = _skip(text, value.end())
        if len(values) == count:
            raise PositionError(f"the property {name[0][:20]} of the record has no value in brackets")


def _skip(text: str, place: int) -> int:
    """Return the place of the next letter that is no space."""
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def _set_up(game: Go, s: State, node: Node) -> State:
    """Return the position after stones were put up or taken away; who is to move stays, unless it is told or follows."""
    stones = [set(one) for one in game.stones(s)]
    for name, player in (("AE", None), ("AB", 0), ("AW", 1)):
        for value in node.get(name, []):
            for point in _points(game.size, value):
                for one in stones:
                    one.discard(point)
                if player is not None:
                    stones[player].add(point)
    told = node.get("PL", [""])[0].strip().upper()[:1]
    handicap = node.get("HA", ["0"])[0].strip() not in ("", "0", "1")
    turn = PLAYERS.index(told) if told in PLAYERS else 1 if handicap else s.turn
    return game.set_up(stones[0], stones[1], turn)


def _points(size: int, value: str) -> Iterator[int]:
    """Yield the points that a value lists: one, or a rectangle given by two corners."""
    first, colon, last = value.strip().partition(":")
    corners = [divmod(_on_board(size, corner), size) for corner in (first, last if colon else first)]
    for row in range(corners[0][0], corners[1][0] + 1):
        for column in range(corners[0][1], corners[1][1] + 1):
            yield row * size + column


def _point(size: int, value: str) -> int:
    """Return the move that a value tells; nothing is a pass, and so is `tt`, as older records have it."""
    told = value.strip()
    return size * size if told in ("", "tt") else _on_board(size, told)


def _on_board(size: int, told: str) -> int:
    """Return a point by its two letters, column and row, from the top left."""
    if not (len(told) == 2 and all(letter in LETTERS[:size] for letter in told)):
        raise PositionError(f"[{told[:10]}] of the record is no point of a board of size {size}")
    return LETTERS.index(told[1]) * size + LETTERS.index(told[0])


def _letters(size: int, point: int) -> str:
    """Return a move as records have it; a pass is nothing."""
    return "" if point >= size * size else LETTERS[point % size] + LETTERS[point // size]


def _escape(text: str) -> str:
    """Return a text as a value may hold it."""
    return text.replace("\\", "\\\\").replace("]", "\\]")
