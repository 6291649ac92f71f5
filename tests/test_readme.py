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
from commands import Answer, kibitz, process

from kibitz.learning.patterns import learner as pattern_learner
from kibitz.learning.weights import learner as weight_learner

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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which commands run: it holds the README's game and an agent, and is the user's home."""
    (tmp_path / "race.py").write_text(GAME)
    (tmp_path / "mine.py").write_text(AGENT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for learner in (weight_learner, pattern_learner):
        monkeypatch.setattr(learner, "MEASURED_GAMES", 6)  # what is measured beside learning takes longer than that
    return tmp_path


def run(command: str) -> Answer:
    """Return what a command of the README does: `kibitz` in this process, the studio and other programs in one of their own."""
    program, *rest = shlex.split(command)
    if program == "kibitz":
        return process(*rest) if rest[0] == "studio" else kibitz(*rest)
    done = subprocess.run([sys.executable, ROOT / rest[0], *rest[1:]], input="", capture_output=True, text=True, check=False)
    return Answer(done.returncode, done.stdout, done.stderr)


def brief(command: str) -> str:
    """Return a command that does the same with less work: some seconds instead of minutes, and a studio that ends."""
    if command.startswith("kibitz studio"):
        return f"{command} --check"
    if shutil.which("stockfish", path=f"{os.environ['PATH']}:/usr/games") is None:
        command = command.replace(STOCKFISH, "random")
    command = re.sub(r"--games \d+", "--games 2", re.sub(r"--seconds \d+", "--seconds 0.3", command)).replace("KBNK", "KRK")
    command = re.sub(r"-n \d+", "-n 1", re.sub(r"time=[\d.]+", "time=0.01", command))
    if command.startswith(("kibitz match", "kibitz tune")):
        command += " --processes 1"
        return command if "--games" in command else f"{command} --games {16 if 'tune' in command else 2}"
    return command


@pytest.mark.parametrize("commands", COMMANDS, ids=[block[0] for block in COMMANDS])
@pytest.mark.usefixtures("folder")
def test_commands_work(commands: list[str]) -> None:
    for command in map(brief, commands):
        done = run(command)
        assert done.code == 0, f"{command}: {done.err}"
        assert done.out.strip(), command


@pytest.mark.usefixtures("folder")
def test_the_drawn_tree_is_what_the_command_prints() -> None:
    block = next(text for kind, text in BLOCKS if kind == "console" and "kibitz tree tree:name=lecture" in text)
    command, drawing = block.split("\n", 1)
    assert run(command.removeprefix("$ ")).out.strip() == drawing.strip()


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


def test_the_agent_of_the_page_about_python_plays(folder: Path) -> None:
    page = (ROOT / "docs" / "python.md").read_text()
    (code,) = re.findall(r"```python\n(# patient\.py.*?)```", page, re.DOTALL)
    (folder / "patient.py").write_text(code)
    done = run("kibitz analyse connect_four 4453 --agent patient.py:depth=3 --json")
    assert '"agent": "patient.py:depth=3"' in done.out, done.err


def test_the_example_game_is_short_enough() -> None:
    body = GAME.split("class Race", 1)[1]
    assert len([line for line in body.splitlines() if line.strip()]) <= 25


@pytest.mark.usefixtures("folder")
def test_what_the_readme_says_of_the_race() -> None:
    assert '"value": 1.0' in run("kibitz solve race.py --json").out
    assert '"value": -1.0' in run("kibitz solve race.py:target=20 --json").out
