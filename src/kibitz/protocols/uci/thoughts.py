"""What another engine says while it thinks, as a decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.decision import Decision, MoveValue
from kibitz.core.errors import IllegalMoveError
from kibitz.games.chess.notation import from_uci
from kibitz.protocols.uci.reports import mate_points
from kibitz.search.alphabeta.scale import MAX_EVAL, Scale

COUNTS = ("depth", "seldepth", "multipv", "nodes")
UNSURE = ("lowerbound", "upperbound")
LONGEST = 20
"""No number has so many digits."""


@dataclass(frozen=True)
class Info:
    """One way to play, as an engine reports it."""

    counts: dict[str, int]
    points: int
    line: tuple[str, ...]


def read_info(words: Sequence[str]) -> Info | None:
    """Return the report in the words of a line, or None where it holds no value or no moves; other words are passed over."""
    if words[:1] != ["info"] or "string" in words or "pv" not in words or any(word in words for word in UNSURE):
        return None
    place = words.index("pv")
    counts: dict[str, int] = {}
    points = None
    for name, number in pairwise(words[:place]):
        if not (number.removeprefix("-").isdecimal() and len(number) < LONGEST):
            continue
        if name in COUNTS:
            counts[name] = int(number)
        elif name in ("cp", "mate"):
            points = max(-MAX_EVAL, min(MAX_EVAL, int(number))) if name == "cp" else mate_points(int(number))
    return None if points is None else Info(counts, points, tuple(words[place + 1 :]))


class Thoughts:
    """What an engine has said so far of one position."""

    def __init__(self, game: Game, state: Any) -> None:
        self._game, self._state, self._scale = game, state, Scale.of(game)
        self._infos: dict[int, Info] = {}
        self._best = ""

    def hear(self, line: str) -> bool:
        """Take in a line; return whether it tells more of the position."""
        words = line.split()
        info = read_info(words)
        if info is not None:
            self._infos[info.counts.get("multipv", 1)] = info
        if words[:1] == ["bestmove"]:
            self._best = words[1] if len(words) > 1 else "none"
        return info is not None

    def decision(self, seconds: float) -> Decision:
        """Return the decision so far, or raise `IllegalMoveError` if the move given in the end is none."""
        infos = [self._infos[rank] for rank in sorted(self._infos)]
        lines = [self._actions(info.line) for info in infos]
        first = infos[0] if infos else None
        line = lines[0] if lines else ()
        if self._best and (not line or self._best != infos[0].line[0]):
            line = (from_uci(self._game, self._state, self._best),)
        plies = self._scale.plies_to_end(first.points) if first is not None else None
        counts = first.counts if first is not None else {}
        details = {"seldepth": counts["seldepth"]} if "seldepth" in counts else {}
        return Decision(
            action=line[0] if line else None,
            value=self._scale.utility(first.points if first is not None else 0),
            actions=line[:1],
            line=line,
            moves=tuple(
                MoveValue(moves[0], self._scale.utility(info.points), line=moves, score=float(info.points))
                for info, moves in zip(infos, lines, strict=True) if moves and len(infos) > 1
            ),
            score=None if first is None else float(first.points),
            depth=counts.get("depth"),
            nodes=counts.get("nodes", 0),
            seconds=seconds,
            details=details | ({} if plies is None else {"plies_to_end": plies}),
        )  # fmt: skip

    def _actions(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return a line's moves, as far as they are legal."""
        state, found = self._state, []
        for word in words:
            try:
                found.append(from_uci(self._game, state, word))
            except IllegalMoveError:
                break
            state = self._game.result(state, found[-1])
        return tuple(found)
