"""States of every kind: what cannot be compiled is played, solved and drawn in Python, or refused with the author's line."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from commands import kibitz, refusal

from kibitz.api import decide, solve
from kibitz.core.registry import load
from kibitz.endgames.graph import small_graph
from sample_game import SOUND, line_of

PAIR = "    left: int\n    player: int\n"
OWN = "    def __init__(self, left, player):\n        self.left, self.player = left, player\n"
EQUAL = "    def __eq__(self, other):\n        return vars(self) == vars(other)\n"
HASH = "    def __hash__(self):\n        return hash((self.left, self.player))\n"


class Kind(NamedTuple):
    """A kind of state: its class, if it needs one, and the source of a state, its stones and its player."""

    classes: str = ""
    built: str = "State({left}, {player})"
    left: str = "s.left"
    player: str = "s.player"


KINDS = {
    "tuple": Kind("", "({left}, {player})", "s[0]", "s[1]"),
    "number": Kind("", "2 * ({left}) + {player}", "s // 2", "s % 2"),
    "text": Kind("", "'x' * ({left}) + str({player})", "(len(s) - 1)", "int(s[-1])"),
    "list": Kind("", "[{left}, {player}]", "s[0]", "s[1]"),
    "dict": Kind("", "{{'left': {left}, 'player': {player}}}", "s['left']", "s['player']"),
    "dict of places": Kind("", "{{(0, 0): {left}, (0, 1): {player}}}", "s[0, 0]", "s[0, 1]"),
    "frozenset": Kind("", "frozenset(range(2, 2 + {left})) | {{ {player} }}", "(len(s) - 1)", "min(s)"),
    "frozen dataclass": Kind(f"@dataclass(frozen=True)\nclass State:\n{PAIR}"),
    "slotted dataclass": Kind(f"@dataclass(frozen=True, slots=True)\nclass State:\n{PAIR}"),
    "dataclass": Kind(f"@dataclass\nclass State:\n{PAIR}"),
    "class with __eq__ and __hash__": Kind(f"class State:\n{OWN}\n{EQUAL}\n{HASH}"),
    "class without": Kind(f"class State:\n{OWN}"),
    "frozenset inside": Kind(
        "class State(NamedTuple):\n    stones: frozenset[int]\n    player: int\n",
        "State(frozenset(range({left})), {player})",
        "len(s.stones)",
    ),
    "tuple of dataclasses": Kind(
        "@dataclass(frozen=True)\nclass Pile:\n    left: int\n", "(Pile({left}), {player})", "s[0].left", "s[1]"
    ),
    "enum inside": Kind(
        "class Side(Enum):\n    ONE = 0\n    TWO = 1\n\n\nclass State(NamedTuple):\n    left: int\n    side: Side\n",
        "State({left}, Side({player}))",
        "s.left",
        "s.side.value",
    ),
    "array": Kind("", "np.array([{left}, {player}])", "int(s[0])", "int(s[1])"),
    "array inside": Kind(
        "class State(NamedTuple):\n    board: np.ndarray\n    player: int\n",
        "State(np.ones({left}), {player})",
        "len(s.board)",
    ),
    "array in a dataclass": Kind(
        "@dataclass(frozen=True)\nclass State:\n    board: np.ndarray\n    player: int\n",
        "State(np.ones({left}), {player})",
        "len(s.board)",
    ),
}
GENERATOR = Kind(
    "class State(NamedTuple):\n    left: int\n    player: int\n    rest: object\n",
    "State({left}, {player}, iter(x for x in ()))",
)
TEXTBOOK = (
    "alphabeta", "andor", "bandit:playouts=20", "bestreply", "deepening:depth=3", "expectimax", "expectimax:model=[minimax]",
    "expectiminimax", "forward", "maxn", "minimax", "montecarlo:playouts=20", "paranoid", "random", "uct:sims=20",
)  # fmt: skip
COMMANDS = (
    ["solve"], ["solve", "--json"], ["perft", "4"], ["perft", "4", "--json"], ["tree", "--text"], ["tree", "--json"],
    ["analyse", "--json"], ["play", "--first", "random", "--second", "uct:sims=20,engine=textbook"],
    *(["analyse", "--agent", f"{agent}{',' if ':' in agent else ':'}engine=textbook"] for agent in TEXTBOOK),
)  # fmt: skip


def written(folder: Path, kind: Kind) -> Path:
    """Return a file with the sample game, its states of another kind."""
    text = SOUND.replace("class State(NamedTuple):\n    left: int\n    player: int\n", kind.classes)
    text = text.replace(
        "import kibitz\n", "import kibitz\nimport numpy as np\nfrom dataclasses import dataclass\nfrom enum import Enum\n"
    )
    text = text.replace("pile: int = 10", "pile: int = 6")
    text = text.replace("State(self.pile, 0)", kind.built.format(left="self.pile", player="0"))
    after = kind.built.format(left=f"{kind.left} - a", player=f"1 - {kind.player}")
    text = text.replace("State(s.left - a, 1 - s.player)", after)
    head, _, rules = text.partition("@kibitz.game")
    path = folder / "my_game.py"
    path.write_text(f"{head}@kibitz.game{rules.replace('s.left', kind.left).replace('s.player', kind.player)}")
    return path


@pytest.mark.parametrize("name", KINDS)
def test_every_command_takes_a_state_of_this_kind(name: str, tmp_path: Path) -> None:
    path = str(written(tmp_path, KINDS[name]))
    for command, *words in COMMANDS:
        answer = kibitz(command, path, *words)
        assert (answer.code, answer.err) == (0, ""), (command, words)
    assert solve(path).value == 1.0
    assert solve(path).action == 2
    assert decide(path, load(path).initial(), "uct:sims=20,engine=textbook").action in (1, 2, 3)


@pytest.mark.parametrize("name", KINDS)
def test_the_checker_takes_a_state_of_this_kind(name: str, tmp_path: Path) -> None:
    answer = kibitz("check", str(written(tmp_path, KINDS[name])), "--games", "5")
    if name == "class without":
        assert answer.code == 1
        assert "FAIL hashing: two State objects with the same content are not equal" in answer.out
    else:
        assert (answer.code, answer.err) == (0, ""), answer.out


@pytest.mark.parametrize("name", ["frozen dataclass", "slotted dataclass", "dataclass", "frozenset", "frozenset inside"])
def test_positions_of_this_kind_are_read_back_from_their_text(name: str, tmp_path: Path) -> None:
    game = load(str(written(tmp_path, KINDS[name])))
    for action in (1, 2, 3):
        state = game.result(game.initial(), action)
        assert game.parse(game.notation(state)) == state


def test_the_texts_of_different_states_differ(tmp_path: Path) -> None:
    game = load(str(written(tmp_path, KINDS["array"])))
    board = np.zeros(5000)
    other = board.copy()
    other[2500] = 1
    assert game.notation(board) != game.notation(other)
    objects = load(str(written(tmp_path, KINDS["class without"])))
    assert objects.notation(objects.initial()) == objects.notation(objects.initial()) == '{"left": 6, "player": 0}'
    assert objects.show(objects.initial()) == "left: 6\nplayer: 0"


@pytest.mark.parametrize("name", KINDS)
def test_equal_states_are_one_position(name: str, tmp_path: Path) -> None:
    game = load(str(written(tmp_path, KINDS[name])))
    positions = small_graph(game, game.initial(), np.zeros(1, np.int64), 100)
    assert positions is not None
    assert len(positions.movers) == 12  # 6, 4, 3, 2, 1 and 0 stones at the first player's turn, 5 to 0 at the second's


@pytest.mark.parametrize("command", [["check"], *COMMANDS])
def test_what_cannot_be_looked_into_is_refused_with_its_line(command: list[str], tmp_path: Path) -> None:
    path = written(tmp_path, GENERATOR)
    answer = kibitz(command[0], str(path), *command[1:])
    told = answer.out if command == ["check"] else refusal(answer)
    assert f"my_game.py:{line_of(path, 'def initial')}: " in told
    assert "a state holds a generator, which can be neither compared nor copied" in told
    assert "TypeError" not in told
