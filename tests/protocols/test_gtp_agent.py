"""The agent `gtp:PROGRAM`: other Go engines on Kibitz's seats, those that behave and those that do not."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import which
from typing import cast

import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.errors import InputError, UnsupportedError
from kibitz.core.randomness import Random
from kibitz.games.go import Go
from kibitz.games.go.state import State
from kibitz.protocols.child import close_engines
from kibitz.protocols.gtp import process
from kibitz.protocols.gtp.agent import moves_to
from kibitz.protocols.gtp.process import GtpProcess

GO = cast(Go, kibitz.load("go:size=5"))
GNUGO = which("gnugo") or which("gnugo", path="/usr/games")
OWN = f"gtp:{sys.executable} -m kibitz gtp --agent random"

needs_gnugo = pytest.mark.skipif(GNUGO is None, reason="gnugo is not installed")

STUB = """#!{python}
import sys
heard = open(sys.argv[0] + ".txt", "a")
for line in sys.stdin:
    print(line, end="", file=heard, flush=True)
    word = line.split()[0]
    if word == "list_commands":
        print("= play\\ngenmove\\ntime_settings\\n", flush=True)
    elif word == "genmove":
        {genmove}
    elif word == "quit":
        break
    else:
        print("=\\n", flush=True)
"""


def stub(folder: Path, genmove: str) -> str:
    """Return an agent: a program of a few lines that does as told when asked for a move."""
    path = folder / "stub"
    path.write_text(STUB.format(python=sys.executable, genmove=genmove))
    path.chmod(0o755)
    return f"gtp:{path}"


def played(game: Go, seed: int, moves: int) -> list[State]:
    """Return the positions of a random game."""
    random, states = Random(seed), [game.initial()]
    while len(states) <= moves and not game.is_terminal(states[-1]):
        states.append(game.result(states[-1], random.choice(list(game.actions(states[-1]))[:-1] or [game.size**2])))
    return states


def replayed(game: Go, moves: list[tuple[str, str]]) -> State:
    """Return the position after moves as the protocol has them."""
    s = game.initial()
    for colour, vertex in moves:
        s = game.turned(s, ["black", "white"].index(colour))
        s = game.result(s, game.parse_action(s, vertex))
    return s


def test_positions_are_told_by_moves() -> None:
    kos = 0
    for seed in range(4):
        states = played(GO, seed, 60)
        for place, s in enumerate(states):
            assert replayed(GO, moves_to(GO, s, states[:place])) == s
            again = GO.turned(replayed(GO, moves_to(GO, s)), s.turn)
            assert GO.stones(again) == GO.stones(s)
            assert again.ko == s.ko
            kos += s.ko >= 0
    assert kos > 0
    other = GO.turned(states[9], 1 - states[9].turn)
    assert GO.stones(replayed(GO, moves_to(GO, other, states[:9]))) == GO.stones(other)


def test_only_new_moves_are_told(tmp_path: Path) -> None:
    agent = stub(tmp_path, "print('= c3\\n' if 'black' in line else '= C2\\n', flush=True)")
    s = GO.initial()
    for name in ("C3", "C2"):
        decision = kibitz.decide(cast(Game, GO), s, agent, past=[GO.initial()][: s.turn])
        assert decision.action is not None
        assert GO.action_name(s, decision.action) == name
        s = GO.result(s, decision.action)
    kibitz.decide(cast(Game, GO), GO.parse("A1 B2"), f"{agent},time=2.5")
    close_engines()
    heard = Path(f"{agent.removeprefix('gtp:')}.txt").read_text().split("\n")
    first = ["list_commands", "boardsize 5", "komi 7.5", "clear_board", "genmove black", "genmove white"]
    again = ["boardsize 5", "komi 7.5", "clear_board", "play black a1", "play white b2", "time_settings 0 3 1", "genmove black"]
    assert [line for line in heard if line and line != "quit"] == first + again


@pytest.mark.parametrize(("genmove", "message"), [
    ("print('= C9\\n', flush=True)", "not legal"),
    ("print('? no idea\\n', flush=True)", "refused genmove black: no idea"),
    ("sys.exit(3)", "exit code 3"),
    ("print('good morning', flush=True)", "is it a GTP engine"),
    ("pass", "in time"),
])  # fmt: skip
def test_engines_that_misbehave(tmp_path: Path, genmove: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = stub(tmp_path, genmove)
    engine = GtpProcess(agent.removeprefix("gtp:"))
    engine.set_up(5, 7.5, [])
    monkeypatch.setattr("kibitz.protocols.gtp.agent.PATIENCE", 1.0 if genmove == "pass" else process.PATIENCE)
    with pytest.raises(InputError, match=message):
        kibitz.decide(cast(Game, GO), GO.initial(), f"{agent},time=0.5")
    engine.close()


def test_who_resigns_passes(tmp_path: Path) -> None:
    agent = stub(tmp_path, "print('= resign\\n', flush=True)")
    decision = kibitz.decide(cast(Game, GO), GO.initial(), agent)
    assert (decision.action, decision.value, decision.details) == (25, -1.0, {"resigned": True})


@pytest.mark.parametrize("agent", ["gtp", "gtp:no_such_program", "gtp:true", 'gtp:"'])
def test_programs_that_are_none(agent: str) -> None:
    with pytest.raises(InputError):
        kibitz.decide(cast(Game, GO), GO.initial(), agent)


def test_other_games_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="go and no other game"):
        kibitz.decide(kibitz.load("nim"), None, "gtp:gnugo --mode gtp")


def test_kibitz_asks_itself() -> None:
    s = GO.initial()
    past: list[State] = []
    while not GO.is_terminal(s) and len(past) < 30:
        decision = kibitz.decide(cast(Game, GO), s, OWN, past=past)
        assert decision.action in list(GO.actions(s))
        past.append(s)
        s = GO.result(s, decision.action)


@needs_gnugo
def test_gnugo_plays_on_our_seats() -> None:
    game = cast(Go, kibitz.load("go:size=7"))
    agent = "gtp:gnugo --mode gtp --level 1 --chinese-rules --capture-all-dead"
    s = game.initial()
    past: list[State] = []
    while not game.is_terminal(s):
        spec = agent if s.turn == 0 else "random"
        decision = kibitz.decide(cast(Game, game), s, spec, past=past, seed=len(past))
        assert decision.action is not None
        past.append(s)
        s = game.result(s, decision.action)
    assert game.utility(s, 0) == 1.0
