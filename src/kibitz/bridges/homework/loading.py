"""A student's file, loaded among modules with the course's names that nobody else sees, and asked with care."""

from __future__ import annotations

import importlib.util
import io
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from kibitz.bridges.homework import game, pacman, util
from kibitz.bridges.homework.errors import HomeworkError
from kibitz.core.confinement import require_file
from kibitz.core.deadline import OutOfTime, deadline
from kibitz.core.errors import InputError, UnknownNameError

OFFERED = {"util": util, "game": game, "pacman": pacman}
"""What is offered under the course's names."""
EMPTY = ("ghostAgents", "pacmanAgents", "keyboardAgents", "layout", "textDisplay", "graphicsDisplay", "graphicsUtils")
"""Modules of the course of which such files import nothing that they need."""

OTHERS = (
    "search",
    "searchAgents",
    "searchTestClasses",
    "eightpuzzle",
    "bustersAgents",
    "inference",
    "capture",
    "captureAgents",
)
"""Modules of the course's other projects."""

PYTHON_2 = {
    "maxint": "maxsize",
    "xrange": "range",
    "has_key": "in",
    "iteritems": "items",
    "raw_input": "input",
    "unicode": "str",
}
"""Names that Python 2 had, and what they are called now."""


@dataclass
class Printed(io.TextIOBase):
    """Takes what a student's code prints, and remembers which line of the file printed first."""

    path: str
    echo: bool = True
    count: int = 0
    line: int | None = None
    first: str = field(default="")

    def write(self, text: str) -> int:
        """Take a text; people see it on stderr, where it does not mix with answers."""
        if text.strip():
            self.count += 1
            if self.line is None:
                self.first, self.line = text.strip().splitlines()[0][:80], _line_in(self.path, sys._getframe(1))
        if self.echo:
            sys.stderr.write(text)
        return len(text)


class Homework:
    """A student's file: its classes and functions by name."""

    def __init__(self, path: str, *, echo: bool = True) -> None:
        require_file(path)
        file = Path(path)
        if not file.is_file():
            raise InputError(f"there is no file {path}")
        self.path = str(file.resolve())
        self.shown = path
        self.printed = Printed(self.path, echo)
        self._own: dict[str, ModuleType] = {}
        found = importlib.util.spec_from_file_location("multiAgents", self.path)
        if found is None or found.loader is None:
            raise InputError(f"{path} is not a Python file")
        self.module = importlib.util.module_from_spec(found)
        loader = found.loader
        self.call(lambda: loader.exec_module(self.module), "loading it")

    def named(self, name: str) -> Any:
        """Return the class or function of that name."""
        if not hasattr(self.module, name):
            raise UnknownNameError(f"agent in {self.shown}", name, self.agents())
        return getattr(self.module, name)

    def agents(self) -> list[str]:
        """Return the names of the classes of agents in the file."""
        things = vars(self.module).items()
        return sorted(
            name for name, thing in things
            if isinstance(thing, type) and issubclass(thing, game.Agent) and thing.__module__ == self.module.__name__
        )  # fmt: skip

    def call(self, work: Callable[[], Any], what: str, seconds: float | None = None, seed: int = 0) -> Any:
        """Return what the student's code returns, or raise one sentence with the line where it went wrong."""
        try:
            with self._surroundings(seed), deadline(seconds):
                return work()
        except HomeworkError as error:
            raise type(error)(f"{self._at(error.line)}{error}", error.line) from None
        except OutOfTime as error:
            line = self._line(error)
            raise HomeworkError(f"{self._at(line)}{what} took longer than {seconds:g} s and was stopped here", line) from None
        except SyntaxError as error:
            raise HomeworkError(f"{self._at(error.lineno)}{error.msg}", error.lineno) from None
        except SystemExit as error:
            line = self._line(error)
            raise HomeworkError(f"{self._at(line)}{what} ended the program with exit()", line) from None
        except RecursionError as error:
            line = self._line(error)
            raise HomeworkError(
                f"{self._at(line)}{what} calls itself without end: does every path lead to a stop?", line
            ) from None
        except Exception as error:
            line = self._line(error)
            raise HomeworkError(f"{self._at(line)}{what} failed: {_told(error)}", line) from None

    def _at(self, line: int | None) -> str:
        """Return a place in the file as the beginning of a message."""
        return f"{self.shown}:{line}: " if line else f"{self.shown}: "

    def _line(self, error: BaseException) -> int | None:
        """Return the last line of the student's file that took part in an error."""
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == self.path]
        return lines[-1] if lines else None

    @contextmanager
    def _surroundings(self, seed: int) -> Iterator[None]:
        """Let the course's names mean these modules, the file's folder be searched, and chance begin anew."""
        offered = {**OFFERED, **{name: ModuleType(name) for name in EMPTY}, "multiAgents": self.module, **self._own}
        before = {name: sys.modules.get(name) for name in offered}
        known, chance = set(sys.modules), random.getstate()
        sys.modules.update(offered)
        sys.path.insert(0, str(Path(self.path).parent))
        random.seed(seed)
        keyboard, sys.stdin = sys.stdin, io.StringIO()  # nobody answers an input()
        try:
            with redirect_stdout(self.printed):
                yield
        finally:
            sys.stdin = keyboard
            random.setstate(chance)
            sys.path.remove(str(Path(self.path).parent))
            folder = str(Path(self.path).parent)
            for name in set(sys.modules) - known:  # helper files beside the student's stay with the student
                if str(getattr(sys.modules[name], "__file__", None) or "").startswith(folder):
                    self._own[name] = sys.modules.pop(name)
            for name, module in before.items():
                if module is None:
                    sys.modules.pop(name, None)
                else:
                    sys.modules[name] = module


def _told(error: Exception) -> str:
    """Return what went wrong in a student's code."""
    if isinstance(error, EOFError):
        return "it asks for input(), and nobody is there to answer"
    if isinstance(error, ModuleNotFoundError) and error.name in OTHERS:
        return f"{error.name} belongs to another project of the course: put {error.name}.py beside the file, or do without"
    told = f"{type(error).__name__}: {error}" if type(error) is not Exception else str(error)
    now = PYTHON_2.get(error.name or "") if isinstance(error, NameError | AttributeError) else None
    return f"{told}; that was Python 2, in Python 3 it is {now}" if now else told


def _line_in(path: str, frame: FrameType | None) -> int | None:
    """Return the innermost line of a file on the way to a frame."""
    while frame is not None:
        if frame.f_code.co_filename == path:
            return frame.f_lineno
        frame = frame.f_back
    return None
