"""Counting nodes: every node counts, and on the way the stop flag and the node limit are seen.

Searches whose values are floats share the first words of their workspaces, so that one function counts for all.
"""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit

POLL_MASK = 1024 - 1
"""The stop flag is read once in this many nodes (plus one)."""

NODES, STOPPED, NODE_LIMIT, DEPTH_LIMIT_HITS, TOO_DEEP, MOVES_OVERFLOW, BEST_MOVE = range(7)
"""The first words of a workspace: nodes visited, whether the search has been stopped, how many nodes it may visit, how often
the depth limit was met, whether a path of play is too long to be searched to its end, whether there are more moves than there
is memory for, and the root's best move."""
COUNTERS = [NODES, STOPPED, DEPTH_LIMIT_HITS, TOO_DEEP, MOVES_OVERFLOW, BEST_MOVE]
"""What is cleared before a new search."""


def node_count(jit: Jit) -> Any:
    """Build `count_node(words, stop)`: it counts one more node, or marks the search as stopped."""

    @jit
    def count_node(words: Any, stop: Any) -> None:
        if (words[NODES] & POLL_MASK == 0 and stop[0] != 0) or words[NODES] >= words[NODE_LIMIT]:
            words[STOPPED] = 1  # and stays so: the count goes no further
        else:
            words[NODES] += 1

    return count_node
