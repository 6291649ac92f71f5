"""Running `kibitz` in this process or in one of its own, and a game to run it on."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from kibitz.cli.main import app

SUBTRACTION = '''"""A pile of counters."""
from typing import NamedTuple

import kibitz


class State(NamedTuple):
    left: int
    player: int


@kibitz.game(players=2)
class Subtraction(NamedTuple):
    """Take one to three counters; who takes the last one wins."""

    pile: int = 10

    def initial(self):
        return State(self.pile, 0)

    def to_move(self, s):
        return s.player

    def actions(self, s):
        yield from range(1, min(3, s.left) + 1)

    def result(self, s, a):
        return State(s.left - a, 1 - s.player)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return -1.0 if player == s.player else 1.0
'''

LISTS = (
    SUBTRACTION.replace("State(self.pile, 0)", "[self.pile, 0]")
    .replace("State(s.left - a, 1 - s.player)", "[s[0] - a, 1 - s[1]]")
    .replace("s.player", "s[1]")
    .replace("s.left", "s[0]")
)
"""The same game with lists for states, which do not compile."""


@dataclass(frozen=True)
class Answer:
    """What a command wrote and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object that was written."""
        (line,) = self.out.splitlines()
        return strict_json(line)

    @property
    def jsons(self) -> list[Any]:
        """The objects that were written, one a line."""
        return [strict_json(line) for line in self.out.splitlines()]


def strict_json(text: str) -> Any:
    """Return parsed JSON; NaN and infinity are not JSON."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is not JSON")

    return json.loads(text, parse_constant=refuse)


def kibitz(*words: str, stdin: str = "") -> Answer:
    """Return what `kibitz words...` does, run in this process."""
    result = CliRunner().invoke(app, list(words), input=stdin, prog_name="kibitz")
    return Answer(result.exit_code, result.stdout, result.stderr)


def process(*words: str, stdin: str = "", cwd: Path | None = None) -> Answer:
    """Return what `kibitz words...` does in a process of its own."""
    command = [sys.executable, "-c", "from kibitz.cli.main import main; main()", *words]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=120, cwd=cwd, check=False)
    return Answer(done.returncode, done.stdout, done.stderr)


def refusal(answer: Answer) -> str:
    """Return the one line with which a command refused its input."""
    assert answer.code == 2, answer
    assert answer.err.startswith("kibitz: ")
    assert answer.err.count("\n") == 1
    assert "Traceback" not in answer.err
    return answer.err.strip()
