"""Patterns: folded tables have the same sums, self-play learns and repeats itself, a killed run goes on, searches take them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.compile.cpu import interpreted
from kibitz.core.errors import InputError
from kibitz.core.grids import Grid
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random
from kibitz.learning.patterns.learner import Method, PatternLearner
from kibitz.learning.run import Budget, Figure, Told, checkpoint_of, run
from kibitz.models.file import new_header
from kibitz.models.pattern_shape import layout, single_cells, usual_tuples
from kibitz.models.patterns import PatternArrays, folded, pattern_sum, read_patterns, write_patterns

TIC_TAC_TOE = kibitz.load("tic_tac_toe")


def random_states(game: Any, count: int) -> list[Any]:
    """Return states of random games."""
    random, s = Random(3), game.initial()
    found: list[Any] = []
    while len(found) < count:
        s = game.initial() if game.is_terminal(s) else game.result(s, sample(game, s, random))
        found.append(s)
    return found


def naive_sum(game: Any, tuples: Any, stages: int, values: Any, s: Any) -> float:
    """Return the sum of a position's numbers as the definition has it: every tuple under every symmetry."""
    grid = game.pattern_grid()
    contents = [game.cell_content(s, cell) for cell in range(grid.size)]
    tables = values.reshape(stages, -1)[sum(content != 0 for content in contents) * stages // (grid.size + 1)]
    total, begin = 0.0, 0
    for cells in tuples:
        for moved in grid.permutations():
            digits = [contents[moved[cell]] for cell in cells]
            total += tables[begin + sum(digit * grid.contents**place for place, digit in enumerate(reversed(digits)))]
        begin += grid.contents ** len(cells)
    return total


@pytest.mark.parametrize("name", ["othello", "connect_four", "2048:size=3", "mnk:width=4,height=3"])
def test_sums_are_those_of_the_definition_folded_or_not(name: str) -> None:
    game: Any = kibitz.load(name)
    grid, tuples, stages = game.pattern_grid(), usual_tuples(game), 3
    values = np.random.default_rng(0).normal(size=layout(grid, tuples, stages).shape.size).astype(np.float32)
    for is_folded, numbers in ((False, values), (True, folded(grid, tuples, stages, values))):
        made = layout(grid, tuples, stages, folded=is_folded)
        total = interpreted(pattern_sum, game, shape=made.shape)
        arrays = PatternArrays(numbers, made.cells, made.begins)
        for s in random_states(game, 20):
            assert total(s, arrays, [0] * 80, 2) == pytest.approx(naive_sum(game, tuples, stages, values, s), abs=1e-3)


@pytest.mark.parametrize(
    ("grid", "count"), [(Grid(3, 3, 2), 8), (Grid(4, 3, 2), 4), (Grid(3, 3, 2, "mirror"), 2), (Grid(3, 3, 2, "none"), 1)]
)
def test_symmetries_are_a_group_of_so_many(grid: Grid, count: int) -> None:
    found = set(grid.permutations())
    assert len(found) == count
    assert {tuple(one[other[cell]] for cell in range(grid.size)) for one in found for other in found} == found


def test_a_single_cell_stands_for_all_that_are_like_it() -> None:
    assert single_cells(Grid(8, 8, 3)) == ((0,), (1,), (2,), (3,), (9,), (10,), (11,), (18,), (19,), (27,))


def trained(games: int, path: Path, **options: Any) -> Any:
    """Return the tables after so many games of tic-tac-toe."""
    learner = PatternLearner(TIC_TAC_TOE, Method.usual(TIC_TAC_TOE), seed=5)
    run(learner, path, Budget(games), seed=5, **options)
    return learner.tables.values


@pytest.fixture
def unmeasured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave measuring out."""
    monkeypatch.setattr(PatternLearner, "measure", lambda self: {"nothing": Figure(0, 0, 0)})


@pytest.mark.usefixtures("unmeasured")
def test_a_seed_repeats_a_run_and_a_killed_one_goes_on(tmp_path: Path) -> None:
    whole = trained(600, tmp_path / "whole")
    assert np.array_equal(whole, trained(600, tmp_path / "again"))
    assert not checkpoint_of(tmp_path / "again").exists()

    class Killed(Exception):
        """Stands for a kill: nothing is written after it."""

    def kill(told: Told, share: float) -> None:
        if share > 0.4 and checkpoint_of(tmp_path / "part").exists():
            raise Killed

    with pytest.raises(Killed):
        trained(600, tmp_path / "part", every=0.0, listen=kill)
    assert not (tmp_path / "part").exists()
    assert np.array_equal(whole, trained(600, tmp_path / "part"))
    assert (tmp_path / "whole").read_bytes()[-2000:] == (tmp_path / "part").read_bytes()[-2000:]


@pytest.mark.usefixtures("unmeasured")
def test_ctrl_c_while_a_run_is_kept_writes_what_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arrays, asked = PatternLearner.arrays, []

    def interrupted(learner: PatternLearner) -> Any:
        asked.append(learner)
        if len(asked) == 1:
            raise KeyboardInterrupt
        return arrays(learner)

    monkeypatch.setattr(PatternLearner, "arrays", interrupted)
    learner = PatternLearner(TIC_TAC_TOE, Method.usual(TIC_TAC_TOE), seed=5)
    told = run(learner, tmp_path / "part", Budget(600), seed=5, every=0.0)
    assert not told.is_complete
    assert 0 < told.games < 600
    assert (tmp_path / "part").exists()
    assert checkpoint_of(tmp_path / "part").exists()
    assert np.array_equal(trained(600, tmp_path / "whole"), trained(600, tmp_path / "part"))


@pytest.mark.usefixtures("unmeasured")
def test_a_run_with_other_settings_does_not_go_on(tmp_path: Path) -> None:
    def kill(told: Told, share: float) -> None:
        if checkpoint_of(tmp_path / "part").exists():
            raise KeyError

    with pytest.raises(KeyError):
        trained(600, tmp_path / "part", every=0.0, listen=kill)
    other = PatternLearner(TIC_TAC_TOE, Method(step=0.5), seed=5)
    with pytest.raises(InputError, match="keeps a run with other settings"):
        run(other, tmp_path / "part", Budget(10), seed=5)


def test_tic_tac_toe_is_learnt_well_enough_never_to_lose_to_the_solver(tmp_path: Path) -> None:
    learner = PatternLearner(TIC_TAC_TOE, Method.usual(TIC_TAC_TOE), seed=1)
    before = learner.measure()["agreement with the solver"]
    learner.learn(0, 60_000, np.zeros(1, np.int64))
    after = learner.measure()["agreement with the solver"]
    assert before.value < 0.6
    assert after.value > 0.9


@pytest.mark.parametrize("agent", ["greedy:", "alphabeta:depth=3,", "expectimax:depth=2,"])
def test_searches_take_patterns(agent: str, tmp_path: Path) -> None:
    """The one pattern is a whole board on which only the mark in the centre counts: whoever can, takes it."""
    grid, tuples = TIC_TAC_TOE.pattern_grid(), ((4,),)  # type: ignore[attr-defined]
    values = np.array([0.0, 0.1, -0.1], np.float32)
    write_patterns(tmp_path / "centre", new_header("patterns", TIC_TAC_TOE), grid, tuples, 1, values)
    decision = kibitz.decide(TIC_TAC_TOE, None, f"{agent}patterns={tmp_path / 'centre'}")
    assert TIC_TAC_TOE.action_name(None, decision.action or 0) == "b2"
    lead = 0.8 if agent.startswith(("greedy", "alpha")) else None  # eight symmetries
    assert lead is None or decision.value == pytest.approx(lead / (1 + lead), abs=1e-3)


def test_a_network_of_another_game_is_refused(tmp_path: Path) -> None:
    grid, tuples = TIC_TAC_TOE.pattern_grid(), ((4,),)  # type: ignore[attr-defined]
    write_patterns(tmp_path / "file", new_header("patterns", TIC_TAC_TOE), grid, tuples, 1, np.zeros(3, np.float32))
    with pytest.raises(InputError, match="whose rules are not those"):
        read_patterns(str(tmp_path / "file"), kibitz.load("connect_four"))
    with pytest.raises(InputError, match="does not name its cells"):
        read_patterns(str(tmp_path / "file"), kibitz.load("nim"))
    with pytest.raises(InputError, match="Kibitz comes with no patterns"):
        read_patterns("trained", TIC_TAC_TOE)


def test_2048_is_learnt_and_a_search_makes_more_of_it(tmp_path: Path) -> None:
    game = kibitz.load("2048:size=3")
    learner = PatternLearner(game, Method.usual(game), seed=1)
    before = learner.measure()["points of a greedy player"]
    learner.learn(0, 4000, np.zeros(1, np.int64))
    assert learner.measure()["points of a greedy player"].low > 5 * before.high
    learner.save(tmp_path / "file", Told())
    s = game.parse("2,0,4/8,2,4/32,2,0:100")
    searched = kibitz.decide(game, s, f"expectimax:depth=2,patterns={tmp_path / 'file'}")
    greedy = kibitz.decide(game, s, f"greedy:patterns={tmp_path / 'file'}")
    assert searched.value > 100
    assert searched.value == pytest.approx(greedy.value, rel=0.3)


def test_patterns_that_come_with_kibitz_are_for_the_game_as_it_is() -> None:
    game = kibitz.load("2048")
    assert read_patterns("trained", game).values.any()
    with pytest.raises(InputError, match="Kibitz comes with no patterns"):
        read_patterns("trained", kibitz.load("2048:size=3"))
