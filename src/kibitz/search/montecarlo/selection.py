"""Where a simulation goes on: UCB1 among moves, a drawn outcome where chance is to move."""

from __future__ import annotations

from math import ceil, inf, log, sqrt
from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.randomness import advance, scramble, unit
from kibitz.search.montecarlo.statistics import tallying
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import (
    EQUIVALENCE,
    EXPLORATION,
    EXPONENT,
    FLAG,
    HIGH,
    LATER_TOTAL,
    LATER_VISITS,
    LOW,
    SEEN_HIGH,
    SEEN_LOW,
    TOTAL,
    URGENCY,
    WIDENING,
    end_of,
    first_of,
    stride_of,
)
from kibitz.search.montecarlo.workspace import RANDOM_STATE


def choosing(jit: Jit, *, traits: Traits) -> Any:  # noqa: C901
    """Build `choose(link, mover, visits, tree, facts)`: the slot of a block that a simulation goes on with."""
    settles, even, amaf, waits, total = traits.settles, traits.even, traits.amaf, traits.waits, traits.total
    stride, tally = stride_of(traits), tallying(jit, traits=traits)

    @jit
    def least_visited(first: int, end: int, tree: Any) -> int:
        best = first
        for slot in range(first + stride, end, stride):
            if tally(slot, tree)[0] < tally(best, tree)[0]:
                best = slot
        return best

    @jit
    def floor(first: int, end: int, mover: int, tree: Any) -> float:
        """Return what the mover has for certain, whatever it chooses to find out."""
        best = -inf
        for slot in range(first, end, stride):
            best = max(best, tree.numbers[slot + LOW] if mover == 0 else total - tree.numbers[slot + HIGH])
        return best

    @jit
    def mean(slot: int, visits: int, own: float, tree: Any, facts: Any) -> float:
        """Return what a slot is worth by its own games, and by those in which its move came later."""
        if amaf and tree.words[slot + LATER_VISITS] > 0:
            weight = sqrt(facts[EQUIVALENCE] / (3.0 * visits + facts[EQUIVALENCE]))
            own += weight * (tree.numbers[slot + LATER_TOTAL] / tree.words[slot + LATER_VISITS] - own)
        return float(own)

    @jit
    def choose(link: int, mover: int, all_visits: int, tree: Any, facts: Any) -> int:
        first, end = first_of(link), end_of(link, stride)
        if even:
            return least_visited(first, end, tree)
        certain = floor(first, end, mover, tree) if settles and link >= FLAG else -inf
        span = facts[SEEN_HIGH] - facts[SEEN_LOW]
        low, steepness = facts[SEEN_LOW] if span >= 0 else 0.0, 1.0 / span if span > 0 else 0.0
        spread, urgency = facts[EXPLORATION] * sqrt(log(max(all_visits, 1))), facts[URGENCY]
        best, promise = -1, -inf
        for slot in range(first, end, stride):
            if settles and certain > -inf:
                high = tree.numbers[slot + HIGH] if mover == 0 else total - tree.numbers[slot + LOW]
                if high < certain or (high == certain and tree.numbers[slot + LOW] != tree.numbers[slot + HIGH]):
                    continue
            visits, known, total_worth = tally(slot, tree)
            if visits == 0 and amaf and tree.words[slot + LATER_VISITS] > 0:
                later = tree.numbers[slot + LATER_TOTAL] / tree.words[slot + LATER_VISITS]
                seen = 1.0 + min(float(tree.words[slot + LATER_VISITS]), facts[EQUIVALENCE])
                found = (later - low) * steepness + spread / sqrt(seen)  # small, but it grows: no move is forgotten
            elif visits == 0:
                if urgency == inf:
                    return slot
                found = urgency
            else:
                share = 1.0 / visits
                own = total_worth * share
                if waits:
                    own = total_worth / known if known > 0 else low  # the worst, as long as no game is in
                found = (mean(slot, visits, own, tree, facts) - low) * steepness + spread * sqrt(share)
            if best == -1 or found > promise:
                best, promise = slot, found
        return best if best >= 0 else first

    return choose


def drawing(jit: Jit, *, traits: Traits) -> Any:
    """Build `draw(link, visits, desk, tree, facts)`: the slot of the outcome that chance has, in a block of outcomes."""
    widens, stride = traits.widens, stride_of(traits)
    tally = tallying(jit, traits=traits)

    @jit
    def drawn(first: int, end: int, taken_up: bool, share: float, tree: Any) -> int:
        """Return the outcome at a share of the probability, of all outcomes or of those taken up."""
        whole = 0.0
        for slot in range(first, end, stride):
            if not taken_up or tally(slot, tree)[0] > 0:
                whole += tree.numbers[slot + TOTAL]
        left, last = share * whole, first
        for slot in range(first, end, stride):
            if not taken_up or tally(slot, tree)[0] > 0:
                last = slot
                left -= tree.numbers[slot + TOTAL]
                if left < 0:
                    break
        return last

    @jit
    def draw(link: int, all_visits: int, desk: Any, tree: Any, facts: Any) -> int:
        first, end = first_of(link), end_of(link, stride)
        desk[RANDOM_STATE] = advance(desk[RANDOM_STATE])
        share = unit(scramble(desk[RANDOM_STATE]))
        if widens:
            known = 0
            for slot in range(first, end, stride):
                known += tally(slot, tree)[0] > 0
            if known > 0 and known >= ceil(facts[WIDENING] * float(max(all_visits, 1)) ** facts[EXPONENT]):
                return int(drawn(first, end, True, share, tree))
        return int(drawn(first, end, False, share, tree))

    return draw
