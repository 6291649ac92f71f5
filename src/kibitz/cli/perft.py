"""`kibitz perft`: how many paths of moves there are."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated, Any

import typer

from kibitz.cli.options import INITIAL, GameText, Json, Seed, examples, game_and_position
from kibitz.cli.output import console, print_json, thinking
from kibitz.core.contract import Game
from kibitz.core.decision import Paths
from kibitz.core.errors import InputError

MOST_DIGITS = 6
"""A depth has no more; nothing near the largest could be counted."""
EPILOG = examples(
    "kibitz perft tic_tac_toe 9  127872 games of nine moves",
    "kibitz perft connect_four 44 6 --divide  from a position, the count below each move",
)


def perft(
    game: GameText,
    words: Annotated[list[str], typer.Argument(metavar="[POSITION] DEPTH", help="A position, then the number of moves.")],
    divide: Annotated[bool, typer.Option("--divide", help="Count below each move apart.")] = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Count the paths of DEPTH moves from a position: the usual test of a move generator.

    A chance outcome counts as a move. Games that end earlier are counted apart.
    """
    if len(words) > 2:
        raise InputError(
            f"perft takes GAME [POSITION] DEPTH, and {words[2]!r} is one word too many; quote a position with spaces"
        )
    depth = _depth(words[-1])
    rules, state = game_and_position(game, words[0] if len(words) == 2 else INITIAL)
    with thinking("counting", game):
        _counted(rules, state, min(depth, 2))  # it is compiled now, before the clock runs
        began = perf_counter()
        moves = _divided(rules, state, depth) if divide else None
        nodes, ended = _counted(rules, state, depth) if moves is None else _together(moves)
    fields = {"game": game, "position": rules.notation(state), "depth": depth, "nodes": nodes, "ended": ended}
    fields |= {"moves": moves} if moves is not None else {}
    fields |= {"seconds": round(perf_counter() - began, 6), "seed": seed}
    if json:
        print_json(fields)
        return
    out = console()
    for move in moves or []:
        out.print(f"{move['action']}: {move['nodes']:,}")
    earlier = f", and {ended:,} games that ended before," if ended else ""
    out.print(f"{nodes:,} paths of {depth} moves{earlier} in {fields['seconds']:.3f} s")


def _together(moves: list[dict[str, Any]]) -> Paths:
    """Return the counts below all moves together."""
    return Paths(sum(move["nodes"] for move in moves), sum(move["ended"] for move in moves))


def _depth(text: str) -> int:
    """Return the number of moves that `text` asks for."""
    if not text.isascii() or not text.isdigit() or len(text) > MOST_DIGITS:
        most = 10**MOST_DIGITS - 1
        raise InputError(f"the depth must be a whole number from 0 to {most}, not {text!r}; write perft GAME [POSITION] DEPTH")
    return int(text)


def _counted(game: Game, state: Any, depth: int) -> Paths:
    """Return the number of paths, or raise if the count was stopped."""
    from kibitz.search.perft import perft as count

    paths = count(game, state, depth)
    if paths is None:
        raise KeyboardInterrupt
    return paths


def _divided(game: Game, state: Any, depth: int) -> list[dict[str, Any]]:
    """Return the number of paths below each move."""
    if depth == 0:
        raise InputError("a count below each move needs a depth of at least 1")
    actions = [] if game.is_terminal(state) else list(game.actions(state))
    counted = [(action, _counted(game, game.result(state, action), depth - 1)) for action in actions]
    return [{"action": game.action_name(state, a), "nodes": found.paths, "ended": found.ended} for a, found in counted]
