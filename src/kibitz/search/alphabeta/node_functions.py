"""The functions that principal variation search and quiescence search share, built once: each is compiled once."""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.compile.cpu import Jit
from kibitz.search.alphabeta.evaluation import evaluation, node_evaluation, terminal_values
from kibitz.search.alphabeta.mate_distance import mate_distance
from kibitz.search.alphabeta.node_count import node_count
from kibitz.search.alphabeta.ordering import ordering
from kibitz.search.alphabeta.pv_table import pv_table
from kibitz.search.alphabeta.traits import Traits
from kibitz.search.alphabeta.transposition_table import transposition_table
from kibitz.search.common.table_entry import table_entry

UNDECIDED = -(1 << 63)
"""In place of a value: the search of the node goes on."""


class NodeFunctions(NamedTuple):
    """Functions about one node, by the file that builds them."""

    count_node: Any
    update_pv: Any
    # evaluation.py
    terminal_value: Any
    draw_value: Any
    evaluate: Any
    cached_eval: Any
    static_eval: Any
    refined_eval: Any
    value_to_table: Any
    value_from_table: Any
    # transposition_table.py and table_entry.py
    bucket_index: Any
    probe: Any
    store: Any
    bound_of: Any
    is_cutoff: Any
    pack_info: Any
    # ordering.py
    generate: Any
    score: Any
    pick: Any
    next_move: Any

    @classmethod
    def of(cls, game: Any, jit: Jit, traits: Traits) -> NodeFunctions:
        """Return the functions for a game."""
        evaluate, cached_eval = evaluation(game, jit, traits)
        return cls(
            node_count(jit), pv_table(jit), *terminal_values(game, jit, traits), evaluate, cached_eval,
            *node_evaluation(jit, cached_eval), *mate_distance(jit, traits), *transposition_table(jit, traits.entry_words),
            *table_entry(jit), *ordering(game, jit, traits),
        )  # fmt: skip
