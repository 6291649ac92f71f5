"""`kibitz gtp`: Go for programs that direct engines, one command a line, one answer each.

Whatever is said, it is answered, and nothing but `quit` and the end of the input ends the program.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import TextIO, cast

from kibitz import __version__
from kibitz.api import decide
from kibitz.core.agents import find
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.errors import KibitzError
from kibitz.core.randomness import Random
from kibitz.core.specs import split_outside_brackets
from kibitz.games.go.notation import chains, letters
from kibitz.games.go.state import State
from kibitz.protocols.gtp import handicaps
from kibitz.protocols.gtp.clock import Clock
from kibitz.protocols.gtp.judging import dead_stones, judged
from kibitz.protocols.gtp.lines import Failure, colour, failure, number, read, success, whole
from kibitz.protocols.gtp.table import Table

Words = Sequence[str]
PREPARING = 0.01
"""Seconds of the search that is run to have everything compiled before the clock runs."""


def serve(lines: Iterable[bytes], out: TextIO, agent: str, size: int, seed: int = 0) -> None:
    """Answer commands until `quit` or their end."""
    server = Server(agent, size, seed)
    for line in lines:
        answer = server.answer(line.decode("utf-8", "replace"))
        if answer:
            try:
                out.write(answer + "\n")
                out.flush()
            except (OSError, ValueError):
                return
        if server.is_over:
            return


class Server:
    """What stays between the commands: the board, the clock, who thinks."""

    def __init__(self, agent: str, size: int, seed: int = 0) -> None:
        self.is_over = False
        self._table = Table(size)
        self._clock = Clock()
        self._agent = agent
        self._random = Random(seed)
        self._prepared: set[Game] = set()
        find(cast(Game, self._table.game), agent)
        self._commands: dict[str, Callable[[Words], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Kibitz",
            "version": lambda _: __version__,
            "known_command": lambda words: str(bool(words) and words[0] in self._commands).lower(),
            "list_commands": lambda _: "\n".join(self._commands),
            "quit": self._quit,
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": self._undo,
            "fixed_handicap": self._fixed_handicap,
            "place_free_handicap": self._place_free_handicap,
            "set_free_handicap": self._set_free_handicap,
            "set_random_seed": self._set_random_seed,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "final_score": self._final_score,
            "final_status_list": self._final_status_list,
            "loadsgf": self._loadsgf,
            "printsgf": self._printsgf,
            "showboard": lambda _: "\n" + self._table.game.show(self._table.state),
            "kibitz-analyze": self._analyze,
            "gogui-analyze_commands": lambda _: "string/Kibitz Analyze/kibitz-analyze %c",
        }

    def answer(self, line: str) -> str:
        """Return the answer to a line, nothing if it holds no command."""
        command = read(line)
        if command is None:
            return ""
        try:
            if command.name not in self._commands:
                raise Failure("unknown command")
            return success(command.number, self._commands[command.name](command.words))
        except KibitzError as error:
            return failure(command.number, str(error))
        except Exception as error:
            return failure(command.number, f"{type(error).__name__}: {error}")

    def _quit(self, words: Words) -> str:
        """End."""
        self.is_over = True
        return ""

    def _boardsize(self, words: Words) -> str:
        """Begin anew on a board of another size."""
        self._table.clear(whole(words))
        return ""

    def _clear_board(self, words: Words) -> str:
        """Begin anew."""
        self._table.clear()
        return ""

    def _komi(self, words: Words) -> str:
        """Set komi."""
        self._table.set_komi(number(words))
        self._prepare()
        return ""

    def _play(self, words: Words) -> str:
        """Make a move of either colour."""
        if len(words) < 2:
            raise Failure("syntax error: play takes a colour and a vertex")
        self._table.play(colour(words), words[1])
        return ""

    def _genmove(self, words: Words) -> str:
        """Think of a move and make it."""
        player = colour(words)
        s = self._table.turn_to(player)
        begun = time.monotonic()
        action = self._thought(s).action
        self._clock.spend(player, time.monotonic() - begun)
        assert action is not None
        self._table.make(s, action)
        return self._table.vertex(action)

    def _reg_genmove(self, words: Words) -> str:
        """Think of a move, and make none."""
        action = self._thought(self._table.turn_to(colour(words))).action
        assert action is not None
        return self._table.vertex(action)

    def _analyze(self, words: Words) -> str:
        """Say what the agent thinks of every move, the best first."""
        s = self._table.turn_to(colour(words)) if words else self._table.game.resumed(self._table.state)
        decision = self._thought(s)
        found = []
        for move in sorted(decision.moves, key=lambda one: (-(one.visits or 0), -(one.value or 0.0))):
            fields = [f"move {self._table.vertex(move.action)}"]
            fields += [] if move.visits is None else [f"visits {move.visits}"]
            fields += [] if move.value is None else [f"value {move.value:.4f}"]
            found.append(" ".join(fields))
        line = " ".join(self._table.vertex(action) for action in decision.line)
        return "\n".join([f"value {decision.value:.4f} line {line}", *found])

    def _undo(self, words: Words) -> str:
        """Take a move back."""
        self._table.undo()
        return ""

    def _fixed_handicap(self, words: Words) -> str:
        """Place handicap stones where they always stand."""
        points = handicaps.fixed(self._table.game.size, whole(words))
        self._table.set_handicap(points)
        return " ".join(map(self._table.vertex, points))

    def _place_free_handicap(self, words: Words) -> str:
        """Place handicap stones where they always stand, as many of them as there are such places."""
        wanted = whole(words)
        if wanted < 2:
            raise Failure("invalid number of stones")
        points = handicaps.fixed(self._table.game.size, min(wanted, handicaps.most(self._table.game.size)))
        self._table.set_handicap(points)
        return " ".join(map(self._table.vertex, points))

    def _set_free_handicap(self, words: Words) -> str:
        """Place handicap stones where the controller wants them."""
        points = [self._table.point(word) for word in words]
        if len(points) < 2 or len(set(points)) < len(points):
            raise Failure("bad vertex list")
        self._table.set_handicap(points)
        return ""

    def _set_random_seed(self, words: Words) -> str:
        """Begin the random numbers anew."""
        self._random = Random(whole(words))
        return ""

    def _time_settings(self, words: Words) -> str:
        """Set the clocks of a game."""
        main, period, stones = number(words), number(words, 1), whole(words, 2)
        if min(main, period, stones) < 0:
            raise Failure("syntax error: times are not negative")
        self._clock.set(main, period, stones)
        self._prepare()
        return ""

    def _time_left(self, words: Words) -> str:
        """Set the clock of a player."""
        self._clock.tell(colour(words), number(words, 1), max(0, whole(words, 2)))
        return ""

    def _final_score(self, words: Words) -> str:
        """Say who has won, dead stones taken off."""
        lead = judged(self._table.game, self._table.state)
        return f"{'B' if lead > 0 else 'W'}+{abs(lead):g}" if lead else "0"

    def _final_status_list(self, words: Words) -> str:
        """List the stones that are alive or dead, a chain a line; none are taken to be in seki."""
        if not words or words[0] not in ("alive", "dead", "seki"):
            raise Failure("syntax error: a status is alive, dead or seki")
        game, s = self._table.game, self._table.state
        dead = set(dead_stones(game, s)) if words[0] != "seki" else set()
        listed = []
        for chain, _ in chains(game.size, letters(game.size, game.stones(s))):
            if words[0] != "seki" and (chain[0] in dead) == (words[0] == "dead"):
                listed.append(" ".join(map(self._table.vertex, chain)))
        return "\n".join(listed)

    def _loadsgf(self, words: Words) -> str:
        """Load a game."""
        if not words:
            raise Failure("syntax error: loadsgf takes a file and perhaps the number of a move")
        self._table.load(words[0], whole(words, 1) if len(words) > 1 else None)
        self._prepare()
        return ""

    def _printsgf(self, words: Words) -> str:
        """Return the record of the game, with its result if it is over."""
        game, s = self._table.game, self._table.state
        return self._table.record(judged(game, s) if game.is_terminal(s) else None)

    def _prepare(self) -> None:
        """Have the agent compiled for the rules as they are now: they are told before a game, when there is time for it."""
        game = cast(Game, self._table.game)
        if game not in self._prepared:
            self._prepared.add(game)
            decide(game, game.initial(), self._within(PREPARING))

    def _thought(self, s: State) -> Decision:
        """Return what the agent thinks, within the time that the clock allows for the player to move."""
        black, white = self._table.game.stones(s)
        seconds = self._clock.seconds(s.turn, self._table.game.size**2 - len(black) - len(white))
        agent = self._agent if seconds is None else self._within(seconds)
        seed = self._random.below(1 << 31)
        return decide(cast(Game, self._table.game), s, agent, seed=seed, past=self._table.states[:-1])

    def _within(self, seconds: float) -> str:
        """Return the agent with another limit of time, if it has such an option."""
        search, _ = find(cast(Game, self._table.game), self._agent)
        if "time" not in search.options:
            return self._agent
        name, _, rest = self._agent.partition(":")
        options = [part for part in split_outside_brackets(rest, ",") if part and not part.strip().startswith("time=")]
        return f"{name}:{','.join([*options, f'time={seconds:.3f}'])}"
