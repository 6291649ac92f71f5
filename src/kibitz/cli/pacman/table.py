"""Where Pacman is played: the maze, who plays, and the seed; games one after the other, and their summary."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.bridges.homework.loading import Homework
from kibitz.bridges.homework.playing import StudentPacman, arguments_of
from kibitz.cli.keys import keys_at_once
from kibitz.cli.output import print_json, thinking
from kibitz.cli.pacman.keyboard import KeyboardPacman, Left
from kibitz.cli.pacman.results import result_line, summary
from kibitz.cli.pacman.showing import Show
from kibitz.core.errors import InputError
from kibitz.games.pacman import Pacman, load_layout
from kibitz.games.pacman.layout import Layout
from kibitz.pacman import Agent, Played, play_game
from kibitz.pacman.course import KEYBOARD, ghost_agents, pacman_agent
from kibitz.pacman.playing import game_seed
from kibitz.pacman.records import save_record


@dataclass(frozen=True)
class Table:
    """A maze and those who play in it; with a `limit` of seconds, failures are forgiven."""

    layout: Layout
    game: Pacman
    agents: Sequence[Agent]
    names: dict[str, str]
    seed: int
    limit: float | None

    @classmethod
    def laid(
        cls,
        layout: str,
        count: int | None,
        pacman: str,
        ghosts: str,
        arguments: str,
        seed: int,
        limit: float | None,
        code: str | None = None,
    ) -> Table:
        """Return a table with everything that the flags name, or refuse what there is not."""
        board = load_layout(layout)
        game = Pacman.of(board, count)
        if code is None and pacman == KEYBOARD and arguments:
            raise InputError(f"{KEYBOARD} takes no options, not {arguments!r}")
        player: Agent
        if code is not None:
            player = StudentPacman(game, Homework(code), pacman, arguments_of(arguments), limit)
        else:
            player = KeyboardPacman(game) if pacman == KEYBOARD else pacman_agent(game, pacman, arguments)
        names = {"agent": f"{pacman}:{arguments}" if arguments else pacman, "ghosts": ghosts}
        return cls(board, game, [player, *ghost_agents(game, ghosts)], names, seed, limit)

    def play(self, games: int, training: int, show: Show, *, record: bool, json: bool) -> None:
        """Play games, tell how each ended, and sum up those that count; Ctrl-C leaves the others out."""
        with thinking("preparing", "pacman"):
            for agent in dict.fromkeys(self.agents):
                agent.prepare()
        counted: list[Played] = []
        for number in range(games):
            try:
                played = self._game(number, None if number < training else show)
            except Left:
                print("The game is left unfinished.")
                break
            except KeyboardInterrupt:
                if not counted:
                    raise
                break
            if record:
                self._record(number + 1, played, quiet=json)
            if number < training:
                continue
            counted.append(played)
            if json:
                print_json(self._fields(played))
            else:
                print(result_line(played), flush=True)
        if counted and not json:
            print(summary(counted))

    def _game(self, number: int, show: Show | None) -> Played:
        """Return one game, shown if somebody is to see it."""
        with ExitStack() as stack:
            if isinstance(self.agents[0], KeyboardPacman):
                stack.enter_context(keys_at_once())
            watch = None if show is None else show.watcher(self.game, stack)
            return play_game(self.game, self.agents, game_seed(self.seed, number), watch, self.limit)

    def _fields(self, played: Played) -> dict[str, Any]:
        """Return what is told of a game in JSON."""
        facts: dict[str, Any] = {"game": "pacman", "layout": self.layout.name, **self.names, "seed": self.seed}
        facts |= {"score": played.score, "won": played.won, "moves": played.moves, "failure": played.failure or None}
        return facts | {"nodes": played.nodes, "seconds": round(played.seconds, 6)}

    def _record(self, number: int, played: Played, *, quiet: bool) -> None:
        """Write a game to a file of its own."""
        path = Path(f"recorded-game-{number}-{time.strftime('%m-%d-%H-%M-%S')}.json")
        save_record(path, self.layout, self.game, played.actions, **self.names, score=played.score, seed=self.seed)
        if not quiet:
            print(f"Recorded in {path}")
