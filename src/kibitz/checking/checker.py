"""Checking a game: `check("./my_game.py")` plays random games of it and says which laws it keeps, where it runs, how fast."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import process_time
from typing import Literal

from kibitz.checking.asking import Asked
from kibitz.checking.effort import LAW_SECONDS, Listen
from kibitz.checking.hints import hints
from kibitz.checking.information import information
from kibitz.checking.laws import hashing, purity
from kibitz.checking.pictures import cells, pictures
from kibitz.checking.report import Breach, Finding, NotLookedAt, Report, Speed
from kibitz.checking.simulated_gpu import simulated
from kibitz.checking.speeds import cuda_speed, native_speed, python_speed
from kibitz.checking.texts import names, notation
from kibitz.checking.values import adding_up, endings, evaluation, ordering, probabilities, scores
from kibitz.checking.walk import WIDEST, Walk, walk
from kibitz.compile.agreement import Comparison, Disagreement
from kibitz.compile.diagnosis.trial import what_keeps_from_gpu, why_not_compiled
from kibitz.compile.hint_agreement import hint_disagreement
from kibitz.core.contract import Game, WeightedFeatures, implements
from kibitz.core.errors import CompileError, RulesError
from kibitz.core.game import about, parameters
from kibitz.core.interrupts import interrupts
from kibitz.core.places import short_line, shown_path
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.core.weights import default_weights

Target = Literal["python", "native", "cuda"]
TARGETS: tuple[Target, ...] = ("python", "native", "cuda")

FEW_GAMES, COMPARED_SHARE = 20, 5
"""Up to so many random games are all compared between Python and the compiled rules; of many, one in so many."""
LAWS: dict[str, Callable[[Asked, Walk], str]] = {
    "purity": purity,
    "hashing": hashing,
    "endings": endings,
    "constant_sum": adding_up,
    "probabilities": probabilities,
    "information": information,
    "names": names,
    "notation": notation,
    "evaluation": evaluation,
    "order": ordering,
    "score": scores,
    "hints": hints,
    "pictures": pictures,
    "cells": cells,
}
"""The laws by name, in the order in which they are told."""
NEEDS_ENDINGS = ("constant_sum", "evaluation", "score", "hints")
"""Laws that compare with utilities, and so say nothing where those are no numbers."""
NATIVE_SECONDS = 6.0
"""So much processor time has the comparison with compiled rules; at least one game is compared."""


def check(
    text: str, *, seed: int = 0, games: int = 100, targets: Sequence[Target] = TARGETS, listen: Listen | None = None
) -> Report:
    """Return what `games` random games show of the game that `text` names; a file that is no game raises.

    Ctrl-C ends the work with what was found so far. `listen` is told what is being done, how much of it is done, and of
    how much.
    """
    try:
        game = load(text)
        if implements(game, WeightedFeatures):
            default_weights(game)
    except RulesError as error:
        return Report(text, (Finding("contract", False, str(error)),), {})
    complaint = _unhashable(game)
    if complaint is not None:
        return Report(text, (Finding("contract", False, complaint),), {})
    asked = Asked(game, listen)
    with asked.patience.watching(), interrupts() as was_interrupted:
        try:
            found = walk(asked, seed, games)
        except Breach as breach:
            return Report(text, (breach.finding(),), {})
        compared = max(min(games, FEW_GAMES), games // COMPARED_SHARE)
        work = _Work(text, asked, found, seed, compared, targets, _on_the_way(game, found))
        return work.done(was_interrupted)


def _unhashable(game: Game) -> str | None:
    """Return what keeps a game from being hashed, and so from being remembered with what was compiled for it."""
    try:
        hash(game)
    except TypeError:
        odd = [name for name, value in parameters(game).items() if isinstance(value, list | dict | set)]
        return f"the game's parameter {odd[0] if odd else '?'} cannot be hashed; make it a number or a tuple"
    return None


def _on_the_way(game: Game, found: Walk) -> list[Finding]:
    """Return the findings of the walk."""
    moved = [position for position in found.open if position.tried]
    wide = sum(position.is_wide for position in moved)
    cut = ", for which time was over" if found.is_cut else ""
    drawn = f"; in {wide:,} positions {WIDEST} of many moves were tried" if wide else ""
    given_up = f", {found.given_up:,} games given up" if found.given_up else ""
    claim = "positions may come back" if about(game).cyclic else "no position came back"
    message = {
        "moves": f"{len(found.positions):,} positions of {found.games:,} random games{cut}" if moved else None,
        "turns": f"{game.players} player{'s' if game.players > 1 else ''}" if found.positions else None,
        "states": f"all of the same shape{drawn}" if moved else None,
        "numbers": "all within 64 bits" if moved else None,
        "cycles": f"{claim}{given_up}" if found.games else None,
    }
    return [_on_its_way(law, said, found) for law, said in message.items()]


def _on_its_way(law: str, said: str | None, found: Walk) -> Finding:
    """Return the finding of one law of the walk; without anything to say it was not looked at."""
    if law in found.breaches:
        return found.breaches[law].finding()
    return NotLookedAt("no such position came up").finding(law) if said is None else Finding(law, True, said)


@dataclass
class _Work:
    """What is done with the positions of a walk, one step after the other, and what has been found so far."""

    text: str
    asked: Asked
    found: Walk
    seed: int
    games: int
    targets: Sequence[Target]
    findings: list[Finding]
    speeds: dict[str, Speed] = field(default_factory=dict)

    def done(self, was_interrupted: Callable[[], bool]) -> Report:
        """Return the report, after all steps or those before a Ctrl-C."""
        is_stopped = self.found.is_stopped
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                for step in () if is_stopped else self._steps():
                    step()
                    if was_interrupted():  # a search took the Ctrl-C for itself
                        raise KeyboardInterrupt
        except KeyboardInterrupt:
            is_stopped = True
        if is_stopped:
            known = {finding.law for finding in self.findings}
            left = [law for law in (*LAWS, *self.targets) if law not in known and law != "python"]
            self.findings += [NotLookedAt("stopped by Ctrl-C").finding(law) for law in left]
        return Report(self.text, tuple(self.findings), self.speeds, is_stopped)

    def _steps(self) -> Iterator[Callable[[], None]]:
        """Yield what is to be done; a game that breaks a law is not compiled."""
        for law in LAWS:
            yield partial(self._look_at, law)
        if not all(finding.passed for finding in self.findings):
            return
        if "python" in self.targets:
            yield partial(self._measure, "python", python_speed)
        if "native" not in self.targets and "cuda" not in self.targets:
            return
        yield self._compare
        if not (self.findings[-1].passed and self.findings[-1].looked_at):
            return
        if "native" in self.targets:
            yield partial(self._measure, "native", native_speed)
        if "cuda" in self.targets:
            yield self._simulate
            yield partial(self._measure, "cuda", cuda_speed)

    def _look_at(self, law: str) -> None:
        """Add what is found of a law on the positions of the walk."""
        self.asked.effort.begin(law, LAW_SECONDS)
        try:
            if law in self.found.breaches:
                raise self.found.breaches[law]
            if law in NEEDS_ENDINGS and any(one.law == "endings" and not one.passed for one in self.findings):
                raise NotLookedAt("the law of endings is broken")
            finding = Finding(law, True, LAWS[law](self.asked, self.found) + self.asked.effort.shortfall())
        except Breach as breach:
            finding = breach.finding()
        except NotLookedAt as nothing:
            finding = nothing.finding(law)
        self.findings.append(finding)

    def _measure(self, target: str, speed: Callable[[Game], Speed | None]) -> None:
        """Add the speed of a target, if it runs here."""
        self.asked.effort.begin(f"speed of {target}", LAW_SECONDS)
        measured = speed(self.asked.game)
        if measured is not None:
            self.speeds[target] = measured

    def _compare(self) -> None:
        """Add whether the compiled rules agree with the written ones."""
        self.findings.append(_native(self.asked, self.seed, self.games))

    def _simulate(self) -> None:
        """Add whether a simulated GPU agrees with Python."""
        self.asked.effort.begin("cuda", LAW_SECONDS)
        self.findings.append(_cuda(self.text, self.asked.game, self.seed))


def _native(asked: Asked, seed: int, games: int) -> Finding:
    """Return whether the compiled rules agree with the written ones; not to compile is no breach, but has its line."""
    game = asked.game
    asked.effort.begin("compiling", NATIVE_SECONDS)
    try:
        comparison = Comparison.of(game)
        reason = comparison.of_game(Random(seed, 0), 0.0)  # its first position, which compiles the rules
        asked.effort.begin("native", NATIVE_SECONDS)
        for index in asked.effort.through(range(games)) if reason is None else ():
            reason = reason or comparison.of_game(Random(seed, index), process_time() + NATIVE_SECONDS)
        complaint = _complaint(reason) or hint_disagreement(game, seed)
    except CompileError as error:
        reason = why_not_compiled(game) or error
        where = f"{shown_path(reason.path)}:{reason.line}: " if reason.path and reason.line else ""
        message = f"runs in Python only; {where}{reason.reason}"
        return Finding("native", True, message, reason.path, reason.line or 0, looked_at=False)
    except Exception as error:
        return Finding("native", False, f"compiled, the rules raised {short_line(f'{type(error).__name__}: {error}')}")
    if complaint is not None:
        return Finding("native", False, complaint)
    return Finding("native", True, f"compiled, the rules play as in Python, {asked.effort.looked} random games")


def _complaint(reason: CompileError | None) -> str | None:
    """Return on what compiled rules and written ones differ, in words, or raise why there are no compiled ones."""
    if reason is None:
        return None
    if not isinstance(reason, Disagreement):
        raise reason
    return (
        f"{reason.reason}; an int beyond 64 bits on the way (see kibitz.bits), or an index outside a tuple, is the usual reason"
    )


def _cuda(text: str, game: Game, seed: int) -> Finding:
    """Return whether a GPU, simulated, agrees with Python, and what in the rules may keep a real one from it."""
    try:
        passed, message = simulated(text, game, seed)
    except NotLookedAt as nothing:
        return nothing.finding("cuda")
    reason = what_keeps_from_gpu(game)
    if passed and reason is not None:
        message += f"; but on a real one, {shown_path(reason.path or '')}:{reason.line}: {reason.reason}"
    return Finding("cuda", passed, message)
