"""Ctrl-C in a process that does one command: at first it ends at once, and a second one ends it whatever it does.

Python sees to signals in its main thread only, and only between two of its own steps; a loop in compiled code or a long step of
a compiler keeps it from that. A thread that waits for nothing else hears of every Ctrl-C all the same. Hardly anything is
imported here before the first one is heeded.
"""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, NoReturn

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C ended before it had any answer, as shells have it."""
NO_ANSWER = "stopped before there was an answer"
PATIENCE = 1.0
"""Seconds after which whoever pressed Ctrl-C is told what is still waited for."""
REMINDER = 0.1
"""Seconds after which the main thread is woken if it has not raised the Ctrl-C yet."""
ANSWERED = 0
"""What is written between the numbers of signals when all before has been answered."""
SHOWN_CURSOR = "\x1b[?25h"

steps: list[str] = []
"""What is under way that cannot be broken off in the middle, as one would name it; the last one counts."""


def begin() -> None:
    """From now on Ctrl-C ends the process with one line; where it is ignored or others see to it, that stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end_at_once)


def _end_at_once(number: int, frame: FrameType | None) -> NoReturn:
    """End before anything was done."""
    _say(NO_ANSWER)
    os._exit(INTERRUPTED)


def _wake(number: int, frame: FrameType | None) -> None:
    """Do nothing: a signal that has a handler ends a system call, and that is all it is for."""


def _say(message: str) -> None:
    """Write a line to stderr, whatever state the streams of Python are in, and below what a person sees there."""
    start = "\n" if os.isatty(2) else ""
    os.write(2, f"{start}kibitz: {message}\n".encode())


class Command:
    """A context in which Ctrl-C raises KeyboardInterrupt, and a second one before the first is answered ends the process.

    It does so in a process that has called `begin`, which is over with the command: after it, Ctrl-C is ignored. Anywhere else
    nothing changes.
    """

    _current: Command | None = None

    def __enter__(self) -> None:
        """Listen from now on."""
        if signal.getsignal(signal.SIGINT) is not _end_at_once:
            return
        import threading

        self._presses = 0
        self._main = threading.main_thread().ident
        self._ending = threading.Lock()
        self._terminal = _terminal()
        listening, self._bell = os.pipe()
        os.set_blocking(self._bell, False)
        threading.Thread(target=self._listen, args=(listening,), daemon=True).start()
        signal.set_wakeup_fd(self._bell, warn_on_full_buffer=False)
        Command._current = self
        signal.signal(signal.SIGURG, _wake)
        signal.signal(signal.SIGINT, self._press)

    def __exit__(self, *_: object) -> None:
        """Let the process end in peace: what it had to say is said."""
        if Command._current is self:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            exec("")  # Python ends by the signal itself if one came inside its last exec, dealt with or not

    def answer(self) -> None:
        """Take the next Ctrl-C for a first one again."""
        self._presses = 0
        os.write(self._bell, bytes([ANSWERED]))

    def _press(self, number: int, frame: FrameType | None) -> None:
        """Raise the first Ctrl-C where Python is; end at the second."""
        self._presses += 1
        if self._presses > 1:
            self._end()
        raise KeyboardInterrupt

    def _listen(self, bell: int) -> None:
        """Count what is pressed, wherever Python is; say what is waited for, and end at the second one."""
        from select import select

        presses, waited, is_told = 0, 0.0, False
        while presses < 2:
            if select([bell], [], [], REMINDER if presses > 0 else None)[0]:
                for heard in os.read(bell, 64):
                    if heard == ANSWERED:
                        presses, waited, is_told = 0, 0.0, False
                    presses += heard == signal.SIGINT
                continue
            waited += REMINDER
            if self._presses == 0:
                self._remind()
            if steps and waited >= PATIENCE and not is_told:
                _say(f"stopping when {steps[-1]} is done; Ctrl-C once more ends at once")
                is_told = True
        self._end()

    def _remind(self) -> None:
        """Wake the main thread from a system call that it began just when the signal came, after its last look for signals."""
        assert self._main is not None
        signal.pthread_kill(self._main, signal.SIGURG)

    def _end(self) -> NoReturn:
        """End the process now, with the terminal as it was."""
        self._ending.acquire()  # never released: one thread ends the process, once
        if self._terminal is not None:
            import termios

            termios.tcsetattr(0, termios.TCSANOW, self._terminal)
        _say(f"ended by a second Ctrl-C{SHOWN_CURSOR if os.isatty(2) else ''}")
        os._exit(INTERRUPTED)


def answered() -> None:
    """Say that Ctrl-C has had its effect: the work is over, and the next one is about something else."""
    if Command._current is not None:
        Command._current.answer()


def _terminal() -> list[Any] | None:
    """Return how the terminal is set up, if somebody sits at one."""
    if not os.isatty(0):
        return None
    import termios

    return termios.tcgetattr(0)
