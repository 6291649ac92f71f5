"""Searches where chance moves, where opponents follow a model, and where one plays against many."""

from kibitz.search.expectiminimax import agents as agents
