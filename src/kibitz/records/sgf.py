"""Games of Go in SGF: the game's own reader and writer, met by records."""

from __future__ import annotations

from typing import cast

from kibitz.core.errors import InputError, PositionError
from kibitz.core.registry import load
from kibitz.games.go import Go, sgf
from kibitz.games.go.notation import COLOURS
from kibitz.records.record import Record

PLAYERS = ("PB", "PW")


def write(record: Record) -> str:
    """Return a game of Go as SGF, unless it has rules that SGF cannot hold."""
    game = cast(Go, load(record.game))
    if game.superko or game.moves:
        raise InputError("a game of go with superko or a limit of moves is kept as JSON: SGF has no place for these rules")
    first = game.parse(record.position)
    s, moves = first, []
    for name in record.moves:
        action = game.parse_action(s, name)
        moves.append((s.turn, action))
        s = game.result(s, action)
    names = (record.agents[0], record.agents[1]) if len(record.agents) == 2 else ("", "")
    result = sgf.result_of(game.lead(s)) if game.is_terminal(s) else _forced(record)
    about = {"EV": record.event, "RO": record.round, "DT": record.date.replace(".", "-")}
    return sgf.write(game, first, moves, names, result, about)


def _forced(record: Record) -> str:
    """Return how a game ended that was not played to its end."""
    if record.utilities is None or not record.ending:
        return ""
    if record.utilities[0] == record.utilities[1]:
        return sgf.result_of(0)
    how = {"resigned": "R", "lost on time": "T"}.get(record.ending, "F")
    return f"{'BW'[record.utilities[0] < record.utilities[1]]}+{how}"


def read(text: str) -> Record:
    """Return the main line of an SGF text."""
    found = sgf.parse(text)
    komi = "" if found.komi is None else f",komi={found.komi:g}"
    name = f"go:size={found.size}{komi}"
    game = cast(Go, load(name))
    played = sgf.replay(game, found)
    first = len(played.states) - len(played.moves) - 1
    start, moves = played.states[first], []
    for number, (s, (player, action)) in enumerate(zip(played.states[first:], played.moves, strict=False), start=1):
        if number == 1:
            start = game.turned(s, player)
        elif s.turn != player:
            raise PositionError(
                f"move {number} of the record is by {COLOURS[player]}, who has just moved: such games cannot be replayed"
            )
        moves.append(game.action_name(s, action))
    agents = tuple(found.nodes[0].get(player, [""])[0] for player in PLAYERS)
    last = played.states[-1]
    utilities = (game.utility(last, 0), game.utility(last, 1)) if game.is_terminal(last) else None
    return Record(name, game.notation(start), tuple(moves), agents if any(agents) else (), utilities)
