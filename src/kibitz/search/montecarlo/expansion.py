"""How the tree grows: a block of slots for the moves of a position, as long as there is room."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import claim_shared
from kibitz.core.game import CHANCE
from kibitz.search.montecarlo import workspace as at
from kibitz.search.montecarlo.statistics import adding
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import (
    ACTION,
    CAPACITY,
    CLAIMED,
    COUNT_BITS,
    CROWDED,
    FULL,
    HIGH,
    LATER_TOTAL,
    LATER_VISITS,
    LEAST,
    LINK,
    LOW,
    MOST,
    STUCK,
    TOTAL,
    USED,
    VISITS,
    stride_of,
)
from kibitz.search.montecarlo.workspace import BUFFER

SLOTS_AT_ONCE, SMALL_BLOCK = 1024, 64
"""Threads take the memory of so many slots at a time, for blocks of up to so many: so they meet less often."""


def growing(game: Any, jit: Jit, *, traits: Traits) -> Any:
    """Build `grow(s, slot, desk, tree, ledger, facts)`: give a slot its block and return the link, or 0 if there is none."""
    shared, settles, amaf = traits.shared, traits.settles, traits.amaf
    stride, add = stride_of(traits), adding(jit, traits=traits)

    @jit
    def take(size: int, desk: Any, ledger: Any) -> int:
        """Return the first of so many words that are free, or 0."""
        if shared and size <= stride * SMALL_BLOCK:
            if desk[at.FREE] + size > desk[at.FREE_END]:
                desk[at.FREE] = add(ledger, USED, stride * SLOTS_AT_ONCE)
                desk[at.FREE_END] = min(desk[at.FREE] + stride * SLOTS_AT_ONCE, ledger[CAPACITY])
            first, end = desk[at.FREE], desk[at.FREE_END]
            desk[at.FREE] += size
        else:
            first, end = add(ledger, USED, size), ledger[CAPACITY]
        if first + size > end:
            ledger[USED] = ledger[CAPACITY]
            return 0
        return int(first)

    @jit
    def grow(s: Any, slot: int, desk: Any, tree: Any, ledger: Any, facts: Any) -> int:
        if ledger[FULL] != 0 or (shared and not claim_shared(tree.words, slot + LINK, 0, CLAIMED)):
            return 0
        count = game.fill_actions(s, desk, BUFFER)
        if count <= 0 or count > len(desk) - BUFFER:
            ledger[STUCK if count <= 0 else CROWDED] = 1
            return 0
        first = take(stride * count, desk, ledger)
        if first == 0:
            ledger[FULL] = 1  # from now on games start where the tree ends, and it learns as before
            tree.words[slot + LINK] = 0
            return 0
        by_chance, whole = game.to_move(s) == CHANCE, 0.0
        for place in range(count):
            made = first + stride * place
            action = desk[BUFFER + place]
            tree.words[made + ACTION] = action
            tree.words[made + VISITS] = 0
            tree.words[made + LINK] = 0
            share = game.probability(s, action) if by_chance else 0.0
            tree.numbers[made + TOTAL] = share
            whole += share
            if settles:
                tree.numbers[made + LOW], tree.numbers[made + HIGH] = facts[LEAST], facts[MOST]
            if amaf:
                tree.words[made + LATER_VISITS], tree.numbers[made + LATER_TOTAL] = 0, 0.0
        if by_chance:
            game.require_whole(s, whole)
        link = first << COUNT_BITS | count
        if shared:
            claim_shared(tree.words, slot + LINK, CLAIMED, link)  # after all that was written above, for other threads too
        else:
            tree.words[slot + LINK] = link
        return int(link)

    return grow
