"""A search that is broken off has an answer all the same: a legal one, and no worse than that of the last finished depth."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.errors import InputError
from kibitz.core.randomness import Random
from kibitz.search.alphabeta.agent import decide

LIMITS = [1, 2, 3, 5, *(int(8 * 1.25**step) for step in range(30))]


def somewhere(game: Game, seed: int, count: int) -> list[Any]:
    """Return positions of random games in which there is a choice, at least ten moves deep."""
    random, found = Random(seed), list[Any]()
    while len(found) < count:
        s, moves = game.initial(), 10 + random.below(20)
        while moves > 0 and not game.is_terminal(s):
            s, moves = game.result(s, random.choice(list(game.actions(s)))), moves - 1
        if not game.is_terminal(s) and len(list(game.actions(s))) > 1:
            found.append(s)
    return found


def broken_off(game: Game, s: Any, **options: Any) -> tuple[Decision, list[Decision]]:
    """Return the decision and those of the depths finished on the way; its line must be legal and begin with its move."""
    heard: list[Decision] = []
    decision = decide(game, s, listen=heard.append, **options)
    assert decision.line[0] == decision.action
    after = s
    for action in decision.line:
        assert action in list(game.actions(after)), (options, game.notation(s), decision.line)
        after = game.result(after, action)
    return decision, heard


@pytest.mark.parametrize(("spec", "count"), [("chess", 2), ("othello", 4), ("connect_four", 4)])
def test_nothing_worse_comes_from_an_unfinished_depth(spec: str, count: int) -> None:
    """Where another move than the last depth's is chosen, it is at least as good at the depth that was under way."""
    game = kibitz.load(spec)
    changed = 0
    for s in somewhere(game, 4, count):
        values: dict[int, dict[int, float | None]] = {}
        for limit in LIMITS:
            decision, heard = broken_off(game, s, nodes=limit, pruning="none")
            assert decision.nodes <= limit
            if not heard or decision.action == heard[-1].action:
                continue
            changed += 1
            depth = len(heard) + 1
            if depth not in values:
                every = decide(game, s, depth=depth, every=True, pruning="none")
                values[depth] = {move.action: move.value for move in every.moves}
            now, before = (values[depth][one.action or 0] for one in (decision, heard[-1]))
            assert now is not None
            assert before is not None
            assert now >= before, (limit, game.notation(s))
    assert changed > 0, "no search was broken off after a better move was found: nothing was tested"


@pytest.mark.parametrize("pruning", ["quiescence", "full"])
def test_lines_are_legal_wherever_the_search_is_broken_off(pruning: str) -> None:
    game = kibitz.load("chess")
    for s in somewhere(game, 8, 3):
        nodes = [broken_off(game, s, nodes=limit, pruning=pruning)[0].nodes for limit in LIMITS]
        assert all(count <= limit for count, limit in zip(nodes, LIMITS, strict=True))
        assert nodes[-1] == LIMITS[-1], "what is allowed is used"


def test_every_depth_is_heard() -> None:
    for spec, depth in (("chess", 5), ("othello", 6)):
        game = kibitz.load(spec)
        decision, heard = broken_off(game, game.initial(), depth=depth)
        assert [one.depth for one in heard] == list(range(1, depth + 1))
        assert all(one.nodes < two.nodes for one, two in pairwise(heard))
        assert all(one.seconds <= two.seconds for one, two in pairwise(heard))
        last = heard[-1]
        assert (decision.action, decision.value, decision.line, decision.nodes) == (
            last.action, last.value, last.line, last.nodes,
        )  # fmt: skip


def test_two_limits_hold_together() -> None:
    game = kibitz.load("othello")
    shallow = kibitz.decide(game, agent="alphabeta:depth=2,nodes=100000")
    assert shallow.depth == 2
    few = kibitz.decide(game, agent="alphabeta:depth=30,nodes=500")
    assert few.nodes == 500


@pytest.mark.parametrize("option", ["nodes=0", "threads=0", "hash=0"])
def test_limits_that_allow_nothing_are_refused(option: str) -> None:
    with pytest.raises(InputError, match=option.partition("=")[0]):
        kibitz.decide("othello", agent=f"alphabeta:{option}")
