"""What can go wrong in a student's file."""

from __future__ import annotations

from kibitz.core.errors import AgentError


class HomeworkError(AgentError):
    """A student's code raised something, took too long or answered with nonsense; `line` says where in the file."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class NotWrittenError(HomeworkError):
    """A part of the homework that still says `util.raiseNotDefined()`."""
