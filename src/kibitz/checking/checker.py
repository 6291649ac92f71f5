"""Checking a game: `check("./my_game.py")` plays random games of it and says which laws it keeps, where it runs, how fast."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Literal

from kibitz.checking.agreement import disagreement, simulated
from kibitz.checking.asking import Asked, short_line
from kibitz.checking.compiled_hints import hint_disagreement
from kibitz.checking.hints import hints
from kibitz.checking.information import information
from kibitz.checking.laws import hashing, purity
from kibitz.checking.report import Breach, Finding, Report, Speed, shown
from kibitz.checking.speeds import cuda_speed, native_speed, python_speed
from kibitz.checking.texts import names, notation, pictures
from kibitz.checking.values import adding_up, endings, evaluation, ordering, probabilities, scores
from kibitz.checking.walk import Walk, walk
from kibitz.compile.trial import what_keeps_from_gpu, why_not_compiled
from kibitz.core.errors import CompileError, RulesError
from kibitz.core.game import Game, about, parameters
from kibitz.core.registry import load
from kibitz.core.weights import default_weights

Target = Literal["python", "native", "cuda"]
TARGETS: tuple[Target, ...] = ("python", "native", "cuda")

COMPARED_GAMES = 20
"""How many random games are compared between Python and the compiled rules."""
LAWS: dict[str, Callable[[Asked, Walk], str]] = {
    "purity": purity,
    "hashing": hashing,
    "endings": endings,
    "total": adding_up,
    "probabilities": probabilities,
    "information": information,
    "names": names,
    "notation": notation,
    "evaluation": evaluation,
    "order": ordering,
    "score": scores,
    "hints": hints,
    "pictures": pictures,
}
"""The laws by name, in the order in which they are told."""
NEEDS_ENDINGS = ("total", "evaluation", "score", "hints")
"""Laws that compare with utilities, and so say nothing where those are no numbers."""
ON_THE_WAY = ("moves", "turns", "states", "numbers", "cycles")
"""Laws that the walk itself checks."""


def check(text: str, *, seed: int = 0, games: int = 100, targets: Sequence[Target] = TARGETS) -> Report:
    """Return what `games` random games show of the game that `text` names; a file that is no game raises."""
    try:
        game = load(text)
        if "features" in about(game).given:
            default_weights(game)
    except RulesError as error:
        return Report(text, (Finding("contract", False, str(error)),), {})
    complaint = _unhashable(game)
    if complaint is not None:
        return Report(text, (Finding("contract", False, complaint),), {})
    asked = Asked(game)
    try:
        found = walk(asked, seed, games)
    except Breach as breach:
        return Report(text, (breach.finding(),), {})
    findings = [*_on_the_way(game, found), *_laws(asked, found)]
    if not all(finding.passed for finding in findings):
        return Report(text, tuple(findings), {})
    speeds: dict[str, Speed] = {"python": python_speed(game)} if "python" in targets else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _run_compiled(text, game, seed, min(games, COMPARED_GAMES), targets, findings, speeds)
    return Report(text, tuple(findings), speeds)


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
    many = f"{len(found.positions):,} positions of {found.games:,} random games"
    given_up = f", {found.given_up:,} games given up" if found.given_up else ""
    claim = "positions may come back" if about(game).cyclic else "no position came back"
    told = {
        "moves": many,
        "turns": f"{game.players} player{'s' if game.players > 1 else ''}",
        "states": "all of the same shape",
        "numbers": "all within 64 bits",
        "cycles": f"{claim}{given_up}",
    }
    return [found.breaches[law].finding() if law in found.breaches else Finding(law, True, told[law]) for law in ON_THE_WAY]


def _laws(asked: Asked, found: Walk) -> list[Finding]:
    """Return a finding for each law, on the positions of the walk."""
    findings: list[Finding] = []
    broken = set(found.breaches)
    for name, law in LAWS.items():
        if name in found.breaches:
            findings.append(found.breaches[name].finding())
        elif not (name in NEEDS_ENDINGS and "endings" in broken):
            try:
                findings.append(Finding(name, True, law(asked, found)))
            except Breach as breach:
                broken.add(name)
                findings.append(breach.finding())
    return findings


def _run_compiled(
    text: str, game: Game, seed: int, games: int, targets: Sequence[Target], findings: list[Finding], speeds: dict[str, Speed]
) -> None:
    """Add what is found out with compiled rules: whether they agree with the written ones, and their speeds."""
    if "native" not in targets and "cuda" not in targets:
        return
    native = _native(game, seed, games)
    findings.append(native)
    if not native.passed or native.line is not None:
        return
    if "native" in targets:
        speeds["native"] = native_speed(game)
    if "cuda" in targets:
        findings.append(_cuda(text, game, seed))
        speed = cuda_speed(game)
        if speed is not None:
            speeds["cuda"] = speed


def _native(game: Game, seed: int, games: int) -> Finding:
    """Return whether the compiled rules agree with the written ones; not to compile is no breach, but has its line."""
    try:
        complaint = disagreement(game, seed, games) or hint_disagreement(game, seed)
    except CompileError as error:
        reason = why_not_compiled(game) or error
        where = f"{shown(reason.path)}:{reason.line}: " if reason.path and reason.line else ""
        return Finding("native", True, f"runs in Python only; {where}{reason.reason}", reason.path, reason.line or 0)
    except Exception as error:
        return Finding("native", False, f"compiled, the rules raised {short_line(f'{type(error).__name__}: {error}')}")
    if complaint is not None:
        return Finding("native", False, complaint)
    return Finding("native", True, f"compiled, the rules play as in Python, {games} random games")


def _cuda(text: str, game: Game, seed: int) -> Finding:
    """Return whether a GPU, simulated, agrees with Python, and what in the rules may keep a real one from it."""
    passed, message = simulated(text, game, seed)
    reason = what_keeps_from_gpu(game)
    if passed and reason is not None:
        message += f"; but on a real one, {shown(reason.path or '')}:{reason.line}: {reason.reason}"
    return Finding("cuda", passed, message)
