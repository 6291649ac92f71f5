"""PUCT: a tree that grows where a net's policy points, and is judged by its value."""

from kibitz.search.puct import agent as agent
