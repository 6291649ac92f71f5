"""What a command reads from and writes to: streams that may be closed, or know none but ASCII letters."""

from __future__ import annotations

import codecs
import io
import os
import sys

from kibitz.core.errors import InputError

STAND_INS = {
    "▲": "^", "▼": "v", "○": "o", "◇": "<>", "◆": "<&>", "■": "#", "↺": "@", "✓": "yes", "✗": "no",
    "─": "-", "│": "|", "├": "+", "└": "`", "═": "=", "╞": "+", "╘": "`", "╌": ".", "┄": ".",
    "╴": "-", "╶": "-", "╵": "|", "╷": "|", "╭": "+", "╮": "+", "╯": "+", "╰": "+", "┬": "+", "┴": "+", "┤": "+", "┼": "+",
    "▪": "+", "∩": "G", "●": "o", "∞": "inf", "×": "x", "±": "+-", "…": "...", "·": ".", "≤": "<=", "≥": ">=",
    "♔": "K", "♕": "Q", "♖": "R", "♗": "B", "♘": "N", "♙": "P", "♚": "k", "♛": "q", "♜": "r", "♝": "b", "♞": "n", "♟": "p",
    "α": "alpha", "β": "beta", "▷": "//", "←": "<-", "≠": "!=", "−": "-",
    "³": "^3", "µ": "u", "⌈": "ceil(", "⌉": ")", "⌊": "floor(", "⌋": ")", "√": "sqrt",
}  # fmt: skip
"""What is written for a letter that a stream cannot hold: the signs of trees and boards, of tables and pseudocode."""


def prepare_streams() -> None:
    """Make stdin and stderr what can be read and written, and let no letter stop a command; without stdout there is none."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open as long as Python runs
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open as long as Python runs
    if sys.stdout is None:
        raise InputError("stdout is closed, so there is nowhere to write the answer; > /dev/null drops it")
    codecs.register_error("stand-in", _stand_in)
    for out in (sys.stdout, sys.stderr):
        if isinstance(out, io.TextIOWrapper):
            out.reconfigure(errors="stand-in")


def is_unicode() -> bool:
    """Return whether stdout takes every letter."""
    return (sys.stdout.encoding or "").lower().startswith("utf")


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    """Return what is written for letters that cannot be, and where the text goes on."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(STAND_INS.get(letter, "?") for letter in error.object[error.start : error.end]), error.end
