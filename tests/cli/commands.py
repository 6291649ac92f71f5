"""Running `kibitz` in this process or in one of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from kibitz.cli.main import app


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
