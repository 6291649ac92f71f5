"""How games of Pacman are shown: not at all, as plain text, or moving on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from kibitz.cli.pacman.results import ending
from kibitz.games.pacman import Pacman, State
from kibitz.games.pacman.state import LOST, PLAYING, WON
from kibitz.pacman.records import load_record


@dataclass(frozen=True)
class Show:
    """What is shown of a game, for how long, and how large."""

    quiet: bool
    text: bool
    seconds: float
    zoom: int

    def watcher(self, game: Pacman, stack: ExitStack) -> Callable[[State], None] | None:
        """Return what is shown every state, or None if nobody watches; the stack closes it."""
        if self.quiet:
            return None
        if self.text or not sys.stdout.isatty():
            return lambda s: self._print(game, s)
        from kibitz.cli.pacman.screen import Screen

        return stack.enter_context(Screen(game, self.seconds, self.zoom))

    def _print(self, game: Pacman, s: State) -> None:
        """Write the maze as text when all have moved; a person at a terminal is given time to look."""
        if s.mover == 0 or s.over != PLAYING:
            print(game.show(s), flush=True)
            if sys.stdout.isatty():
                time.sleep(self.seconds)


def watch_again(path: Path, show: Show) -> None:
    """Show a recorded game and say how it ended."""
    game, actions = load_record(path)
    s = game.initial()
    with ExitStack() as stack:
        watch = show.watcher(game, stack)
        for action in [None, *actions]:
            s = s if action is None else game.result(s, action)
            if watch is not None:
                watch(s)
    print(ending(s.score, won=s.over == WON, died=s.over == LOST))
