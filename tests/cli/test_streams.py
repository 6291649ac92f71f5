"""Streams that are closed, and such as know only ASCII."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import kibitz

KIBITZ = [sys.executable, "-c", "from kibitz.cli.main import main; main()"]
ASCII = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
HANGING = 120
"""Seconds after which a command surely waits for something that never comes."""


def redirected(how: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Return what a command does whose streams a shell has redirected."""
    command = ["sh", "-c", f'exec "$@" {how}', "sh", *KIBITZ, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=HANGING, check=False, stdin=subprocess.DEVNULL)


def in_ascii(*words: str) -> str:
    """Return what a command writes where there are no letters but ASCII's."""
    done = subprocess.run([*KIBITZ, *words], capture_output=True, timeout=HANGING, check=True, env={**os.environ, **ASCII})
    assert done.stderr == b""
    return done.stdout.decode("ascii")


@pytest.mark.parametrize(
    ("how", "words", "code", "out", "err"),
    [
        (">&-", ["games"], 2, "", "kibitz: stdout is closed, so there is nowhere to write the answer"),
        (">&-", ["uci"], 2, "", "kibitz: stdout is closed, so there is nowhere to write the answer"),
        (">&- 2>&-", ["games"], 2, "", ""),
        ("<&-", ["games"], 0, "tic_tac_toe", ""),
        ("<&-", ["play", "nim"], 0, "the game is left unfinished", ""),
        ("<&-", ["solve", "nim", "--positions", "-"], 0, "position", ""),
        ("<&-", ["uci"], 0, "", ""),
        ("2>&-", ["games"], 0, "tic_tac_toe", ""),
        ("2>&-", ["analyse", "nothing"], 2, "", ""),
    ],
)
def test_closed_streams(how: str, words: list[str], code: int, out: str, err: str) -> None:
    done = redirected(how, *words)
    assert done.returncode == code, done
    assert (out in done.stdout) if out else done.stdout == ""
    assert (done.stderr.startswith(err) and done.stderr.count("\n") == 1) if err else done.stderr == ""


LECTURE = """\
^ 3  [3, inf]
+= a1 v 3  [-inf, 3]
|  += b1 # 3
|  +- b2 # 12
|  `- b3 # 8
+- a2 v 2  [3, inf]
|  +- c1 # 2
|  `. c2, c3 not looked at: 2 <= alpha 3
`- a3 v 2  [3, 5]
   +- d1 # 14
   +- d2 # 5
   `- d3 # 2

^ MAX  v MIN  = chosen  # end
"""


def test_trees_in_ascii() -> None:
    assert in_ascii("tree", "tree", "--agent", "alphabeta") == LECTURE
    plan = in_ascii("tree", "vacuum", "--agent", "andor")
    assert "?" not in plan
    assert plan.splitlines()[-1].startswith("<> OR  <&> AND")


def test_json_and_pictures_lose_no_letter_in_ascii(tmp_path: Path) -> None:
    (tmp_path / "names.tree").write_text("root MAX: é -> 1, ü -> 2\n", encoding="utf-8")
    file = str(tmp_path / "names.tree")
    assert json.loads(in_ascii("tree", file, "--json"))["action"] == "ü"
    drawn = ElementTree.fromstring(in_ascii("tree", file, "--agent", "alphabeta", "--svg", "-"))
    assert {"é", "ü", "[2, ∞]"} <= {element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")}


def test_the_command_line_starts_no_threads_that_it_does_not_need() -> None:
    if not Path("/proc/self/task").exists():
        pytest.skip("only Linux tells the threads of a process")
    code = "import os, kibitz.cli.main, numpy; print(len(os.listdir('/proc/self/task')))"
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "1\n"


def test_every_sign_that_commands_write_has_a_stand_in() -> None:
    from kibitz.cli.streams import STAND_INS

    used: dict[str, str] = {}
    for file in Path(kibitz.__file__).parent.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        tree = ast.parse(source)
        remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in remarks]
        letters = {letter for text in texts if isinstance(text, str) for letter in text if letter in source}
        used |= {letter: str(file) for letter in letters if not letter.isascii()}
    assert used
    assert {letter: file for letter, file in used.items() if letter not in STAND_INS} == {}
    assert all(stand_in.isascii() for stand_in in STAND_INS.values())
