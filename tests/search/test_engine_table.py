"""The transposition table finds what it keeps, grows without a loss, and is worth its memory at every size."""

from __future__ import annotations

from typing import Any

import kibitz
from kibitz.core.bits import wrap
from kibitz.core.randomness import Random
from kibitz.search.alphabeta.agent import decide
from kibitz.search.alphabeta.transposition_table import COMPACT_ENTRY, FULL_ENTRY, larger_table, new_table, transposition_table
from kibitz.search.common.table_entry import DEPTH_SHIFT, EXACT, LOWER_BOUND

GOING, TOLD_TO_STOP = (0,), (1,)

bucket, find, keep = transposition_table(lambda function: function, FULL_ENTRY)
packed_bucket, packed_find, packed_keep = transposition_table(lambda function: function, COMPACT_ENTRY)


def entry(random: Random, depth: int = 5, bound: int = EXACT) -> tuple[int, int, int, int]:
    """Return a key, a value, a move and a note, all of them random but for the depth and the bound."""
    key, value = wrap(random.below(1 << 32) << 32 | random.below(1 << 32)), random.below(2_000_000) - 1_000_000
    return key, value, random.below(1 << 15), ((depth + 1) << DEPTH_SHIFT) + bound


def colliding(random: Random, table: Any, depths: list[int]) -> list[tuple[int, int, int, int]]:
    """Return entries of these depths that share a bucket."""
    found = [entry(random, depths[0])]
    while len(found) < len(depths):
        other = entry(random, depths[len(found)])
        if bucket(table, other[0]) == bucket(table, found[0][0]):
            found.append(other)
    return found


def is_found(table: Any, one: tuple[int, int, int, int]) -> bool:
    return tuple(find(table, one[0])) == one[1:]


def test_a_larger_table_keeps_every_entry() -> None:
    random, table = Random(3), new_table(1, FULL_ENTRY)
    entries = [entry(random, random.below(30), 1 + random.below(3)) for _ in range(30_000)]
    for one in entries:
        keep(table, *one)
    kept = [one for one in entries if is_found(table, one)]
    assert 10_000 < len(kept) < 30_000, "many are kept, and some had to give way"
    for megabytes, size in ((64, 8), (4, 4), (3, 2)):
        larger = larger_table(table, megabytes, FULL_ENTRY, GOING)
        assert larger.nbytes == size << 20
        assert all(is_found(larger, one) for one in kept)
        assert (larger.reshape(-1, 4)[:, 3] != 0).sum() == len(kept)
    again = larger_table(larger_table(table, 64, FULL_ENTRY, GOING), 64, FULL_ENTRY, GOING)
    assert again.nbytes == 64 << 20
    assert all(is_found(again, one) for one in kept)


def test_no_time_is_spent_on_a_larger_table_for_a_search_that_was_told_to_stop() -> None:
    assert larger_table(new_table(1, FULL_ENTRY), 64, FULL_ENTRY, TOLD_TO_STOP) is None


def test_what_is_not_there_is_not_found() -> None:
    random, table = Random(4), new_table(1, FULL_ENTRY)
    one = entry(random)
    assert find(table, one[0])[2] == 0
    assert find(table, 0)[2] == 0, "an empty place is no entry of the position with the key 0"
    keep(table, *one)
    assert is_found(table, one)
    for word in range(4):
        table[bucket(table, one[0]) + word] ^= 1 << 20
        assert find(table, one[0])[2] == 0, "half of another entry is none"
        table[bucket(table, one[0]) + word] ^= 1 << 20
    assert is_found(table, one)


def test_the_deeper_search_stays() -> None:
    random, table = Random(5), new_table(1, FULL_ENTRY)
    deep, shallow, other, deeper = colliding(random, table, [20, 3, 4, 25])
    for one in (deep, shallow, other):
        keep(table, *one)
    assert [is_found(table, one) for one in (deep, shallow, other)] == [True, False, True]
    keep(table, *deeper)
    assert [is_found(table, one) for one in (deep, other, deeper)] == [True, False, True]


def test_a_later_search_takes_the_place_of_an_earlier_one() -> None:
    random, table = Random(6), new_table(1, FULL_ENTRY)
    deep, shallow = colliding(random, table, [20, 3])
    later = (*shallow[:3], shallow[3] + (1 << 3))
    keep(table, *deep)
    keep(table, *later)
    assert tuple(table[bucket(table, deep[0]) + 1 :][:3]) == later[1:]
    assert is_found(table, deep)


def test_a_note_of_the_same_position_is_renewed() -> None:
    random, table = Random(7), new_table(1, FULL_ENTRY)
    one = entry(random, 6)
    better = (one[0], one[1] + 1, one[2], ((7 + 1) << DEPTH_SHIFT) + LOWER_BOUND)
    keep(table, *one)
    keep(table, *better)
    assert is_found(table, better)
    assert (table.reshape(-1, 4)[:, 3] != 0).sum() == 1


def test_packed_entries_are_kept_and_the_latest_stay() -> None:
    random, table = Random(8), new_table(1, COMPACT_ENTRY)
    entries = [(*entry(random)[:3], 1 + random.below(3)) for _ in range(40_000)]
    for one in entries:
        packed_keep(table, *one)
    kept = [one for one in entries if packed_find(table, one[0]) == one[1:]]
    assert 30_000 < len(kept) < 40_000, "many are kept, and some had to give way"
    assert (table.reshape(-1, 2)[:, 1] != 0).sum() == len(kept)
    assert packed_find(table, entries[-1][0]) == entries[-1][1:]
    larger = larger_table(table, 64, COMPACT_ENTRY, GOING)
    assert all(packed_find(larger, one[0]) == one[1:] for one in kept)


def test_packed_entries_are_found_whole_or_not_at_all() -> None:
    random, table = Random(9), new_table(1, COMPACT_ENTRY)
    key, value, move, _ = entry(random)
    assert packed_find(table, 0)[2] == packed_find(table, key)[2] == 0
    for beyond in (1 << 31, -(1 << 31) - 1):
        packed_keep(table, key, beyond, move, EXACT)
    for beyond in (1 << 29, -2):
        packed_keep(table, key, value, beyond, EXACT)
    assert not table.any(), "what does not fit is not kept"
    for fitting in ((value, move, LOWER_BOUND), (-(1 << 31), -1, EXACT), ((1 << 31) - 1, (1 << 29) - 2, LOWER_BOUND)):
        packed_keep(table, key, *fitting)
        assert packed_find(table, key) == fitting
        assert (table.reshape(-1, 2)[:, 1] != 0).sum() == 1, "a note of the same position is renewed"
    for word in range(2):
        table[packed_bucket(table, key) + word] ^= 1 << 20
        assert packed_find(table, key)[2] == 0, "half of another entry is none"
        table[packed_bucket(table, key) + word] ^= 1 << 20


def test_every_size_gives_the_same_value_and_more_memory_less_work() -> None:
    game = kibitz.load("connect_four")
    s = game.parse("44")
    found = {megabytes: decide(game, s, depth=13, pruning="none", hash=megabytes) for megabytes in (1, 2, 3, 8, 64)}
    assert len({decision.value for decision in found.values()}) == 1
    assert found[3].nodes == found[2].nodes, "three megabytes hold a table of two: nothing is searched again for more"
    assert found[1].nodes > found[64].nodes > 300_000
