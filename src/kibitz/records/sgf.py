"""Games of Go in SGF: the game's own reader and writer, met by records."""

from __future__ import annotations

from typing import cast

from kibitz.core.registry import load
from kibitz.games.go import Go, sgf
from kibitz.records.record import Record

PLAYERS = ("PB", "PW")


def write(record: Record) -> str:
    """Return a game of Go as SGF."""
    game = cast(Go, load(record.game))
    first = game.parse(record.position)
    s, moves = first, []
    for name in record.moves:
        action = game.parse_action(s, name)
        moves.append((s.turn, action))
        s = game.result(s, action)
    names = (record.agents[0], record.agents[1]) if len(record.agents) == 2 else ("", "")
    return sgf.write(game, first, moves, names, game.lead(s) if game.is_terminal(s) else None)


def read(text: str) -> Record:
    """Return the main line of an SGF text."""
    found = sgf.parse(text)
    komi = "" if found.komi is None else f",komi={found.komi:g}"
    name = f"go:size={found.size}{komi}"
    game = cast(Go, load(name))
    played = sgf.replay(game, found)
    first = len(played.states) - len(played.moves) - 1
    moves = [game.action_name(s, action) for s, (_, action) in zip(played.states[first:], played.moves, strict=False)]
    agents = tuple(found.nodes[0].get(player, [""])[0] for player in PLAYERS)
    last = played.states[-1]
    utilities = (game.utility(last, 0), game.utility(last, 1)) if game.is_terminal(last) else None
    return Record(name, game.notation(played.states[first]), tuple(moves), agents if any(agents) else (), utilities)
