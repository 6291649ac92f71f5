"""The documentation speaks of what is there: its paths exist, and its commands name games, positions and agents."""

from __future__ import annotations

import re
import shlex
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

import kibitz
from kibitz.cli.options import INITIAL
from kibitz.core.agents import find
from kibitz.core.searches import HUMAN

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = (
    "race.py",
    "my_game.py",
    "my.tree",
    "out.svg",
    "tree.svg",
    "./my_game.py",
    "game.sgf",
    "mine.toml",
    "patient.py",
    "games.epd",
    "multiAgents.py",
)
"""Files that readers have, or will have."""
ASKED = re.compile(r"^\s*(?:\$ )?kibitz ((?:play|analyse|solve|tree|perft) [a-z0-9_].*?)(?:  +#.*)?$", re.MULTILINE)
COMMANDS = [
    (page.stem, found)
    for page in PAGES
    for found in ASKED.findall(page.read_text())
    if not any(example in found for example in EXAMPLES)
]


def files() -> set[str]:
    """Return the names of all files in the repository's own folders."""
    return {path.name for folder in ("src", "tests", "benchmarks", "docs") for path in (ROOT / folder).rglob("*")}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_paths_exist(page: Path) -> None:
    text = page.read_text()
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    assert [link for link in links if link and not (page.parent / link).exists()] == []
    written = set(re.findall(r"`([\w./-]+\.py|[\w./-]+/|(?:src|tests|docs|benchmarks)/[\w./-]+)`", text)).difference(EXAMPLES)
    places = (ROOT, ROOT / "src" / "kibitz", ROOT / "src" / "kibitz" / "games", page.parent)
    missing = {path for path in written if not any((place / path).exists() for place in places)}
    assert {path for path in missing if "/" in path or path not in files()} == set()


@pytest.mark.parametrize(("page", "command"), COMMANDS)
def test_commands_name_what_there_is(page: str, command: str) -> None:
    words = iter(shlex.split(command))
    verb, name = next(words), next(words)
    game, rest = kibitz.load(name), list(words)
    seats = ("--agent", "--first", "--second")
    agents = [after for word, after in pairwise(rest) if word in seats]
    for agent in agents:
        if agent != HUMAN and not agent.startswith(("uci:", "gtp:")):
            find(game, agent)
    positions = [word for before, word in zip(["", *rest], rest, strict=False) if not before.startswith("--")]
    positions = [word for word in positions if not word.startswith("--") and not (verb == "perft" and word.isdecimal())]
    for position in positions:
        assert position == INITIAL or game.parse(position) is not None


def test_the_layers_are_told_as_they_are() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    layers = [name for layer in settings["tool"]["importlinter"]["contracts"][0]["layers"] for name in layer.split(" | ")]
    (told,) = re.findall(r"Layers import downward only: (.*?)\. Only", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)
    assert re.findall(r"`(\w+)`", told) == layers
    table = re.findall(r"^\| `(\w+)(?:/|\.py)` \|", (ROOT / "docs" / "architecture.md").read_text(), re.MULTILINE)
    assert sorted(table) == sorted(layers)
