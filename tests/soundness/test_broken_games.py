"""Every command says what is wrong with a broken game, or answers as the rules do that are written; none crashes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path

import pytest
from broken_games import LAWS, Broken, broken_games
from possible_values import bounds, breaks_somewhere

import kibitz
from kibitz.core.game import CHANCE

COMMANDS = (
    "solve", "analyse --agent minimax", "analyse --agent uct:sims=300", "analyse --agent alphabeta", "perft",
    "analyse --agent expectiminimax", "analyse --agent montecarlo:playouts=100", "analyse --agent maxn", "analyse",
    "analyse --agent uct:sims=300,threads=2", "analyse --agent bandit:playouts=100", "analyse --agent deepening:depth=20",
)  # fmt: skip
EXACT = ("minimax", "alphabeta", "expectiminimax", "deepening:depth=20")
SECONDS = 600


def said(game: Broken, command: str, path: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Return what a command says of a game, in a process of its own."""
    name, *rest = command.split()
    words = [name, str(path), *(["initial", "4"] if name == "perft" else []), *rest, "--json"]
    return subprocess.run(
        [sys.executable, "-m", "kibitz", *words], capture_output=True, text=True, timeout=SECONDS, check=False,
        env={**os.environ, **environment},
    )  # fmt: skip


def complaint(game: Broken, command: str, path: Path, environment: dict[str, str]) -> str | None:
    """Return what is wrong with the answer of a command, or None."""
    done = said(game, command, path, environment)
    rules = kibitz.load(str(path))
    start = rules.initial()
    breaks = breaks_somewhere(rules, start)
    if done.returncode == 2:
        if done.stderr.count("\n") - done.stderr.count("warning: ") != 1 or "Traceback" in done.stderr:
            return f"not one line: {done.stderr}"
        if "cannot play this game" in done.stderr or "chance is to move" in done.stderr:
            return None
        if not breaks:
            return f"refused although nothing breaks: {done.stderr}"
        return None if re.search(rf"{path.name}:\d+: ", done.stderr) else f"no place: {done.stderr}"
    if done.returncode != 0:
        return f"exit code {done.returncode}: {done.stderr}"
    if command == "perft":
        return None
    value = kibitz_value(done.stdout)
    is_exact = command.split(":", maxsplit=1)[0].rsplit(maxsplit=1)[-1] in EXACT or (command == "solve" and game.players == 2)
    if not is_exact:
        return None if -1 <= value <= 1 else f"value {value}"
    low, high = bounds(rules, start, max(rules.to_move(start), 0))
    return None if low - 1e-9 <= value <= high + 1e-9 else f"value {value}, not from {low} to {high}"


def kibitz_value(text: str) -> float:
    """Return the value in an answer."""
    return float(json.loads(text.splitlines()[-1])["value"])


def found(folder: Path, games: list[Broken], commands: list[str]) -> dict[str, str]:
    """Return what is wrong with the answers, by game."""
    wrong = {}
    for game, command in zip(games, commands, strict=True):
        path = folder / f"{game.name}.py"
        path.write_text(game.source)
        told = complaint(game, command, path, {"KIBITZ_CACHE": str(folder / "cache")})
        if told is not None:
            wrong[f"{game.name} {game.law} {command}"] = told
    return wrong


@pytest.mark.parametrize("part", range(3))
def test_each_law_broken_once(tmp_path: Path, part: int) -> None:
    """One game for each law, one command each."""
    games = list(broken_games(len(LAWS) + 1, seed=part + 1))[part::3]
    assert not found(tmp_path, games, list(islice(cycle(COMMANDS), part, part + len(games))))


@pytest.mark.conformance
@pytest.mark.parametrize("part", range(20))
def test_a_thousand_broken_games(tmp_path: Path, part: int) -> None:
    games = list(broken_games(50, seed=100 + part))
    assert not found(tmp_path, games, list(islice(cycle(COMMANDS), part, part + len(games))))


def test_the_definition_sees_what_is_broken(tmp_path: Path) -> None:
    """The measure itself: sound games have one value, and games of most laws break somewhere."""
    games = [game for game in broken_games(5 * (len(LAWS) + 1), seed=3) if not game.is_sound_in_python]
    breaking = 0
    for game in games:
        (tmp_path / "game.py").write_text(game.source)
        rules = kibitz.load(str(tmp_path / "game.py"))
        start = rules.initial()
        breaks = breaks_somewhere(rules, start)
        breaking += breaks
        low, high = bounds(rules, start, max(rules.to_move(start), CHANCE + 1))
        assert breaks or low == pytest.approx(high)
    assert breaking > len(games) // 2
