"""Whether a game's compiled rules say what its written ones do: asked in some hundred positions before anything relies on it.

The answer is kept in the cache under the fingerprint of the rules, so that each edition of a game's file is asked once.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from math import isclose
from typing import Any, cast

import numpy as np

from kibitz.compile.folder import cache_folder, keep, trusted_bytes
from kibitz.compile.native import Jit, interpreted_rules, native, packed, rules_fingerprint
from kibitz.compile.shapes import too_large
from kibitz.compile.trial import why_not_compiled
from kibitz.core.errors import CompileError, RulesError
from kibitz.core.game import CHANCE, Game, about, place_of
from kibitz.core.places import after
from kibitz.core.questions import actions_of, child_of, require_sound_at
from kibitz.core.randomness import Random

POSITIONS = 300
"""In so many positions of random games the rules are compared."""
LONGEST = 100
"""So many moves of a game are played."""
WIDEST = 64
"""Of a position with more moves, so many are compared, spread over all of them."""

IS_OVER, MOVER, COUNT, KEY = range(4)
"""The places of what is told of a position itself."""


def answers(game: Any, jit: Jit) -> Any:
    """Build `answer(row, step, facts, actions, orders, children, shares, values)`: what the rules say of a position.

    Of its moves every one whose place is divisible by `step` is asked about. Shapes: facts int64[4], actions and orders
    int64[WIDEST], children int64[WIDEST, words], shares float64[WIDEST], values float64[players].
    """
    players = game.players

    @jit
    def answer(row: Any, step: int, facts: Any, actions: Any, orders: Any, children: Any, shares: Any, values: Any) -> None:
        s = game.unpack(row)
        facts[IS_OVER], facts[MOVER], facts[KEY] = game.is_terminal(s), game.to_move(s), game.key(s)
        facts[COUNT] = 0
        for player in range(players):
            values[player] = game.utility(s, player) if facts[IS_OVER] != 0 else game.evaluate(s, player)
        if facts[IS_OVER] != 0:
            return
        facts[COUNT] = game.count_actions(s)
        for number, a in enumerate(game.actions(s)):
            place = number // step
            if number % step == 0 and place < len(actions):
                actions[place], orders[place] = a, game.order(s, a)
                game.pack(game.result(s, a), children[place])
                shares[place] = game.probability(s, a) if facts[MOVER] == CHANCE else 1.0

    return answer


def why_not_alike(game: Game) -> CompileError | None:
    """Return why the compiled rules cannot stand for the written ones, or None; asked once for each edition of the rules."""
    mark = rules_fingerprint(game)
    if mark is None:
        return _compared(game)
    name = f"{type(game).__name__}-{sha256(mark.encode()).hexdigest()[:32]}.verdict"
    made_from = f"agreement {mark}"
    known = trusted_bytes(cache_folder() / name, made_from)
    if known is not None:
        told = json.loads(known)
        return CompileError(*told) if told is not None else None
    try:
        reason = _compared(game)
    except RulesError:
        return None  # the written rules themselves are at fault, and whoever asks them says so
    told = [reason.reason, reason.path, reason.line] if reason is not None else None
    keep(cache_folder() / name, made_from, json.dumps(told).encode())
    return reason


def _compared(game: Game) -> CompileError | None:
    """Return the first difference between compiled and written rules in the positions of random games, or None."""
    untyped = why_not_compiled(game)
    if untyped is not None:
        return untyped
    comparison = _Comparison(game, native(answers, game))
    looked, number = 0, 0
    while looked < POSITIONS and number < POSITIONS // 4:
        random = Random(1, number)
        s, moves = game.initial(), cast("tuple[int, ...]", ())
        while len(moves) < LONGEST:
            reason = comparison.difference(s, moves)
            if reason is not None:
                return reason
            looked += 1
            actions = actions_of(game, s)
            if not actions:
                break
            moves = (*moves, random.choice(actions))
            s = child_of(game, s, moves[-1])
        number += 1
    return None


@dataclass
class _Comparison:
    """Positions asked about both ways."""

    game: Game
    kernel: Any

    def difference(self, s: Any, moves: tuple[int, ...]) -> CompileError | None:
        """Return on which rule the two differ in a position, or None."""
        large = self._beyond(s, "initial" if not moves else "result", moves)
        if large is not None:
            return large
        written = self._written(s)
        for child in written["result"]:
            large = self._beyond(child, "result", moves)
            if large is not None:
                return large
        try:
            compiled = self._compiled(s, max(1, -(-written["count"] // WIDEST)))
        except CompileError as error:
            return error
        except Exception as error:
            return self._differing("the rules", moves, f"they raise {type(error).__name__}")
        for method, given in written.items():
            if method == "result":
                given = [list(packed(self.game, child)) for child in given]  # noqa: PLW2901
            if not _is_alike(given, compiled[method]):
                return self._differing(method, moves)
        return None

    def _written(self, s: Any) -> dict[str, Any]:
        """Return what the written rules say of a position, by method, or raise what is wrong with them."""
        require_sound_at(self.game, s)
        game, is_over, mover = self.game, self.game.is_terminal(s), self.game.to_move(s)
        value = game.utility if is_over else game.evaluate
        key = game.key(s) if "key" in about(game).given else interpreted_rules(game).module.key_of_fields(s)  # type: ignore[attr-defined]
        every = [] if is_over else actions_of(game, s)
        actions = every[:: max(1, -(-len(every) // WIDEST))]
        return {
            "is_terminal": bool(is_over), "to_move": mover, "count": len(every), "key": key, "actions": actions,
            "result": [child_of(game, s, action) for action in actions],
            "order": [game.order(s, action) for action in actions],
            "probability": [game.probability(s, action) if mover == CHANCE else 1.0 for action in actions],
            "utility" if is_over else "evaluate": [value(s, player) for player in range(game.players)],
        }  # fmt: skip

    def _compiled(self, s: Any, step: int) -> dict[str, Any]:
        """Return what the compiled rules say of a position, by method."""
        row = packed(self.game, s)
        facts, actions, orders = np.zeros(4, np.int64), np.zeros(WIDEST, np.int64), np.zeros(WIDEST, np.int64)
        children, shares, values = np.zeros((WIDEST, len(row)), np.int64), np.zeros(WIDEST), np.zeros(self.game.players)
        self.kernel(row, step, facts, actions, orders, children, shares, values)
        count = int(facts[COUNT])
        listed = -(-count // step)
        return {
            "is_terminal": bool(facts[IS_OVER]), "to_move": int(facts[MOVER]), "count": count, "key": int(facts[KEY]),
            "actions": list(actions[:listed]), "result": [list(row) for row in children[:listed]],
            "order": list(orders[:listed]), "probability": list(shares[:listed]),
            "utility" if facts[IS_OVER] else "evaluate": list(values),
        }  # fmt: skip

    def _beyond(self, s: Any, method: str, moves: tuple[int, ...]) -> CompileError | None:
        """Return the complaint about a state with a whole number of more than 64 bits, or None."""
        field = too_large(interpreted_rules(self.game).shape, s)
        if field is None:
            return None
        path, line = place_of(self.game, method) or (None, None)
        return CompileError(
            f"{method} gives the field {field} a value of more than 64 bits{after(moves)}; cut it with kibitz.bits.wrap, "
            "or spread it over two fields",
            path,
            line,
        )

    def _differing(self, method: str, moves: tuple[int, ...], how: str = "") -> CompileError:
        """Return the complaint about a rule that says something else when it is compiled."""
        name = {"count": "actions"}.get(method, method)
        path, line = place_of(self.game, name) or (None, None)
        told = how or f"{name} gives another answer than in Python"
        return CompileError(f"compiled, {told}{after(moves)}", path, line)


def _is_alike(one: Any, other: Any) -> bool:
    """Return whether two answers are the same; fractions may differ by rounding."""
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_is_alike, one, other))
    if isinstance(one, float) and not isinstance(other, int | bool):
        return isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    return bool(one == other)
