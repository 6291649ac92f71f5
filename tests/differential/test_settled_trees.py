"""What UCT settles by the bounds in its tree is the value by definition."""

from __future__ import annotations

import pytest
from forests import Forest

import kibitz


@pytest.mark.parametrize("chance", [0.0, 0.3])
def test_bounds_that_meet_are_the_value_of_random_trees(chance: float) -> None:
    forest = Forest(seed=7, trees=60, players=2, deepest=5, chance=chance, whole=0.0)
    settled = 0
    for root in forest.roots:
        found = kibitz.decide(forest.game, root, "uct:sims=3000", seed=1)
        if found.exact:
            settled += 1
            true = kibitz.decide(forest.game, root, "expectiminimax:engine=textbook")
            assert found.value == pytest.approx(true.value, abs=1e-9)
            assert found.action is None or found.action in true.actions
    assert settled > 50
