"""Games of the course's own engine, played again: every state, every list of legal actions, every score; and best actions."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.compile.cpu import rules
from kibitz.core.bits import wrap
from kibitz.games.pacman import ACTIONS, Pacman, State, load_layout
from kibitz.games.pacman.notation import cells_of, ghosts_of, point, set_of
from kibitz.games.pacman.state import LOST, WON


def layout_file(oracles: Path, name: str) -> str:
    return str(oracles / "pacman" / "cs188_py3" / "layouts" / name)


def random_games(oracles: Path) -> list[dict[str, Any]]:
    with gzip.open(oracles / "pacman" / "random_games_third.jsonl.gz", "rt") as file:
        return [json.loads(line) for line in file]


def told(game: Pacman, s: State) -> dict[str, Any]:
    """Return a state in the engine's own words."""
    return {
        "pac": list(point(game, s.pacman)),
        "pdir": ACTIONS[s.towards],
        "ghosts": [[[x, y], ACTIONS[facing], timer] for x, y, facing, timer in ghosts_of(game, s)],
        "food": sorted(map(list, cells_of(game, game.food, set_of(s.food)))),
        "caps": sorted(map(list, cells_of(game, game.capsules, s.capsules))),
        "nfood": set_of(s.food).bit_count(),
        "score": s.score,
        "win": s.over == WON,
        "lose": s.over == LOST,
    }


def check(game: Pacman, s: State, expected: dict[str, Any]) -> None:
    mine = told(game, s)
    for key, value in expected.items():
        assert mine[key] == (sorted(value) if key in ("caps", "food") else value), (key, game.show(s))


def replay(game: Pacman, played: dict[str, Any], module: Any) -> int:
    """Play a game again by the rules in `module`, compare everything, and return the number of moves."""
    s, moves = game.initial(), 0
    check(game, s, played["start"])
    for turn in played["moves"]:
        for agent, legal, action, score in turn["acts"]:
            assert module.to_move(s) == agent
            assert [ACTIONS[a] for a in module.actions(s)] == legal, game.show(s)
            s = module.result(s, ACTIONS.index(action))
            assert s.score == score
            moves += 1
        check(game, s, turn["after"])
        assert game.parse(game.notation(s)) == s
    check(game, s, played["end"])
    return moves


def test_recorded_games_are_reproduced(oracles: Path) -> None:
    games = random_games(oracles)
    moves = 0
    for played in games:
        game = Pacman.of(load_layout(layout_file(oracles, played["layout"])), played["ghosts"])
        moves += replay(game, played, game)
    assert (len(games), moves) == (29, 5583)


@pytest.mark.conformance
def test_recorded_games_are_reproduced_natively(oracles: Path) -> None:
    made: dict[tuple[str, int], tuple[Pacman, Any]] = {}
    for played in random_games(oracles):
        key = played["layout"], played["ghosts"]
        if key not in made:
            game = Pacman.of(load_layout(layout_file(oracles, key[0])), key[1])
            made[key] = game, rules(game).module
        assert replay(made[key][0], played, made[key][1]) > 0


def decisions(oracles: Path) -> tuple[Pacman, list[tuple[State, dict[str, Any]]]]:
    """Return the states of a game in which a minimax agent decided, and what was best there."""
    layout = load_layout(layout_file(oracles, "smallClassic.lay"))
    game = Pacman.of(layout, 2)
    found = []
    for line in (oracles / "pacman" / "minimax_smallClassic_trace.jsonl").read_text().splitlines():
        step = json.loads(line)
        if "optimal_actions" in step:
            found.append((_state(game, layout, step["state"]), step))
    assert len(found) == 146
    return game, found


def _state(game: Pacman, layout: Any, given: dict[str, Any]) -> State:
    def place(where: list[float]) -> int:
        return int(2 * where[1]) * game.stride + int(2 * where[0])

    food = sum(1 << layout.food.index(tuple(cell)) for cell in given["food"])
    capsules = sum(1 << layout.capsules.index(tuple(cell)) for cell in given["caps"])
    ghosts = given["ghosts"]
    return State(
        place(given["pac"]), ACTIONS.index(given["pdir"]), tuple(place(where) for where, _, _ in ghosts),
        tuple(ACTIONS.index(facing) for _, facing, _ in ghosts), tuple(timer for _, _, timer in ghosts),
        (wrap(food),), capsules, given["score"], 0, 0,
    )  # fmt: skip


def agree(oracles: Path, agent: str) -> int:
    """Return in how many states an agent finds the best actions and their value."""
    game, found = decisions(oracles)
    good = 0
    for s, step in found:
        decision = kibitz.decide(game, s, agent)  # type: ignore[arg-type]
        names = [ACTIONS[action] for action in decision.actions]
        good += names == step["optimal_actions"] and decision.value == step["value_checked"]
    return good


def test_the_textbook_finds_all_best_actions(oracles: Path) -> None:
    assert agree(oracles, "minimax:rounds=2,engine=textbook") == 146


def test_native_minimax_finds_all_best_actions(oracles: Path) -> None:
    assert agree(oracles, "minimax:depth=6,engine=search") == 146


@pytest.mark.conformance
def test_native_alpha_beta_finds_all_best_actions(oracles: Path) -> None:
    assert agree(oracles, "alphabeta:rounds=2,every=true,engine=search") == 146
