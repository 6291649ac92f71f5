"""Positions found again: an open hash table of the row numbers of packed states, -1 where it is free."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit


def find_or_add(game: Any, jit: Jit) -> Any:
    """Build `find(row, rows, hash_table, known)`: the number of a position; a new one gets the number `known`."""
    words = game.words

    @jit
    def find(row: Any, rows: Any, hash_table: Any, known: int) -> int:
        entry = game.key_of_fields(game.unpack(row)) & (len(hash_table) - 1)
        while hash_table[entry] >= 0:
            number = int(hash_table[entry])
            same = True
            for word in range(words):
                same = same and rows[number, word] == row[word]
            if same:
                return number
            entry = (entry + 1) & (len(hash_table) - 1)
        hash_table[entry] = known
        for word in range(words):
            rows[known, word] = row[word]
        return known

    return find


def rehash(game: Any, jit: Jit) -> Any:
    """Build `fill(rows, hash_table)`: enter all rows into an empty hash table."""

    @jit
    def fill(rows: Any, hash_table: Any) -> None:
        for number in range(len(rows)):
            entry = game.key_of_fields(game.unpack(rows[number])) & (len(hash_table) - 1)
            while hash_table[entry] >= 0:
                entry = (entry + 1) & (len(hash_table) - 1)
            hash_table[entry] = number

    return fill
