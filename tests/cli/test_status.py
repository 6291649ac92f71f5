"""The status line: what goes on while a person waits at a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminals import terminal

from kibitz.cli import output
from kibitz.cli.output import StatusLine


def test_compiling_is_said_while_it_is_done(tmp_path: Path) -> None:
    words = ("analyse", "tic_tac_toe", "--agent", "minimax:depth=9")
    with terminal(*words, KIBITZ_CACHE=str(tmp_path)) as shown:
        shown.screen("compiling tic_tac_toe for minimax (once; Ctrl-C stops)")
        assert shown.end() == 0
    with terminal(*words, KIBITZ_CACHE=str(tmp_path)) as shown:
        assert shown.end() == 0
        assert "compiling" not in shown.written, "what was compiled is kept"


def test_the_line_changes_with_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    now = [1000.0]
    monkeypatch.setattr(output, "steps", steps)
    monkeypatch.setattr(output, "monotonic", lambda: now[0])
    line = StatusLine("uct:model=[0.5*random] thinks", "chess for uct")
    assert line.__rich__().plain == "uct:model=[0.5*random] thinks (Ctrl-C stops)"
    steps.append("a step")
    assert line.__rich__().plain == "compiling chess for uct (once; Ctrl-C stops)"
    steps.clear()
    now[0] += output.CALM / 2
    assert line.__rich__().plain.startswith("compiling"), "the compiler rests only between two functions"
    now[0] += output.CALM
    line.what = "checking"
    assert line.__rich__().plain == "checking (Ctrl-C stops)"
