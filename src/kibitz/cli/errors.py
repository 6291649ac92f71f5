"""How commands end: what went wrong is one line on stderr and exit code 2, never a traceback."""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import typer
from typer.core import TyperGroup

from kibitz.cli.streams import prepare_streams
from kibitz.core.errors import KibitzError, shortened
from kibitz.core.places import is_rules_file, shown_path
from kibitz.core.process import INTERRUPTED, NO_ANSWER, Command
from kibitz.core.threads import NO_THREAD

NEGATIVE = 1
"""The exit code of a negative answer: a check that fails, a plan that does not exist."""
BAD_INPUT = 2


class Commands(TyperGroup):
    """The group of all commands; it turns every error into one line."""

    def main(self, args: Sequence[str] | None = None, *positional: Any, **settings: Any) -> Any:
        """Run a command and exit with its code."""
        settings["standalone_mode"] = False
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            sys.exit(self._code(args, *positional, **settings))

    def _code(self, args: Sequence[str] | None, *positional: Any, **settings: Any) -> int:
        """Run a command and return its exit code."""
        try:
            with Command():
                prepare_streams()
                code = super().main(args, *positional, **settings)
                sys.stdout.flush()
            if code == INTERRUPTED:
                raise KeyboardInterrupt
            return code if isinstance(code, int) else 0
        except KeyboardInterrupt:
            return _fail(NO_ANSWER, INTERRUPTED)
        except (BrokenPipeError, SystemExit) as error:
            if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
                if _is_typers(error.__traceback__):  # a shell's question was answered
                    return error.code if isinstance(error.code, int) else 0
                return _fail("the game's file ended Python with sys.exit(); a game must not do that")
            # Whoever read our output has seen enough; Python must not complain when it flushes once more at the end.
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
            return 0
        except Exception as error:
            return _fail(_sentence(error))


def _fail(message: str, code: int = BAD_INPUT) -> int:
    """Write one line to stderr and return the exit code."""
    print(f"kibitz: {' '.join(shortened(message).split())}", file=sys.stderr)
    return code


def _sentence(error: Exception) -> str:
    """Return what went wrong as one sentence."""
    if isinstance(error, KibitzError):
        return str(error)
    if hasattr(error, "format_message"):
        usage = getattr(error, "ctx", None)
        hint = f" (see {usage.command_path} --help)" if usage is not None else ""
        if not getattr(error, "option_name", "a").lstrip("-")[:1].islower():  # no option is written so, but a row of squares is
            hint += "; put -- before a position that begins with a dash"
        return f"{error.format_message().rstrip('.') or 'a command is missing'}{hint}"
    if isinstance(error, RecursionError):
        return f"{_place(error.__traceback__)}the recursion is deeper than Python allows; give a smaller depth"
    if isinstance(error, RuntimeError) and "new thread" in str(error):  # one that a library wanted
        return NO_THREAD
    if isinstance(error, MemoryError):
        return "there is not enough memory for this; give a smaller depth or fewer nodes"
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"{_place(error.__traceback__)}{what}"


def _place(found: TracebackType | None) -> str:
    """Return file and line where an error arose: in the game's own file where that took part, else wherever it was."""
    frames = traceback.extract_tb(found)
    own = [frame for frame in frames if is_rules_file(frame.filename)] or frames
    return f"{shown_path(own[-1].filename)}:{own[-1].lineno}: " if own else ""


def _is_typers(found: TracebackType | None) -> bool:
    """Return whether typer ended the process: it does so once it has completed words for a shell."""
    while found is not None and found.tb_next is not None:
        found = found.tb_next
    return found is not None and str(found.tb_frame.f_globals.get("__name__")).startswith("typer.")


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    """Write a warning as one line."""
    print(f"warning: {' '.join(shortened(str(message)).split())}", file=sys.stderr)


def negative() -> typer.Exit:
    """Return the exception that ends a command whose answer is no."""
    return typer.Exit(NEGATIVE)
