"""Words that shells ask for when Tab is pressed, asked for as the shells do it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.cli.completion import agent_names, experiment_names, game_names, ghost_names, layout_names, pacman_names
from kibitz.core.agents import discover
from kibitz.core.registry import games

KIBITZ = [sys.executable, "-m", "kibitz"]


def asked(environment: dict[str, str], *words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Return what the command answers to a shell."""
    given = {**os.environ, **environment}
    return subprocess.run(
        [*KIBITZ, *words], env=given, cwd=cwd, capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL
    )


def in_bash(line: str, cwd: Path | None = None) -> list[str]:
    """Return the words that bash is offered for the last word of a line; the line has no spaces but between words."""
    words = line.split(" ")
    question = {"_KIBITZ_COMPLETE": "complete_bash", "COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    done = asked(question, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


def test_commands_and_their_options() -> None:
    assert in_bash("kibitz p") == ["play", "perft", "pacman"]
    assert in_bash("kibitz play chess --se") == ["--second", "--seed"]


def test_games_and_files_that_may_hold_one(tmp_path: Path) -> None:
    for name in ("connect_five.py", "connected.tree", "connections.txt"):
        (tmp_path / name).touch()
    assert in_bash("kibitz solve conn", cwd=tmp_path) == ["connect_four", "connect_five.py", "connected.tree"]
    assert set(games()) <= set(in_bash("kibitz check ", cwd=tmp_path))


def test_players_and_agents(tmp_path: Path) -> None:
    (tmp_path / "mine.py").touch()
    human, *names, file = in_bash("kibitz play chess --second ", cwd=tmp_path)
    # other tests may have added agents of their own
    built_in = {name for name, searches in discover().items() if searches[0].decide.__module__.startswith("kibitz.")}
    assert (human, file, names) == (
        "human",
        "mine.py",
        sorted(built_in),
    )
    assert in_bash("kibitz analyse chess -a min", cwd=tmp_path) == ["minimax", "mine.py"]


def test_bash_takes_words_apart_at_colons_and_equals_signs() -> None:
    assert in_bash("kibitz play mnk : width = 4 --first alphabeta : depth = 3 --second uc") == ["uci", "uct"]


def test_what_is_not_known_is_left_to_the_shell() -> None:
    """With no answer, shells offer files."""
    assert in_bash("kibitz solve ./my_") == []
    assert in_bash("kibitz solve nim --positions ") == []


def test_zsh_and_fish() -> None:
    line = {"_TYPER_COMPLETE_ARGS": "kibitz play chess --second alpha"}
    assert asked(line | {"_KIBITZ_COMPLETE": "complete_zsh"}).stdout == "_arguments '*: :((\"alphabeta\"))'\n"
    fish = line | {"_KIBITZ_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    assert asked(fish).stdout == "alphabeta\n"
    assert asked(fish | {"_TYPER_COMPLETE_FISH_ACTION": "is-args"}).returncode == 0
    nothing = {"_TYPER_COMPLETE_ARGS": "kibitz play chess --second ./", "_TYPER_COMPLETE_FISH_ACTION": "is-args"}
    assert asked(fish | nothing).returncode == 1


def test_the_other_names() -> None:
    assert layout_names("small") == ["smallClassic"]
    assert pacman_names("Ex") == ["ExpectimaxAgent"]
    assert ghost_names("Dir") == ["DirectionalGhost"]
    assert experiment_names("mcts") == ["mcts-ladder"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_for_shells(shell: str, tmp_path: Path) -> None:
    by_name = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1", "HOME": str(tmp_path)}
    shown = asked(by_name, "--show-completion", shell)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert f"_KIBITZ_COMPLETE=complete_{shell}" in shown.stdout
    installed = asked(by_name, "--install-completion", shell)
    assert (installed.returncode, installed.stderr) == (0, "")
    (file,) = (path for path in tmp_path.rglob("*kibitz*") if path.is_file())
    assert file.read_text().strip() == shown.stdout.strip()


def test_bash_itself(tmp_path: Path) -> None:
    """The script is read by bash, and its function asked as bash does when Tab is pressed."""
    (tmp_path / "kibitz").write_text(f'#!/bin/sh\nexec {" ".join(KIBITZ)} "$@"\n')
    (tmp_path / "kibitz").chmod(0o755)
    script = asked({"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}, "--show-completion", "bash").stdout
    ask = 'COMP_WORDS=(kibitz play othe); COMP_CWORD=2; _kibitz_completion kibitz othe play; echo "${COMPREPLY[@]}"'
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "--norc", "-c", f"{script}\n{ask}"], env=environment, capture_output=True, text=True, check=True
    )  # fmt: skip
    assert done.stdout == "othello\n"


def test_no_answer_imports_a_compiler() -> None:
    code = (
        "import sys\n"
        "import kibitz.cli.main\n"
        "from kibitz.cli import completion\n"
        "for name in vars(completion).copy():\n"
        "    if name.endswith('_names'): getattr(completion, name)('')\n"
        "print([name for name in ('numba', 'llvmlite') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert "chess" in game_names("")
    assert "uct" in agent_names("")
