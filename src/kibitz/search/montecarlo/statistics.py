"""Visits and totals of slots, as one thread or several count them.

Threads that write to the same memory wait for one another. Where many walks pass, each thread therefore keeps what it counts to
itself for some simulations, in a small book of its own, before it hands it in; it goes by what all have handed in and its own.
Everywhere else they rarely meet: there every count is written at once, in one step that no other thread can come between, and
visits that wait for their games are seen by the others.
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import add_shared, memory
from kibitz.search.montecarlo import workspace as at
from kibitz.search.montecarlo.traits import Traits
from kibitz.search.montecarlo.tree import (
    BOOK_TOTAL,
    BOOK_VISITS,
    EMPTY,
    ENTRIES,
    ENTRY,
    ROOT,
    THREADS,
    TOTAL,
    VISITS,
    VISITS_MASK,
    WAITING,
    WAITING_BITS,
    Slots,
    stride_of,
)

BUSY = 128
"""Slots with so many visits are counted in the books."""
MOST_APART, KNOWN_PER_ONE = 256, 16
"""A thread hands in its book after so many simulations, or as soon as all threads may have one for so many that are known."""


def holding(jit: Jit) -> Any:
    """Build `hold(slots)`: the slots in the form that a kernel's functions hand down quickly."""

    @jit
    def hold(slots: Any) -> Any:
        return Slots(memory(slots.words), memory(slots.numbers), memory(slots.book), memory(slots.book_numbers))

    return hold


def adding(jit: Jit, *, traits: Traits) -> Any:
    """Build `add(place, index, amount)`: what was there before; safe where several threads share the memory."""

    @jit
    def shared(place: Any, index: int, amount: Any) -> Any:
        return add_shared(place, index, amount)

    @jit
    def alone(place: Any, index: int, amount: Any) -> Any:
        before = place[index]
        place[index] = before + amount
        return before

    return shared if traits.shared else alone


def booking(jit: Jit, *, traits: Traits) -> Any:
    """Build `entry_of(slot)`: where a slot's entry stands in a thread's book, if it has one."""
    stride = stride_of(traits)

    @jit
    def entry_of(slot: int) -> int:
        return int(slot // stride % ENTRIES * ENTRY)

    return entry_of


def tallying(jit: Jit, *, traits: Traits) -> Any:
    """Build `tally(slot, tree)`: the visits of a slot, how many of them have their games, and what these were worth."""
    apart, waits, entry_of = traits.apart, traits.waits, booking(jit, traits=traits)

    @jit
    def tally(slot: int, tree: Any) -> tuple[int, int, float]:
        visits, waiting, total = tree.words[slot + VISITS], 0, tree.numbers[slot + TOTAL]
        if waits:
            visits, waiting = visits & VISITS_MASK, visits >> WAITING_BITS
        if apart and visits >= BUSY:
            entry = entry_of(slot)
            if tree.book[entry] == slot:
                visits, total = visits + tree.book[entry + BOOK_VISITS], total + tree.book_numbers[entry + BOOK_TOTAL]
        return visits, visits - waiting, total

    return tally


def entering(jit: Jit, *, traits: Traits) -> Any:
    """Build `enter(slot, ply, desk, tree)`: count a visit whose game is still to come; how many there were before.

    Where others walk the tree before it is in, the visit is also counted as waiting: averages do without it, while a move
    that is looked at already is less urgent (Liu and others, "Watch the unobserved", 2020).
    """
    apart, waits = traits.apart, traits.waits
    add, entry_of, hand_over = adding(jit, traits=traits), booking(jit, traits=traits), handing_over(jit)

    @jit
    def enter(slot: int, ply: int, desk: Any, tree: Any) -> int:
        if apart:
            visits = tree.words[slot + VISITS] & VISITS_MASK
            desk[at.BOOKED + ply] = visits >= BUSY
            if visits >= BUSY:
                entry = entry_of(slot)
                if tree.book[entry] != slot:
                    hand_over(entry, tree)
                    tree.book[entry] = slot
                own = tree.book[entry + BOOK_VISITS]
                tree.book[entry + BOOK_VISITS] = own + 1
                return int(visits + own)
        before = int(add(tree.words, slot + VISITS, 1 + WAITING if waits else 1)) & VISITS_MASK
        desk[at.NODES] += before == 0 and slot != ROOT
        return before

    return enter


def gaining(jit: Jit, *, traits: Traits) -> Any:
    """Build `arrive(slot, ply, games, desk, tree)` and `exchange_gain(slot, ply, amount, desk, tree)`.

    With the first visits no longer wait for their games, with the second these are worth something to who chooses the slot.
    """
    apart, waits = traits.apart, traits.waits
    add, entry_of = adding(jit, traits=traits), booking(jit, traits=traits)

    @jit
    def arrive(slot: int, ply: int, games: int, desk: Any, tree: Any) -> None:
        if waits and not (apart and desk[at.BOOKED + ply] != 0):
            add(tree.words, slot + VISITS, -games * WAITING)

    @jit
    def gain(slot: int, ply: int, amount: float, desk: Any, tree: Any) -> None:
        if apart and desk[at.BOOKED + ply] != 0 and tree.book[entry_of(slot)] == slot:
            tree.book_numbers[entry_of(slot) + BOOK_TOTAL] += amount
        else:
            add(tree.numbers, slot + TOTAL, amount)

    return arrive, gain


def handing_over(jit: Jit) -> Any:
    """Build `hand_over(entry, tree)`: add what an entry of a book holds to what all know."""

    @jit
    def hand_over(entry: int, tree: Any) -> None:
        slot = tree.book[entry]
        if slot != EMPTY:
            add_shared(tree.words, slot + VISITS, tree.book[entry + BOOK_VISITS])
            add_shared(tree.numbers, slot + TOTAL, tree.book_numbers[entry + BOOK_TOTAL])
            tree.book[entry], tree.book[entry + BOOK_VISITS], tree.book_numbers[entry + BOOK_TOTAL] = EMPTY, 0, 0.0

    return hand_over


def handing_in(jit: Jit, *, traits: Traits) -> Any:
    """Build `hand_in(tree)`, hand over the whole book, and `longest_apart(tree, ledger)`, after how many simulations."""
    apart, hand_over = traits.apart, handing_over(jit)

    @jit
    def hand_in(tree: Any) -> None:
        if apart:
            for entry in range(0, ENTRIES * ENTRY, ENTRY):
                hand_over(entry, tree)

    @jit
    def longest_apart(tree: Any, ledger: Any) -> int:
        known = tree.words[ROOT + VISITS] & VISITS_MASK
        return int(min(MOST_APART, known // (KNOWN_PER_ONE * ledger[THREADS])))

    return hand_in, longest_apart
