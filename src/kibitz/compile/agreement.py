"""Whether a game's compiled rules say what its written ones do: asked in some hundred positions before anything relies on it.

The answer is kept in the cache under the fingerprint of the rules, so that each edition of a game's file is asked once.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from math import isclose
from time import process_time
from typing import Any, cast

import numpy as np

from kibitz.compile.cache.child_process import bytes_once_made
from kibitz.compile.cache.folder import cache_folder, keep
from kibitz.compile.cpu import Jit, interpreted_rules, native, packed, rules_fingerprint
from kibitz.compile.diagnosis.trial import why_not_compiled
from kibitz.compile.hint_agreement import hint_disagreement
from kibitz.compile.state_layout import too_large
from kibitz.core.contract import ActionCount, Game, Key, Score, implements
from kibitz.core.errors import CompileError, RulesError
from kibitz.core.game import CHANCE, place_of
from kibitz.core.places import after
from kibitz.core.questions import actions_of, child_of, estimate_at, mover_at, outcomes_at, utility_at
from kibitz.core.randomness import Random

POSITIONS = 300
"""In so many positions of random games the rules are compared."""
GAMES = 75
LONGEST, LONGEST_GAME = 50, 5_000
"""So many games at most; of one, so many positions in a row, and then only one in so many moves, and the last."""
SECONDS = 3.0
"""So much processor time is spent on it at most, compiling apart."""
WIDEST = 64
"""Of a position with more moves, so many are compared, spread over all of them."""

IS_OVER, MOVER, COUNT, KEY = range(4)
"""The places of what is told of a position itself."""


def answers(game: Any, jit: Jit) -> Any:
    """Build `answer(row, step, facts, actions, orders, children, shares, values)`: what the rules say of a position.

    Of its moves every one whose place is divisible by `step` is asked about. Shapes: facts int64[4], actions int64[WIDEST],
    children int64[WIDEST, words], orders and shares float64[WIDEST], values float64[2 * players]: the utilities and the scores
    at the end of a game, else the estimates.
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
                values[players + player] = game.score(s, player)
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
        return _compared(game)[0]
    name = f"{type(game).__name__}-{sha256(mark.encode()).hexdigest()[:32]}.verdict"
    made_from = f"agreement {mark}"
    known = bytes_once_made(cache_folder() / name, made_from)
    if known is not None:
        message = json.loads(known)
        return CompileError(*message) if message is not None else None
    reason, is_sound = _compared(game)
    if not is_sound:
        return reason
    message = [reason.reason, reason.path, reason.line] if reason is not None else None
    keep(cache_folder() / name, made_from, json.dumps(message).encode())
    return reason


def _compared(game: Game) -> tuple[CompileError | None, bool]:
    """Return a difference between compiled and written rules in random games; and whether the written ones are sound."""
    untyped = why_not_compiled(game)
    if untyped is not None:
        return untyped, True
    comparison = Comparison.of(game)
    until, is_sound = process_time() + SECONDS, True
    for number in range(GAMES):
        try:
            reason = comparison.of_game(Random(1, number), until)
        except RulesError:
            reason, is_sound = None, False  # whoever asks the written rules says what is wrong with them
        if reason is not None:
            return reason, is_sound
        if comparison.looked >= POSITIONS or process_time() > until:
            break
    return _differing_hint(game) if is_sound else None, is_sound


def _differing_hint(game: Game) -> CompileError | None:
    """Return on what, beyond the rules, compiled code would tell a search something else than the written one, or None."""
    try:
        message = hint_disagreement(game, 1)
    except CompileError as error:
        return error
    return CompileError(message) if message is not None else None


class Disagreement(CompileError):
    """Compiled rules that give other answers than the written ones."""


@dataclass
class Comparison:
    """Positions asked about both ways."""

    game: Game
    kernel: Any
    looked: int = 0

    @classmethod
    def of(cls, game: Game) -> Comparison:
        """Return the comparison for a game; it is needed once, so that its kernel is not kept in memory."""
        return cls(game, native.__wrapped__(answers, game))

    def of_game(self, random: Random, until: float) -> CompileError | None:
        """Return the first difference in one random game, or None: in its first moves, now and then later, and at its end.

        At the processor time `until` it is given up.
        """
        game = self.game
        s, moves = game.initial(), cast("tuple[int, ...]", ())
        while len(moves) < LONGEST_GAME:
            actions = actions_of(game, s)
            if len(moves) < LONGEST or len(moves) % LONGEST == 0 or not actions:
                reason = self._difference(s, actions, moves)
                if reason is not None:
                    return reason
                if process_time() > until:
                    return None
            if not actions:
                return None
            moves = (*moves, random.choice(actions))
            s = child_of(game, s, moves[-1])
        return None

    def _difference(self, s: Any, every: list[int], moves: tuple[int, ...]) -> CompileError | None:
        """Return on which rule the two differ in a position with these actions, or why it cannot be compiled, or None."""
        self.looked += 1
        large = self._beyond(s, "initial" if not moves else "result", moves)
        if large is not None:
            return large
        written = self._written(s, every)
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

    def _written(self, s: Any, every: list[int]) -> dict[str, Any]:
        """Return what the written rules say of a position, by method, or raise what is wrong with them."""
        game, is_over, mover = self.game, not every, mover_at(self.game, s)
        value = utility_at if is_over else estimate_at
        module: Any = interpreted_rules(game).module
        key = game.key(s) if implements(game, Key) else module.key_of_fields(s)
        shares = dict(outcomes_at(game, s)) if mover == CHANCE and every else {}
        actions = every[:: max(1, -(-len(every) // WIDEST))]
        values = {"utility" if is_over else "evaluate": [value(game, s, player) for player in range(game.players)]}
        if is_over and implements(game, Score):
            values["score"] = [float(game.score(s, player)) for player in range(game.players)]
        return {
            "is_terminal": is_over, "to_move": mover, "count": len(every), "key": key, "actions": actions,
            "result": [child_of(game, s, action) for action in actions],
            "order": [game.order(s, action) for action in actions],
            "probability": [shares[action] if mover == CHANCE else 1.0 for action in actions],
            **values,
        }  # fmt: skip

    def _compiled(self, s: Any, step: int) -> dict[str, Any]:
        """Return what the compiled rules say of a position, by method."""
        row = packed(self.game, s)
        facts, actions, orders = np.zeros(4, np.int64), np.zeros(WIDEST, np.int64), np.zeros(WIDEST)
        children, shares, values = np.zeros((WIDEST, len(row)), np.int64), np.zeros(WIDEST), np.zeros(2 * self.game.players)
        self.kernel(row, step, facts, actions, orders, children, shares, values)
        count = int(facts[COUNT])
        listed, players = -(-count // step), self.game.players
        return {
            "is_terminal": bool(facts[IS_OVER]), "to_move": int(facts[MOVER]), "count": count, "key": int(facts[KEY]),
            "actions": list(actions[:listed]), "result": [list(row) for row in children[:listed]],
            "order": list(orders[:listed]), "probability": list(shares[:listed]),
            "utility" if facts[IS_OVER] else "evaluate": list(values[:players]), "score": list(values[players:]),
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

    def _differing(self, method: str, moves: tuple[int, ...], how: str = "") -> Disagreement:
        """Return the complaint about a rule that says something else when it is compiled."""
        name = method
        if method == "count":
            name = "count_actions" if implements(self.game, ActionCount) else "actions"
            how = f"{name} counts other moves than actions gives in Python"
        path, line = place_of(self.game, name) or (None, None)
        message = how or f"{name} gives another answer than in Python"
        return Disagreement(f"compiled, {message}{after(moves)}", path, line)


def _is_alike(one: Any, other: Any) -> bool:
    """Return whether two answers are the same; fractions may differ by rounding."""
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_is_alike, one, other))
    if isinstance(one, float) and not isinstance(other, int | bool):
        return isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    return bool(one == other)
