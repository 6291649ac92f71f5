"""PUCT: the native search is the textbook's, with random games or with a net as the judge, and its trees keep to their room."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.core.errors import InputError
from kibitz.core.playouts import sample
from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.models.file import new_header
from kibitz.models.net.encoding import Encoding
from kibitz.models.net.network import Layers, Network, read_network, save_network
from kibitz.textbook.bandit import Scale
from kibitz.textbook.puct import Judgement, puct_search
from kibitz.textbook.search_tree import SearchTree, TreeNode

GAMES = ("tic_tac_toe", "connect_four:width=5,height=4", "pig", "mnk:width=4,height=3,connect=3,players=3")


def random_network(game: Any, width: int = 16, blocks: int = 1, seed: int = 0) -> Network:
    """Return a net with random weights, which has an opinion on everything."""
    encoding, numbers = Encoding.of(game), np.random.default_rng(seed)

    def draw(*shape: int) -> Any:
        return numbers.normal(0, 0.4, shape).astype(np.float32)

    layers = Layers(
        draw(encoding.inputs, width), draw(width), draw(blocks, 2, width, width), draw(blocks, 2, width),
        draw(encoding.outputs, width), draw(encoding.outputs), draw(game.players, width), draw(game.players),
    )  # fmt: skip
    return Network(encoding, layers)


def positions(game: Any, count: int, seed: int = 1) -> list[Any]:
    """Return positions of random games in which a player is to move."""
    random = Random(seed)
    found: list[Any] = []
    while len(found) < count:
        state = game.initial()
        while not game.is_terminal(state) and len(found) < count:
            if game.to_move(state) >= 0 and random.below(3) == 0:
                found.append(state)
            state = game.result(state, sample(game, state, random))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_native_and_textbook_are_one_search(name: str) -> None:
    game = load(name)
    for seed, state in enumerate(positions(game, 5)):
        native = kibitz.decide(game, state, "puct:sims=150,c=1.1", seed=seed)
        textbook = kibitz.decide(game, state, "puct:sims=150,c=1.1,engine=textbook", seed=seed)
        found = [[(move.action, move.visits, move.value) for move in each.moves] for each in (native, textbook)]
        assert found[0] == found[1]
        assert (native.action, native.simulations, native.nodes, native.depth, native.line) == (
            textbook.action, textbook.simulations, textbook.nodes, textbook.depth, textbook.line,
        )  # fmt: skip
        assert native.simulations == sum(move.visits or 0 for move in native.moves) == 150


@pytest.mark.parametrize("name", GAMES)
def test_led_by_a_net_they_are_one_search_too(name: str, tmp_path: Path) -> None:
    game = load(name)
    path = str(tmp_path / "random.net")
    save_network(path, new_header("net", game), random_network(game))
    network = read_network(path, game)
    encoding = network.encoding

    def judge(leaf: TreeNode) -> Judgement:
        return network.ask(game, leaf.state)

    agreeing = 0
    for seed, state in enumerate(positions(game, 6)):
        native = kibitz.decide(game, state, f"puct:net={path},sims=60", seed=seed)
        tree, scale = SearchTree(game, state, 61, seed, None), Scale()
        scale.see((encoding.lowest, encoding.highest))
        action = puct_search(tree, judge, 1.5, scale)
        visits = {move.action: move.visits or 0 for move in native.moves}
        children = {move: child.visits for move, child in tree.root.children.items()}
        assert sum(visits.values()) == sum(children.values()) == 60
        # The compiled net rounds the first layer to 16 bits: rarely, two moves that are as good as equal change places.
        agreeing += native.action == action and all(visits[move] == children.get(move, 0) for move in visits)
    assert agreeing >= 5


def test_trace_tells_the_story() -> None:
    story = kibitz.trace("tic_tac_toe", None, "puct:sims=30").trace
    kinds = {event.kind for event in story.events}
    assert {"enter", "playout", "visit", "choose"} <= kinds


def test_a_full_tree_still_answers_and_says_so() -> None:
    game = load("connect_four")
    decision = kibitz.decide(game, None, "puct:time=0.5,memory=1MB")
    assert decision.action in range(7)
    assert decision.details == {"memory": "full"}


def test_time_alone_is_a_limit() -> None:
    decision = kibitz.decide("tic_tac_toe", None, "puct:time=0.05")
    assert (decision.simulations or 0) > 10
    with pytest.raises(InputError, match="time must be positive"):
        kibitz.decide("tic_tac_toe", None, "puct:time=-1")


def test_one_simulation_is_enough_for_an_answer() -> None:
    assert kibitz.decide("tic_tac_toe", None, "puct:sims=1").action in range(9)
    assert kibitz.decide("tic_tac_toe", None, "puct:sims=1,engine=textbook").action in range(9)


def test_simulations_find_a_win_and_a_defence() -> None:
    game = load("connect_four")
    assert kibitz.decide(game, game.parse("112233"), "puct:sims=300").named(3) == "4"
    assert kibitz.decide(game, game.parse("112233"), "puct:sims=300").action == 3
    assert kibitz.decide(game, game.parse("11223"), "puct:sims=2000").action == 3
