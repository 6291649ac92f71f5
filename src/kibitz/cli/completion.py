"""What a shell offers when Tab is pressed: games, agents and experiments by name, and files that may hold them.

Nothing here imports a compiler or loads a game, so that the answer comes at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from kibitz.core.searches import HUMAN

PYTHON, TREES = ".py", ".tree"


def game_names(incomplete: str) -> list[str]:
    """Return the games that a word may become: those of Kibitz, and the Python files and trees in this folder."""
    from kibitz.core.registry import games

    return _beginning(incomplete, [*games(), *_files(PYTHON, TREES)])


def agent_names(incomplete: str) -> list[str]:
    """Return the agents that a word may become: those of Kibitz, and the Python files in this folder."""
    from kibitz.core.agents import discover

    return _beginning(incomplete, [*sorted(discover()), *_files(PYTHON)])


def player_names(incomplete: str) -> list[str]:
    """Return who may take a seat: an agent or a human."""
    return _beginning(incomplete, [HUMAN, *agent_names(incomplete)])


def experiment_names(incomplete: str) -> list[str]:
    """Return the experiments that a word may become."""
    from kibitz.experiments import experiments

    return _beginning(incomplete, experiments())


def pacman_names(incomplete: str) -> list[str]:
    """Return who may play Pacman: the course's agents and those of Kibitz."""
    from kibitz.pacman.course import KEYBOARD, PACMEN

    return _beginning(incomplete, [KEYBOARD, *PACMEN, *agent_names(incomplete)])


def ghost_names(incomplete: str) -> list[str]:
    """Return who may play the ghosts: the course's and the agents of Kibitz."""
    from kibitz.pacman.course import GHOSTS

    return _beginning(incomplete, [*GHOSTS, *agent_names(incomplete)])


def layout_names(incomplete: str) -> list[str]:
    """Return the maps that a word may become."""
    from kibitz.games.pacman import layouts

    return _beginning(incomplete, [*layouts(), *_files(".lay")])


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    """Return the names that begin with what was typed; where there is none, a path say, shells offer files themselves."""
    return [name for name in names if name.startswith(incomplete)]


def _files(*suffixes: str) -> Iterator[str]:
    """Yield the files in this folder that end so."""
    for path in sorted(Path().iterdir()):
        if path.suffix in suffixes and not path.name.startswith(("-", ".")):
            yield path.name
