"""Nets that learn: repeatable, resumed as if nothing had happened, the same games on a simulated GPU, for any game."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kibitz.core.errors import InputError
from kibitz.core.registry import load

torch = pytest.importorskip("torch", reason="nets are trained by PyTorch, which is not installed")

from kibitz.learning.nets.learner import NetLearner  # noqa: E402
from kibitz.learning.nets.settings import Settings  # noqa: E402
from kibitz.learning.run import Budget, run  # noqa: E402
from kibitz.models.net.network import read_network  # noqa: E402

SMALL = {"games": 16, "ring": 16, "width": 16, "blocks": 1, "batch": 32, "steps": 16, "full": 6, "fast": 3}
RACE = '''
from typing import NamedTuple
import kibitz

class State(NamedTuple):
    left: tuple[int, int]
    player: int
    die: int

@kibitz.game(players=2, constant_sum=1.0)
class Race(NamedTuple):
    """Roll, then move one or the whole roll; who is home first wins."""
    def initial(self): return State((9, 9), 0, 0)
    def to_move(self, s): return kibitz.CHANCE if s.die == 0 else s.player
    def actions(self, s):
        if s.die == 0:
            for die in range(1, 5): yield die
        else:
            yield 1
            if s.die > 1: yield s.die
    def result(self, s, a):
        if s.die == 0: return State(s.left, s.player, a)
        mine, theirs = s.left[s.player] - a, s.left[1 - s.player]
        return State((mine, theirs) if s.player == 0 else (theirs, mine), 1 - s.player, 0)
    def is_terminal(self, s): return min(s.left) <= 0
    def utility(self, s, player): return 1.0 if s.left[player] <= 0 else 0.0
'''


def learner(name: str = "tic_tac_toe", games: int = 150, seed: int = 3, threads: int = 1, **more: Any) -> NetLearner:
    """Return a learner of a small net."""
    return NetLearner(load(name), Settings(**{**SMALL, **more}), Budget(games=games), seed, threads)


def weights(path: Path, game: Any) -> list[Any]:
    """Return the layers of a net."""
    return list(vars(read_network(str(path), game).layers).values())


def assert_same(one: list[Any], other: list[Any]) -> None:
    """Compare all layers of two nets."""
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_the_same_seed_gives_the_same_net_with_one_thread_or_two(tmp_path: Path) -> None:
    game, nets = load("tic_tac_toe"), []
    for name, seed, threads in (("a", 3, 1), ("b", 3, 2), ("c", 4, 1)):
        one = learner(games=60, seed=seed, threads=threads)
        run(one, tmp_path / name, one.budget, seed=seed)
        nets.append(weights(tmp_path / name, game))
    assert_same(nets[0], nets[1])
    assert not np.array_equal(nets[0][0], nets[2][0])


def test_a_run_goes_on_from_a_checkpoint_as_if_nothing_had_happened() -> None:
    stop = np.zeros(1, np.int64)
    whole = learner()
    whole.learn(0, 60, stop)
    half = learner()
    half.restore({name: array.copy() for name, array in whole.arrays().items()})
    whole.learn(60, 60, stop)
    half.learn(60, 60, stop)
    for name, array in whole.arrays().items():
        if name != "progress":  # which tells the time, too
            assert np.array_equal(array, half.arrays()[name]), name


@pytest.mark.parametrize("switches", [{"gumbel": False}, {"playout_cap": True}, {"symmetries": False}])
def test_every_switch_learns(switches: dict[str, Any]) -> None:
    one = learner(**switches)
    one.learn(0, 60, np.zeros(1, np.int64))
    assert one.training.progress.updates > 0
    targets = one.training.batch.games.policy.view(-1, one.training.batch.kept)
    recorded = targets[one.training.batch.games.ready > 0].sum(dim=1)
    assert torch.allclose(recorded, torch.ones_like(recorded), atol=1e-4)
    values = one.training.batch.games.values
    assert float(values.abs().max()) <= 1.0


SLOW = pytest.mark.conformance


@pytest.mark.parametrize(
    "name", ["race.py", pytest.param("pig", marks=SLOW), pytest.param("mnk:width=3,height=3,connect=3,players=3", marks=SLOW)]
)
def test_dice_several_players_and_a_users_game_learn_without_a_method_added(name: str, tmp_path: Path) -> None:
    if name == "race.py":
        (tmp_path / name).write_text(RACE)
        name = str(tmp_path / name)
    one = learner(name, steps=48)
    one.learn(0, 40, np.zeros(1, np.int64))
    assert one.training.progress.updates > 0
    one_game: Any = load(name)
    utilities = one.training.progress.utilities
    assert sum(utilities) == pytest.approx(one_game.about.constant_sum, abs=1e-6)
    assert np.isfinite(one.training.progress.value_loss)


SIMULATED = """
import sys, torch
from kibitz.core.registry import load
from kibitz.compile.cuda_launch import cuda_each
from kibitz.learning.nets import batch as batches
from kibitz.learning.nets.module import Net
from kibitz.learning.nets.settings import Settings
from kibitz.models.net.encoding import Encoding

game = load(sys.argv[1])
encoding = Encoding.of(game)
settings = Settings(games=3, ring=8, width=8, blocks=1, full=4, fast=2, gumbel=sys.argv[2] == "gumbel")
torch.manual_seed(0)
net = Net(encoding, 8, 1)
torch.nn.init.normal_(net.policy.weight)

class Simulated(batches.Batch):
    def _kernels(self):
        return self._device_kernels()

found = []
for kind in (batches.Batch, Simulated):
    batch = kind(game, encoding, settings, "cpu", 7)
    for _ in range(24):
        batch.step(net)
    found.append(batch.arrays())
different = [name for name, array in found[0].items() if not torch.equal(array, found[1][name])]
print(different, int(found[0]["games_results"].sum() != 0))
"""


@pytest.mark.parametrize(
    ("name", "root"),
    [
        ("connect_four:width=4,height=4,connect=3", "gumbel"),
        pytest.param("pig", "gumbel", marks=SLOW),
        pytest.param("tic_tac_toe", "noise", marks=SLOW),
    ],
)
def test_a_gpu_plays_the_same_games(name: str, root: str) -> None:
    pytest.importorskip("numba_cuda", reason="numba-cuda is not installed")
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED, name, root], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("]")[0] == "["


def test_bad_settings_and_a_foreign_run_are_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="width must be at least 1, not 0"):
        Settings(width=0)
    one = learner(games=20)
    run(one, tmp_path / "a.net", one.budget, seed=3, every=0.0)
    (tmp_path / "b.net.unfinished").write_bytes(b"no run at all")
    other = learner(games=20)
    with pytest.raises(InputError, match="is no file that Kibitz has learnt"):
        run(other, tmp_path / "b.net", other.budget, seed=3)


def command(path: Path, games: int) -> list[str]:
    """Return the words of a command that learns tic-tac-toe."""
    return [
        sys.executable, "-m", "kibitz", "learn", "net", "tic_tac_toe", "--out", str(path), "--games", str(games), "--json",
        "--width", "32", "--blocks", "1", "--sims", "8",
    ]  # fmt: skip


def test_the_command_tells_its_progress_and_writes_a_net(tmp_path: Path) -> None:
    done = subprocess.run(command(tmp_path / "t.net", 300), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows[-1]["games"] >= 300
    assert 0 <= rows[-1]["figures"]["moves that lose nothing"]["value"] <= 1
    assert all(Path(file).exists() for file in rows[-1]["files"])
    assert read_network(str(tmp_path / "t.net"), load("tic_tac_toe")).width == 32


@pytest.mark.conformance
def test_the_raw_net_of_tic_tac_toe_never_loses_value(tmp_path: Path) -> None:
    folder = os.environ.get("KIBITZ_ORACLES")
    if folder is None:
        pytest.skip("KIBITZ_ORACLES names no folder of reference data")
    game: Any = load("tic_tac_toe")
    one = NetLearner(game, Settings(), Budget(games=100_000), 0, 2)
    begun = time.process_time()
    run(one, tmp_path / "t.net", one.budget)
    assert time.process_time() - begun < 2 * 180  # three minutes on two processors
    values: dict[Any, float] = {}
    with open(Path(folder) / "facts" / "tic_tac_toe_values_all_states.csv") as file:
        for row in list(csv.reader(file))[1:]:
            values[game.parse(row[0])] = float(row[1])
    assert len(values) == 5478
    network = read_network(str(tmp_path / "t.net"), game)
    for state, value in values.items():
        if not game.is_terminal(state):
            shares, _ = network.ask(game, state)
            sign = 1 if game.to_move(state) == 0 else -1
            assert sign * values[game.result(state, max(shares, key=shares.__getitem__))] >= sign * value
