"""The README tells the truth: its examples run."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
GAME = next(text for kind, text in BLOCKS if kind == "python" and text.startswith("# race.py"))
COMMANDS = [
    [line.removeprefix("$ ").partition("  #")[0].strip() for line in text.splitlines() if line.startswith("$ ")]
    for kind, text in BLOCKS
    if kind == "console"
]
"""The commands of each block, of which later ones may need what earlier ones wrote."""
AGENT = """\
import kibitz


@kibitz.agent("mine")
def mine(game, state):
    return next(iter(game.actions(state)))
"""
STOCKFISH = "uci:stockfish,elo=1500,time=0.1"


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Return what a command of the README does in a folder that holds its game and an agent, and is the user's home."""
    (folder / "race.py").write_text(GAME)
    (folder / "mine.py").write_text(AGENT)
    program, *rest = shlex.split(command)
    words = [sys.executable, *(["-m", program] if program == "kibitz" else [str(ROOT / rest.pop(0))]), *rest]
    environment = {**os.environ, "HOME": str(folder)}
    return subprocess.run(words, cwd=folder, input="", capture_output=True, text=True, check=False, env=environment)


def brief(command: str) -> str:
    """Return a command that does the same with less work: some seconds instead of minutes, and a studio that ends."""
    if command.startswith("kibitz studio"):
        return f"{command} --check"
    command = re.sub(r"--games \d+", "--games 4", re.sub(r"--seconds \d+", "--seconds 1", command)).replace("KBNK", "KRK")
    if command.startswith(("kibitz match", "kibitz tune")):
        if shutil.which("stockfish", path=f"{os.environ['PATH']}:/usr/games") is None:
            command = command.replace(STOCKFISH, "random")
        command = re.sub(r"time=[\d.]+", "time=0.01", command)
        return command if "--games" in command else f"{command} --games {16 if 'tune' in command else 2}"
    return command


@pytest.mark.parametrize("commands", COMMANDS, ids=[block[0] for block in COMMANDS])
def test_commands_work(commands: list[str], tmp_path: Path) -> None:
    for command in map(brief, commands):
        done = run(command, tmp_path)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        assert done.stdout.strip(), command


def test_the_drawn_tree_is_what_the_command_prints(tmp_path: Path) -> None:
    block = next(text for kind, text in BLOCKS if kind == "console" and "kibitz tree tree:name=lecture" in text)
    command, drawing = block.split("\n", 1)
    assert run(command.removeprefix("$ "), tmp_path).stdout.strip() == drawing.strip()


def test_python_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "".join(text for kind, text in BLOCKS if kind == "python" and text.startswith(">>>"))
    examples = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    results = doctest.DocTestRunner().run(examples)
    assert results.attempted > 5
    assert results.failed == 0
    assert (tmp_path / "chance.svg").read_text().startswith("<svg")


def test_the_examples_of_the_page_about_python() -> None:
    page = (ROOT / "docs" / "python.md").read_text()
    results = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(page, {}, "python.md", "python.md", 0))
    assert results.attempted > 5
    assert results.failed == 0


def test_the_agent_of_the_page_about_python_plays(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "python.md").read_text()
    (code,) = re.findall(r"```python\n(# patient\.py.*?)```", page, re.DOTALL)
    (tmp_path / "patient.py").write_text(code)
    done = run("kibitz analyse connect_four 4453 --agent patient.py:depth=3 --json", tmp_path)
    assert '"agent": "patient.py:depth=3"' in done.stdout, done.stderr


def test_the_example_game_is_short_enough() -> None:
    body = GAME.split("class Race", 1)[1]
    assert len([line for line in body.splitlines() if line.strip()]) <= 25


def test_what_the_readme_says_of_the_race(tmp_path: Path) -> None:
    assert '"value": 1.0' in run("kibitz solve race.py --json", tmp_path).stdout
    assert '"value": -1.0' in run("kibitz solve race.py:target=20 --json", tmp_path).stdout
