"""Nets: their inputs on all targets, their inference beside NumPy's, their files."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_puct import positions, random_network

import kibitz
from kibitz.compile.cpu import Jit, native, packed
from kibitz.core.errors import InputError
from kibitz.core.registry import load
from kibitz.models.file import new_header
from kibitz.models.net.encoding import Encoding
from kibitz.models.net.inputs import input_words
from kibitz.models.net.network import Network, quantised, read_network, save_network
from kibitz.models.net.opinion import opinion

GAMES = ("tic_tac_toe", "connect_four", "pig", "backgammon", "nim", "vacuum")


def words_of(game: Any, jit: Jit, *, planes: int) -> Any:
    """Build `write(s, row, code, out)`: the words of inputs of a state."""
    write_inputs = input_words(game, jit, planes=planes)

    @jit
    def write(s: Any, row: Any, code: Any, out: Any) -> None:
        write_inputs(s, row, 0, game.to_move(s), code, out, 0)

    return write


@pytest.mark.parametrize("name", GAMES)
def test_inputs_are_the_same_compiled_and_interpreted_and_tell_positions_apart(name: str) -> None:
    game = load(name)
    encoding = Encoding.of(game)
    network = Network(encoding, random_network(game).layers)
    write = native(words_of, game, planes=encoding.planes)
    code = encoding.numbers, encoding.table, encoding.levels
    seen: dict[tuple[int, ...], set[Any]] = {}
    for state in positions(game, 60):
        out = np.zeros(encoding.words, np.int64)
        write(state, packed(game, state), code, out)
        assert out.tolist() == network.words(game, state).tolist()
        seen.setdefault(tuple(out.tolist()), set()).add(state)
    if name in ("tic_tac_toe", "connect_four", "nim"):
        assert all(len(states) == 1 for states in seen.values())


def test_small_numbers_are_one_hot_and_wide_ones_thermometers() -> None:
    encoding = Encoding.of(load("pig"))
    assert sum(encoding.widths) == encoding.inputs
    assert encoding.widths[-1] == 2  # who is to move
    assert {kind for kind, *_ in encoding.entries} >= {1, 2}


@pytest.mark.parametrize(("width", "blocks"), [(16, 0), (20, 2), (64, 1)])
def test_inference_is_numpys(width: int, blocks: int) -> None:
    game = load("tic_tac_toe")
    network = random_network(game, width, blocks)
    for state in positions(game, 40):
        actions = list(game.actions(state))
        # The forms of a position are averaged: NumPy is asked about each of them.
        forms = [network.ask(game, game.symmetric(state, form)) for form in range(8)]  # type: ignore[attr-defined]
        wanted = [
            np.mean([shares[game.symmetric_action(action, form)] for form, (shares, _) in enumerate(forms)])  # type: ignore[attr-defined]
            for action in actions
        ]
        shares, utilities = opinion(game, state, network, actions)
        assert shares == pytest.approx(wanted, abs=2e-3)
        assert utilities == pytest.approx(np.mean([values for _, values in forms], axis=0), abs=2e-3)


def test_a_file_gives_back_the_net(tmp_path: Path) -> None:
    game, path = load("tic_tac_toe"), str(tmp_path / "t.net")
    network = random_network(game)
    save_network(path, new_header("net", game, command="by hand", seed=7), network)
    read = read_network(path, game)
    assert read.encoding == network.encoding
    assert np.array_equal(read.layers.inner, network.layers.inner)
    assert read.header is not None
    assert (read.header.command, read.header.seed) == ("by hand", 7)


def test_large_layers_are_kept_in_8_bits() -> None:
    weights = np.random.default_rng(0).normal(size=(300, 300)).astype(np.float32)
    whole, scale = quantised(weights)
    assert whole.dtype == np.int8
    assert np.abs(whole * scale - weights).max() <= np.abs(weights).max() / 127 / 2 + 1e-6


def test_damaged_and_foreign_files_are_refused_in_one_sentence(tmp_path: Path) -> None:
    game, path = load("tic_tac_toe"), tmp_path / "t.net"
    save_network(path, new_header("net", game), random_network(game))
    content = path.read_bytes()
    for place in (3, 30, 200, len(content) - 5):
        path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        with pytest.raises(InputError, match=r"^\S+ (is|has|holds) "):
            read_network(str(path), game)
    path.write_bytes(content)
    with pytest.raises(InputError, match="was learnt for tic_tac_toe"):
        kibitz.decide("connect_four", None, f"puct:net={path}")
    with pytest.raises(InputError, match=r"nowhere.net"):
        kibitz.decide(game, None, "greedy:net=nowhere.net")
    wrong = random_network(game, 16)
    broken = Network(
        wrong.encoding, random_network(game, 32).layers.__class__(**{**vars(wrong.layers), "value": np.zeros((2, 5))})
    )
    save_network(path, new_header("net", game), broken)
    with pytest.raises(InputError, match="its layer value has the shape"):
        read_network(str(path), game)


def test_greedy_and_alphabeta_take_a_net(tmp_path: Path) -> None:
    game, path = load("tic_tac_toe"), str(tmp_path / "t.net")
    save_network(path, new_header("net", game), random_network(game))
    network = read_network(path, game)
    for state in positions(game, 10):
        actions = list(game.actions(state))
        shares, utilities = opinion(game, state, network, actions)
        decision = kibitz.decide(game, state, f"greedy:net={path}")
        assert decision.action == actions[int(shares.argmax())]
        assert decision.value == utilities[game.to_move(state)]
    # A search to the end of the game needs no evaluation: whatever the net says, values are exact.
    for state in positions(game, 4):
        by_net = kibitz.decide(game, state, f"alphabeta:net={path},depth=9")
        assert by_net.value == kibitz.decide(game, state, "alphabeta:depth=9").value
    with pytest.raises(InputError, match="one of"):
        kibitz.decide("connect_four", None, f"alphabeta:net={path},patterns={path}")


def test_alphabeta_at_depth_1_believes_the_net(tmp_path: Path) -> None:
    game, path = load("tic_tac_toe"), str(tmp_path / "t.net")
    save_network(path, new_header("net", game), random_network(game))
    network = read_network(path, game)
    state = game.parse("x.o/.../...")
    values = {}
    for action in game.actions(state):
        after = game.result(state, action)
        _, utilities = network.ask(game, after)
        values[action] = -(utilities[game.to_move(after)] - utilities[1 - game.to_move(after)]) / 2
    decision = kibitz.decide(game, state, f"alphabeta:net={path},depth=1")
    assert decision.value == pytest.approx(max(values.values()), abs=2e-3)


def test_the_net_that_comes_with_kibitz_keeps_what_a_position_is_worth(oracles: Path) -> None:
    game, kept, asked = kibitz.load("connect_four"), 0, 0
    with (oracles / "connect4" / "move_scores_half.csv").open() as file:
        for row in list(csv.DictReader(file))[::25]:
            outcomes = {column: np.sign(int(row[f"s{column + 1}"])) for column in range(7) if row[f"s{column + 1}"]}
            if len(set(outcomes.values())) > 1:
                decision = kibitz.decide(game, game.parse(row["moves"]), "puct:net=trained,sims=400")
                kept += decision.action is not None and outcomes[decision.action] == max(outcomes.values())
                asked += 1
    assert asked > 25
    assert kept >= asked - 1


def test_a_game_without_a_net_of_its_own_says_so() -> None:
    with pytest.raises(InputError, match="Kibitz comes with no net for ConnectFour"):
        kibitz.decide("connect_four:width=6", agent="puct:net=trained,sims=10")
