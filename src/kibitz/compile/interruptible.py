"""Between the compiler's passes: the only places where compiling may be broken off and begun again later."""

from __future__ import annotations

from typing import Any

from numba.core.event import Listener, register

from kibitz.core.process import steps
from kibitz.core.tasks import check_interrupted


class _Passes(Listener):  # type: ignore[misc]
    """Breaks off before a pass if nobody waits for the code any longer."""

    def on_start(self, event: Any) -> None:
        """Heed what interrupted whoever waits."""
        check_interrupted()

    def on_end(self, event: Any) -> None:
        """Do nothing: an exception here would hide another one."""


class _Compiling(Listener):  # type: ignore[misc]
    """Keeps account of whether the compiler is at work."""

    def on_start(self, event: Any) -> None:
        """Begin with a function."""
        steps.append("the compiler's step")

    def on_end(self, event: Any) -> None:
        """End with it, one way or another."""
        if steps:  # one that began before anybody listened has left nothing
            steps.pop()


def install_pass_interrupts() -> None:
    """From now on, heed interruptions between the compiler's passes."""
    register("numba:run_pass", _Passes())
    register("numba:compile", _Compiling())
