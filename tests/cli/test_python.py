"""Kibitz from Python: the public names, quick to import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import commands
import pytest
from commands import refusal

import kibitz
from kibitz.core.errors import InputError, UnknownNameError, UnsupportedError
from kibitz.core.weights import default_weights
from sample_game import LISTS, SOUND


def test_import_is_quick_and_does_not_load_compilers_or_the_command_line() -> None:
    code = "import sys, time; t = time.process_time(); import kibitz; print(time.process_time() - t); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds, modules = done.stdout.splitlines()
    assert float(seconds) < 0.5
    assert not {"numba", "numpy", "typer", "rich"} & set(modules.split())


@pytest.mark.parametrize("command", ["['--help']", "['--version']", "['tree', 'tree']"])
def test_commands_that_compile_nothing_do_not_load_the_compiler(command: str) -> None:
    code = f"""
import sys
from kibitz.cli.main import app
try:
    app({command}, prog_name="kibitz")
except SystemExit:
    print("numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize(
    ("command", "needed"), [("['solve', 'tree']", "solve"), ("['--help']", ""), ("['studio', '--help']", "studio")]
)
def test_a_command_imports_no_other(command: str, needed: str) -> None:
    code = f"""
import sys
from kibitz.cli.main import MODULES, SUMMARIES, app
try:
    app({command}, prog_name="kibitz")
except SystemExit:
    modules = {{f"kibitz.cli.{{MODULES.get(name, name)}}": name for name in SUMMARIES if name != "analyse"}}
    print(*(name for module, name in modules.items() if module in sys.modules))
    print(*(name for name in ("arena", "studio", "session", "learning") if f"kibitz.{{name}}" in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-2:] == [needed, ""]


def test_every_public_name_is_there() -> None:
    for name in kibitz.__all__:
        assert getattr(kibitz, name) is not None
    with pytest.raises(AttributeError):
        _ = kibitz.nonsense


def test_decide_begins_at_the_beginning_and_follows_the_agent() -> None:
    game = kibitz.load("tree")
    assert kibitz.decide(game, agent="minimax:engine=textbook").value == 3.0
    assert kibitz.decide(game, game.parse("C"), "minimax:engine=textbook").value == -2.0


def test_decide_repeats_itself_for_a_seed() -> None:
    game = kibitz.load("connect_four")
    actions = [kibitz.decide(game, agent="random", seed=seed).action for seed in range(20)]
    assert actions == [kibitz.decide(game, agent="random", seed=seed).action for seed in range(20)]
    assert len(set(actions)) > 1


def test_decide_where_the_game_is_over() -> None:
    game = kibitz.load("tic_tac_toe")
    decision = kibitz.decide(game, game.parse("xxx/oo./..."), "alphabeta")
    assert (decision.action, decision.value, decision.utilities) == (None, -1.0, (1.0, -1.0))


def test_decide_without_an_agent_suits_any_game(tmp_path: Path) -> None:
    (tmp_path / "lists.py").write_text(LISTS)
    for text in ("nim", "pig:goal=10", "vacuum", "mnk:players=3", "tree:name=three_players", f"{tmp_path}/lists.py"):
        game = kibitz.load(text)
        assert kibitz.decide(game).action in list(game.actions(game.initial()))


def test_a_game_that_turns_out_not_to_compile_is_searched_interpreted(tmp_path: Path) -> None:
    wrong = SOUND.replace("return s.left == 0", 'return {"0": True}.get(str(s.left), False)')
    (tmp_path / "words.py").write_text(wrong)
    game = kibitz.load(str(tmp_path / "words.py"))
    assert kibitz.decide(game, agent="minimax").action == 2
    assert kibitz.decide(game).action == 2


def test_trace_tells_the_story_and_draws_it() -> None:
    traced = kibitz.trace(kibitz.load("tree"), agent="alphabeta")
    assert traced.decision.value == 3.0
    assert len(traced.trace.events) == 33
    assert traced._repr_svg_().startswith("<svg")
    assert traced.text.startswith("▲ 3")
    assert "a2" not in traced.picture(5).text
    with pytest.raises(InputError, match="from 1 to 33"):
        traced.picture(34)


def test_only_the_textbook_can_be_traced() -> None:
    with pytest.raises(UnsupportedError):
        kibitz.trace(kibitz.load("tic_tac_toe"), agent="alphabeta:engine=search")


def test_solve_and_perft() -> None:
    game = kibitz.load("nim:piles=1+2")
    assert kibitz.solve(game).value == 1.0
    assert kibitz.perft(game, game.initial(), 2) == 5


OWN_AGENT = """
import kibitz


@kibitz.agent("last_move")
def last_move(game, state, back: int = 1):
    return list(game.actions(state))[-back]
"""


def test_the_command_line_takes_an_agent_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(OWN_AGENT)
    answer = commands.kibitz("analyse", "connect_four", "--agent", f"{path}:back=2", "--json").json
    assert (answer["action"], answer["agent"]) == ("6", f"{path}:back=2")
    broken = commands.kibitz("analyse", "connect_four", "--agent", f"{path}:back=9")
    assert refusal(broken).endswith("mine.py:7: agent last_move raised IndexError: list index out of range")
    played = commands.kibitz("play", "nim:piles=1+2", "--first", str(path), "--second", str(path), "--json")
    assert [move["action"] for move in played.jsons][-1] is None


def test_weights_are_a_dict_too() -> None:
    own = default_weights(kibitz.load("othello"))
    plain = kibitz.decide("othello", "f5d6", "alphabeta:depth=3")
    assert kibitz.decide("othello", "f5d6", "alphabeta:depth=3", weights=own).value == plain.value
    nothing = kibitz.decide("othello", "f5d6", "alphabeta:depth=3", weights=dict.fromkeys(own, 0))
    assert nothing.value == 0.0 != plain.value
    with pytest.raises(UnknownNameError, match="unknown feature 'corner'"):
        kibitz.analyse("othello", None, "alphabeta:depth=3", weights={"corner": 1})
    with pytest.raises(InputError, match="the weight of squares in the weights given is 'many', not a number"):
        kibitz.analyse("othello", None, "alphabeta:depth=3", weights={"squares": "many"})  # type: ignore[dict-item]
    with pytest.raises(UnsupportedError, match="random takes no weights"):
        kibitz.decide("othello", None, "random", weights=own)


def test_positions_are_judged_move_by_move_whoever_plays_best() -> None:
    """Connect Four is played with a net where no agent is named, which has no weights and leaves moves without a value."""
    assert kibitz.decide("connect_four", "112233").agent.startswith("puct:")
    judged = kibitz.analyse("connect_four", "112233")
    assert (judged.value, judged.action, len(judged.moves)) == (1.0, 3, 7)
    assert all(move.value is not None for move in judged.moves)
    assert kibitz.decide("connect_four", weights={"open_lines": 3.0}).agent == "alphabeta:time=1"
