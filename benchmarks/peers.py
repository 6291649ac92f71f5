"""The programs that Kibitz is measured beside. One that is not installed is left out, with a sentence that says so."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from shutil import which
from types import TracebackType
from typing import Any


@dataclass(frozen=True)
class Package:
    """A peer from PyPI: its name, that of its package, and the module that shows that it is here."""

    name: str
    package: str
    module: str

    @property
    def is_here(self) -> bool:
        """Whether it can be imported."""
        return find_spec(self.module) is not None

    @property
    def version(self) -> str | None:
        """Its version, or None where it is not installed."""
        try:
            return version(self.package) if self.is_here else None
        except PackageNotFoundError:
            return None

    @property
    def absence(self) -> str:
        """The sentence that tells that it is left out."""
        return f"{self.name} is not installed (pip install {self.package}), so it is left out."

    def load(self, module: str = "") -> Any:
        """Return one of its modules."""
        return import_module(module or self.module)


OPEN_SPIEL = Package("OpenSpiel", "open_spiel", "pyspiel")
BITBULLY = Package("bitbully", "bitbully", "bitbully")
EASY_AI = Package("easyAI", "easyAI", "easyAI")


@dataclass(frozen=True)
class Program:
    """A peer that is a program of its own and speaks UCI."""

    name: str
    command: str

    @property
    def path(self) -> str | None:
        """Where it is, or None; Debian keeps games in a folder that is not on everybody's path."""
        return which(self.command) or which(self.command, path="/usr/games")

    @property
    def is_here(self) -> bool:
        """Whether it is on this machine."""
        return self.path is not None

    @property
    def version(self) -> str | None:
        """The version that it tells, or None where it is not on this machine."""
        if self.path is None:
            return None
        with Talk(self.path) as talk:
            told = next(line for line in talk.ask("uci", "uciok") if line.startswith("id name "))
        return told.removeprefix("id name ").removeprefix(self.name).strip()

    @property
    def absence(self) -> str:
        """The sentence that tells that it is left out."""
        return f"{self.name} is not on this machine (Debian: {self.command}), so it is left out."


STOCKFISH = Program("Stockfish", "stockfish")


class Talk:
    """A conversation with a running program: lines to it, lines from it."""

    def __init__(self, path: str) -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def __enter__(self) -> Talk:
        """Return the conversation."""
        return self

    def tell(self, command: str) -> None:
        """Send a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{command}\n")

    def ask(self, command: str, until: str) -> list[str]:
        """Return the lines that answer a command, up to the one that begins with `until`."""
        assert self.process.stdout is not None
        self.tell(command)
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip())
            if line.startswith(until):
                return lines
        raise RuntimeError(f"the program ended before it answered {command!r}")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """End the program."""
        self.process.kill()
        self.process.communicate()


PEERS: tuple[Package | Program, ...] = (OPEN_SPIEL, BITBULLY, EASY_AI, STOCKFISH)
